TEST_EXTENSIONS = .t
T_LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) \
	$(top_srcdir)/build-aux/tap-driver.sh
AM_TESTS_ENVIRONMENT = . tests/environment;

check_LIBRARIES += tests/libtap.a
tests_libtap_a_SOURCES = %D%/tap.c %D%/tap.h

# Unit tests: tests/FOLDER/MODULE.c tests FOLDER/MODULE.c.  Those of a folder are
# a list, which says once what they are linked with: what the folder may know.
unit_tests =
base_libs = $(common) tests/libtap.a
include tests/base/local.mk
include tests/job/local.mk
include tests/net/local.mk
include tests/profile/local.mk
include tests/pmpi/local.mk
include tests/probe/local.mk
include tests/migrate/local.mk
include tests/report/local.mk
include tests/policy/local.mk
include tests/foresee/local.mk
include tests/agent/local.mk
include tests/command/local.mk
include tests/programs/local.mk

# Whole-library tests: shell scripts that run real MPI programs
script_tests = \
	%D%/t0001-symbols.t \
	%D%/t0002-list.t \
	%D%/t0003-layers.t \
	%D%/t0004-style.t \
	%D%/t0005-command.t \
	%D%/t0006-mutants.t \
	%D%/t0110-messages.t \
	%D%/t0111-requests.t \
	%D%/t0112-types.t \
	%D%/t0113-collectives.t \
	%D%/t0114-communicators.t \
	%D%/t0115-onesided.t \
	%D%/t0116-files.t \
	%D%/t0117-sessions.t \
	%D%/t0118-fortran.t \
	%D%/t0119-threads.t \
	%D%/t0120-polling.t \
	%D%/t0121-late.t \
	%D%/t0122-cplusplus.t \
	%D%/t0123-iterations.t \
	%D%/t0124-pcontrol.t \
	%D%/t0125-levels.t \
	%D%/t0126-cost.t \
	%D%/t0127-depth.t \
	%D%/t0128-last-seen.t \
	%D%/t0129-instructions.t \
	%D%/t0130-accidents.t \
	%D%/t0131-generations.t \
	%D%/t0132-waiting.t \
	%D%/t0140-trace.t \
	%D%/t0150-strangers.t \
	%D%/t0151-other-mpi.t \
	%D%/t0152-apart.t \
	%D%/t0153-bench.t \
	%D%/t0154-shared-place.t \
	%D%/t0155-kept.t \
	%D%/t0200-examples.t \
	%D%/t0201-interface.t \
	%D%/t0202-fortran-interface.t \
	%D%/t0203-malleable-page.t \
	%D%/t0209-heat.t \
	%D%/t0210-succession.t \
	%D%/t0211-ctl.t \
	%D%/t0212-carried-on.t \
	%D%/t0213-faults.t \
	%D%/t0214-aba.t \
	%D%/t0216-killed.t \
	%D%/t0217-ended.t \
	%D%/t0218-full.t \
	%D%/t0220-copy.t \
	%D%/t0221-layouts.t \
	%D%/t0222-misuse.t \
	%D%/t0223-output.t \
	%D%/t0224-hooks.t \
	%D%/t0225-files.t \
	%D%/t0226-output-hosts.t \
	%D%/t0227-windows.t \
	%D%/t0228-helper-thread.t \
	%D%/t0230-mail.t \
	%D%/t0231-mail-faults.t \
	%D%/t0232-paused.t \
	%D%/t0233-survivors.t \
	%D%/t0234-partings.t \
	%D%/t0235-memory.t \
	%D%/t0236-memory-hosts.t \
	%D%/t0240-wire.t \
	%D%/t0241-ahead.t \
	%D%/t0242-parts.t \
	%D%/t0243-manual.t \
	%D%/t0244-memory.t \
	%D%/t0245-empty-rows.t \
	%D%/t0246-owners.t \
	%D%/t0247-layouts-hosts.t \
	%D%/t0248-alike.t \
	%D%/t0249-containers.t \
	%D%/t0250-allocated.t \
	%D%/t0251-shared.t \
	%D%/t0252-python.t \
	%D%/t0253-prove.t \
	%D%/t0254-arguments.t \
	%D%/t0255-templates.t \
	%D%/t0256-applications.t \
	%D%/t0257-suggest.t \
	%D%/t0258-chance.t \
	%D%/t0259-suggest-moving.t \
	%D%/t0260-suggest-fortran.t \
	%D%/t0261-suggest-names.t \
	%D%/t0262-unwatched.t \
	%D%/t0263-suggest-counts.t \
	%D%/t0300-hosts.t \
	%D%/t0301-reach.t \
	%D%/t0302-reach-faults.t \
	%D%/t0303-faults-at-launch.t \
	%D%/t0304-faults-at-stop.t \
	%D%/t0305-other-places.t \
	%D%/t0306-faults-in-moving.t \
	%D%/t0307-unwatched-hosts.t \
	%D%/t0310-doctor.t \
	%D%/t0311-doctor-hosts.t \
	%D%/t0312-lost-host.t \
	%D%/t0313-lost-and-back.t \
	%D%/t0314-asking.t \
	%D%/t0315-doctor-gives-up.t \
	%D%/t0316-memory.t \
	%D%/t0317-lost-in-change.t \
	%D%/t0318-leave.t \
	%D%/t0319-leave-file.t \
	%D%/t0320-slurm.t \
	%D%/t0321-request.t \
	%D%/t0322-slurm-batch.t \
	%D%/t0323-slurm-notices.t \
	%D%/t0324-request-policy.t \
	%D%/t0325-slurm-throughput.t \
	%D%/t0326-slurm-cheap-nodes.t \
	%D%/t0327-slurm-merge.t \
	%D%/t0328-slurm-qos.t \
	%D%/t0330-peers.t \
	%D%/t0341-listener.t \
	%D%/t0342-other-users.t \
	%D%/t0343-strangers.t \
	%D%/t0344-numbers-again.t \
	%D%/t0345-answers.t \
	%D%/t0400-html.t \
	%D%/t0401-browser.t \
	%D%/t0402-pages.t \
	%D%/t0403-efficiency.t \
	%D%/t0404-verdict.t \
	%D%/t0405-compare.t \
	%D%/t0406-history.t \
	%D%/t0407-history-page.t \
	%D%/t0408-timeline.t \
	%D%/t0410-export.t \
	%D%/t0411-pager.t \
	%D%/t0420-top.t \
	%D%/t0421-top-hosts.t \
	%D%/t0430-sim.t \
	%D%/t0431-sim-cluster.t \
	%D%/t0432-study-workloads.t \
	%D%/t0433-sim-calibrate.t \
	%D%/t0434-sim-calibrate-hosts.t \
	%D%/t0435-sim-smpi.t \
	%D%/t0436-study-adaptation.t \
	%D%/t0437-study-workloads-slurm.t \
	%D%/t0438-study-prediction.t \
	%D%/t0439-sim-overlap.t \
	%D%/t0440-study-changes.t \
	%D%/t0500-policies.t \
	%D%/t0501-decide.t \
	%D%/t0502-shipped.t \
	%D%/t0503-hosts.t \
	%D%/t0504-hosts-file.t \
	%D%/t0505-links.t \
	%D%/t0506-load.t \
	%D%/t0507-steal.t \
	%D%/t0508-processors.t \
	%D%/t0509-resume.t \
	%D%/t0510-protocols.t \
	%D%/t0511-nearness.t \
	%D%/t0512-resize.t \
	%D%/t0513-figures.t \
	%D%/t0514-guests.t \
	%D%/t0515-restart.t \
	%D%/t0516-restart-changes.t \
	%D%/t0517-restart-hosts.t \
	%D%/t0518-partings.t \
	%D%/t0520-endless.t \
	%D%/t0521-unchanged.t \
	%D%/t0522-readme.t

