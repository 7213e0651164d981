# what examples/ adds to the build: programs as users write them
#
# They are made malleable by mitosis.h; those in plain/ are the same and know
# nothing of us: tools/plain.awk makes them.  They are built as a user builds
# them, whatever our own flags are: nothing of ours is linked.
plain_sources = \
	examples/plain/heat.c \
	examples/plain/cg.c \
	examples/plain/nbody.c \
	examples/plain/farm.c \
	examples/plain/jacobi.c \
	examples/plain/lu.c \
	examples/plain/wave.cc \
	examples/plain/heat_f.f90 \
	examples/plain/heat_f08.f90
$(plain_sources): tools/plain.awk \
	examples/heat.c examples/cg.c examples/nbody.c examples/farm.c \
	examples/jacobi.c examples/lu.c examples/wave.cc examples/heat_f.f90 \
	examples/heat_f08.f90
	$(AM_V_GEN)$(MKDIR_P) $(@D) \
	&& $(AWK) -f $(top_srcdir)/tools/plain.awk \
		$(top_srcdir)/examples/$(@F) >$@.new \
	&& mv $@.new $@
EXTRA_DIST += tools/plain.awk %D%/heat.py %D%/applications/README.md \
	%D%/applications/try \
	%D%/applications/cans.md %D%/applications/cans.patch \
	%D%/applications/cans.recipe \
	%D%/applications/cloverleaf.md %D%/applications/cloverleaf.patch \
	%D%/applications/cloverleaf.recipe \
	%D%/applications/comd.md %D%/applications/comd.patch \
	%D%/applications/comd.recipe \
	%D%/applications/grayscott.md %D%/applications/grayscott.patch \
	%D%/applications/grayscott.recipe \
	%D%/applications/hpccg.md %D%/applications/hpccg.patch \
	%D%/applications/hpccg.recipe \
	%D%/applications/lulesh.md %D%/applications/lulesh.patch \
	%D%/applications/lulesh.recipe \
	%D%/applications/minife.md %D%/applications/minife.patch \
	%D%/applications/minife.recipe \
	%D%/applications/minimd.md %D%/applications/minimd.patch \
	%D%/applications/minimd.recipe \
	%D%/applications/tealeaf.md %D%/applications/tealeaf.patch \
	%D%/applications/tealeaf.recipe \
	%D%/applications/xcompact3d.md %D%/applications/xcompact3d.patch \
	%D%/applications/xcompact3d.recipe
CLEANFILES += $(plain_sources)

example_programs = \
	examples/heat \
	examples/cg \
	examples/nbody \
	examples/farm \
	examples/jacobi \
	examples/lu \
	examples/wave \
	examples/plain/heat \
	examples/plain/cg \
	examples/plain/nbody \
	examples/plain/farm \
	examples/plain/jacobi \
	examples/plain/lu \
	examples/plain/wave
$(example_programs): LDADD = $(MPI_LIBS) -lm
examples/%.o: AM_CPPFLAGS = -I$(top_srcdir)/include $(MPI_CFLAGS)
examples/%.o: AM_CFLAGS = $(WARN_CFLAGS)
examples/%.o: AM_FCFLAGS = $(MPI_FCFLAGS) -Iinclude
examples/plain/%.o: AM_CPPFLAGS = $(MPI_CFLAGS)
examples/plain/%.o: AM_FCFLAGS = $(MPI_FCFLAGS)
examples/%: AM_LDFLAGS =
noinst_PROGRAMS += $(example_programs)
nodist_examples_plain_heat_SOURCES = examples/plain/heat.c
nodist_examples_plain_cg_SOURCES = examples/plain/cg.c
nodist_examples_plain_nbody_SOURCES = examples/plain/nbody.c
nodist_examples_plain_farm_SOURCES = examples/plain/farm.c
nodist_examples_plain_jacobi_SOURCES = examples/plain/jacobi.c
nodist_examples_plain_lu_SOURCES = examples/plain/lu.c
examples_wave_SOURCES = %D%/wave.cc
nodist_examples_plain_wave_SOURCES = examples/plain/wave.cc

if HAVE_FORTRAN
noinst_PROGRAMS += \
	examples/heat_f \
	examples/heat_f08 \
	examples/plain/heat_f \
	examples/plain/heat_f08
nodist_examples_plain_heat_f_SOURCES = examples/plain/heat_f.f90
examples_plain_heat_f_LDADD = $(MPI_FCLIBS)
nodist_examples_plain_heat_f08_SOURCES = examples/plain/heat_f08.f90
examples_plain_heat_f08_LDADD = $(MPI_FCLIBS)
examples_heat_f_SOURCES = %D%/heat_f.f90
examples_heat_f_LDADD = include/libmitosis_f.a $(MPI_FCLIBS)
examples_heat_f08_SOURCES = %D%/heat_f08.f90
examples_heat_f08_LDADD = include/libmitosis_f.a $(MPI_FCLIBS)
$(examples_heat_f_OBJECTS) $(examples_heat_f08_OBJECTS): \
	include/libmitosis_f.a
endif
