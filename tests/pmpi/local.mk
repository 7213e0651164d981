# unit tests of pmpi/: modules of the library for which MPI need not be there
tests/pmpi/%.o pmpi/%.o: AM_CPPFLAGS += $(MPI_CFLAGS)
pmpi_tests = \
	tests/pmpi/calls/complete.t \
	tests/pmpi/calls/matched_probe.t \
	tests/pmpi/calls/note_bytes.t \
	tests/pmpi/calls/note_done.t \
	tests/pmpi/calls/note_leave.t \
	tests/pmpi/change/hold.t \
	tests/pmpi/change/kept_signals.t \
	tests/pmpi/files/fortran_units.t \
	tests/pmpi/handles/comm.t \
	tests/pmpi/handles/request.t \
	tests/pmpi/handles/type.t \
	tests/pmpi/mpi/got_patch.t \
	tests/pmpi/state/layout_like.t \
	tests/pmpi/state/low_priority.t \
	tests/pmpi/state/memory_kind.t \
	tests/pmpi/state/owner_bounds.t \
	tests/pmpi/state/owner_exchange.t \
	tests/pmpi/state/pull.t \
	tests/pmpi/state/register.t \
	tests/pmpi/state/registered.t \
	tests/pmpi/state/registered_cells.t \
	tests/pmpi/state/state_manifest.t \
	tests/pmpi/state/user_merge.t \
	tests/pmpi/watch/gather_pages.t \
	tests/pmpi/watch/instruction_count.t \
	tests/pmpi/watch/launcher_variables.t \
	tests/pmpi/watch/page_tables.t \
	tests/pmpi/watch/span.t \
	tests/pmpi/watch/use_sample.t \
	tests/pmpi/watch/watch_end.t
$(pmpi_tests): LDADD = $(base_libs)
$(pmpi_tests): $(filter %.a,$(base_libs))
unit_tests += $(pmpi_tests)

registered = pmpi/state/item_cells.c pmpi/state/registered.c \
	pmpi/state/memory_kind.c
made_up_calls = %D%/made_up_calls.c
made_up_array = %D%/state/made_up_array.c %D%/state/made_up_array.h
tests_pmpi_handles_comm_t_SOURCES = %D%/handles/comm.c pmpi/handles/comm.c \
	$(made_up_calls)
tests_pmpi_handles_request_t_SOURCES = %D%/handles/request.c \
	pmpi/handles/request.c

made_up_watch = %D%/calls/made_up_watch.c %D%/calls/made_up_watch.h \
	$(made_up_calls)
tests_pmpi_calls_complete_t_SOURCES = %D%/calls/complete.c \
	pmpi/calls/complete.c pmpi/handles/request.c $(made_up_watch)
tests_pmpi_calls_matched_probe_t_SOURCES = %D%/calls/matched_probe.c \
	pmpi/calls/matched_probe.c pmpi/handles/request.c $(made_up_watch)
tests_pmpi_calls_note_bytes_t_SOURCES = %D%/calls/note_bytes.c \
	pmpi/calls/note_bytes.c pmpi/handles/request.c $(made_up_watch)
tests_pmpi_calls_note_done_t_SOURCES = %D%/calls/note_done.c \
	pmpi/calls/note_done.c pmpi/calls/note_bytes.c pmpi/handles/request.c \
	$(made_up_watch)
tests_pmpi_calls_note_leave_t_SOURCES = %D%/calls/note_leave.c \
	pmpi/calls/note_leave.c pmpi/calls/note.c pmpi/calls/note_done.c \
	pmpi/calls/note_bytes.c pmpi/handles/request.c $(made_up_watch)
tests_pmpi_handles_type_t_SOURCES = %D%/handles/type.c pmpi/handles/type.c \
	$(made_up_calls)
tests_pmpi_watch_span_t_SOURCES = %D%/watch/span.c pmpi/watch/span.c
tests_pmpi_watch_instruction_count_t_SOURCES = \
	%D%/watch/instruction_count.c pmpi/watch/instruction_count.c
tests_pmpi_watch_use_sample_t_SOURCES = %D%/watch/use_sample.c \
	pmpi/watch/use_sample.c pmpi/watch/thread_use.c
tests_pmpi_watch_page_tables_t_SOURCES = %D%/watch/page_tables.c pmpi/watch/page_tables.c
nodist_tests_pmpi_watch_page_tables_t_SOURCES = pmpi/mpi/calls.c
tests_pmpi_watch_launcher_variables_t_SOURCES = \
	%D%/watch/launcher_variables.c pmpi/watch/launcher_variables.c
tests_pmpi_watch_gather_pages_t_SOURCES = %D%/watch/gather_pages.c pmpi/watch/gather_pages.c \
	$(made_up_calls)
tests_pmpi_watch_watch_end_t_SOURCES = %D%/watch/watch_end.c pmpi/watch/watch_end.c
tests_pmpi_state_state_manifest_t_SOURCES = %D%/state/state_manifest.c pmpi/state/state_manifest.c \
	$(registered) \
	$(made_up_array)
tests_pmpi_state_memory_kind_t_SOURCES = %D%/state/memory_kind.c \
	pmpi/state/memory_kind.c
tests_pmpi_state_low_priority_t_SOURCES = %D%/state/low_priority.c \
	pmpi/state/low_priority.c
tests_pmpi_state_layout_like_t_SOURCES = %D%/state/layout_like.c pmpi/state/layout_like.c
tests_pmpi_state_registered_cells_t_SOURCES = %D%/state/registered_cells.c \
	pmpi/state/registered_cells.c $(registered)
tests_pmpi_state_owner_bounds_t_SOURCES = %D%/state/owner_bounds.c pmpi/state/owner_bounds.c
tests_pmpi_state_owner_exchange_t_SOURCES = %D%/state/owner_exchange.c pmpi/state/owner_exchange.c \
	pmpi/state/owner_bounds.c pmpi/state/staging.c $(registered)
tests_pmpi_state_user_merge_t_SOURCES = %D%/state/user_merge.c pmpi/state/user_merge.c \
	$(registered) \
	$(made_up_array)
tests_pmpi_state_pull_t_SOURCES = %D%/state/pull.c pmpi/state/pull.c \
	pmpi/state/prepare.c pmpi/state/both_generations.c \
	pmpi/state/low_priority.c pmpi/state/staging.c \
	$(registered) pmpi/state/user_merge.c \
	$(made_up_array)
tests_pmpi_change_kept_signals_t_SOURCES = %D%/change/kept_signals.c \
	pmpi/change/kept_signals.c
tests_pmpi_change_hold_t_SOURCES = %D%/change/hold.c pmpi/change/hold.c \
	pmpi/change/kept_signals.c \
	$(made_up_calls)
tests_pmpi_mpi_got_patch_t_SOURCES = %D%/mpi/got_patch.c \
	pmpi/mpi/got_patch.c
tests_pmpi_files_fortran_units_t_SOURCES = %D%/files/fortran_units.c \
	pmpi/files/fortran_units.c
tests_pmpi_state_register_t_SOURCES = %D%/state/register.c \
	pmpi/state/register.c pmpi/state/register_check.c \
	$(registered) \
	pmpi/state/layout_like.c pmpi/state/owner_bounds.c \
	pmpi/state/registered_cells.c
tests_pmpi_state_registered_t_SOURCES = %D%/state/registered.c \
	$(registered) \
	$(made_up_array)
