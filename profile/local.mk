libcommon_la_SOURCES += \
	%D%/beat.c \
	%D%/beat.h \
	%D%/beat_bin.c \
	%D%/beat_bin.h \
	%D%/beat_loop.h \
	%D%/beat_main.c \
	%D%/beat_main.h \
	%D%/beat_reader.c \
	%D%/beat_reader.h \
	%D%/checksum.h \
	%D%/loads.c \
	%D%/loads.h \
	%D%/members.c \
	%D%/members.h \
	%D%/page.c \
	%D%/page.h \
	%D%/rounds.c \
	%D%/rounds.h \
	%D%/stretch.c \
	%D%/stretch.h \
	%D%/trace.c \
	%D%/trace.h \
	%D%/trace_describe.c \
	%D%/trace_describe.h \
	%D%/trace_file.c \
	%D%/trace_file.h \
	%D%/varint.h
