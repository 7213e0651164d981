# command/ is a program with few words of its own: its tests link the parts
noinst_LIBRARIES += command/libcommand.a
command_libcommand_a_CPPFLAGS = $(AM_CPPFLAGS) \
	-DBINDIR='"$(bindir)"' -DLIBDIR='"$(libdir)"' \
	-DPKGLIBEXECDIR='"$(pkglibexecdir)"' -DMPIEXEC='"$(MPIEXEC)"'
command_libcommand_a_SOURCES = \
	%D%/agent.c \
	%D%/common/parallel.c %D%/common/parallel.h \
	%D%/common/sweep_values.c %D%/common/sweep_values.h \
	%D%/common/same_file.c %D%/common/same_file.h \
	%D%/common/ask.c %D%/common/ask.h \
	%D%/common/settings_check.c %D%/common/settings_check.h \
	%D%/common/collect.c %D%/common/collect.h \
	%D%/common/commands.c %D%/common/commands.h \
	%D%/common/jobs.c %D%/common/jobs.h \
	%D%/common/newest_report.c \
	%D%/common/command_option.c %D%/common/command_option.h \
	%D%/common/newest_report.h \
	%D%/common/installed_paths.c %D%/common/installed_paths.h \
	%D%/common/recorded_run.c %D%/common/recorded_run.h \
	%D%/common/report_files.c %D%/common/report_files.h \
	%D%/common/report_timeline.c %D%/common/report_timeline.h \
	%D%/common/report_trace.c %D%/common/report_trace.h \
	%D%/common/pager.c %D%/common/pager.h \
	%D%/common/say.c %D%/common/say.h \
	%D%/common/show_compare.c %D%/common/show_compare.h \
	%D%/common/setup.c %D%/common/setup.h \
	%D%/common/words.c %D%/common/words.h \
	%D%/complete.c \
	%D%/ctl.c \
	%D%/doctor/doctor.c %D%/doctor/doctor.h \
	%D%/doctor/doctor_local_jobs.c \
	%D%/doctor/doctor_here.c \
	%D%/doctor/doctor_hosts.c \
	%D%/doctor/doctor_job.c \
	%D%/doctor/doctor_slurm.c \
	%D%/doctor/finding.c %D%/doctor/finding.h \
	%D%/doctor/mpiexec_words.c %D%/doctor/mpiexec_words.h \
	%D%/doctor/timed_command.c %D%/doctor/timed_command.h \
	%D%/doctor/try_program.c %D%/doctor/try_program.h \
	%D%/compare.c \
	%D%/export.c %D%/export.h \
	%D%/help.c \
	%D%/history.c \
	%D%/policy/policy.c \
	%D%/policy/rehearse.c %D%/policy/rehearse.h \
	%D%/policy/tryout.c %D%/policy/tryout.h \
	%D%/report.c \
	%D%/run/child.c %D%/run/child.h \
	%D%/run/hold.c \
	%D%/prove/prove.c \
	%D%/prove/prove_compare.c %D%/prove/prove_compare.h \
	%D%/prove/prove_judge.c %D%/prove/prove_judge.h \
	%D%/prove/prove_options.c %D%/prove/prove_options.h \
	%D%/prove/prove_output.c %D%/prove/prove_output.h \
	%D%/prove/prove_plan.c %D%/prove/prove_plan.h \
	%D%/prove/prove_report.c %D%/prove/prove_report.h \
	%D%/prove/prove_run.c %D%/prove/prove_run.h \
	%D%/prove/prove_scope.c %D%/prove/prove_scope.h \
	%D%/prove/prove_sums.c %D%/prove/prove_sums.h \
	%D%/run/program.c %D%/run/program.h \
	%D%/run/run.c \
	%D%/run/run_line.c %D%/run/run_line.h \
	%D%/run/run_line_fit.c \
	%D%/run/run_line_ours.c \
	%D%/run/run_line_srun.c \
	%D%/run/srun_options.c %D%/run/srun_options.h \
	%D%/suggest/loop_variables.c %D%/suggest/loop_variables.h \
	%D%/suggest/memory_dump.c %D%/suggest/memory_dump.h \
	%D%/suggest/row_match.c %D%/suggest/row_match.h \
	%D%/suggest/source_loop.c %D%/suggest/source_loop.h \
	%D%/suggest/source_text.c %D%/suggest/source_text.h \
	%D%/suggest/suggest.c \
	%D%/suggest/suggest_array.c \
	%D%/suggest/suggest_row_counts.c \
	%D%/suggest/suggest_code.c %D%/suggest/suggest_code.h \
	%D%/suggest/suggest_given_array.c \
	%D%/suggest/suggest_moving_memory.c \
	%D%/suggest/suggest_marks.c %D%/suggest/suggest_marks.h \
	%D%/suggest/suggest_rank_loop.c \
	%D%/suggest/suggest_rarely_written.c \
	%D%/suggest/suggest_inner_loop.c \
	%D%/suggest/suggest_source_lines.c \
	%D%/suggest/suggest_proposal.c %D%/suggest/suggest_proposal.h \
	%D%/suggest/suggest_proposal_internal.h \
	%D%/suggest/suggest_report.c %D%/suggest/suggest_report.h \
	%D%/suggest/suggest_runs.c %D%/suggest/suggest_runs.h \
	%D%/sim.c \
	%D%/sim_export.c %D%/sim_export.h \
	%D%/sim_options.c %D%/sim_options.h \
	%D%/sim_replay.c %D%/sim_replay.h \
	%D%/sim_calibrate.c \
	%D%/sim_calibrate_read.c %D%/sim_calibrate_read.h \
	%D%/sim_cluster.c \
	%D%/sim_cluster_options.c %D%/sim_cluster_options.h \
	%D%/sim_cluster_play.c %D%/sim_cluster_play.h \
	%D%/top/ask_change.c %D%/top/ask_change.h \
	%D%/top/job_menu.c %D%/top/job_menu.h \
	%D%/top/log_line.c %D%/top/log_line.h \
	%D%/top/rank_order.c %D%/top/rank_order.h \
	%D%/top/running_jobs.c %D%/top/running_jobs.h \
	%D%/top/screen.c %D%/top/screen.h \
	%D%/top/sheet.c %D%/top/sheet.h \
	%D%/top/signals.c %D%/top/signals.h \
	%D%/top/poll_agent.c %D%/top/poll_agent.h \
	%D%/top/top.c \
	%D%/top/view.c %D%/top/view.h \
	%D%/top/view_help.c %D%/top/view_help.h \
	%D%/top/view_keys.c %D%/top/view_keys.h \
	%D%/top/view_ranks.c %D%/top/view_ranks.h \
	%D%/trace.c
command_and_below = command/libcommand.a agent/libagent.a $(foresee_and_below)

bin_PROGRAMS += mitosis
mitosis_SOURCES = %D%/main.c
mitosis_LDADD = $(command_and_below)

# What makes shells complete the command, where they look for it.
bash_completiondir = $(datadir)/bash-completion/completions
zsh_completiondir = $(datadir)/zsh/site-functions
fish_completiondir = $(datadir)/fish/vendor_completions.d
nodist_bash_completion_DATA = completion/mitosis
nodist_zsh_completion_DATA = completion/_mitosis
nodist_fish_completion_DATA = completion/mitosis.fish
completion/mitosis: mitosis$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && ./mitosis completion bash >$@
completion/_mitosis: mitosis$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && ./mitosis completion zsh >$@
completion/mitosis.fish: mitosis$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && ./mitosis completion fish >$@
CLEANFILES += completion/mitosis completion/_mitosis completion/mitosis.fish
