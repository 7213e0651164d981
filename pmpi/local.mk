# what pmpi/ adds to the build: the library that is preloaded
preload_PROGRAMS += libmitosis.so
libmitosis_so_SOURCES = \
	%D%/calls/complete.c \
	%D%/calls/entry.c %D%/calls/entry.h \
	%D%/calls/fortran.c %D%/calls/fortran.h \
	%D%/calls/matched_probe.c \
	%D%/calls/note.c %D%/calls/note.h \
	%D%/calls/note_act.h \
	%D%/calls/note_bytes.c \
	%D%/calls/note_done.c \
	%D%/calls/note_leave.c %D%/calls/note_leave.h \
	%D%/calls/note_other.c \
	%D%/change/agent_link.c %D%/change/agent_link.h \
	%D%/change/carry_messages.c %D%/change/carry_messages.h \
	%D%/change/hold.c %D%/change/hold.h \
	%D%/change/hold_in_receive.c %D%/change/hold_in_receive.h \
	%D%/change/hooks.c %D%/change/hooks.h \
	%D%/change/kept_signals.c %D%/change/kept_signals.h \
	%D%/change/pending_requests.c %D%/change/pending_requests.h \
	%D%/change/take_over.c %D%/change/take_over.h \
	%D%/files/carried_files.c %D%/files/carried_files.h \
	%D%/files/cxx_streams.c %D%/files/cxx_streams.h \
	%D%/files/fortran_units.c %D%/files/fortran_units.h \
	%D%/files/not_carried.c %D%/files/not_carried.h \
	%D%/files/output.c %D%/files/output.h \
	%D%/files/reopened.c %D%/files/reopened.h \
	%D%/files/spared_files.c %D%/files/spared_files.h \
	%D%/files/stdin_read.c %D%/files/stdin_read.h \
	%D%/files/written_files.c %D%/files/written_files.h \
	%D%/handles/comm.c %D%/handles/comm.h \
	%D%/handles/request.c %D%/handles/request.h \
	%D%/handles/type.c %D%/handles/type.h \
	%D%/handles/window_comm.c %D%/handles/window_comm.h \
	%D%/init.c \
	%D%/library.c %D%/library.h \
	%D%/mpi/got_patch.c %D%/mpi/got_patch.h \
	%D%/mpi/jump.h \
	%D%/mpi/mpi_bugs.c %D%/mpi/mpi_bugs.h \
	%D%/mpi/next.c %D%/mpi/next.h \
	%D%/mpi/other_tools.c %D%/mpi/other_tools.h \
	%D%/mpi/real.h \
	%D%/mpi/which_mpi.c %D%/mpi/which_mpi.h \
	%D%/state/both_generations.c %D%/state/both_generations.h \
	%D%/state/registered_cells.c %D%/state/registered_cells.h \
	%D%/state/item_cells.c %D%/state/item_cells.h \
	%D%/state/layout_like.c %D%/state/layout_like.h \
	%D%/state/low_priority.c %D%/state/low_priority.h \
	%D%/state/memory_kind.c %D%/state/memory_kind.h \
	%D%/state/owner_bounds.c %D%/state/owner_bounds.h \
	%D%/state/owner_exchange.c %D%/state/owner_exchange.h \
	%D%/state/prepare.c %D%/state/prepare.h \
	%D%/state/pull.c %D%/state/pull.h \
	%D%/state/register.c %D%/state/register.h \
	%D%/state/register_check.c %D%/state/register_check.h \
	%D%/state/registered.c %D%/state/registered.h \
	%D%/state/serve_state.c %D%/state/serve_state.h \
	%D%/state/shared_rows.c %D%/state/shared_rows.h \
	%D%/state/staging.c %D%/state/staging.h \
	%D%/state/state_manifest.c %D%/state/state_manifest.h \
	%D%/state/state_sums.c %D%/state/state_sums.h \
	%D%/state/state_place.h \
	%D%/state/user_merge.c %D%/state/user_merge.h \
	%D%/watch/complain.c %D%/watch/complain.h \
	%D%/watch/finalize_guard.c %D%/watch/finalize_guard.h \
	%D%/watch/find_agent.c %D%/watch/find_agent.h \
	%D%/watch/gather_pages.c %D%/watch/gather_pages.h \
	%D%/watch/instruction_count.c %D%/watch/instruction_count.h \
	%D%/watch/launcher_variables.c %D%/watch/launcher_variables.h \
	%D%/watch/loaded_files.c %D%/watch/loaded_files.h \
	%D%/watch/oom_score.c %D%/watch/oom_score.h \
	%D%/watch/page_tables.c %D%/watch/page_tables.h \
	%D%/watch/restart_agent.c %D%/watch/restart_agent.h \
	%D%/watch/call_site.c %D%/watch/call_site.h \
	%D%/watch/span.c %D%/watch/span.h \
	%D%/watch/span_leave.h \
	%D%/watch/span_mark.c %D%/watch/span_mark.h \
	%D%/watch/span_trace.c %D%/watch/span_trace.h \
	%D%/watch/use_sample.c %D%/watch/use_sample.h \
	%D%/watch/start_command.c %D%/watch/start_command.h \
	%D%/watch/stay_away.c %D%/watch/stay_away.h \
	%D%/watch/thread_use.c %D%/watch/thread_use.h \
	%D%/watch/unwind.c %D%/watch/unwind.h \
	%D%/watch/watch.c %D%/watch/watch.h \
	%D%/watch/watch_end.c %D%/watch/watch_end.h \
	%D%/watch/watch_life.h \
	%D%/watch/watch_start.c %D%/watch/watch_start.h \
	%D%/watch/yield.c %D%/watch/yield.h
