# unit tests of command/
command_libs = command/libcommand.la policy/libpolicy.la libcommon.la tests/libtap.la

unit_tests += tests/command/line.t
tests_command_line_t_SOURCES = %D%/line.c
tests_command_line_t_LDADD = $(command_libs)

unit_tests += tests/command/child.t
tests_command_child_t_SOURCES = %D%/child.c
tests_command_child_t_LDADD = $(command_libs)

unit_tests += tests/command/jobs.t
tests_command_jobs_t_SOURCES = %D%/jobs.c
tests_command_jobs_t_LDADD = tests/report/libpages.la $(command_libs) -lm

unit_tests += tests/command/place.t
tests_command_place_t_SOURCES = %D%/place.c
tests_command_place_t_LDADD = $(command_libs)

unit_tests += tests/command/program.t
tests_command_program_t_SOURCES = %D%/program.c
tests_command_program_t_LDADD = $(command_libs)

unit_tests += tests/command/view.t
tests_command_view_t_SOURCES = %D%/view.c
tests_command_view_t_LDADD = $(command_libs)

unit_tests += tests/command/finding.t
tests_command_finding_t_SOURCES = %D%/finding.c
tests_command_finding_t_LDADD = $(command_libs)

unit_tests += tests/command/trial.t
tests_command_trial_t_SOURCES = %D%/trial.c
tests_command_trial_t_LDADD = $(command_libs)

# which scripts use that look at what is in a terminal
check_PROGRAMS += tests/command/terminal
tests_command_terminal_SOURCES = %D%/terminal.c

check_PROGRAMS += tests/command/crowd
tests_command_crowd_SOURCES = %D%/crowd.c
tests_command_crowd_LDADD = tests/report/libpages.la -lm
