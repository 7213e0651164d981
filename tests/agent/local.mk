# unit tests of agent/
unit_tests += tests/agent/diary.t
tests_agent_diary_t_SOURCES = %D%/diary.c
tests_agent_diary_t_LDADD = agent/libagent.la policy/libpolicy.la \
	libcommon.la tests/libtap.la

unit_tests += tests/agent/fit.t
tests_agent_fit_t_SOURCES = %D%/fit.c
tests_agent_fit_t_LDADD = $(tests_agent_diary_t_LDADD)

unit_tests += tests/agent/gauge.t
tests_agent_gauge_t_SOURCES = %D%/gauge.c
tests_agent_gauge_t_LDADD = $(tests_agent_diary_t_LDADD)

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

unit_tests += tests/agent/standstill.t
tests_agent_standstill_t_SOURCES = %D%/standstill.c
tests_agent_standstill_t_LDADD = $(tests_agent_diary_t_LDADD)

unit_tests += tests/agent/ticket.t
tests_agent_ticket_t_SOURCES = %D%/ticket.c
tests_agent_ticket_t_LDADD = $(tests_agent_diary_t_LDADD)

unit_tests += tests/agent/fuzzed.t
tests_agent_fuzzed_t_SOURCES = tests/fuzzed.c %D%/fuzz.c tests/fuzz.h
tests_agent_fuzzed_t_CPPFLAGS = $(AM_CPPFLAGS) $(LUA_CFLAGS)
tests_agent_fuzzed_t_LDADD = $(tests_agent_diary_t_LDADD) $(LUA_LIBS)

# The same inputs as a beginning for libFuzzer, which needs clang:
#     make fuzz FUZZ_SECONDS=600
# What it finds is in the folder 'fuzz'.
FUZZ_SECONDS = 60
FUZZ_CLANG = clang
fuzz_cc = $(FUZZ_CLANG) -g -O1 -D_GNU_SOURCE -I$(top_srcdir) -I. \
	$(ZSTD_CFLAGS) $(SODIUM_CFLAGS) $(LUA_CFLAGS) \
	-fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined
fuzz_run = -max_total_time=$(FUZZ_SECONDS) -timeout=10
fuzz_agent = agent/census.c agent/gauge.c agent/loop.c agent/parts.c \
	agent/pool.c agent/roster.c agent/ticket.c policy/links.c \
	policy/measure.c policy/plain.c policy/policy_job.c policy/sight.c
fuzz: fuzz-migrate fuzz-agent
fuzz-migrate: tests/migrate/fuzzed.t
	$(MKDIR_P) fuzz/migrate
	tests/migrate/fuzzed.t fuzz/migrate
	$(fuzz_cc) $(top_srcdir)/tests/migrate/fuzz.c \
		$(top_srcdir)/migrate/*.c $(top_srcdir)/base/*.c \
		-o fuzz/wire -ldl -lpthread
	fuzz/wire $(fuzz_run) -artifact_prefix=fuzz/migrate- fuzz/migrate
fuzz-agent: tests/agent/fuzzed.t
	$(MKDIR_P) fuzz/agent
	tests/agent/fuzzed.t fuzz/agent
	$(fuzz_cc) $(top_srcdir)/tests/agent/fuzz.c \
		$(fuzz_agent:%=$(top_srcdir)/%) $(top_srcdir)/profile/*.c \
		$(top_srcdir)/migrate/*.c $(top_srcdir)/base/*.c \
		-o fuzz/words $(LUA_LIBS) -ldl -lpthread -lm
	fuzz/words $(fuzz_run) -artifact_prefix=fuzz/agent- fuzz/agent
.PHONY: fuzz fuzz-migrate fuzz-agent
