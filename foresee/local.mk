# foresee/ is pure: it reads what was recorded and knows no MPI
noinst_LTLIBRARIES += foresee/libforesee.la
foresee_libforesee_la_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
foresee_libforesee_la_SOURCES = \
	%D%/platform/calibrate.c \
	%D%/platform/calibrate.h \
	%D%/record/clocks.c \
	%D%/record/clocks.h \
	%D%/record/collective.c \
	%D%/record/collective.h \
	%D%/replay/event_queue.c \
	%D%/replay/event_queue.h \
	%D%/forecast.c \
	%D%/forecast.h \
	%D%/forecast_print.c \
	%D%/forecast_print.h \
	%D%/forecast_print_internal.h \
	%D%/forecast_print_json.c \
	%D%/forecast_print_origin.c \
	%D%/replay/ideal_time.c \
	%D%/replay/ideal_time.h \
	%D%/platform/link_fit.c \
	%D%/platform/link_fit.h \
	%D%/platform/mapped_run.c \
	%D%/platform/mapped_run.h \
	%D%/platform/mapped_run_change.c \
	%D%/platform/mapped_run_internal.h \
	%D%/platform/mapped_run_place.c \
	%D%/platform/mapped_run_speed.c \
	%D%/replay/outcome.c \
	%D%/replay/outcome.h \
	%D%/platform/platform.c \
	%D%/platform/platform.h \
	%D%/platform/platform_file.c \
	%D%/platform/platform_file.h \
	%D%/record/recorder.c \
	%D%/record/recorder.h \
	%D%/record/recorder_begin.c \
	%D%/record/recorder_call.c \
	%D%/record/recorder_internal.h \
	%D%/record/recorder_match.c \
	%D%/record/recorder_site.c \
	%D%/record/recorder_step.c \
	%D%/record/recording.c \
	%D%/record/recording.h \
	%D%/replay/replay.c \
	%D%/replay/replay.h \
	%D%/sizes/resized_run.c \
	%D%/sizes/resized_run.h \
	%D%/sizes/resized_run_internal.h \
	%D%/sizes/resized_run_match.c \
	%D%/simulated_job.c \
	%D%/simulated_job.h \
	%D%/simulated_job_ask.c \
	%D%/simulated_job_internal.h \
	%D%/simulated_policy.c \
	%D%/simulated_policy.h \
	%D%/simulated_view.c \
	%D%/simulated_view.h \
	%D%/record/site_lines.c \
	%D%/record/site_lines.h \
	%D%/sizes/size_model.c \
	%D%/sizes/size_model.h \
	%D%/record/trace_reader.c \
	%D%/record/trace_reader.h
foresee_libforesee_la_LIBADD = policy/libpolicy.la libcommon.la report/libreport.la
