# what probe/ adds to the build: what 'mitosis doctor' and 'mitosis sim calibrate'
# start, which links MPI as any program does
pkglibexec_PROGRAMS += mitosis-probe
mitosis_probe_SOURCES = \
	pmpi/mpi/mpi_bugs.c pmpi/mpi/mpi_bugs.h \
	%D%/host_speed.c \
	%D%/measure.c \
	%D%/measure_internal.h \
	%D%/measure_sharing.c \
	%D%/probe.c %D%/probe.h \
	%D%/reach.c \
	%D%/world.c
mitosis_probe_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
mitosis_probe_LDADD = $(common) $(MPI_LIBS) -lm
