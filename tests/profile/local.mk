# unit tests of profile/
profile_libs = $(common) tests/libtap.a

unit_tests += tests/profile/iteration_search.t
tests_profile_iteration_search_t_SOURCES = %D%/iteration_search.c %D%/player.c %D%/player.h
tests_profile_iteration_search_t_LDADD = $(profile_libs) -lm

unit_tests += tests/profile/iteration_main.t
tests_profile_iteration_main_t_SOURCES = %D%/iteration_main.c %D%/player.c \
	%D%/player.h %D%/programs.c %D%/programs.h
tests_profile_iteration_main_t_LDADD = $(profile_libs) -lm

unit_tests += tests/profile/host_load.t
tests_profile_host_load_t_LDADD = $(profile_libs)

unit_tests += tests/profile/page.t
tests_profile_page_t_LDADD = $(profile_libs)

unit_tests += tests/profile/trace.t
tests_profile_trace_t_LDADD = $(profile_libs)

unit_tests += tests/profile/page_memory.t
tests_profile_page_memory_t_LDADD = $(profile_libs)

unit_tests += tests/profile/comm_ranks.t
tests_profile_comm_ranks_t_LDADD = $(profile_libs)

unit_tests += tests/profile/recurrence.t
tests_profile_recurrence_t_LDADD = $(profile_libs)
