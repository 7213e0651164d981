noinst_LTLIBRARIES += base/libbase.la
base_libbase_la_SOURCES = \
	%D%/bytes.c \
	%D%/bytes.h \
	%D%/clock.c \
	%D%/clock.h \
	%D%/error.c \
	%D%/error.h \
	%D%/grow.c \
	%D%/grow.h \
	%D%/host.c \
	%D%/host.h \
	%D%/escape.c \
	%D%/escape.h \
	%D%/nearest.c \
	%D%/nearest.h \
	%D%/pack.c \
	%D%/pack.h \
	%D%/private_file.c \
	%D%/private_file.h \
	%D%/process.c \
	%D%/process.h \
	%D%/quote.c \
	%D%/quote.h \
	%D%/seal.c \
	%D%/seal.h \
	%D%/settings.c \
	%D%/settings.h \
	%D%/settings_help.c \
	%D%/settings_table.c \
	%D%/texts.c \
	%D%/texts.h \
	%D%/user_key.c \
	%D%/user_key.h \
	%D%/value.c \
	%D%/value.h \
	%D%/word.c \
	%D%/word.h
base_libbase_la_CPPFLAGS = $(AM_CPPFLAGS) $(ZSTD_CFLAGS) $(SODIUM_CFLAGS)
