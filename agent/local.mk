noinst_LTLIBRARIES += agent/libagent.la
agent_libagent_la_SOURCES = \
	%D%/agent.c \
	%D%/agent.h \
	%D%/answer.c \
	%D%/answer.h \
	%D%/code.c \
	%D%/code.h \
	%D%/decide.c \
	%D%/decide.h \
	%D%/diary.c \
	%D%/diary.h \
	%D%/engine.h \
	%D%/flight.c \
	%D%/flight.h \
	%D%/fold.c \
	%D%/fold.h \
	%D%/gauge.c \
	%D%/gauge.h \
	%D%/generation.c \
	%D%/generation.h \
	%D%/give_up.c \
	%D%/hand_over.c \
	%D%/hosts.c \
	%D%/hosts.h \
	%D%/hosts_file.c \
	%D%/hosts_file.h \
	%D%/leave.c \
	%D%/leave.h \
	%D%/pool.c \
	%D%/pool.h \
	%D%/roster.c \
	%D%/roster.h \
	%D%/hub.c \
	%D%/hub.h \
	%D%/hub_hear.c \
	%D%/hub_posts.h \
	%D%/hub_say.c \
	%D%/hydra.c \
	%D%/hydra.h \
	%D%/item_name.c \
	%D%/item_name.h \
	%D%/keeper.c \
	%D%/keeper.h \
	%D%/launch.h \
	%D%/launch_hydra.c \
	%D%/launch_srun.c \
	%D%/launcher.c \
	%D%/launcher.h \
	%D%/line.c \
	%D%/line.h \
	%D%/listener.c \
	%D%/listener.h \
	%D%/loop.c \
	%D%/loop.h \
	%D%/obey.c \
	%D%/obey.h \
	%D%/origin.c \
	%D%/origin.h \
	%D%/outpost.c \
	%D%/outpost.h \
	%D%/overview.c \
	%D%/overview.h \
	%D%/own_pace.c \
	%D%/phase.c \
	%D%/placement.c \
	%D%/placement.h \
	%D%/post.h \
	%D%/record.c \
	%D%/relay.c \
	%D%/relay.h \
	%D%/retire.c \
	%D%/retire.h \
	%D%/stop.c \
	%D%/succession.c \
	%D%/succession.h \
	%D%/troop.c \
	%D%/troop.h \
	%D%/ward.c \
	%D%/ward.h \
	%D%/watcher.c \
	%D%/watcher.h
pkglibexec_SCRIPTS += mitosis-slurm-launcher
EXTRA_DIST += agent/slurm-launcher.sh
CLEANFILES += mitosis-slurm-launcher
mitosis-slurm-launcher: agent/slurm-launcher.sh
	$(AM_V_GEN)cp $(srcdir)/agent/slurm-launcher.sh $@ && chmod +x $@
agent_libagent_la_LIBADD = migrate/libmigrate.la policy/libpolicy.la
