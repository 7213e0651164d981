# command/ is a program with few parts: its tests use them as a library
noinst_LTLIBRARIES += command/libcommand.la
command_libcommand_la_SOURCES = \
	%D%/hydra.c \
	%D%/hydra.h \
	%D%/launch.c \
	%D%/launch.h \
	%D%/say.c \
	%D%/say.h \
	%D%/words.c \
	%D%/words.h
command_libcommand_la_LIBADD = base/libbase.la
