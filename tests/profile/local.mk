# unit tests of profile/
profile_libs = libcommon.la tests/libtap.la

unit_tests += tests/profile/beat.t
tests_profile_beat_t_SOURCES = %D%/beat.c %D%/player.c %D%/player.h
tests_profile_beat_t_LDADD = $(profile_libs) -lm

unit_tests += tests/profile/beat_main.t
tests_profile_beat_main_t_SOURCES = %D%/beat_main.c %D%/player.c \
	%D%/player.h %D%/programs.c %D%/programs.h
tests_profile_beat_main_t_LDADD = $(profile_libs) -lm

unit_tests += tests/profile/loads.t
tests_profile_loads_t_SOURCES = %D%/loads.c
tests_profile_loads_t_LDADD = $(profile_libs)

unit_tests += tests/profile/page.t
tests_profile_page_t_SOURCES = %D%/page.c
tests_profile_page_t_LDADD = $(profile_libs)

unit_tests += tests/profile/trace.t
tests_profile_trace_t_SOURCES = %D%/trace.c
tests_profile_trace_t_LDADD = $(profile_libs)

unit_tests += tests/profile/varint.t
tests_profile_varint_t_SOURCES = %D%/varint.c
tests_profile_varint_t_LDADD = $(profile_libs)

unit_tests += tests/profile/page_memory.t
tests_profile_page_memory_t_SOURCES = %D%/page_memory.c
tests_profile_page_memory_t_LDADD = $(profile_libs)

unit_tests += tests/profile/members.t
tests_profile_members_t_SOURCES = %D%/members.c
tests_profile_members_t_LDADD = $(profile_libs)
