TEST_EXTENSIONS = .t
T_LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) \
	$(top_srcdir)/build-aux/tap-driver.sh
AM_TESTS_ENVIRONMENT = \
	top_srcdir='$(abs_top_srcdir)' top_builddir='$(abs_top_builddir)' \
	LUA='$(LUA)' MPICC='$(MPICC)' MPIEXEC='$(MPIEXEC)'; \
	export top_srcdir top_builddir LUA MPICC MPIEXEC; \
	ASAN_OPTIONS=$$ASAN_OPTIONS:allocator_may_return_null=1; export ASAN_OPTIONS;

check_LTLIBRARIES += tests/libtap.la
tests_libtap_la_SOURCES = %D%/tap.c %D%/tap.h

# Unit tests: tests/FOLDER/MODULE.c tests FOLDER/MODULE.c
unit_tests =
include tests/base/local.mk
include tests/profile/local.mk
include tests/report/local.mk
include tests/command/local.mk
include tests/programs/local.mk

# Whole-library tests: shell scripts that run real MPI programs
script_tests = \
	%D%/t0001-symbols.t \
	%D%/t0002-list.t \
	%D%/t0110-messages.t \
	%D%/t0111-requests.t \
	%D%/t0112-types.t \
	%D%/t0113-collectives.t \
	%D%/t0114-communicators.t \
	%D%/t0118-fortran.t \
	%D%/t0119-threads.t

check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests) $(script_tests)
EXTRA_DIST += $(script_tests) tests/job.jq tests/job.sh tests/tap.sh
