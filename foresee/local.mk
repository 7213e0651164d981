# foresee/ is pure: it reads what was recorded and knows no MPI
noinst_LIBRARIES += foresee/libforesee.a
foresee_libforesee_a_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
foresee_libforesee_a_SOURCES = \
	%D%/cluster/application.c %D%/cluster/application.h \
	%D%/cluster/application_file.c \
	%D%/cluster/chance.c %D%/cluster/chance.h \
	%D%/cluster/cluster.c %D%/cluster/cluster.h \
	%D%/cluster/cluster_change.c \
	%D%/cluster/cluster_internal.h \
	%D%/cluster/cluster_print.c %D%/cluster/cluster_print.h \
	%D%/cluster/cluster_print_svg.c \
	%D%/cluster/cluster_result.c %D%/cluster/cluster_result.h \
	%D%/cluster/cluster_result_file.c \
	%D%/cluster/cluster_sweep.c %D%/cluster/cluster_sweep.h \
	%D%/cluster/cluster_schedule.c \
	%D%/cluster/job_generator.c %D%/cluster/job_generator.h \
	%D%/cluster/job_kind.c %D%/cluster/job_kind.h \
	%D%/cluster/job_log.c %D%/cluster/job_log.h \
	%D%/cluster/waiting_jobs.c %D%/cluster/waiting_jobs.h \
	%D%/cluster/workload.c %D%/cluster/workload.h \
	%D%/platform/calibrate.c %D%/platform/calibrate.h \
	%D%/record/clocks.c %D%/record/clocks.h \
	%D%/record/collective.c %D%/record/collective.h \
	%D%/replay/shared_cores.c %D%/replay/shared_cores.h \
	%D%/replay/event_queue.c %D%/replay/event_queue.h \
	%D%/replay/transfers.c %D%/replay/transfers.h \
	%D%/forecast.c %D%/forecast.h \
	%D%/forecast_print.c %D%/forecast_print.h \
	%D%/forecast_report.c %D%/forecast_report.h \
	%D%/forecast_sweep.c %D%/forecast_sweep.h \
	%D%/elastisim_model.c %D%/elastisim_model.h \
	%D%/smpi_trace.c %D%/smpi_trace.h \
	%D%/forecast_print_internal.h \
	%D%/forecast_print_json.c \
	%D%/forecast_print_origin.c \
	%D%/replay/ideal_time.c %D%/replay/ideal_time.h \
	%D%/platform/eager_limit.c %D%/platform/eager_limit.h \
	%D%/platform/link_fit.c %D%/platform/link_fit.h \
	%D%/platform/mapped_run.c %D%/platform/mapped_run.h \
	%D%/platform/mapped_run_change.c \
	%D%/platform/mapped_run_bcast.c \
	%D%/platform/mapped_run_comm.c \
	%D%/platform/mapped_run_internal.h \
	%D%/platform/mapped_run_place.c \
	%D%/platform/mapped_run_speed.c \
	%D%/replay/outcome.c %D%/replay/outcome.h \
	%D%/platform/platform.c %D%/platform/platform.h \
	%D%/platform/platform_file.c %D%/platform/platform_file.h \
	%D%/platform/platform_file_print.c \
	%D%/record/recorder.c %D%/record/recorder.h \
	%D%/record/recorder_begin.c \
	%D%/record/recorder_call.c \
	%D%/record/recorder_internal.h \
	%D%/record/recorder_match.c \
	%D%/record/recorder_site.c \
	%D%/record/recorded_calls.c %D%/record/recorded_calls.h \
	%D%/record/recorded_timeline.c %D%/record/recorded_timeline.h \
	%D%/record/busy_cores.c %D%/record/busy_cores.h \
	%D%/record/recording.c %D%/record/recording.h \
	%D%/replay/replay.c %D%/replay/replay.h \
	%D%/sizes/rank_grid.c %D%/sizes/rank_grid.h \
	%D%/sizes/resized_run.c %D%/sizes/resized_run.h \
	%D%/sizes/resized_run_internal.h \
	%D%/sizes/resized_run_grid.c \
	%D%/sizes/resized_run_match.c \
	%D%/simulated_job.c %D%/simulated_job.h \
	%D%/simulated_job_ask.c \
	%D%/simulated_job_internal.h \
	%D%/simulated_policy.c %D%/simulated_policy.h \
	%D%/simulated_view.c %D%/simulated_view.h \
	%D%/record/site_lines.c %D%/record/site_lines.h \
	%D%/sizes/size_model.c %D%/sizes/size_model.h \
	%D%/record/trace_reader.c %D%/record/trace_reader.h
foresee_and_below = foresee/libforesee.a $(policy_and_below)
