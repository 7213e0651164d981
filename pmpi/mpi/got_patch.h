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

/* A function that is called in place of another one.  Those of which the real
 * one alone is wanted stand at the end of a list; the last one has no name.
 */
struct got_patch_call {
    const char *name;
    void *ours; /* or NULL */
    void *real; /* the pointer that leads to the real one, or NULL */
};

/* Have the pointers lead to the real ones: those of the library of that name,
 * if it is loaded, or (NULL) those that are behind us.  Returns whether all
 * are there; of those that are not the pointers become NULL.
 */
bool got_patch_find(const char *library, const struct got_patch_call *calls);

/* The libraries of MPICH, as Debian calls them and as all others do. */
#define GOT_PATCH_MPICH "libmpich.|libmpi.so"
#define GOT_PATCH_FORTRAN "libmpichfort|libmpifort"

/* In each loaded library that has 'library' in its name, or one of several
 * with '|' between them, or with "" in all that is loaded, but never in
 * ourselves: have every call of one of these go to ours, but for those whose
 * real one is wanted and is not there.
 */
void got_patch_redirect(const char *library,
                        const struct got_patch_call *calls);

/* The same of every function for whose name 'find' gives an address. */
void got_patch_redirect_by(const char *library,
                           void *(*find)(const char *name));

#endif /* !MITOSIS_PMPI_MPI_GOT_PATCH_H */
