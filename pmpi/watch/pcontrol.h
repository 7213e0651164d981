/* pcontrol.h - by which a program speaks to its tools
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_PCONTROL_H
#define MITOSIS_PMPI_WATCH_PCONTROL_H

#include "pmpi/watch/watch.h"

/* The program leaves mito_sync(), which it calls once in each iteration: one
 * begins, unless the program marks them by MPI_Pcontrol().  As the clock takes
 * longer to read than all else that mito_sync() does, it is marked with the
 * next MPI call.
 */
static inline void pcontrol_sync(void)
{
    watch.synced = true;
}

/* The same, with the call that began at 'tick'. */
void pcontrol_mark(uint64_t tick);

#endif /* !MITOSIS_PMPI_WATCH_PCONTROL_H */
