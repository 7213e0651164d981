# what include/ adds to the build: the interface for programs
include_HEADERS = %D%/mitosis.h
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = include/mitosis.pc
