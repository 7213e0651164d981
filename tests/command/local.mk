# unit tests of command/
command_libs = $(command_and_below) tests/libtap.a
command_tests = \
	tests/command/common/ask.t \
	tests/command/common/installed_paths.t \
	tests/command/common/parallel.t \
	tests/command/common/report_files.t \
	tests/command/common/sweep_values.t \
	tests/command/doctor/finding.t \
	tests/command/doctor/timed_command.t \
	tests/command/prove/prove_judge.t \
	tests/command/prove/prove_options.t \
	tests/command/prove/prove_output.t \
	tests/command/prove/prove_sums.t \
	tests/command/run/child.t \
	tests/command/run/program.t \
	tests/command/run/run_line.t \
	tests/command/sim_calibrate_read.t \
	tests/command/suggest/row_match.t \
	tests/command/suggest/source_loop.t \
	tests/command/suggest/suggest_code.t \
	tests/command/top/rank_order.t \
	tests/command/top/view.t
$(command_tests): LDADD = $(command_libs)
$(command_tests): $(filter %.a,$(command_libs))
unit_tests += $(command_tests)

unit_tests += tests/command/common/jobs.t
tests_command_common_jobs_t_LDADD = tests/report/libpages.a $(command_libs)

unit_tests += tests/command/common/collect.t
tests_command_common_collect_t_LDADD = tests/report/libpages.a $(command_libs)

made_up_prove_run = %D%/prove/made_up_run.c %D%/prove/made_up_run.h
tests_command_prove_prove_judge_t_SOURCES = %D%/prove/prove_judge.c $(made_up_prove_run)
tests_command_prove_prove_sums_t_SOURCES = %D%/prove/prove_sums.c $(made_up_prove_run)

# which scripts use that look at what is in a terminal
check_PROGRAMS += tests/command/terminal
tests_command_terminal_SOURCES = %D%/terminal.c

check_PROGRAMS += tests/command/crowd
tests_command_crowd_SOURCES = %D%/crowd.c
tests_command_crowd_LDADD = $(report_libs)
