# unit tests of foresee/
check_LIBRARIES += tests/foresee/libmadeup.a
tests_foresee_libmadeup_a_SOURCES = \
	%D%/made_up_run.c \
	%D%/made_up_run.h
foresee_libs = tests/foresee/libmadeup.a $(foresee_and_below) tests/libtap.a -lm
foresee_tests = \
	tests/foresee/cluster/application_file.t \
	tests/foresee/cluster/cluster.t \
	tests/foresee/cluster/cluster_print.t \
	tests/foresee/cluster/cluster_sweep.t \
	tests/foresee/cluster/job_generator.t \
	tests/foresee/cluster/job_log.t \
	tests/foresee/cluster/waiting_jobs.t \
	tests/foresee/cluster/workload.t \
	tests/foresee/elastisim_model.t \
	tests/foresee/forecast_print.t \
	tests/foresee/forecast_report.t \
	tests/foresee/forecast_sweep.t \
	tests/foresee/platform/calibrate.t \
	tests/foresee/platform/link_fit.t \
	tests/foresee/platform/mapped_run_place.t \
	tests/foresee/platform/platform_file.t \
	tests/foresee/record/busy_cores.t \
	tests/foresee/record/clocks.t \
	tests/foresee/record/collective.t \
	tests/foresee/record/recorded_calls.t \
	tests/foresee/record/recorded_timeline.t \
	tests/foresee/record/recorder.t \
	tests/foresee/record/site_lines.t \
	tests/foresee/record/trace_reader.t \
	tests/foresee/replay/event_queue.t \
	tests/foresee/replay/ideal_time.t \
	tests/foresee/replay/outcome.t \
	tests/foresee/replay/replay.t \
	tests/foresee/replay/shared_cores.t \
	tests/foresee/replay/transfers.t \
	tests/foresee/simulated_job.t \
	tests/foresee/sizes/rank_grid.t \
	tests/foresee/sizes/size_model.t \
	tests/foresee/smpi_trace.t
$(foresee_tests): LDADD = $(foresee_libs)
$(foresee_tests): $(filter %.a,$(foresee_libs))
unit_tests += $(foresee_tests)
