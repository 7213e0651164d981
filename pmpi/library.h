/* library.h - a rank's part in a change of its job
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_LIBRARY_H
#define MITOSIS_PMPI_LIBRARY_H

#include <mpi.h>
#include <stdint.h>

#include "pmpi/watch/watch.h"

/* MPI calls that the program had made at its last mito_sync(), if it can be
 * changed.
 */
extern uint64_t malleable_calls;

/* Wait until there is a message to receive, and count as standing still at
 * the last sync as long as there is none.
 */
void library_await(int source, int tag, MPI_Comm comm);

/* The program is about to wait for a message.  Where that is the first thing
 * it does after a sync it may stand still there.
 */
static inline void library_receive(int source, int tag, MPI_Comm comm)
{
    if (__builtin_expect(watch.page->calls == malleable_calls, 0))
        library_await(source, tag, comm);
}

/* MPI_Finalize() was entered: nothing can be changed any more. */
void library_end(void);

#endif /* !MITOSIS_PMPI_LIBRARY_H */
