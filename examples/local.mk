# what examples/ adds to the build: programs that know nothing of us
#
# They are built as a user builds them, whatever our own flags are.
noinst_PROGRAMS += examples/heat examples/cg examples/nbody examples/farm
examples_heat_SOURCES = %D%/heat.c
examples_heat_CPPFLAGS = $(MPI_CFLAGS)
examples_heat_CFLAGS = $(WARN_CFLAGS)
examples_heat_LDFLAGS =
examples_heat_LDADD = $(MPI_LIBS) -lm
examples_cg_SOURCES = %D%/cg.c
examples_cg_CPPFLAGS = $(MPI_CFLAGS)
examples_cg_CFLAGS = $(WARN_CFLAGS)
examples_cg_LDFLAGS =
examples_cg_LDADD = $(MPI_LIBS) -lm
examples_nbody_SOURCES = %D%/nbody.c
examples_nbody_CPPFLAGS = $(MPI_CFLAGS)
examples_nbody_CFLAGS = $(WARN_CFLAGS)
examples_nbody_LDFLAGS =
examples_nbody_LDADD = $(MPI_LIBS) -lm
examples_farm_SOURCES = %D%/farm.c
examples_farm_CPPFLAGS = $(MPI_CFLAGS)
examples_farm_CFLAGS = $(WARN_CFLAGS)
examples_farm_LDFLAGS =
examples_farm_LDADD = $(MPI_LIBS) -lm

if HAVE_FORTRAN
noinst_PROGRAMS += examples/heat_f examples/heat_f08
examples_heat_f_SOURCES = %D%/heat_f.f90
examples_heat_f_FCFLAGS = $(MPI_FCFLAGS)
examples_heat_f_LDFLAGS =
examples_heat_f_LDADD = $(MPI_FCLIBS)
examples_heat_f08_SOURCES = %D%/heat_f08.f90
examples_heat_f08_FCFLAGS = $(MPI_FCFLAGS)
examples_heat_f08_LDFLAGS =
examples_heat_f08_LDADD = $(MPI_FCLIBS)
endif
