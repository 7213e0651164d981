/* carry_messages.h - carry messages that are under way over to the next
 * generation
 *
 * Those that stand still collect what is under way to them, on MPI_COMM_WORLD
 * and its duplicates, and leave it in the job's folder.  The ranks that carry
 * on the senders send it again before anything else, so it arrives in order.
 * The same happens when the change is given up after all.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_CHANGE_CARRY_MESSAGES_H
#define MITOSIS_PMPI_CHANGE_CARRY_MESSAGES_H

#include <stdint.h>

#include "base/error.h"
#include "pmpi/state/state_place.h"

/* Collect the 'count' messages that are under way to this rank.  Returns -1
 * with the reason in 'err', and what did come kept all the same, though in
 * memory when the folder is full.
 */
int carry_messages_collect(const struct state_place *place,
                           uint64_t count,
                           struct error *err);

/* Wait for the others, who were asked to collect as well, to have done so: the
 * agent is gone, which would have waited.  It does not wait for ever.
 */
void carry_messages_await(const struct state_place *place);

/* Send again what this rank, or in another generation the rank before it,
 * had sent to the 'ranks' of 'generation' that stood at 'sync'.
 */
void carry_messages_send(const struct state_place *place,
                         uint32_t generation,
                         int ranks,
                         uint64_t sync);

/* Others will send again what this rank has sent: it does not count here. */
void carry_messages_withdraw(const struct state_place *place);

#endif /* !MITOSIS_PMPI_CHANGE_CARRY_MESSAGES_H */
