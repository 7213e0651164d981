# programs for the tests, awkward ones, that know nothing of us
#
# They are built as a user builds them, whatever our own flags are.
tests/programs/%.o: AM_CPPFLAGS = -I$(top_srcdir)/include $(MPI_CFLAGS)
tests/programs/%.o: AM_CFLAGS = $(WARN_CFLAGS)
tests/programs/%.o: AM_FFLAGS = $(MPI_FCFLAGS)
tests/programs/%.o: AM_FCFLAGS = $(MPI_FCFLAGS) -Iinclude
tests/programs/%: AM_LDFLAGS =

mpi_programs = \
	tests/programs/accident \
	tests/programs/alike \
	tests/programs/always_late \
	tests/programs/atoms \
	tests/programs/bags \
	tests/programs/boxes \
	tests/programs/cells \
	tests/programs/chance \
	tests/programs/clears \
	tests/programs/collectives \
	tests/programs/comms \
	tests/programs/completions \
	tests/programs/containers \
	tests/programs/cplusplus \
	tests/programs/crossing \
	tests/programs/defects \
	tests/programs/duplicates \
	tests/programs/everybody \
	tests/programs/failing \
	tests/programs/fickle \
	tests/programs/fileio \
	tests/programs/forgetful \
	tests/programs/growing \
	tests/programs/heavy \
	tests/programs/helper_thread \
	tests/programs/hooks \
	tests/programs/icollectives \
	tests/programs/latent \
	tests/programs/marks \
	tests/programs/memories \
	tests/programs/misuse \
	tests/programs/modes \
	tests/programs/neighbours \
	tests/programs/nested \
	tests/programs/noloop \
	tests/programs/onesided \
	tests/programs/overlap \
	tests/programs/owners \
	tests/programs/particles \
	tests/programs/parting \
	tests/programs/partitioned \
	tests/programs/patient \
	tests/programs/pauses \
	tests/programs/pcollectives \
	tests/programs/persistent \
	tests/programs/polling \
	tests/programs/positions \
	tests/programs/probes \
	tests/programs/rare \
	tests/programs/reuse \
	tests/programs/ring \
	tests/programs/rows \
	tests/programs/sessions \
	tests/programs/shapes \
	tests/programs/slow_first \
	tests/programs/staggered \
	tests/programs/steps \
	tests/programs/streams \
	tests/programs/stuck \
	tests/programs/survivor \
	tests/programs/table \
	tests/programs/tempo \
	tests/programs/threads \
	tests/programs/types \
	tests/programs/uneven \
	tests/programs/wildcard \
	tests/programs/windows \
	tests/programs/writes
$(mpi_programs): LDADD = $(MPI_LIBS) -lm
check_PROGRAMS += $(mpi_programs)
rounds = %D%/rounds.c %D%/rounds.h
tests_programs_rows_SOURCES = %D%/rows.c %D%/forbid.h $(rounds)
tests_programs_alike_SOURCES = %D%/alike.c $(rounds)
tests_programs_staggered_SOURCES = %D%/staggered.c $(rounds)
tests_programs_cells_SOURCES = %D%/cells.c $(rounds)
tests_programs_owners_SOURCES = %D%/owners.c $(rounds)
tests_programs_chance_SOURCES = %D%/chance.c $(rounds)
tests_programs_bags_SOURCES = %D%/bags.c $(rounds)
tests_programs_atoms_SOURCES = %D%/atoms.c $(rounds)
tests_programs_boxes_SOURCES = %D%/boxes.c $(rounds)
tests_programs_containers_SOURCES = %D%/containers.cc
tests_programs_cplusplus_SOURCES = %D%/cplusplus.cc
tests_programs_memories_SOURCES = %D%/memories.cc
tests_programs_streams_SOURCES = %D%/streams.cc

# late is no MPI program; it loads one that is
check_PROGRAMS += tests/programs/late
tests_programs_late_LDADD = $(LIBS)
check_PROGRAMS += tests/programs/late_plugin.so
tests_programs_late_plugin_so_SOURCES = %D%/late_plugin.c
tests_programs_late_plugin_so_CPPFLAGS = $(MPI_CFLAGS)
tests_programs_late_plugin_so_CFLAGS = $(WARN_CFLAGS) -fPIC
tests_programs_late_plugin_so_LDFLAGS = -shared
tests_programs_late_plugin_so_LDADD = $(MPI_LIBS)

