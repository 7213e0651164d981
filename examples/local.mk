# what examples/ adds to the build: programs as users write them
#
# Those in plain/ know nothing of us; the others are the same, made malleable
# by mitosis.h.  They are built as a user builds them, whatever our own flags
# are: nothing of ours is linked.
noinst_PROGRAMS += \
	examples/heat \
	examples/cg \
	examples/nbody \
	examples/farm \
	examples/jacobi \
	examples/lu \
	examples/plain/heat \
	examples/plain/cg \
	examples/plain/nbody \
	examples/plain/farm \
	examples/plain/jacobi \
	examples/plain/lu
examples_heat_SOURCES = %D%/heat.c
examples_heat_CPPFLAGS = -I$(top_srcdir)/include $(MPI_CFLAGS)
examples_heat_CFLAGS = $(WARN_CFLAGS)
examples_heat_LDFLAGS =
examples_heat_LDADD = $(MPI_LIBS) -lm
examples_plain_heat_SOURCES = %D%/plain/heat.c
examples_plain_heat_CPPFLAGS = $(MPI_CFLAGS)
examples_plain_heat_CFLAGS = $(WARN_CFLAGS)
examples_plain_heat_LDFLAGS =
examples_plain_heat_LDADD = $(MPI_LIBS) -lm
examples_cg_SOURCES = %D%/cg.c
examples_cg_CPPFLAGS = -I$(top_srcdir)/include $(MPI_CFLAGS)
examples_cg_CFLAGS = $(WARN_CFLAGS)
examples_cg_LDFLAGS =
examples_cg_LDADD = $(MPI_LIBS) -lm
examples_plain_cg_SOURCES = %D%/plain/cg.c
examples_plain_cg_CPPFLAGS = $(MPI_CFLAGS)
examples_plain_cg_CFLAGS = $(WARN_CFLAGS)
examples_plain_cg_LDFLAGS =
examples_plain_cg_LDADD = $(MPI_LIBS) -lm
examples_nbody_SOURCES = %D%/nbody.c
examples_nbody_CPPFLAGS = -I$(top_srcdir)/include $(MPI_CFLAGS)
examples_nbody_CFLAGS = $(WARN_CFLAGS)
examples_nbody_LDFLAGS =
examples_nbody_LDADD = $(MPI_LIBS) -lm
examples_plain_nbody_SOURCES = %D%/plain/nbody.c
examples_plain_nbody_CPPFLAGS = $(MPI_CFLAGS)
examples_plain_nbody_CFLAGS = $(WARN_CFLAGS)
examples_plain_nbody_LDFLAGS =
examples_plain_nbody_LDADD = $(MPI_LIBS) -lm
examples_farm_SOURCES = %D%/farm.c
examples_farm_CPPFLAGS = -I$(top_srcdir)/include $(MPI_CFLAGS)
examples_farm_CFLAGS = $(WARN_CFLAGS)
examples_farm_LDFLAGS =
examples_farm_LDADD = $(MPI_LIBS) -lm
examples_plain_farm_SOURCES = %D%/plain/farm.c
examples_plain_farm_CPPFLAGS = $(MPI_CFLAGS)
examples_plain_farm_CFLAGS = $(WARN_CFLAGS)
examples_plain_farm_LDFLAGS =
examples_plain_farm_LDADD = $(MPI_LIBS) -lm
examples_jacobi_SOURCES = %D%/jacobi.c
examples_jacobi_CPPFLAGS = -I$(top_srcdir)/include $(MPI_CFLAGS)
examples_jacobi_CFLAGS = $(WARN_CFLAGS)
examples_jacobi_LDFLAGS =
examples_jacobi_LDADD = $(MPI_LIBS) -lm
examples_plain_jacobi_SOURCES = %D%/plain/jacobi.c
examples_plain_jacobi_CPPFLAGS = $(MPI_CFLAGS)
examples_plain_jacobi_CFLAGS = $(WARN_CFLAGS)
examples_plain_jacobi_LDFLAGS =
examples_plain_jacobi_LDADD = $(MPI_LIBS) -lm
examples_lu_SOURCES = %D%/lu.c
examples_lu_CPPFLAGS = -I$(top_srcdir)/include $(MPI_CFLAGS)
examples_lu_CFLAGS = $(WARN_CFLAGS)
examples_lu_LDFLAGS =
examples_lu_LDADD = $(MPI_LIBS) -lm
examples_plain_lu_SOURCES = %D%/plain/lu.c
examples_plain_lu_CPPFLAGS = $(MPI_CFLAGS)
examples_plain_lu_CFLAGS = $(WARN_CFLAGS)
examples_plain_lu_LDFLAGS =
examples_plain_lu_LDADD = $(MPI_LIBS) -lm

if HAVE_FORTRAN
noinst_PROGRAMS += \
	examples/heat_f \
	examples/heat_f08 \
	examples/plain/heat_f \
	examples/plain/heat_f08
examples_plain_heat_f_SOURCES = %D%/plain/heat_f.f90
examples_plain_heat_f_FCFLAGS = $(MPI_FCFLAGS)
examples_plain_heat_f_LDFLAGS =
examples_plain_heat_f_LDADD = $(MPI_FCLIBS)
examples_plain_heat_f08_SOURCES = %D%/plain/heat_f08.f90
examples_plain_heat_f08_FCFLAGS = $(MPI_FCFLAGS)
examples_plain_heat_f08_LDFLAGS =
examples_plain_heat_f08_LDADD = $(MPI_FCLIBS)
examples_heat_f_SOURCES = %D%/heat_f.f90
examples_heat_f_FCFLAGS = $(MPI_FCFLAGS) -Iinclude
examples_heat_f_LDFLAGS =
examples_heat_f_LDADD = include/libmitosis_f.a $(MPI_FCLIBS)
examples_heat_f08_SOURCES = %D%/heat_f08.f90
examples_heat_f08_FCFLAGS = $(MPI_FCFLAGS) -Iinclude
examples_heat_f08_LDFLAGS =
examples_heat_f08_LDADD = include/libmitosis_f.a $(MPI_FCLIBS)
$(examples_heat_f_OBJECTS) $(examples_heat_f08_OBJECTS): \
	include/libmitosis_f.a
endif
