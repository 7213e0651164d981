# what pmpi/ adds to the build: the library that is preloaded
lib_LTLIBRARIES += libmitosis.la
libmitosis_la_SOURCES = \
	%D%/arrival.c \
	%D%/arrival.h \
	%D%/arrival_stop.c \
	%D%/assemble.c \
	%D%/assemble.h \
	%D%/await.c \
	%D%/collect.c \
	%D%/collect.h \
	%D%/comm.c \
	%D%/comm.h \
	%D%/complete.c \
	%D%/control.c \
	%D%/control.h \
	%D%/entry.c \
	%D%/entry.h \
	%D%/fault.c \
	%D%/fault.h \
	%D%/files.c \
	%D%/files.h \
	%D%/finish.c \
	%D%/finish.h \
	%D%/fortran.c \
	%D%/fortran.h \
	%D%/hooks.c \
	%D%/hooks.h \
	%D%/init.c \
	%D%/input.c \
	%D%/input.h \
	%D%/jump.h \
	%D%/launch.c \
	%D%/launch.h \
	%D%/mail.c \
	%D%/mail.h \
	%D%/malleable.c \
	%D%/malleable.h \
	%D%/meet.c \
	%D%/meet.h \
	%D%/member.c \
	%D%/member.h \
	%D%/message.c \
	%D%/misuse.c \
	%D%/misuse.h \
	%D%/next.c \
	%D%/next.h \
	%D%/note.c \
	%D%/note.h \
	%D%/note_act.h \
	%D%/note_done.c \
	%D%/note_other.c \
	%D%/note_size.c \
	%D%/object.c \
	%D%/object.h \
	%D%/oom.c \
	%D%/oom.h \
	%D%/real.h \
	%D%/offer.c \
	%D%/offer.h \
	%D%/output.c \
	%D%/output.h \
	%D%/pending.c \
	%D%/pending.h \
	%D%/record.c \
	%D%/record.h \
	%D%/registration.c \
	%D%/reopened.c \
	%D%/reopened.h \
	%D%/request.c \
	%D%/request.h \
	%D%/site.c \
	%D%/site.h \
	%D%/slots.c \
	%D%/slots.h \
	%D%/span.c \
	%D%/span.h \
	%D%/stack.c \
	%D%/stack.h \
	%D%/stage.c \
	%D%/stage.h \
	%D%/stand.c \
	%D%/stand.h \
	%D%/start.c \
	%D%/start.h \
	%D%/state.c \
	%D%/state.h \
	%D%/stay_away.c \
	%D%/stay_away.h \
	%D%/take_over.c \
	%D%/take_over.h \
	%D%/streams.c \
	%D%/streams.h \
	%D%/tend.c \
	%D%/tend.h \
	%D%/thing.c \
	%D%/thing.h \
	%D%/thread.c \
	%D%/thread.h \
	%D%/tool.c \
	%D%/tool.h \
	%D%/trace.c \
	%D%/type.c \
	%D%/type.h \
	%D%/units.c \
	%D%/units.h \
	%D%/watch.c \
	%D%/watch.h \
	%D%/watch_life.h \
	%D%/watch_start.c \
	%D%/which_mpi.c \
	%D%/which_mpi.h \
	%D%/window.c \
	%D%/window.h \
	%D%/world.c \
	%D%/world.h \
	%D%/yield.c \
	%D%/yield.h
nodist_libmitosis_la_SOURCES = pmpi/calls.c pmpi/calls.h pmpi/wrappers.c
libmitosis_la_LIBADD = libcommon.la
libmitosis_la_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS) $(UNWIND_CFLAGS)

# Only MPI's names get out, and the table of our wrappers is of ours, whatever
# other library has these names too.
libmitosis_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	-export-symbols-regex '^(MPIX?_|mito_)' -Wl,-Bsymbolic-functions

# What 'mitosis doctor' starts: it links MPI as any program does.
pkglibexec_PROGRAMS += mitosis-probe
mitosis_probe_SOURCES = \
	%D%/fault.c \
	%D%/fault.h \
	%D%/probe.c \
	%D%/probe.h \
	%D%/probe_copy.c \
	%D%/probe_reach.c \
	%D%/probe_world.c
mitosis_probe_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
mitosis_probe_LDADD = libcommon.la $(MPI_LIBS)

# The wrappers depend on the mpi.h we are built with, so they are not in the
# tarball.
pmpi_made = pmpi/calls.h pmpi/calls.c pmpi/wrappers.c
pmpi_generator = $(top_srcdir)/tools/gen-pmpi.lua
pmpi_generator_parts = \
	$(top_srcdir)/tools/gen-pmpi/header.lua \
	$(top_srcdir)/tools/gen-pmpi/kinds.lua \
	$(top_srcdir)/tools/gen-pmpi/list.lua \
	$(top_srcdir)/tools/gen-pmpi/notes.lua \
	$(top_srcdir)/tools/gen-pmpi/words.lua \
	$(top_srcdir)/tools/gen-pmpi/wrapper.lua
pmpi_list = $(top_srcdir)/pmpi/mpi.list

BUILT_SOURCES += pmpi/calls.h
CLEANFILES += $(pmpi_made) pmpi/mpi.i
EXTRA_DIST += pmpi/mpi.list tools/gen-pmpi.lua $(pmpi_generator_parts)

pmpi/mpi.i: config.status
	$(AM_V_GEN)$(MKDIR_P) pmpi && echo '#include <mpi.h>' \
		| $(CC) $(CPPFLAGS) $(MPI_CFLAGS) -E -dD - >$@.tmp && mv $@.tmp $@

$(pmpi_made): pmpi/mpi.i $(pmpi_list) $(pmpi_generator) \
		$(pmpi_generator_parts)
	$(AM_V_GEN)$(LUA) $(pmpi_generator) $(@F) $(pmpi_list) pmpi/mpi.i \
		>$@.tmp && mv $@.tmp $@
