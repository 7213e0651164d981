# unit tests of profile/
profile_tests = \
	tests/profile/comm_ranks.t \
	tests/profile/host_load.t \
	tests/profile/page.t \
	tests/profile/page_memory.t \
	tests/profile/recurrence.t \
	tests/profile/trace.t
$(profile_tests): LDADD = $(base_libs)
$(profile_tests): $(filter %.a,$(base_libs))
unit_tests += $(profile_tests)

unit_tests += tests/profile/iteration_search.t
tests_profile_iteration_search_t_SOURCES = %D%/iteration_search.c %D%/player.c %D%/player.h
tests_profile_iteration_search_t_LDADD = $(base_libs) -lm

unit_tests += tests/profile/iteration_main.t
tests_profile_iteration_main_t_SOURCES = %D%/iteration_main.c %D%/player.c \
	%D%/player.h %D%/programs.c %D%/programs.h
tests_profile_iteration_main_t_LDADD = $(base_libs) -lm

unit_tests += tests/profile/energy.t
tests_profile_energy_t_LDADD = $(base_libs) -lm
