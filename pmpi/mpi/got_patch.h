/* got_patch.h - have a library's calls of others come to us
 *
 * A library calls functions of others through its own table of addresses.
 * Writing there changes what this library calls, and nothing else.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_MPI_GOT_PATCH_H
#define MITOSIS_PMPI_MPI_GOT_PATCH_H

#include <stdbool.h>

/* Whether a library that has 'library' in its name is loaded.  To ask this
 * before dlopen() with RTLD_NOLOAD spares the linker to look for one that is
 * not, twice in each process that has us in front.
 */
bool got_patch_is_loaded(const char *library);

/* The libraries of MPICH, as Debian calls them and as all others do. */
#define GOT_PATCH_MPICH "libmpich.|libmpi.so"
#define GOT_PATCH_FORTRAN "libmpichfort|libmpifort"

/* In each loaded library that has 'library' in its name, or one of several
 * with
 * '|' between them, or with "" in all that is loaded, but never in ourselves:
 * have every call of a function for whose name 'find' gives an address go
 * there.
 */
void got_patch_redirect(const char *library, void *(*find)(const char *name));

#endif /* !MITOSIS_PMPI_MPI_GOT_PATCH_H */
