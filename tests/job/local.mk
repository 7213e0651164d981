# unit tests of job/

unit_tests += tests/job/message_file.t
tests_job_message_file_t_LDADD = $(migrate_libs)

unit_tests += tests/job/agent_lock.t
tests_job_agent_lock_t_LDADD = $(migrate_libs)

unit_tests += tests/job/control.t
tests_job_control_t_LDADD = $(migrate_libs)

unit_tests += tests/job/change_script.t
tests_job_change_script_t_LDADD = $(migrate_libs)

unit_tests += tests/job/change.t
tests_job_change_t_LDADD = $(migrate_libs)

unit_tests += tests/job/files.t
tests_job_files_t_LDADD = $(profile_libs)

unit_tests += tests/job/job.t
tests_job_job_t_LDADD = $(profile_libs)

unit_tests += tests/job/packed_file.t
tests_job_packed_file_t_LDADD = $(profile_libs)

unit_tests += tests/job/sums_file.t
tests_job_sums_file_t_LDADD = $(profile_libs)

unit_tests += tests/job/leftovers.t
tests_job_leftovers_t_LDADD = $(profile_libs)

unit_tests += tests/job/input_files.t
tests_job_input_files_t_LDADD = $(migrate_libs)

unit_tests += tests/job/size_list.t
tests_job_size_list_t_LDADD = $(migrate_libs)

unit_tests += tests/job/size_template.t
tests_job_size_template_t_LDADD = $(migrate_libs)

unit_tests += tests/job/sizes.t
tests_job_sizes_t_LDADD = $(migrate_libs)
