# unit tests of report/
check_LTLIBRARIES += tests/report/libpages.la
tests_report_libpages_la_SOURCES = %D%/pages.c %D%/pages.h
tests_report_libpages_la_LIBADD = report/libreport.la tests/libtap.la

unit_tests += tests/report/answer.t
tests_report_answer_t_SOURCES = %D%/answer.c
tests_report_answer_t_LDADD = tests/report/libpages.la -lm

unit_tests += tests/report/bundle.t
tests_report_bundle_t_SOURCES = %D%/bundle.c
tests_report_bundle_t_LDADD = tests/report/libpages.la

unit_tests += tests/report/compare.t
tests_report_compare_t_SOURCES = %D%/compare.c
tests_report_compare_t_LDADD = tests/report/libpages.la -lm

unit_tests += tests/report/curve.t
tests_report_curve_t_SOURCES = %D%/curve.c
tests_report_curve_t_LDADD = tests/report/libpages.la

unit_tests += tests/report/elsewhere.t
tests_report_elsewhere_t_SOURCES = %D%/elsewhere.c
tests_report_elsewhere_t_LDADD = tests/report/libpages.la -lm

unit_tests += tests/report/events.t
tests_report_events_t_SOURCES = %D%/events.c
tests_report_events_t_LDADD = tests/report/libpages.la

unit_tests += tests/report/gather.t
tests_report_gather_t_SOURCES = %D%/gather.c
tests_report_gather_t_LDADD = tests/report/libpages.la -lm

unit_tests += tests/report/life.t
tests_report_life_t_SOURCES = %D%/life.c
tests_report_life_t_LDADD = tests/report/libpages.la -lm

unit_tests += tests/report/live.t
tests_report_live_t_SOURCES = %D%/live.c
tests_report_live_t_LDADD = tests/report/libpages.la -lm

unit_tests += tests/report/look.t
tests_report_look_t_SOURCES = %D%/look.c
tests_report_look_t_LDADD = tests/report/libpages.la

unit_tests += tests/report/merge.t
tests_report_merge_t_SOURCES = %D%/merge.c
tests_report_merge_t_LDADD = \
	tests/report/libpages.la \
	command/libcommand.la \
	-lm

unit_tests += tests/report/remarks.t
tests_report_remarks_t_SOURCES = %D%/remarks.c
tests_report_remarks_t_LDADD = tests/report/libpages.la

unit_tests += tests/report/resolve.t
tests_report_resolve_t_SOURCES = %D%/resolve.c
tests_report_resolve_t_CFLAGS = $(AM_CFLAGS) -g
tests_report_resolve_t_LDFLAGS = $(AM_LDFLAGS) -Wl,--build-id
tests_report_resolve_t_LDADD = tests/report/libpages.la

unit_tests += tests/report/json.t
tests_report_json_t_SOURCES = %D%/json.c
tests_report_json_t_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
tests_report_json_t_LDADD = tests/report/libpages.la $(JANSSON_LIBS)

unit_tests += tests/report/read.t
tests_report_read_t_SOURCES = %D%/read.c
tests_report_read_t_LDADD = tests/report/libpages.la

unit_tests += tests/report/save.t
tests_report_save_t_SOURCES = %D%/save.c
tests_report_save_t_LDADD = tests/report/libpages.la

unit_tests += tests/report/seating.t
tests_report_seating_t_SOURCES = %D%/seating.c
tests_report_seating_t_LDADD = tests/report/libpages.la -lm

unit_tests += tests/report/image.t
tests_report_image_t_SOURCES = %D%/image.c
tests_report_image_t_LDADD = tests/report/libpages.la -lm

unit_tests += tests/report/iterations.t
tests_report_iterations_t_SOURCES = %D%/iterations.c
tests_report_iterations_t_LDADD = tests/report/libpages.la -lm

unit_tests += tests/report/text.t
tests_report_text_t_SOURCES = %D%/text.c
tests_report_text_t_LDADD = tests/report/libpages.la -lm

unit_tests += tests/report/units.t
tests_report_units_t_SOURCES = %D%/units.c
tests_report_units_t_LDADD = tests/report/libpages.la -lm

unit_tests += tests/report/sources.t
tests_report_sources_t_SOURCES = %D%/sources.c
tests_report_sources_t_LDADD = tests/report/libpages.la

unit_tests += tests/report/statistics.t
tests_report_statistics_t_SOURCES = %D%/statistics.c
tests_report_statistics_t_LDADD = tests/report/libpages.la -lm

unit_tests += tests/report/table.t
tests_report_table_t_SOURCES = %D%/table.c
tests_report_table_t_LDADD = tests/report/libpages.la -lm

unit_tests += tests/report/scale.t
tests_report_scale_t_SOURCES = %D%/scale.c
tests_report_scale_t_LDADD = tests/report/libpages.la
