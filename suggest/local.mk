# what suggest/ adds to the build: what watches a program's memory for
# 'mitosis suggest', loaded into it for that alone
suggestdir = $(pkglibexecdir)
suggest_PROGRAMS = mitosis-suggest.so
mitosis_suggest_so_SOURCES = \
	%D%/allocate.c \
	%D%/before.c \
	%D%/before.h \
	%D%/blocks.c \
	%D%/blocks.h \
	%D%/dump.h \
	%D%/look.c \
	%D%/look.h \
	%D%/breakpoints.c \
	%D%/breakpoints.h \
	%D%/watch_memory.c
mitosis_suggest_so_CFLAGS = $(AM_CFLAGS) -fPIC -fno-builtin
mitosis_suggest_so_LDADD =
mitosis_suggest_so_DEPENDENCIES = %D%/exported.map
mitosis_suggest_so_LDFLAGS = $(AM_LDFLAGS) -shared \
	-Wl,--version-script=$(srcdir)/%D%/exported.map
EXTRA_DIST += %D%/exported.map
