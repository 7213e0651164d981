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
	%D%/fold.c \
	%D%/fold.h \
	%D%/generation.c \
	%D%/generation.h \
	%D%/give_up.c \
	%D%/hand_over.c \
	%D%/hydra.c \
	%D%/hydra.h \
	%D%/item_name.c \
	%D%/item_name.h \
	%D%/keeper.c \
	%D%/keeper.h \
	%D%/launcher.c \
	%D%/launcher.h \
	%D%/loop.c \
	%D%/loop.h \
	%D%/own_pace.c \
	%D%/phase.c \
	%D%/record.c \
	%D%/relay.c \
	%D%/relay.h \
	%D%/retire.c \
	%D%/retire.h \
	%D%/stop.c \
	%D%/succession.c \
	%D%/succession.h
agent_libagent_la_LIBADD = migrate/libmigrate.la
