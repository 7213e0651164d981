noinst_LIBRARIES += agent/libagent.a
agent_libagent_a_SOURCES = \
	%D%/batch/batch.c \
	%D%/batch/batch.h \
	%D%/batch/batch_file.c \
	%D%/batch/batch_kind.h \
	%D%/batch/batch_slurm.c %D%/batch/batch_slurm_internal.h \
	%D%/batch/batch_slurm_answers.c \
	%D%/batch/batch_slurm_next_command.c \
	%D%/batch/batch_slurm_requests.c \
	%D%/batch/slurm_command.c \
	%D%/batch/slurm_command.h \
	%D%/batch/slurm_drained_nodes.c \
	%D%/batch/slurm_drained_nodes.h \
	%D%/batch/slurm_job.c \
	%D%/batch/slurm_job.h \
	%D%/batch/slurm_expand.c \
	%D%/batch/slurm_expand.h \
	%D%/batch/slurm_nodes.c \
	%D%/batch/slurm_nodes.h \
	%D%/batch/slurm_options.c \
	%D%/batch/slurm_options.h \
	%D%/batch/slurm_queue.c \
	%D%/batch/slurm_queue.h \
	%D%/batch/slurm_pending.c \
	%D%/batch/slurm_pending.h \
	%D%/change/change_log.c \
	%D%/change/changeover.c %D%/change/changeover.h \
	%D%/change/changeover_saved.c \
	%D%/change/first_sync.c %D%/change/first_sync.h \
	%D%/change/give_up.c \
	%D%/change/commit.c \
	%D%/change/in_flight.c \
	%D%/change/memory_check.c %D%/change/memory_check.h \
	%D%/change/phase.c \
	%D%/change/placement.c %D%/change/placement.h \
	%D%/change/placement_resize.c %D%/change/placement_resize.h \
	%D%/change/rank_limit.c %D%/change/rank_limit.h \
	%D%/change/rebalance_check.c %D%/change/rebalance_check.h \
	%D%/change/receive.c \
	%D%/change/address_to_line.c %D%/change/address_to_line.h \
	%D%/change/stop.c \
	%D%/change/stop_unaligned.c \
	%D%/change/waiting_rank.c %D%/change/waiting_rank.h \
	%D%/core/generation.c %D%/core/generation.h \
	%D%/core/head.c %D%/core/head.h \
	%D%/core/head_parts.c %D%/core/head_parts.h \
	%D%/core/host.c %D%/core/host.h \
	%D%/core/host_links.c %D%/core/host_links.h \
	%D%/core/host_links_lost.c \
	%D%/core/host_links_internal.h \
	%D%/core/host_links_receive.c \
	%D%/core/host_links_send.c \
	%D%/core/job_view.c %D%/core/job_view.h \
	%D%/core/retire.c %D%/core/retire.h \
	%D%/core/saved_state.c %D%/core/saved_state.h \
	%D%/decide/answers_file.c %D%/decide/answers_file.h \
	%D%/decide/decide.c %D%/decide/decide.h \
	%D%/decide/decide_figures.c \
	%D%/decide/decide_internal.h \
	%D%/decide/decide_payoff.c \
	%D%/decide/decide_batch.c \
	%D%/decide/decide_saved.c \
	%D%/decide/decision_log.c %D%/decide/decision_log.h \
	%D%/decide/proposal_log.c %D%/decide/proposal_log.h \
	%D%/decide/proposals.c %D%/decide/proposals.h \
	%D%/decide/protocol_members.c \
	%D%/decide/sync_pace.c %D%/decide/sync_pace.h \
	%D%/decide/proposals_internal.h \
	%D%/head/ctl.c \
	%D%/head/ctl.h \
	%D%/head/ctl_hosts.c \
	%D%/head/ctl_hosts.h \
	%D%/head/ctl_metrics.c \
	%D%/head/ctl_metrics.h \
	%D%/head/ctl_ranks.c \
	%D%/head/ctl_ranks.h \
	%D%/head/ctl_status.c \
	%D%/head/ctl_status.h \
	%D%/head/evacuate.c %D%/head/evacuate.h \
	%D%/head/fold_pages.c %D%/head/fold_pages.h \
	%D%/head/granted_hosts.c %D%/head/granted_hosts.h \
	%D%/head/hosts_file.c %D%/head/hosts_file.h \
	%D%/head/hosts_file_read.c %D%/head/hosts_file_read.h \
	%D%/head/joined_hosts.c %D%/head/joined_hosts.h \
	%D%/head/leave.c %D%/head/leave.h \
	%D%/head/leave_cost.c %D%/head/leave_cost.h \
	%D%/head/leave_notice.c %D%/head/leave_notice.h \
	%D%/head/main.c %D%/head/main.h \
	%D%/head/parts_table.c %D%/head/parts_table.h \
	%D%/head/postpone.c %D%/head/postpone.h \
	%D%/head/request_words.c %D%/head/request_words.h \
	%D%/head/requests.c %D%/head/requests.h \
	%D%/head/restart.c %D%/head/restart.h \
	%D%/head/script_runner.c %D%/head/script_runner.h \
	%D%/host/agent_say.c %D%/host/agent_say.h \
	%D%/host/head_host.c %D%/host/head_host.h \
	%D%/host/host_agent.c %D%/host/host_agent.h \
	%D%/host/host_memory.c %D%/host/host_memory.h \
	%D%/host/host_messages.h \
	%D%/host/join.c %D%/host/join.h \
	%D%/host/local_generation.c %D%/host/local_generation.h \
	%D%/host/local_ranks.c %D%/host/local_ranks.h \
	%D%/host/offer.c %D%/host/offer.h \
	%D%/host/orders.c %D%/host/orders.h \
	%D%/host/outpost.c %D%/host/outpost.h \
	%D%/host/protocol_link.c %D%/host/protocol_link.h \
	%D%/host/sent_counts.c %D%/host/sent_counts.h \
	%D%/host/standstill.c %D%/host/standstill.h \
	%D%/host/ticket.c %D%/host/ticket.h \
	%D%/launch/held_output.c %D%/launch/held_output.h \
	%D%/launch/hydra.c \
	%D%/launch/hydra_options.c %D%/launch/hydra_options.h \
	%D%/launch/launcher.c %D%/launch/launcher.h \
	%D%/launch/launcher_file.c \
	%D%/launch/launcher_kind.c %D%/launch/launcher_kind.h \
	%D%/launch/port_owner.c %D%/launch/port_owner.h \
	%D%/launch/process_copy.c %D%/launch/process_copy.h \
	%D%/launch/quoted_command.c %D%/launch/quoted_command.h \
	%D%/launch/runner.c %D%/launch/runner.h \
	%D%/launch/shm_cleanup.c %D%/launch/shm_cleanup.h \
	%D%/launch/srun.c \
	%D%/peers/host_measure.c %D%/peers/host_measure.h \
	%D%/peers/host_view.c %D%/peers/host_view.h \
	%D%/peers/membership.c %D%/peers/membership.h \
	%D%/peers/mesh.c %D%/peers/mesh.h \
	%D%/peers/neighbour.c %D%/peers/neighbour.h \
	%D%/peers/protocol_runner.c %D%/peers/protocol_runner.h \
	%D%/peers/rank_page.c %D%/peers/rank_page.h
pkglibexec_PROGRAMS += mitosis-without-sigterm
mitosis_without_sigterm_SOURCES = %D%/without_sigterm.c
pkglibexec_SCRIPTS += mitosis-slurm-launcher
EXTRA_DIST += agent/slurm-launcher.sh
CLEANFILES += mitosis-slurm-launcher
mitosis-slurm-launcher: agent/slurm-launcher.sh
	$(AM_V_GEN)cp $(srcdir)/agent/slurm-launcher.sh $@ && chmod +x $@
agent_and_below = agent/libagent.a $(policy_and_below)
