/* hold_in_receive.h - wait for a message, and stand still meanwhile if that is
 * wanted
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_CHANGE_HOLD_IN_RECEIVE_H
#define MITOSIS_PMPI_CHANGE_HOLD_IN_RECEIVE_H

#include <mpi.h>

#include "pmpi/change/agent_link.h"
#include "pmpi/watch/watch.h"

/* Wait until there is a message to receive, and count as standing still at
 * the last sync as long as there is none.
 */
void hold_in_receive_wait(int source, int tag, MPI_Comm comm);

/* The program is about to wait for a message.  Where that is the first thing
 * it does after a sync it may stand still there.
 */
static inline void hold_in_receive(int source, int tag, MPI_Comm comm)
{
    if (__builtin_expect(watch.page->calls == malleable_calls, 0))
        hold_in_receive_wait(source, tag, comm);
}

#endif /* !MITOSIS_PMPI_CHANGE_HOLD_IN_RECEIVE_H */
