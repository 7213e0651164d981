/* hold.h - stand still, for the next generation to take over
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_CHANGE_HOLD_H
#define MITOSIS_PMPI_CHANGE_HOLD_H

#include <stdbool.h>
#include <stdint.h>

#include "job/control.h"
#include "net/local_message.h"

/* Stand still at sync 'count', if nothing is pending.  Returns when the
 * program is to go on in this process, else never.
 */
void hold_at(uint64_t count);

/* The same for one that has told already where it stands. */
void hold_still(void);

/* Do what the agent says to one that stands still.  Returns whether that is
 * to go on.
 */
bool hold_obey(const struct local_message *wire);

/* The agent is gone or says nothing, because of 'why'.  Returns when the
 * program is to go on in this process.
 */
void hold_lost_agent(const char *why);

/* Show others what there is of the state, and tell the agent by a message of
 * 'type' that the rank stands, in 'state'.  Where the program has functions to
 * be called before, it is shown after these.  Returns false, and has told the
 * agent that, when there is no sense in a change: then hold_still() is all
 * that is left to do.
 */
bool hold_begin(enum slot_state state, enum local_message_type type);

/* The rank does not stand any more, and goes on with the program. */
void hold_down(void);

/* Serve what is constant for a moment, at sync 'count', and go on. */
void hold_offer(uint64_t count);

#endif /* !MITOSIS_PMPI_CHANGE_HOLD_H */
