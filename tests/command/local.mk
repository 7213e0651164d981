# unit tests of command/
command_libs = command/libcommand.la base/libbase.la tests/libtap.la

unit_tests += tests/command/launch.t
tests_command_launch_t_SOURCES = %D%/launch.c
tests_command_launch_t_LDADD = $(command_libs)
