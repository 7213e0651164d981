/* next.h - the MPI call behind ours: another tool's, or MPI's own
 *
 * We link no MPI.  The call behind is looked up when it is first needed,
 * wherever MPI was loaded from.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_MPI_NEXT_H
#define MITOSIS_PMPI_MPI_NEXT_H

#include "pmpi/mpi/calls.h"

extern void *next_call[CALL_COUNT] __attribute__((visibility("hidden")));

/* Find the call behind ours and remember it in next_call.  Never returns
 * NULL: a program that calls what its MPI has not is ended with a message.
 * While we watch, the call's record in the page is made ready as well, by
 * next_on_find(), so whoever went through here may count in it.
 */
void *next_find(enum call call);

/* What is to be done when a call is found, once there is something. */
extern void (*next_on_find)(enum call call);

/* Find what has this name in MPI, wherever that was loaded from; NULL when
 * there is none.
 */
void *next_find_anywhere(const char *name);

/* Find them anew from now on: watching begins. */
void next_forget(void);

static inline void *next_get(enum call call)
{
    void *next = __atomic_load_n(&next_call[call], __ATOMIC_ACQUIRE);

    return __builtin_expect(next != 0, 1) ? next : next_find(call);
}

/* NEXT(MPI_Send)(buf, ...) calls the MPI_Send behind ours. */
#define NEXT(name) ((__typeof__(&name))next_get(CALL_##name))

#endif /* !MITOSIS_PMPI_MPI_NEXT_H */