# Behind our library.
check_PROGRAMS += tests/programs/slow_watch.so
tests_programs_slow_watch_so_SOURCES = %D%/slow_watch.c
tests_programs_slow_watch_so_CPPFLAGS = -D_GNU_SOURCE $(MPI_CFLAGS)
tests_programs_slow_watch_so_CFLAGS = $(WARN_CFLAGS) -fPIC
tests_programs_slow_watch_so_LDFLAGS = -shared
tests_programs_slow_watch_so_LDADD = $(MPI_LIBS)

# In the place of our library.
check_PROGRAMS += tests/programs/flip.so
tests_programs_flip_so_SOURCES = %D%/flip.c
tests_programs_flip_so_CFLAGS = $(WARN_CFLAGS) -fPIC -fvisibility=hidden
tests_programs_flip_so_LDFLAGS = -shared

check_PROGRAMS += tests/programs/shift.so
tests_programs_shift_so_SOURCES = %D%/shift.c
tests_programs_shift_so_CFLAGS = $(WARN_CFLAGS) -fPIC
tests_programs_shift_so_LDFLAGS = -shared

check_PROGRAMS += tests/programs/stopped.so
tests_programs_stopped_so_SOURCES = %D%/stopped.c
tests_programs_stopped_so_CFLAGS = $(WARN_CFLAGS) -fPIC
tests_programs_stopped_so_LDFLAGS = -shared

check_PROGRAMS += tests/programs/yield.so
tests_programs_yield_so_SOURCES = %D%/yield.c
tests_programs_yield_so_CPPFLAGS = -D_GNU_SOURCE
tests_programs_yield_so_CFLAGS = $(WARN_CFLAGS) -fPIC
tests_programs_yield_so_LDFLAGS = -shared

check_PROGRAMS += tests/programs/shuffle.so
tests_programs_shuffle_so_SOURCES = %D%/shuffle.c
tests_programs_shuffle_so_CPPFLAGS = -I$(top_srcdir)/include $(MPI_CFLAGS)
tests_programs_shuffle_so_CFLAGS = $(WARN_CFLAGS) -fPIC -fvisibility=hidden
tests_programs_shuffle_so_LDFLAGS = -shared
tests_programs_shuffle_so_LDADD = $(MPI_LIBS)

if HAVE_FORTRAN
fortran_programs = \
	tests/programs/allocated \
	tests/programs/f08 \
	tests/programs/helper_f08 \
	tests/programs/layouts \
	tests/programs/layouts08 \
	tests/programs/mpif \
	tests/programs/often \
	tests/programs/stages \
	tests/programs/units \
	tests/programs/usempi
$(fortran_programs): LDADD = include/libmitosis_f.a $(MPI_FCLIBS)
$(fortran_programs): include/libmitosis_f.a
check_PROGRAMS += $(fortran_programs)
tests_programs_allocated_SOURCES = %D%/allocated.F90
tests_programs_allocated_FCFLAGS = $(AM_FCFLAGS) -J$(@D)
tests_programs_f08_SOURCES = %D%/f08.f90
tests_programs_helper_f08_SOURCES = %D%/helper_f08.f90
tests_programs_helper_f08_FCFLAGS = $(AM_FCFLAGS) -J$(@D)
tests_programs_layouts_SOURCES = %D%/layouts.F90
tests_programs_layouts08_SOURCES = %D%/layouts.F90
tests_programs_layouts08_FCFLAGS = $(AM_FCFLAGS) -DF08
tests_programs_mpif_SOURCES = %D%/mpif.f
tests_programs_often_SOURCES = %D%/often.f90
tests_programs_stages_SOURCES = %D%/stages.f90
tests_programs_units_SOURCES = %D%/units.f90
tests_programs_usempi_SOURCES = %D%/usempi.f90
$(tests_programs_layouts_OBJECTS) $(tests_programs_layouts08_OBJECTS) \
	$(tests_programs_allocated_OBJECTS) \
	$(tests_programs_helper_f08_OBJECTS) \
	$(tests_programs_stages_OBJECTS) $(tests_programs_units_OBJECTS): \
	include/libmitosis_f.a
CLEANFILES += tests/programs/fields.mod tests/programs/helper.mod
endif
EXTRA_DIST += %D%/abi.c
EXTRA_DIST += %D%/interface.c
EXTRA_DIST += %D%/manual.c %D%/manual.cc %D%/manual.F90 %D%/arrays.py

check_PROGRAMS += tests/programs/far
tests_programs_far_SOURCES = bench/far.c
tests_programs_far_CPPFLAGS = -D_GNU_SOURCE
tests_programs_far_CFLAGS = $(WARN_CFLAGS)

check_PROGRAMS += tests/programs/forbidden
tests_programs_forbidden_SOURCES = %D%/forbidden.c %D%/forbid.h
