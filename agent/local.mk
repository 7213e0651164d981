noinst_LTLIBRARIES += agent/libagent.la
agent_libagent_la_SOURCES = \
	%D%/agent.c \
	%D%/agent.h \
	%D%/answer.c \
	%D%/answer.h \
	%D%/code.c \
	%D%/code.h \
	%D%/engine.h \
	%D%/flight.c \
	%D%/flight.h \
	%D%/generation.c \
	%D%/generation.h \
	%D%/give_up.c \
	%D%/hand_over.c \
	%D%/hub.c \
	%D%/hub.h \
	%D%/hydra.c \
	%D%/hydra.h \
	%D%/item_name.c \
	%D%/item_name.h \
	%D%/keeper.c \
	%D%/keeper.h \
	%D%/launcher.c \
	%D%/launcher.h \
	%D%/line.c \
	%D%/line.h \
	%D%/loop.c \
	%D%/loop.h \
	%D%/outpost.c \
	%D%/outpost.h \
	%D%/own_pace.c \
	%D%/phase.c \
	%D%/placement.c \
	%D%/placement.h \
	%D%/post.h \
	%D%/record.c \
	%D%/relay.c \
	%D%/relay.h \
	%D%/stop.c \
	%D%/succession.c \
	%D%/succession.h \
	%D%/ward.c \
	%D%/ward.h
agent_libagent_la_LIBADD = migrate/libmigrate.la
