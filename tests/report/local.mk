# unit tests of report/
check_LTLIBRARIES += tests/report/libpages.la
tests_report_libpages_la_SOURCES = %D%/pages.c %D%/pages.h
tests_report_libpages_la_LIBADD = report/libreport.la tests/libtap.la

unit_tests += tests/report/bundle.t
tests_report_bundle_t_SOURCES = %D%/bundle.c
tests_report_bundle_t_LDADD = $(report_libs)

unit_tests += tests/report/events.t
tests_report_events_t_SOURCES = %D%/events.c
tests_report_events_t_LDADD = $(report_libs)

unit_tests += tests/report/gather.t
tests_report_gather_t_SOURCES = %D%/gather.c
tests_report_gather_t_LDADD = tests/report/libpages.la -lm

unit_tests += tests/report/resolve.t
tests_report_resolve_t_SOURCES = %D%/resolve.c
tests_report_resolve_t_CFLAGS = $(AM_CFLAGS) -g
tests_report_resolve_t_LDFLAGS = $(AM_LDFLAGS) -Wl,--build-id
tests_report_resolve_t_LDADD = tests/report/libpages.la
