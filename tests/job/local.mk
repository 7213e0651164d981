# unit tests of job/
job_tests = \
	tests/job/agent_lock.t \
	tests/job/change.t \
	tests/job/change_script.t \
	tests/job/control.t \
	tests/job/files.t \
	tests/job/input_files.t \
	tests/job/job.t \
	tests/job/leftovers.t \
	tests/job/message_file.t \
	tests/job/packed_file.t \
	tests/job/size_list.t \
	tests/job/size_template.t \
	tests/job/sizes.t \
	tests/job/sums_file.t
$(job_tests): LDADD = $(base_libs)
$(job_tests): $(filter %.a,$(base_libs))
unit_tests += $(job_tests)
