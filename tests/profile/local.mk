# unit tests of profile/
profile_libs = profile/libprofile.la base/libbase.la tests/libtap.la

unit_tests += tests/profile/job.t
tests_profile_job_t_SOURCES = %D%/job.c
tests_profile_job_t_LDADD = $(profile_libs)
