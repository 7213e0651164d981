/* entry.h - where the program's MPI calls enter the library
 *
 * Every name of MPI that we export is a jump: to our wrapper where MPI is
 * MPICH, which the wrappers are made for, and past us, to what the program
 * would have called without us, where it is another one.  There a handle is
 * wider than MPICH's, so not even passing arguments on is for C.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_CALLS_ENTRY_H
#define MITOSIS_PMPI_CALLS_ENTRY_H

#include <stdbool.h>

#include "pmpi/mpi/calls.h"

/* Find out which MPI the program has, unless that is known; when it is none of
 * ours say so.  The first call does it by itself.
 */
void entry_look(void);

/* Whether it turned out to be none of ours. */
bool entry_is_past(void);

/* Where the program's calls of this one enter, whatever else is loaded. */
void *entry_of(enum call call);

/* From now on only this thread's calls get to MPI: another one that makes one
 * stands still in it for good.  For a process that is about to end, as its
 * other threads do not know.
 */
void entry_close(void);

#endif /* !MITOSIS_PMPI_CALLS_ENTRY_H */
