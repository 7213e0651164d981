# command/ is a program with few words of its own: its tests link the parts
noinst_LTLIBRARIES += command/libcommand.la
command_libcommand_la_CPPFLAGS = $(AM_CPPFLAGS) \
	-DBINDIR='"$(bindir)"' -DLIBDIR='"$(libdir)"' \
	-DPKGLIBEXECDIR='"$(pkglibexecdir)"' -DMPIEXEC='"$(MPIEXEC)"'
command_libcommand_la_SOURCES = \
	%D%/agent.c \
	%D%/common/apart.c \
	%D%/common/apart.h \
	%D%/common/ask.c \
	%D%/common/ask.h \
	%D%/common/checks.c \
	%D%/common/checks.h \
	%D%/common/collect.c \
	%D%/common/collect.h \
	%D%/common/commands.c \
	%D%/common/commands.h \
	%D%/common/jobs.c \
	%D%/common/jobs.h \
	%D%/common/newest_report.c \
	%D%/common/newest_report.h \
	%D%/common/place.c \
	%D%/common/place.h \
	%D%/common/say.c \
	%D%/common/say.h \
	%D%/common/setup.c \
	%D%/common/setup.h \
	%D%/common/words.c \
	%D%/common/words.h \
	%D%/ctl.c \
	%D%/doctor/doctor.c \
	%D%/doctor/doctor.h \
	%D%/doctor/doctor_alone.c \
	%D%/doctor/doctor_here.c \
	%D%/doctor/doctor_hosts.c \
	%D%/doctor/doctor_job.c \
	%D%/doctor/doctor_slurm.c \
	%D%/doctor/finding.c \
	%D%/doctor/finding.h \
	%D%/doctor/trial.c \
	%D%/doctor/trial.h \
	%D%/export.c \
	%D%/export.h \
	%D%/help.c \
	%D%/policy/policy.c \
	%D%/policy/rehearse.c \
	%D%/policy/rehearse.h \
	%D%/policy/tryout.c \
	%D%/policy/tryout.h \
	%D%/report.c \
	%D%/run/agent_restart.c \
	%D%/run/agent_restart.h \
	%D%/run/child.c \
	%D%/run/child.h \
	%D%/run/hold.c \
	%D%/run/program.c \
	%D%/run/program.h \
	%D%/run/run.c \
	%D%/run/run_line.c \
	%D%/run/run_line.h \
	%D%/run/run_line_ours.c \
	%D%/run/run_line_srun.c \
	%D%/run/srun_options.c \
	%D%/run/srun_options.h \
	%D%/top/log_line.c \
	%D%/top/log_line.h \
	%D%/top/screen.c \
	%D%/top/screen.h \
	%D%/top/sheet.c \
	%D%/top/sheet.h \
	%D%/top/survey.c \
	%D%/top/survey.h \
	%D%/top/thoughts.c \
	%D%/top/thoughts.h \
	%D%/top/top.c \
	%D%/top/top_line.c \
	%D%/top/top_line.h \
	%D%/top/view.c \
	%D%/top/view.h \
	%D%/top/view_ranks.c \
	%D%/top/view_ranks.h \
	%D%/trace.c
command_libcommand_la_LIBADD = agent/libagent.la policy/libpolicy.la \
	report/libreport.la

bin_PROGRAMS += mitosis
mitosis_SOURCES = %D%/main.c
mitosis_LDADD = command/libcommand.la
