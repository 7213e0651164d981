# unit tests of report/
check_LIBRARIES += tests/report/libpages.a
tests_report_libpages_a_SOURCES = %D%/pages.c %D%/pages.h
report_libs = tests/report/libpages.a $(report_and_below) tests/libtap.a -lm
report_tests = \
	tests/report/code/resolve.t \
	tests/report/code/source_files.t \
	tests/report/code/template_arguments.t \
	tests/report/code/use_statements.t \
	tests/report/diagnose/diagnose.t \
	tests/report/diagnose/known_causes.t \
	tests/report/diagnose/sleeping_ranks.t \
	tests/report/diagnose/whole_run.t \
	tests/report/export/csv.t \
	tests/report/export/dot.t \
	tests/report/export/rank_placement.t \
	tests/report/export/traffic_grid.t \
	tests/report/gather/alive.t \
	tests/report/gather/computing_split.t \
	tests/report/gather/gather.t \
	tests/report/gather/main_loop.t \
	tests/report/gather/merge_remarks.t \
	tests/report/gather/rank_state.t \
	tests/report/history/badge.t \
	tests/report/history/history.t \
	tests/report/history/history_change.t \
	tests/report/history/history_scaling.t \
	tests/report/json/json.t \
	tests/report/json/read.t \
	tests/report/json/save.t \
	tests/report/live/live.t \
	tests/report/live/rank_usage.t \
	tests/report/live/remote_ranks.t \
	tests/report/model/efficiency.t \
	tests/report/model/host_load_curve.t \
	tests/report/model/page_copy.t \
	tests/report/model/run_change.t \
	tests/report/model/scaling_fit.t \
	tests/report/model/statistics.t \
	tests/report/model/table.t \
	tests/report/model/units.t \
	tests/report/scale.t \
	tests/report/text/compare.t \
	tests/report/text/summary.t \
	tests/report/text/text.t \
	tests/report/text/verdict_lines.t \
	tests/report/trace/bundle.t \
	tests/report/trace/events.t
$(report_tests): LDADD = $(report_libs)
$(report_tests): $(filter %.a,$(report_libs))
unit_tests += $(report_tests)

four_ranks = %D%/diagnose/four_ranks.c %D%/diagnose/four_ranks.h
tests_report_diagnose_sleeping_ranks_t_SOURCES = %D%/diagnose/sleeping_ranks.c \
	$(four_ranks)
tests_report_diagnose_diagnose_t_SOURCES = %D%/diagnose/diagnose.c \
	$(four_ranks)
tests_report_diagnose_whole_run_t_SOURCES = %D%/diagnose/whole_run.c \
	$(four_ranks)

made_up_runs = %D%/history/made_up_runs.c %D%/history/made_up_runs.h
tests_report_history_badge_t_SOURCES = %D%/history/badge.c \
	$(made_up_runs)
tests_report_history_history_t_SOURCES = %D%/history/history.c \
	$(made_up_runs)
tests_report_history_history_change_t_SOURCES = %D%/history/history_change.c \
	$(made_up_runs)
tests_report_history_history_scaling_t_SOURCES = %D%/history/history_scaling.c \
	$(made_up_runs)

unit_tests += tests/report/gather/merge.t
tests_report_gather_merge_t_LDADD = tests/report/libpages.a $(command_libs)

tests_report_code_resolve_t_CFLAGS = $(AM_CFLAGS) -g
tests_report_code_resolve_t_LDFLAGS = $(AM_LDFLAGS) -Wl,--build-id

tests_report_json_json_t_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
