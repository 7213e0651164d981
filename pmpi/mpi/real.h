/* real.h - MPI's own calls, for our questions
 *
 * REAL(MPI_Comm_size)(comm, &size) calls PMPI_Comm_size: no tool sees it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_MPI_REAL_H
#define MITOSIS_PMPI_MPI_REAL_H

#include "pmpi/mpi/calls.h"

extern void *real_call[CALL_COUNT];

/* Find MPI's own call and remember it in real_call.  Never returns NULL: a
 * program that gets here has called MPI.
 */
void *real_find(enum call call);

static inline void *real_get(enum call call)
{
    void *real = real_call[call];

    return __builtin_expect(real != 0, 1) ? real : real_find(call);
}

#define REAL(name) ((__typeof__(&name))real_get(CALL_##name))

#endif /* !MITOSIS_PMPI_MPI_REAL_H */
