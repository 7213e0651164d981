noinst_LTLIBRARIES += profile/libprofile.la
profile_libprofile_la_SOURCES = \
	%D%/beat.c \
	%D%/beat.h \
	%D%/beat_main.c \
	%D%/beat_reader.c \
	%D%/checksum.h \
	%D%/files.c \
	%D%/files.h \
	%D%/job.c \
	%D%/job.h \
	%D%/page.c \
	%D%/page.h \
	%D%/parcel.c \
	%D%/parcel.h \
	%D%/rounds.c \
	%D%/rounds.h \
	%D%/trace.c \
	%D%/trace.h \
	%D%/varint.h
profile_libprofile_la_LIBADD = base/libbase.la