nodist_libmitosis_so_SOURCES = pmpi/mpi/calls.c pmpi/mpi/calls.h pmpi/calls/wrappers.c
libmitosis_so_LDADD = $(common)
libmitosis_so_DEPENDENCIES = $(common) %D%/exported.map
EXTRA_DIST += %D%/exported.map
# Two counters that stand beside each other are raised sooner one by one.
libmitosis_so_CFLAGS = $(AM_CFLAGS) -fPIC -fno-tree-slp-vectorize
libmitosis_so_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS) $(UNWIND_CFLAGS)

# Only MPI's names get out, and the table of our wrappers is of ours, whatever
# other library has these names too.
libmitosis_so_LDFLAGS = $(AM_LDFLAGS) -shared -Wl,-soname,libmitosis.so \
	-Wl,-Bsymbolic-functions \
	-Wl,--version-script=$(srcdir)/%D%/exported.map

# The wrappers depend on the mpi.h we are built with, so they are not in the
# tarball.
pmpi_made = pmpi/mpi/calls.h pmpi/mpi/calls.c pmpi/calls/wrappers.c
pmpi_generator = $(top_srcdir)/tools/gen-pmpi.lua
pmpi_generator_parts = \
	$(top_srcdir)/tools/gen-pmpi/header.lua \
	$(top_srcdir)/tools/gen-pmpi/kinds.lua \
	$(top_srcdir)/tools/gen-pmpi/list.lua \
	$(top_srcdir)/tools/gen-pmpi/notes.lua \
	$(top_srcdir)/tools/gen-pmpi/words.lua \
	$(top_srcdir)/tools/gen-pmpi/wrapper.lua
pmpi_list = $(top_srcdir)/pmpi/mpi/mpi.list

BUILT_SOURCES += pmpi/mpi/calls.h
CLEANFILES += $(pmpi_made) pmpi/mpi/mpi.i
EXTRA_DIST += pmpi/mpi/mpi.list tools/gen-pmpi.lua $(pmpi_generator_parts)

pmpi/mpi/mpi.i: config.status
	$(AM_V_GEN)$(MKDIR_P) pmpi/mpi pmpi/calls && echo '#include <mpi.h>' \
		| $(CC) $(CPPFLAGS) $(MPI_CFLAGS) -E -dD - >$@.tmp && mv $@.tmp $@

$(pmpi_made): pmpi/mpi/mpi.i $(pmpi_list) $(pmpi_generator) \
		$(pmpi_generator_parts)
	$(AM_V_GEN)$(LUA) $(pmpi_generator) $(@F) $(pmpi_list) pmpi/mpi/mpi.i \
		>$@.tmp && mv $@.tmp $@
