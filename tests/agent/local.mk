# unit tests of agent/
unit_tests += tests/agent/diary.t
tests_agent_diary_t_SOURCES = %D%/diary.c
tests_agent_diary_t_LDADD = agent/libagent.la policy/libpolicy.la \
	base/libbase.la tests/libtap.la

unit_tests += tests/agent/gauge.t
tests_agent_gauge_t_SOURCES = %D%/gauge.c
tests_agent_gauge_t_LDADD = $(tests_agent_diary_t_LDADD)

unit_tests += tests/agent/loop.t
tests_agent_loop_t_SOURCES = %D%/loop.c
tests_agent_loop_t_LDADD = $(tests_agent_diary_t_LDADD)

unit_tests += tests/agent/mesh.t
tests_agent_mesh_t_SOURCES = %D%/mesh.c
tests_agent_mesh_t_LDADD = $(tests_agent_diary_t_LDADD)

unit_tests += tests/agent/minutes.t
tests_agent_minutes_t_SOURCES = %D%/minutes.c
tests_agent_minutes_t_LDADD = $(tests_agent_diary_t_LDADD)

unit_tests += tests/agent/census.t
tests_agent_census_t_SOURCES = %D%/census.c
tests_agent_census_t_LDADD = $(tests_agent_diary_t_LDADD)

unit_tests += tests/agent/heritage.t
tests_agent_heritage_t_SOURCES = %D%/heritage.c
tests_agent_heritage_t_LDADD = $(tests_agent_diary_t_LDADD)

unit_tests += tests/agent/launch.t
tests_agent_launch_t_SOURCES = %D%/launch.c
tests_agent_launch_t_LDADD = $(tests_agent_diary_t_LDADD)

unit_tests += tests/agent/leavings.t
tests_agent_leavings_t_SOURCES = %D%/leavings.c
tests_agent_leavings_t_LDADD = $(tests_agent_diary_t_LDADD)

unit_tests += tests/agent/listener.t
tests_agent_listener_t_SOURCES = %D%/listener.c
tests_agent_listener_t_LDADD = $(tests_agent_diary_t_LDADD)

unit_tests += tests/agent/roster.t
tests_agent_roster_t_SOURCES = %D%/roster.c
tests_agent_roster_t_LDADD = $(tests_agent_diary_t_LDADD)

unit_tests += tests/agent/seats.t
tests_agent_seats_t_SOURCES = %D%/seats.c
tests_agent_seats_t_LDADD = $(tests_agent_diary_t_LDADD)

unit_tests += tests/agent/ticket.t
tests_agent_ticket_t_SOURCES = %D%/ticket.c
tests_agent_ticket_t_LDADD = $(tests_agent_diary_t_LDADD)

unit_tests += tests/agent/parts.t
tests_agent_parts_t_SOURCES = %D%/parts.c
tests_agent_parts_t_LDADD = $(tests_agent_diary_t_LDADD)
