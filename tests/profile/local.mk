# unit tests of profile/
profile_libs = profile/libprofile.la base/libbase.la tests/libtap.la

unit_tests += tests/profile/beat.t
tests_profile_beat_t_SOURCES = %D%/beat.c
tests_profile_beat_t_LDADD = $(profile_libs) -lm

unit_tests += tests/profile/job.t
tests_profile_job_t_SOURCES = %D%/job.c
tests_profile_job_t_LDADD = $(profile_libs)
