# what suggest/ adds to the build: what watches a program's memory for
# 'mitosis suggest', loaded into it for that alone
suggestdir = $(pkglibexecdir)
suggest_LTLIBRARIES = mitosis-suggest.la
mitosis_suggest_la_SOURCES = \
	%D%/allocate.c \
	%D%/before.c \
	%D%/before.h \
	%D%/blocks.c \
	%D%/blocks.h \
	%D%/dump.h \
	%D%/look.c \
	%D%/look.h \
	%D%/stops.c \
	%D%/stops.h \
	%D%/watch_memory.c
mitosis_suggest_la_CFLAGS = $(AM_CFLAGS) -fno-builtin
mitosis_suggest_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	-export-symbols-regex '^(m|c|re|v)alloc$$|^free$$|^(mem|posix_mem)align$$|^aligned_alloc$$|^mmap(64)?$$|^munmap$$|^signal$$|^sigaction$$'
