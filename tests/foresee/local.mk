# unit tests of foresee/
check_LIBRARIES += tests/foresee/libmadeup.a
tests_foresee_libmadeup_a_SOURCES = \
	%D%/made_up_run.c \
	%D%/made_up_run.h
foresee_libs = tests/foresee/libmadeup.a $(foresee_and_below) tests/libtap.a -lm

unit_tests += tests/foresee/replay/replay.t
tests_foresee_replay_replay_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/replay/shared_cores.t
tests_foresee_replay_shared_cores_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/replay/event_queue.t
tests_foresee_replay_event_queue_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/replay/transfers.t
tests_foresee_replay_transfers_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/record/recorder.t
tests_foresee_record_recorder_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/record/trace_reader.t
tests_foresee_record_trace_reader_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/record/clocks.t
tests_foresee_record_clocks_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/record/busy_cores.t
tests_foresee_record_busy_cores_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/record/collective.t
tests_foresee_record_collective_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/platform/platform_file.t
tests_foresee_platform_platform_file_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/platform/mapped_run_place.t
tests_foresee_platform_mapped_run_place_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/platform/calibrate.t
tests_foresee_platform_calibrate_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/platform/link_fit.t
tests_foresee_platform_link_fit_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/replay/outcome.t
tests_foresee_replay_outcome_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/elastisim_model.t
tests_foresee_elastisim_model_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/smpi_trace.t
tests_foresee_smpi_trace_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/forecast_sweep.t
tests_foresee_forecast_sweep_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/forecast_print.t
tests_foresee_forecast_print_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/replay/ideal_time.t
tests_foresee_replay_ideal_time_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/simulated_job.t
tests_foresee_simulated_job_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/record/recorded_calls.t
tests_foresee_record_recorded_calls_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/record/recorded_timeline.t
tests_foresee_record_recorded_timeline_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/record/site_lines.t
tests_foresee_record_site_lines_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/sizes/rank_grid.t
tests_foresee_sizes_rank_grid_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/sizes/size_model.t
tests_foresee_sizes_size_model_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/cluster/cluster.t
tests_foresee_cluster_cluster_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/cluster/workload.t
tests_foresee_cluster_workload_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/cluster/job_log.t
tests_foresee_cluster_job_log_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/cluster/job_generator.t
tests_foresee_cluster_job_generator_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/cluster/application_file.t
tests_foresee_cluster_application_file_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/cluster/cluster_print.t
tests_foresee_cluster_cluster_print_t_LDADD = $(foresee_libs)

unit_tests += tests/foresee/cluster/cluster_sweep.t
tests_foresee_cluster_cluster_sweep_t_LDADD = $(foresee_libs)
