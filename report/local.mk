noinst_LTLIBRARIES += report/libreport.la
report_libreport_la_SOURCES = \
	%D%/alive.c \
	%D%/alive.h \
	%D%/answer.c \
	%D%/answer.h \
	%D%/arena.c \
	%D%/arena.h \
	%D%/balance.c \
	%D%/balance.h \
	%D%/blanks.c \
	%D%/blanks.h \
	%D%/block.c \
	%D%/block.h \
	%D%/bundle.c \
	%D%/bundle.h \
	%D%/bundle_ranks.c \
	%D%/bundler.c \
	%D%/bundler.h \
	%D%/bundler_index.c \
	%D%/bundler_index.h \
	%D%/changes.c \
	%D%/changes.h \
	%D%/chrome.c \
	%D%/chrome.h \
	%D%/compare.c \
	%D%/compare.h \
	%D%/contrast.c \
	%D%/contrast.h \
	%D%/course.c \
	%D%/course.h \
	%D%/csv.c \
	%D%/csv.h \
	%D%/curve.c \
	%D%/curve.h \
	%D%/debug_file.c \
	%D%/debug_file.h \
	%D%/dot.c \
	%D%/dot.h \
	%D%/elsewhere.c \
	%D%/elsewhere.h \
	%D%/emit.c \
	%D%/emit.h \
	%D%/events.c \
	%D%/events.h \
	%D%/fate.c \
	%D%/fate.h \
	%D%/folder.c \
	%D%/folder.h \
	%D%/gather.c \
	%D%/gather.h \
	%D%/generation.c \
	%D%/generation.h \
	%D%/grid.c \
	%D%/grid.h \
	%D%/hosts.c \
	%D%/hosts.h \
	%D%/html.c \
	%D%/html.h \
	%D%/html_parts.h \
	%D%/image.c \
	%D%/image.h \
	%D%/incidents.c \
	%D%/incidents.h \
	%D%/insight.c \
	%D%/insight.h \
	%D%/iterations.c \
	%D%/iterations.h \
	%D%/json.c \
	%D%/json.h \
	%D%/life.c \
	%D%/life.h \
	%D%/list.c \
	%D%/list.h \
	%D%/live.c \
	%D%/live.h \
	%D%/live_parts.h \
	%D%/live_ranks.c \
	%D%/look.c \
	%D%/look.h \
	%D%/merge.c \
	%D%/merge.h \
	%D%/order.c \
	%D%/order.h \
	%D%/paper.c \
	%D%/paper.h \
	%D%/paths.c \
	%D%/paths.h \
	%D%/picture.c \
	%D%/picture.h \
	%D%/policies.c \
	%D%/policies.h \
	%D%/ranges.c \
	%D%/ranges.h \
	%D%/rank_loops.c \
	%D%/rank_loops.h \
	%D%/rank_rounds.c \
	%D%/read.c \
	%D%/read.h \
	%D%/reading.c \
	%D%/reading.h \
	%D%/remarks.c \
	%D%/remarks.h \
	%D%/resolve.c \
	%D%/resolve.h \
	%D%/run.c \
	%D%/run.h \
	%D%/save.c \
	%D%/save.h \
	%D%/schema.c \
	%D%/schema.h \
	%D%/seating.c \
	%D%/seating.h \
	%D%/series.c \
	%D%/series.h \
	%D%/sources.c \
	%D%/sources.h \
	%D%/statistics.c \
	%D%/statistics.h \
	%D%/sums.c \
	%D%/sums.h \
	%D%/symbols.c \
	%D%/symbols.h \
	%D%/table.c \
	%D%/table.h \
	%D%/talk.c \
	%D%/talk.h \
	%D%/tally.c \
	%D%/tally.h \
	%D%/tally_finish.c \
	%D%/tally_sums.h \
	%D%/text.c \
	%D%/text.h \
	%D%/units.c \
	%D%/units.h \
	%D%/utf8.c \
	%D%/utf8.h \
	%D%/verdict.c \
	%D%/verdict.h \
	%D%/waiting.c \
	%D%/waiting.h
report_libreport_la_CPPFLAGS = $(AM_CPPFLAGS) $(LIBDW_CFLAGS) $(JANSSON_CFLAGS)
report_libreport_la_LIBADD = \
	libcommon.la \
	$(LIBDW_LIBS) \
	$(JANSSON_LIBS) \
	-lm

# The page of a report is written as what it is, and built in.
nodist_report_libreport_la_SOURCES = report/html_parts.c
report_page = \
	%D%/page/page.html \
	%D%/page/page.css \
	%D%/page/tools.js \
	%D%/page/table.js \
	%D%/page/ranks.js \
	%D%/page/sight.js \
	%D%/page/matrix.js \
	%D%/page/course.js \
	%D%/page/compare.js \
	%D%/page/page.js
CLEANFILES += report/html_parts.c
EXTRA_DIST += $(report_page) tools/gen-page.lua
report/html_parts.c: $(report_page) $(top_srcdir)/tools/gen-page.lua
	$(AM_V_GEN)$(MKDIR_P) report \
	  && cd $(srcdir) && $(LUA) tools/gen-page.lua $(report_page) \
	    >$(abs_builddir)/$@.tmp \
	  && mv $(abs_builddir)/$@.tmp $(abs_builddir)/$@