check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests) $(script_tests)
EXTRA_DIST += tests/README.md
EXTRA_DIST += tests/wire.pl tests/x25519.pl tests/listener.pl
EXTRA_DIST += $(script_tests) \
	tests/browser.sh \
	tests/chance.lua \
	tests/change.sh \
	tests/history.sh \
	tests/hosts.sh \
	tests/html/browser.pl \
	tests/html/drive.js \
	tests/live.sh \
	tests/lost.sh \
	tests/restart.sh \
	tests/job.jq \
	tests/layers.lua \
	tests/job.sh \
	tests/reach.sh \
	tests/report/large.lua \
	tests/slurm.sh \
	tests/study.sh \
	tests/suggest.sh \
	tests/talk.sh \
	tests/tap.sh \
	tools/hosts \
	tools/mutants \
	tools/mutants.list \
	tools/slurm

# What 'make check' would run, a path a line, for prove.  Those of modules take no
# time: with these at the end no processor waits for the last script.
list-tests: list-script-tests list-unit-tests
# Scripts from t0300 on wait more than they compute, and those below do not, so
# there is one of each in turn, in orders that have none of the longest at the end.
# The longest one that waits for nothing comes first.
list-script-tests:
	@cd $(srcdir) && { \
		printf '%s\n' $(script_tests) | grep '/t0[0-2]' | sort -r | nl; \
		printf '%s\n' $(script_tests) | grep -v '/t0[0-2]' | sort | nl; \
	} | sed '/t0004/s/^ *[0-9]*/0/' | sort -s -n | cut -f2 | sed "s|^|$$PWD/|"
list-unit-tests:
	@for test in $(unit_tests); do echo "$$PWD/$$test"; done
.PHONY: list-tests list-script-tests list-unit-tests

# The key of the user who runs the tests, as they know it
CLEANFILES += tests/user.key
