# unit tests of command/
command_libs = command/libcommand.la base/libbase.la tests/libtap.la

unit_tests += tests/command/line.t
tests_command_line_t_SOURCES = %D%/line.c
tests_command_line_t_LDADD = $(command_libs)
