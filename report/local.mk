noinst_LTLIBRARIES += report/libreport.la
report_libreport_la_SOURCES = \
	%D%/alive.c \
	%D%/alive.h \
	%D%/arena.c \
	%D%/arena.h \
	%D%/block.c \
	%D%/block.h \
	%D%/bundle.c \
	%D%/bundle.h \
	%D%/bundler.c \
	%D%/bundler.h \
	%D%/emit.c \
	%D%/emit.h \
	%D%/events.c \
	%D%/events.h \
	%D%/gather.c \
	%D%/gather.h \
	%D%/image.c \
	%D%/image.h \
	%D%/iterations.c \
	%D%/iterations.h \
	%D%/json.c \
	%D%/json.h \
	%D%/list.c \
	%D%/list.h \
	%D%/paths.c \
	%D%/paths.h \
	%D%/ranges.c \
	%D%/ranges.h \
	%D%/resolve.c \
	%D%/resolve.h \
	%D%/run.c \
	%D%/run.h \
	%D%/save.c \
	%D%/save.h \
	%D%/statistics.c \
	%D%/statistics.h \
	%D%/symbols.c \
	%D%/symbols.h \
	%D%/table.c \
	%D%/table.h \
	%D%/tally.c \
	%D%/tally.h \
	%D%/utf8.c \
	%D%/utf8.h \
	%D%/verdict.c \
	%D%/verdict.h \
	%D%/waiting.c \
	%D%/waiting.h
report_libreport_la_CPPFLAGS = $(AM_CPPFLAGS) $(LIBDW_CFLAGS) $(JANSSON_CFLAGS)
report_libreport_la_LIBADD = \
	profile/libprofile.la \
	$(LIBDW_LIBS) \
	$(JANSSON_LIBS) \
	-lm
