# unit tests of probe/: MPI need not be there
unit_tests += tests/probe/reach.t
tests_probe_reach_t_SOURCES = %D%/reach.c probe/reach.c
tests_probe_reach_t_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
tests_probe_reach_t_LDADD = $(base_libs)
