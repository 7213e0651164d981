# unit tests of agent/
unit_tests += tests/agent/decide/decision_log.t
agent_libs = $(agent_and_below) tests/libtap.a
tests_agent_decide_decision_log_t_LDADD = $(agent_libs)

unit_tests += tests/agent/core/host.t
tests_agent_core_host_t_LDADD = $(agent_libs)

unit_tests += tests/agent/core/host_links.t
tests_agent_core_host_links_t_LDADD = $(agent_libs)

unit_tests += tests/agent/core/host_links_receive.t
tests_agent_core_host_links_receive_t_LDADD = $(agent_libs)

unit_tests += tests/agent/host/head_host.t
tests_agent_host_head_host_t_LDADD = $(agent_libs)

unit_tests += tests/agent/change/memory_check.t
tests_agent_change_memory_check_t_LDADD = $(agent_libs)

made_up_job = %D%/change/made_up_job.c %D%/change/made_up_ranks.c \
	%D%/change/made_up_outcome.c %D%/change/made_up_job.h
unit_tests += tests/agent/change/changeover.t
tests_agent_change_changeover_t_SOURCES = %D%/change/changeover.c $(made_up_job)
tests_agent_change_changeover_t_LDADD = $(agent_libs)

unit_tests += tests/agent/change/commit.t
tests_agent_change_commit_t_SOURCES = %D%/change/commit.c $(made_up_job)
tests_agent_change_commit_t_LDADD = $(agent_libs)

unit_tests += tests/agent/change/stop.t
tests_agent_change_stop_t_SOURCES = %D%/change/stop.c $(made_up_job)
tests_agent_change_stop_t_LDADD = $(agent_libs)

unit_tests += tests/agent/change/changeover_lost.t
tests_agent_change_changeover_lost_t_SOURCES = %D%/change/changeover_lost.c \
	$(made_up_job)
tests_agent_change_changeover_lost_t_LDADD = $(agent_libs)

unit_tests += tests/agent/peers/host_measure.t
tests_agent_peers_host_measure_t_LDADD = $(agent_libs)

unit_tests += tests/agent/peers/mesh.t
tests_agent_peers_mesh_t_LDADD = $(agent_libs)

unit_tests += tests/agent/decide/proposal_log.t
tests_agent_decide_proposal_log_t_LDADD = $(agent_libs)

unit_tests += tests/agent/peers/membership.t
tests_agent_peers_membership_t_LDADD = $(agent_libs)

unit_tests += tests/agent/core/head_parts.t
tests_agent_core_head_parts_t_LDADD = $(agent_libs)

unit_tests += tests/agent/core/saved_state.t
tests_agent_core_saved_state_t_LDADD = $(agent_libs)

unit_tests += tests/agent/launch/launcher_kind.t
tests_agent_launch_launcher_kind_t_LDADD = $(agent_libs)

unit_tests += tests/agent/launch/hydra.t
tests_agent_launch_hydra_t_LDADD = $(agent_libs)

unit_tests += tests/agent/launch/quote.t
tests_agent_launch_quote_t_LDADD = $(agent_libs)

unit_tests += tests/agent/launch/held_output.t
tests_agent_launch_held_output_t_LDADD = $(agent_libs)

unit_tests += tests/agent/launch/launcher_file.t
tests_agent_launch_launcher_file_t_LDADD = $(agent_libs)

unit_tests += tests/agent/launch/runner.t
tests_agent_launch_runner_t_SOURCES = %D%/launch/runner.c tests/programs/forbid.h
tests_agent_launch_runner_t_LDADD = $(agent_libs)

unit_tests += tests/agent/change/rank_limit.t
tests_agent_change_rank_limit_t_LDADD = $(agent_libs)

unit_tests += tests/agent/decide/decide_payoff.t
tests_agent_decide_decide_payoff_t_LDADD = $(agent_libs)

unit_tests += tests/agent/launch/shm_cleanup.t
tests_agent_launch_shm_cleanup_t_LDADD = $(agent_libs)

unit_tests += tests/agent/launch/port_owner.t
tests_agent_launch_port_owner_t_LDADD = $(agent_libs)

unit_tests += tests/agent/head/hosts_file_read.t
tests_agent_head_hosts_file_read_t_LDADD = $(agent_libs)

unit_tests += tests/agent/head/leave_cost.t
tests_agent_head_leave_cost_t_LDADD = $(agent_libs)

unit_tests += tests/agent/core/job_view.t
tests_agent_core_job_view_t_LDADD = $(agent_libs)

unit_tests += tests/agent/head/request_words.t
tests_agent_head_request_words_t_LDADD = $(agent_libs)

unit_tests += tests/agent/batch/batch_file.t
tests_agent_batch_batch_file_t_LDADD = $(agent_libs)

unit_tests += tests/agent/batch/slurm_job.t
tests_agent_batch_slurm_job_t_LDADD = $(agent_libs)

unit_tests += tests/agent/batch/slurm_drained_nodes.t
tests_agent_batch_slurm_drained_nodes_t_LDADD = $(agent_libs)

unit_tests += tests/agent/batch/slurm_nodes.t
tests_agent_batch_slurm_nodes_t_LDADD = $(agent_libs)

unit_tests += tests/agent/batch/batch_slurm.t
tests_agent_batch_batch_slurm_t_LDADD = $(agent_libs)

unit_tests += tests/agent/batch/slurm_expand.t
tests_agent_batch_slurm_expand_t_LDADD = $(agent_libs)

unit_tests += tests/agent/batch/slurm_options.t
tests_agent_batch_slurm_options_t_LDADD = $(agent_libs)

unit_tests += tests/agent/batch/slurm_queue.t
tests_agent_batch_slurm_queue_t_LDADD = $(agent_libs)

unit_tests += tests/agent/batch/slurm_pending.t
tests_agent_batch_slurm_pending_t_LDADD = $(agent_libs)

unit_tests += tests/agent/head/leave_notice.t
tests_agent_head_leave_notice_t_LDADD = $(agent_libs)

unit_tests += tests/agent/change/placement_resize.t
tests_agent_change_placement_resize_t_LDADD = $(agent_libs)

unit_tests += tests/agent/host/standstill.t
tests_agent_host_standstill_t_LDADD = $(agent_libs)

unit_tests += tests/agent/host/ticket.t
tests_agent_host_ticket_t_LDADD = $(agent_libs)

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
	$(top_srcdir)/net/*.c $(top_srcdir)/profile/*.c $(top_srcdir)/base/*.c
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
