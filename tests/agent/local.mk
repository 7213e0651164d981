# unit tests of agent/
agent_libs = $(agent_and_below) tests/libtap.a
agent_tests = \
	tests/agent/batch/batch_file.t \
	tests/agent/batch/batch_slurm.t \
	tests/agent/batch/slurm_command.t \
	tests/agent/batch/slurm_drained_nodes.t \
	tests/agent/batch/slurm_expand.t \
	tests/agent/batch/slurm_job.t \
	tests/agent/batch/slurm_nodes.t \
	tests/agent/batch/slurm_options.t \
	tests/agent/batch/slurm_pending.t \
	tests/agent/batch/slurm_queue.t \
	tests/agent/change/changeover.t \
	tests/agent/change/changeover_lost.t \
	tests/agent/change/commit.t \
	tests/agent/change/memory_check.t \
	tests/agent/change/placement_resize.t \
	tests/agent/change/rank_limit.t \
	tests/agent/change/rebalance_check.t \
	tests/agent/change/stop.t \
	tests/agent/change/waiting_rank.t \
	tests/agent/core/generation.t \
	tests/agent/core/head_parts.t \
	tests/agent/core/host.t \
	tests/agent/core/host_links.t \
	tests/agent/core/host_links_lost.t \
	tests/agent/core/host_links_receive.t \
	tests/agent/core/job_view.t \
	tests/agent/core/retire.t \
	tests/agent/core/saved_state.t \
	tests/agent/decide/decide_payoff.t \
	tests/agent/decide/decision_log.t \
	tests/agent/decide/proposal_log.t \
	tests/agent/decide/sync_pace.t \
	tests/agent/head/granted_hosts.t \
	tests/agent/head/hosts_file_read.t \
	tests/agent/head/leave.t \
	tests/agent/head/leave_cost.t \
	tests/agent/head/leave_notice.t \
	tests/agent/head/request_words.t \
	tests/agent/host/agent_say.t \
	tests/agent/host/head_host.t \
	tests/agent/host/standstill.t \
	tests/agent/host/ticket.t \
	tests/agent/launch/held_output.t \
	tests/agent/launch/hydra.t \
	tests/agent/launch/launcher_file.t \
	tests/agent/launch/launcher_kind.t \
	tests/agent/launch/port_owner.t \
	tests/agent/launch/quoted_command.t \
	tests/agent/launch/runner.t \
	tests/agent/launch/shm_cleanup.t \
	tests/agent/peers/host_measure.t \
	tests/agent/peers/membership.t \
	tests/agent/peers/mesh.t
$(agent_tests): LDADD = $(agent_libs)
$(agent_tests): $(filter %.a,$(agent_libs))
unit_tests += $(agent_tests)

made_up_job = %D%/change/made_up_job.c %D%/change/made_up_ranks.c \
	%D%/change/made_up_outcome.c %D%/change/made_up_job.h
tests_agent_change_changeover_t_SOURCES = %D%/change/changeover.c $(made_up_job)
tests_agent_change_commit_t_SOURCES = %D%/change/commit.c $(made_up_job)
tests_agent_change_stop_t_SOURCES = %D%/change/stop.c $(made_up_job)
tests_agent_change_changeover_lost_t_SOURCES = %D%/change/changeover_lost.c \
	$(made_up_job)
tests_agent_launch_runner_t_SOURCES = %D%/launch/runner.c tests/programs/forbid.h

unit_tests += tests/agent/fuzzed.t
tests_agent_fuzzed_t_SOURCES = tests/fuzzed.c %D%/fuzz.c tests/fuzz.h
tests_agent_fuzzed_t_CPPFLAGS = $(AM_CPPFLAGS) $(LUA_CFLAGS)
tests_agent_fuzzed_t_LDADD = $(agent_libs) $(LUA_LIBS)

# The same inputs as a beginning for libFuzzer, which needs clang:
#     make fuzz FUZZ_SECONDS=600
# What it finds is in the folder 'fuzz'.
FUZZ_SECONDS = 60
FUZZ_CLANG = clang
fuzz_cc = $(FUZZ_CLANG) -g -O1 -D_GNU_SOURCE -I$(top_srcdir) -I. \
	$(ZSTD_CFLAGS) $(SODIUM_CFLAGS) $(LUA_CFLAGS) \
	-fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined
fuzz_run = -max_total_time=$(FUZZ_SECONDS) -timeout=10
fuzz_agent = agent/core/host.c agent/head/hosts_file_read.c \
	agent/host/ticket.c agent/peers/host_measure.c \
	agent/peers/membership.c policy/links.c policy/host_resources.c \
	policy/lua/serialize.c policy/policy_job.c policy/rank_progress.c
fuzz_common = $(top_srcdir)/migrate/*/*.c $(top_srcdir)/job/*.c \
	$(top_srcdir)/net/*.c $(top_srcdir)/profile/*.c $(top_srcdir)/base/*.c \
	$(top_srcdir)/base/system/*.c
fuzz: fuzz-migrate fuzz-agent
fuzz-migrate: tests/migrate/fuzzed.t
	$(MKDIR_P) fuzz/migrate
	tests/migrate/fuzzed.t fuzz/migrate
	$(fuzz_cc) $(top_srcdir)/tests/migrate/fuzz.c \
		$(fuzz_common) -o fuzz/wire -ldl -lpthread -lm
	fuzz/wire $(fuzz_run) -artifact_prefix=fuzz/migrate- fuzz/migrate
fuzz-agent: tests/agent/fuzzed.t
	$(MKDIR_P) fuzz/agent
	tests/agent/fuzzed.t fuzz/agent
	$(fuzz_cc) $(top_srcdir)/tests/agent/fuzz.c \
		$(fuzz_agent:%=$(top_srcdir)/%) $(fuzz_common) \
		-o fuzz/words $(LUA_LIBS) -ldl -lpthread -lm
	fuzz/words $(fuzz_run) -artifact_prefix=fuzz/agent- fuzz/agent
.PHONY: fuzz fuzz-migrate fuzz-agent
