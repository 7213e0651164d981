noinst_LIBRARIES += report/libreport.a
report_libreport_a_SOURCES = \
	base/emit.c base/emit.h \
	base/utf8.c base/utf8.h \
	%D%/code/debug_file.c %D%/code/debug_file.h \
	%D%/code/resolve.c %D%/code/resolve.h \
	%D%/code/source_files.c %D%/code/source_files.h \
	%D%/code/symbols.c %D%/code/symbols.h \
	%D%/code/symbols_internal.h \
	%D%/code/template_arguments.c %D%/code/template_arguments.h \
	%D%/code/use_statements.c %D%/code/use_statements.h \
	%D%/code/variables.c %D%/code/variables.h %D%/code/variables_one.h \
	%D%/code/variable_describe.c %D%/code/variable_describe.h \
	%D%/code/variable_parts.c %D%/code/variable_parts.h \
	%D%/code/variable_parts_cplusplus.c %D%/code/variable_parts_internal.h \
	%D%/code/variable_place.c %D%/code/variable_place.h \
	%D%/code/variable_state.h \
	%D%/code/variable_type.c %D%/code/variable_type.h \
	%D%/code/variable_visibility.c %D%/code/variable_visibility.h \
	%D%/diagnose/sleeping_ranks.c \
	%D%/diagnose/call_kind.c \
	%D%/diagnose/call_kind.h \
	%D%/diagnose/causes.c \
	%D%/diagnose/causes.h \
	%D%/diagnose/communication.c \
	%D%/diagnose/communication.h \
	%D%/diagnose/diagnose.c \
	%D%/diagnose/diagnose.h \
	%D%/diagnose/evidence.c \
	%D%/diagnose/evidence.h \
	%D%/diagnose/late_ranks.c \
	%D%/diagnose/late_ranks.h \
	%D%/diagnose/places.c \
	%D%/diagnose/places.h \
	%D%/diagnose/posix_io.c \
	%D%/diagnose/posix_io.h \
	%D%/diagnose/sleeping_ranks.h \
	%D%/diagnose/uneven_work.c \
	%D%/diagnose/uneven_work.h \
	%D%/diagnose/whole_run.c \
	%D%/diagnose/whole_run.h \
	%D%/export/chrome.c %D%/export/chrome.h \
	%D%/export/csv.c %D%/export/csv.h \
	%D%/export/dot.c %D%/export/dot.h \
	%D%/export/html_data.c %D%/export/html_data.h \
	%D%/export/html.c %D%/export/html.h \
	%D%/export/html_parts.h \
	%D%/export/html_text.c %D%/export/html_text.h \
	%D%/export/rank_placement.c %D%/export/rank_placement.h \
	%D%/export/timeline.c %D%/export/timeline.h \
	%D%/export/traffic_grid.c %D%/export/traffic_grid.h \
	%D%/gather/alive.c %D%/gather/alive.h \
	%D%/gather/call_paths.c %D%/gather/call_paths.h \
	%D%/gather/changes.c %D%/gather/changes.h \
	%D%/gather/run_ending.c %D%/gather/run_ending.h \
	%D%/gather/computing_split.c %D%/gather/computing_split.h \
	%D%/gather/folder.c %D%/gather/folder.h \
	%D%/gather/gather.c %D%/gather/gather.h \
	%D%/gather/generation.c %D%/gather/generation.h \
	%D%/gather/hardware_figures.c %D%/gather/hardware_figures.h \
	%D%/gather/host_clocks.c %D%/gather/host_clocks.h \
	%D%/gather/main_loop.c %D%/gather/main_loop.h \
	%D%/gather/merge.c %D%/gather/merge.h \
	%D%/gather/merge_iterations.c %D%/gather/merge_iterations.h \
	%D%/gather/merge_remarks.c %D%/gather/merge_remarks.h \
	%D%/gather/merge_tables.c %D%/gather/merge_tables.h \
	%D%/gather/rank_loops.c %D%/gather/rank_loops.h \
	%D%/gather/iteration_times.c %D%/gather/iteration_times.h \
	%D%/gather/rank_state.c %D%/gather/rank_state.h \
	%D%/gather/rank_sums.c %D%/gather/rank_sums.h \
	%D%/gather/rank_sums_finish.c \
	%D%/gather/rank_sums_internal.h \
	%D%/gather/wait_estimate.c %D%/gather/wait_estimate.h \
	%D%/gather/transfer_limit.c %D%/gather/transfer_limit.h \
	%D%/history/badge.c %D%/history/badge.h \
	%D%/history/history.c %D%/history/history.h \
	%D%/history/history_change.c %D%/history/history_change.h \
	%D%/history/history_json.c %D%/history/history_json.h \
	%D%/history/history_page.c %D%/history/history_page.h \
	%D%/history/history_scaling.c %D%/history/history_scaling.h \
	%D%/history/history_text.c %D%/history/history_text.h \
	%D%/history/history_words.c %D%/history/history_words.h \
	%D%/json/json.c %D%/json/json.h \
	%D%/json/optional_fields.c %D%/json/optional_fields.h \
	%D%/json/parse_file.c %D%/json/parse_file.h \
	%D%/json/read.c %D%/json/read.h \
	%D%/json/reading.c %D%/json/reading.h \
	%D%/json/save.c %D%/json/save.h \
	%D%/json/schema.c %D%/json/schema.h \
	%D%/live/live.c %D%/live/live.h \
	%D%/live/live_internal.h \
	%D%/live/live_ranks.c \
	%D%/live/rank_usage.c %D%/live/rank_usage.h \
	%D%/live/remote_ranks.c %D%/live/remote_ranks.h \
	%D%/model/arena.c %D%/model/arena.h \
	%D%/model/efficiency.c %D%/model/efficiency.h \
	%D%/model/list.c %D%/model/list.h \
	%D%/model/host_load_curve.c %D%/model/host_load_curve.h \
	%D%/model/order.c %D%/model/order.h \
	%D%/model/page_copy.c %D%/model/page_copy.h \
	%D%/model/rank_list.c %D%/model/rank_list.h \
	%D%/model/run.c %D%/model/run.h \
	%D%/model/run_change.c %D%/model/run_change.h \
	%D%/model/scaling_fit.c %D%/model/scaling_fit.h \
	%D%/model/slowest_network.c %D%/model/slowest_network.h \
	%D%/model/statistics.c %D%/model/statistics.h \
	%D%/model/table.c %D%/model/table.h \
	%D%/model/units.c %D%/model/units.h \
	%D%/text/balance.c %D%/text/balance.h \
	%D%/text/columns.c %D%/text/columns.h \
	%D%/text/compare.c %D%/text/compare.h \
	%D%/text/efficiency_table.c %D%/text/efficiency_table.h \
	%D%/text/hardware.c %D%/text/hardware.h \
	%D%/text/policies.c %D%/text/policies.h \
	%D%/text/progress.c %D%/text/progress.h \
	%D%/text/rank_ends.c %D%/text/rank_ends.h \
	%D%/text/run_table.c %D%/text/run_table.h \
	%D%/text/computing_spread.c %D%/text/computing_spread.h \
	%D%/text/summary.c %D%/text/summary.h \
	%D%/text/text.c %D%/text/text.h \
	%D%/text/traffic.c %D%/text/traffic.h \
	%D%/text/verdict_lines.c %D%/text/verdict_lines.h \
	%D%/trace/block.c %D%/trace/block.h \
	%D%/trace/bundle.c %D%/trace/bundle.h \
	%D%/trace/bundle_ranks.c \
	%D%/trace/bundler.c %D%/trace/bundler.h \
	%D%/trace/bundler_index.c %D%/trace/bundler_index.h \
	%D%/trace/events.c %D%/trace/events.h
