# what include/ adds to the build: the interface for programs
#
# Fortran programs compile mitosis.f90 themselves, as modules are for one
# compiler only.
include_HEADERS = %D%/mitosis.h %D%/mitosis.hpp
nodist_include_HEADERS = include/mitosis.f90
pythonmodulesdir = $(datadir)/mitosis/python
dist_pythonmodules_DATA = %D%/mitosis.py
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = include/mitosis.pc

BUILT_SOURCES += include/mitosis.f90
CLEANFILES += include/mitosis.f90 include/mitosis.mod
EXTRA_DIST += %D%/mitosis.f90.in tools/gen-fortran.lua
include/mitosis.f90: %D%/mitosis.f90.in $(top_srcdir)/tools/gen-fortran.lua
	$(AM_V_GEN)$(MKDIR_P) include \
	  && $(LUA) $(top_srcdir)/tools/gen-fortran.lua \
	    $(srcdir)/%D%/mitosis.f90.in >$@.tmp \
	  && mv $@.tmp $@

# For the examples and tests, compiled once.
if HAVE_FORTRAN
noinst_LIBRARIES += include/libmitosis_f.a
nodist_include_libmitosis_f_a_SOURCES = include/mitosis.f90
include_libmitosis_f_a_FCFLAGS = $(MPI_FCFLAGS) -Jinclude
endif
