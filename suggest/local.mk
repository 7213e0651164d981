# what suggest/ adds to the build: what watches a program's memory for
# 'mitosis suggest', loaded into it for that alone
suggestdir = $(pkglibexecdir)
suggest_PROGRAMS = mitosis-suggest.so
mitosis_suggest_so_SOURCES = \
	%D%/allocate.c \
	%D%/allocated_blocks.c %D%/allocated_blocks.h \
	%D%/breakpoints.c %D%/breakpoints.h \
	%D%/earlier_memory.c %D%/earlier_memory.h \
	%D%/memory_dump_format.h \
	%D%/memory_dump_write.c %D%/memory_dump_write.h \
	%D%/watch_memory.c
mitosis_suggest_so_CFLAGS = $(AM_CFLAGS) -fPIC -fno-builtin
mitosis_suggest_so_LDADD =
mitosis_suggest_so_DEPENDENCIES = %D%/exported.map
mitosis_suggest_so_LDFLAGS = $(AM_LDFLAGS) -shared \
	-Wl,--version-script=$(srcdir)/%D%/exported.map
EXTRA_DIST += %D%/exported.map
