# unit tests of command/
command_libs = $(command_and_below) tests/libtap.a

unit_tests += tests/command/run/run_line.t
tests_command_run_run_line_t_LDADD = $(command_libs)

unit_tests += tests/command/run/child.t
tests_command_run_child_t_LDADD = $(command_libs)

unit_tests += tests/command/common/ask.t
tests_command_common_ask_t_LDADD = $(command_libs)

unit_tests += tests/command/common/jobs.t
tests_command_common_jobs_t_LDADD = tests/report/libpages.a $(command_libs)

unit_tests += tests/command/common/report_files.t
tests_command_common_report_files_t_LDADD = $(command_libs)

unit_tests += tests/command/common/collect.t
tests_command_common_collect_t_LDADD = tests/report/libpages.a $(command_libs)

unit_tests += tests/command/common/installed_paths.t
tests_command_common_installed_paths_t_LDADD = $(command_libs)

unit_tests += tests/command/run/program.t
tests_command_run_program_t_LDADD = $(command_libs)

unit_tests += tests/command/top/rank_order.t
tests_command_top_rank_order_t_LDADD = $(command_libs)

unit_tests += tests/command/top/view.t
tests_command_top_view_t_LDADD = $(command_libs)

made_up_prove_run = %D%/prove/made_up_run.c %D%/prove/made_up_run.h

unit_tests += tests/command/prove/prove_judge.t
tests_command_prove_prove_judge_t_SOURCES = %D%/prove/prove_judge.c $(made_up_prove_run)
tests_command_prove_prove_judge_t_LDADD = $(command_libs)

unit_tests += tests/command/prove/prove_options.t
tests_command_prove_prove_options_t_LDADD = $(command_libs)

unit_tests += tests/command/prove/prove_output.t
tests_command_prove_prove_output_t_LDADD = $(command_libs)

unit_tests += tests/command/prove/prove_sums.t
tests_command_prove_prove_sums_t_SOURCES = %D%/prove/prove_sums.c $(made_up_prove_run)
tests_command_prove_prove_sums_t_LDADD = $(command_libs)

unit_tests += tests/command/suggest/row_match.t
tests_command_suggest_row_match_t_LDADD = $(command_libs)

unit_tests += tests/command/suggest/source_loop.t
tests_command_suggest_source_loop_t_LDADD = $(command_libs)

unit_tests += tests/command/suggest/suggest_code.t
tests_command_suggest_suggest_code_t_LDADD = $(command_libs)

unit_tests += tests/command/doctor/finding.t
tests_command_doctor_finding_t_LDADD = $(command_libs)

unit_tests += tests/command/sim_calibrate_read.t
tests_command_sim_calibrate_read_t_LDADD = $(command_libs)

unit_tests += tests/command/doctor/timed_command.t
tests_command_doctor_timed_command_t_LDADD = $(command_libs)

# which scripts use that look at what is in a terminal
check_PROGRAMS += tests/command/terminal
tests_command_terminal_SOURCES = %D%/terminal.c

check_PROGRAMS += tests/command/crowd
tests_command_crowd_SOURCES = %D%/crowd.c
tests_command_crowd_LDADD = $(report_libs)

unit_tests += tests/command/common/sweep_values.t
tests_command_common_sweep_values_t_LDADD = $(command_libs)

unit_tests += tests/command/common/parallel.t
tests_command_common_parallel_t_LDADD = $(command_libs)