report_libreport_a_CPPFLAGS = $(AM_CPPFLAGS) $(LIBDW_CFLAGS) $(JANSSON_CFLAGS)
report_and_below = report/libreport.a $(common) $(LIBDW_LIBS) $(JANSSON_LIBS) -lm

# The pages are written as what they are, and built in.
nodist_report_libreport_a_SOURCES = \
	report/export/html_parts.c \
	report/export/html_history_parts.c
report_page = \
	%D%/export/page/page.html \
	%D%/export/page/page.css \
	%D%/export/page/elements.js \
	%D%/export/page/data.js \
	%D%/export/page/table.js \
	%D%/export/page/ranks.js \
	%D%/export/page/matrix_view.js \
	%D%/export/page/matrix.js \
	%D%/export/page/iteration_curve.js \
	%D%/export/page/progress.js \
	%D%/export/page/timeline_data.js \
	%D%/export/page/timeline.js \
	%D%/export/page/hosts.js \
	%D%/export/page/compare.js \
	%D%/export/page/page.js
report_history_page = \
	%D%/export/page/page.html \
	%D%/export/page/page.css \
	%D%/export/page/elements.js \
	%D%/export/page/table.js \
	%D%/export/page/history.js
CLEANFILES += report/export/html_parts.c report/export/html_history_parts.c
EXTRA_DIST += $(report_page) %D%/export/page/history.js tools/gen-page.lua
report/export/html_parts.c: $(report_page) $(top_srcdir)/tools/gen-page.lua
	$(AM_V_GEN)$(MKDIR_P) report/export \
	  && cd $(srcdir) && $(LUA) tools/gen-page.lua html_part $(report_page) \
	    >$(abs_builddir)/$@.tmp \
	  && mv $(abs_builddir)/$@.tmp $(abs_builddir)/$@
report/export/html_history_parts.c: $(report_history_page) \
		$(top_srcdir)/tools/gen-page.lua
	$(AM_V_GEN)$(MKDIR_P) report/export \
	  && cd $(srcdir) && $(LUA) tools/gen-page.lua html_history_part \
	    $(report_history_page) >$(abs_builddir)/$@.tmp \
	  && mv $(abs_builddir)/$@.tmp $(abs_builddir)/$@
