noinst_LTLIBRARIES += profile/libprofile.la
profile_libprofile_la_SOURCES = \
	%D%/beat.c \
	%D%/beat.h \
	%D%/beat_main.c \
	%D%/beat_reader.c \
	%D%/checksum.h \
	%D%/files.c \
	%D%/files.h \
	%D%/incident.c \
	%D%/incident.h \
	%D%/job.c \
	%D%/job.h \
	%D%/loads.c \
	%D%/loads.h \
	%D%/members.c \
	%D%/members.h \
	%D%/page.c \
	%D%/page.h \
	%D%/parcel.c \
	%D%/parcel.h \
	%D%/room.c \
	%D%/room.h \
	%D%/rounds.c \
	%D%/rounds.h \
	%D%/stretch.c \
	%D%/stretch.h \
	%D%/sweep.c \
	%D%/sweep.h \
	%D%/trace.c \
	%D%/trace.h \
	%D%/trace_describe.c \
	%D%/trace_describe.h \
	%D%/trace_file.c \
	%D%/trace_file.h \
	%D%/varint.h
profile_libprofile_la_LIBADD = base/libbase.la
