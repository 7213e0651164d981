# what examples/ adds to the build: programs as users write them
#
# Those in plain/ know nothing of us.  They are built as a user builds them, whatever our own flags
# are: nothing of ours is linked.
noinst_PROGRAMS += \
	examples/plain/heat \
	examples/plain/cg \
	examples/plain/nbody \
	examples/plain/farm \
	examples/plain/jacobi \
	examples/plain/lu
examples_plain_heat_SOURCES = %D%/plain/heat.c
examples_plain_heat_CPPFLAGS = $(MPI_CFLAGS)
examples_plain_heat_CFLAGS = $(WARN_CFLAGS)
examples_plain_heat_LDFLAGS =
examples_plain_heat_LDADD = $(MPI_LIBS) -lm
examples_plain_cg_SOURCES = %D%/plain/cg.c
examples_plain_cg_CPPFLAGS = $(MPI_CFLAGS)
examples_plain_cg_CFLAGS = $(WARN_CFLAGS)
examples_plain_cg_LDFLAGS =
examples_plain_cg_LDADD = $(MPI_LIBS) -lm
examples_plain_nbody_SOURCES = %D%/plain/nbody.c
examples_plain_nbody_CPPFLAGS = $(MPI_CFLAGS)
examples_plain_nbody_CFLAGS = $(WARN_CFLAGS)
examples_plain_nbody_LDFLAGS =
examples_plain_nbody_LDADD = $(MPI_LIBS) -lm
examples_plain_farm_SOURCES = %D%/plain/farm.c
examples_plain_farm_CPPFLAGS = $(MPI_CFLAGS)
examples_plain_farm_CFLAGS = $(WARN_CFLAGS)
examples_plain_farm_LDFLAGS =
examples_plain_farm_LDADD = $(MPI_LIBS) -lm
examples_plain_jacobi_SOURCES = %D%/plain/jacobi.c
examples_plain_jacobi_CPPFLAGS = $(MPI_CFLAGS)
examples_plain_jacobi_CFLAGS = $(WARN_CFLAGS)
examples_plain_jacobi_LDFLAGS =
examples_plain_jacobi_LDADD = $(MPI_LIBS) -lm
examples_plain_lu_SOURCES = %D%/plain/lu.c
examples_plain_lu_CPPFLAGS = $(MPI_CFLAGS)
examples_plain_lu_CFLAGS = $(WARN_CFLAGS)
examples_plain_lu_LDFLAGS =
examples_plain_lu_LDADD = $(MPI_LIBS) -lm

if HAVE_FORTRAN
noinst_PROGRAMS += examples/plain/heat_f examples/plain/heat_f08
examples_plain_heat_f_SOURCES = %D%/plain/heat_f.f90
examples_plain_heat_f_FCFLAGS = $(MPI_FCFLAGS)
examples_plain_heat_f_LDFLAGS =
examples_plain_heat_f_LDADD = $(MPI_FCLIBS)
examples_plain_heat_f08_SOURCES = %D%/plain/heat_f08.f90
examples_plain_heat_f08_FCFLAGS = $(MPI_FCFLAGS)
examples_plain_heat_f08_LDFLAGS =
examples_plain_heat_f08_LDADD = $(MPI_FCLIBS)
endif
