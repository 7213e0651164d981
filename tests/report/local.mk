# unit tests of report/
check_LIBRARIES += tests/report/libpages.a
tests_report_libpages_a_SOURCES = %D%/pages.c %D%/pages.h
report_libs = tests/report/libpages.a $(report_and_below) tests/libtap.a -lm

unit_tests += tests/report/text/summary.t
tests_report_text_summary_t_LDADD = $(report_libs)

unit_tests += tests/report/text/verdict_lines.t
tests_report_text_verdict_lines_t_LDADD = $(report_libs)

unit_tests += tests/report/trace/bundle.t
tests_report_trace_bundle_t_LDADD = $(report_libs)

unit_tests += tests/report/text/compare.t
tests_report_text_compare_t_LDADD = $(report_libs)

unit_tests += tests/report/diagnose/diagnose.t
four_ranks = %D%/diagnose/four_ranks.c %D%/diagnose/four_ranks.h
tests_report_diagnose_diagnose_t_SOURCES = %D%/diagnose/diagnose.c \
	$(four_ranks)
tests_report_diagnose_diagnose_t_LDADD = $(report_libs)

unit_tests += tests/report/diagnose/known_causes.t
tests_report_diagnose_known_causes_t_LDADD = $(report_libs)

unit_tests += tests/report/diagnose/whole_run.t
tests_report_diagnose_whole_run_t_SOURCES = %D%/diagnose/whole_run.c \
	$(four_ranks)
tests_report_diagnose_whole_run_t_LDADD = $(report_libs)

unit_tests += tests/report/model/efficiency.t
tests_report_model_efficiency_t_LDADD = $(report_libs)

unit_tests += tests/report/model/host_load_curve.t
tests_report_model_host_load_curve_t_LDADD = $(report_libs)

unit_tests += tests/report/model/run_change.t
tests_report_model_run_change_t_LDADD = $(report_libs)

unit_tests += tests/report/model/scaling_fit.t
tests_report_model_scaling_fit_t_LDADD = $(report_libs)

made_up_runs = %D%/history/made_up_runs.c %D%/history/made_up_runs.h

unit_tests += tests/report/history/badge.t
tests_report_history_badge_t_SOURCES = %D%/history/badge.c \
	$(made_up_runs)
tests_report_history_badge_t_LDADD = $(report_libs)

unit_tests += tests/report/history/history.t
tests_report_history_history_t_SOURCES = %D%/history/history.c \
	$(made_up_runs)
tests_report_history_history_t_LDADD = $(report_libs)

unit_tests += tests/report/history/history_change.t
tests_report_history_history_change_t_SOURCES = %D%/history/history_change.c \
	$(made_up_runs)
tests_report_history_history_change_t_LDADD = $(report_libs)

unit_tests += tests/report/history/history_scaling.t
tests_report_history_history_scaling_t_SOURCES = %D%/history/history_scaling.c \
	$(made_up_runs)
tests_report_history_history_scaling_t_LDADD = $(report_libs)

unit_tests += tests/report/live/remote_ranks.t
tests_report_live_remote_ranks_t_LDADD = $(report_libs)

unit_tests += tests/report/trace/events.t
tests_report_trace_events_t_LDADD = $(report_libs)

unit_tests += tests/report/gather/gather.t
tests_report_gather_gather_t_LDADD = $(report_libs)

unit_tests += tests/report/gather/computing_split.t
tests_report_gather_computing_split_t_LDADD = $(report_libs)

unit_tests += tests/report/gather/rank_state.t
tests_report_gather_rank_state_t_LDADD = $(report_libs)

unit_tests += tests/report/live/live.t
tests_report_live_live_t_LDADD = $(report_libs)

unit_tests += tests/report/live/rank_usage.t
tests_report_live_rank_usage_t_LDADD = $(report_libs)

unit_tests += tests/report/gather/merge.t
tests_report_gather_merge_t_LDADD = tests/report/libpages.a $(command_libs)

unit_tests += tests/report/gather/merge_remarks.t
tests_report_gather_merge_remarks_t_LDADD = $(report_libs)

unit_tests += tests/report/code/resolve.t
tests_report_code_resolve_t_CFLAGS = $(AM_CFLAGS) -g
tests_report_code_resolve_t_LDFLAGS = $(AM_LDFLAGS) -Wl,--build-id
tests_report_code_resolve_t_LDADD = $(report_libs)

unit_tests += tests/report/json/json.t
tests_report_json_json_t_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
tests_report_json_json_t_LDADD = $(report_libs)

unit_tests += tests/report/json/read.t
tests_report_json_read_t_LDADD = $(report_libs)

unit_tests += tests/report/json/save.t
tests_report_json_save_t_LDADD = $(report_libs)

unit_tests += tests/report/export/csv.t
tests_report_export_csv_t_LDADD = $(report_libs)

unit_tests += tests/report/export/dot.t
tests_report_export_dot_t_LDADD = $(report_libs)

unit_tests += tests/report/export/traffic_grid.t
tests_report_export_traffic_grid_t_LDADD = $(report_libs)

unit_tests += tests/report/export/rank_placement.t
tests_report_export_rank_placement_t_LDADD = $(report_libs)

unit_tests += tests/report/model/page_copy.t
tests_report_model_page_copy_t_LDADD = $(report_libs)

unit_tests += tests/report/gather/main_loop.t
tests_report_gather_main_loop_t_LDADD = $(report_libs)

unit_tests += tests/report/text/text.t
tests_report_text_text_t_LDADD = $(report_libs)

unit_tests += tests/report/model/units.t
tests_report_model_units_t_LDADD = $(report_libs)

unit_tests += tests/report/code/source_files.t
tests_report_code_source_files_t_LDADD = $(report_libs)

unit_tests += tests/report/code/template_arguments.t
tests_report_code_template_arguments_t_LDADD = $(report_libs)

unit_tests += tests/report/model/statistics.t
tests_report_model_statistics_t_LDADD = $(report_libs)

unit_tests += tests/report/model/table.t
tests_report_model_table_t_LDADD = $(report_libs)

unit_tests += tests/report/scale.t
tests_report_scale_t_LDADD = $(report_libs)
