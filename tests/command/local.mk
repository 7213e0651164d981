# unit tests of command/
command_libs = command/libcommand.la policy/libpolicy.la libcommon.la tests/libtap.la

unit_tests += tests/command/run/run_line.t
tests_command_run_run_line_t_SOURCES = %D%/run/run_line.c
tests_command_run_run_line_t_LDADD = $(command_libs)

unit_tests += tests/command/run/child.t
tests_command_run_child_t_SOURCES = %D%/run/child.c
tests_command_run_child_t_LDADD = $(command_libs)

unit_tests += tests/command/common/jobs.t
tests_command_common_jobs_t_SOURCES = %D%/common/jobs.c
tests_command_common_jobs_t_LDADD = tests/report/libpages.la $(command_libs) -lm

unit_tests += tests/command/common/place.t
tests_command_common_place_t_SOURCES = %D%/common/place.c
tests_command_common_place_t_LDADD = $(command_libs)

unit_tests += tests/command/run/program.t
tests_command_run_program_t_SOURCES = %D%/run/program.c
tests_command_run_program_t_LDADD = $(command_libs)

unit_tests += tests/command/top/view.t
tests_command_top_view_t_SOURCES = %D%/top/view.c
tests_command_top_view_t_LDADD = $(command_libs)

unit_tests += tests/command/doctor/finding.t
tests_command_doctor_finding_t_SOURCES = %D%/doctor/finding.c
tests_command_doctor_finding_t_LDADD = $(command_libs)

unit_tests += tests/command/doctor/trial.t
tests_command_doctor_trial_t_SOURCES = %D%/doctor/trial.c
tests_command_doctor_trial_t_LDADD = $(command_libs)

# which scripts use that look at what is in a terminal
check_PROGRAMS += tests/command/terminal
tests_command_terminal_SOURCES = %D%/terminal.c

check_PROGRAMS += tests/command/crowd
tests_command_crowd_SOURCES = %D%/crowd.c
tests_command_crowd_LDADD = tests/report/libpages.la -lm
