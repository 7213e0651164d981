# unit tests of agent/
unit_tests += tests/agent/decide/decision_log.t
tests_agent_decide_decision_log_t_SOURCES = %D%/decide/decision_log.c
tests_agent_decide_decision_log_t_LDADD = agent/libagent.la policy/libpolicy.la \
	libcommon.la tests/libtap.la

unit_tests += tests/agent/host/memory_check.t
tests_agent_host_memory_check_t_SOURCES = %D%/host/memory_check.c
tests_agent_host_memory_check_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/agent/host/host_measure.t
tests_agent_host_host_measure_t_SOURCES = %D%/host/host_measure.c
tests_agent_host_host_measure_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/agent/peers/mesh.t
tests_agent_peers_mesh_t_SOURCES = %D%/peers/mesh.c
tests_agent_peers_mesh_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/agent/decide/proposal_log.t
tests_agent_decide_proposal_log_t_SOURCES = %D%/decide/proposal_log.c
tests_agent_decide_proposal_log_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/agent/peers/membership.t
tests_agent_peers_membership_t_SOURCES = %D%/peers/membership.c
tests_agent_peers_membership_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/agent/head/saved_state.t
tests_agent_head_saved_state_t_SOURCES = %D%/head/saved_state.c
tests_agent_head_saved_state_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/agent/launch/launcher_kind.t
tests_agent_launch_launcher_kind_t_SOURCES = %D%/launch/launcher_kind.c
tests_agent_launch_launcher_kind_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/agent/launch/shm_cleanup.t
tests_agent_launch_shm_cleanup_t_SOURCES = %D%/launch/shm_cleanup.c
tests_agent_launch_shm_cleanup_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/agent/launch/port_owner.t
tests_agent_launch_port_owner_t_SOURCES = %D%/launch/port_owner.c
tests_agent_launch_port_owner_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/agent/head/hosts_file_read.t
tests_agent_head_hosts_file_read_t_SOURCES = %D%/head/hosts_file_read.c
tests_agent_head_hosts_file_read_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/agent/change/placement_resize.t
tests_agent_change_placement_resize_t_SOURCES = %D%/change/placement_resize.c
tests_agent_change_placement_resize_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/agent/host/standstill.t
tests_agent_host_standstill_t_SOURCES = %D%/host/standstill.c
tests_agent_host_standstill_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/agent/host/ticket.t
tests_agent_host_ticket_t_SOURCES = %D%/host/ticket.c
tests_agent_host_ticket_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/agent/fuzzed.t
tests_agent_fuzzed_t_SOURCES = tests/fuzzed.c %D%/fuzz.c tests/fuzz.h
tests_agent_fuzzed_t_CPPFLAGS = $(AM_CPPFLAGS) $(LUA_CFLAGS)
tests_agent_fuzzed_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD) $(LUA_LIBS)

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
