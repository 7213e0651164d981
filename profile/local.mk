noinst_LTLIBRARIES += profile/libprofile.la
profile_libprofile_la_SOURCES = \
	%D%/beat.c \
	%D%/beat.h \
	%D%/job.c \
	%D%/job.h \
	%D%/page.c \
	%D%/page.h
profile_libprofile_la_LIBADD = base/libbase.la
