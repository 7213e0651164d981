# command/ is a program with few words of its own: its tests link the parts
noinst_LTLIBRARIES += command/libcommand.la
command_libcommand_la_CPPFLAGS = $(AM_CPPFLAGS) \
	-DBINDIR='"$(bindir)"' -DLIBDIR='"$(libdir)"' \
	-DPKGLIBEXECDIR='"$(pkglibexecdir)"' -DMPIEXEC='"$(MPIEXEC)"'
command_libcommand_la_SOURCES = \
	%D%/again.c \
	%D%/again.h \
	%D%/agent.c \
	%D%/apart.c \
	%D%/apart.h \
	%D%/ask.c \
	%D%/ask.h \
	%D%/checks.c \
	%D%/checks.h \
	%D%/child.c \
	%D%/child.h \
	%D%/collect.c \
	%D%/collect.h \
	%D%/commands.c \
	%D%/commands.h \
	%D%/ctl.c \
	%D%/doctor.c \
	%D%/doctor.h \
	%D%/doctor_alone.c \
	%D%/doctor_here.c \
	%D%/doctor_hosts.c \
	%D%/doctor_job.c \
	%D%/doctor_slurm.c \
	%D%/export.c \
	%D%/export.h \
	%D%/help.c \
	%D%/finding.c \
	%D%/finding.h \
	%D%/hold.c \
	%D%/jobs.c \
	%D%/jobs.h \
	%D%/line.c \
	%D%/line.h \
	%D%/line_ours.c \
	%D%/line_srun.c \
	%D%/lines.c \
	%D%/lines.h \
	%D%/newest.c \
	%D%/newest.h \
	%D%/place.c \
	%D%/place.h \
	%D%/policy.c \
	%D%/program.c \
	%D%/program.h \
	%D%/rehearse.c \
	%D%/rehearse.h \
	%D%/report.c \
	%D%/run.c \
	%D%/say.c \
	%D%/say.h \
	%D%/screen.c \
	%D%/screen.h \
	%D%/sheet.c \
	%D%/sheet.h \
	%D%/setup.c \
	%D%/setup.h \
	%D%/survey.c \
	%D%/survey.h \
	%D%/srun.c \
	%D%/srun.h \
	%D%/thoughts.c \
	%D%/thoughts.h \
	%D%/top.c \
	%D%/top_line.c \
	%D%/top_line.h \
	%D%/trace.c \
	%D%/trial.c \
	%D%/trial.h \
	%D%/tryout.c \
	%D%/tryout.h \
	%D%/view.c \
	%D%/view.h \
	%D%/view_ranks.c \
	%D%/words.c \
	%D%/words.h
command_libcommand_la_LIBADD = agent/libagent.la policy/libpolicy.la \
	report/libreport.la

bin_PROGRAMS += mitosis
mitosis_SOURCES = %D%/main.c
mitosis_LDADD = command/libcommand.la
