/* agent_link.h - what this rank is in a job that can be changed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_CHANGE_AGENT_LINK_H
#define MITOSIS_PMPI_CHANGE_AGENT_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "job/control.h"
#include "net/local_message.h"
#include "pmpi/state/state_place.h"

enum {
    ITEMS_MOST = LOCAL_MESSAGE_PAYLOAD / sizeof(uint64_t),
};

struct agent_link {
    struct control_slot *slot;
    struct control *control;
    struct control *record; /* of the first generation: who is the job */
    bool mail;              /* messages under way were collected */
    bool helping;           /* it stands still, and others do not yet */
    bool warned;            /* mito_before()'s functions were called */
    int next_size;          /* ranks to be, while those are called */
    int agent;              /* the socket, -1 while there is none */
    uint32_t restarts;      /* see control.h, when it was found */
    struct state_place at;
};

/* This one.  Before it has begun it counts in a slot of its own, whose horizon
 * makes it look up at once.
 */
extern struct agent_link member;

/* MPI calls that the program had made at its last mito_sync(), if it can be
 * changed.
 */
extern uint64_t malleable_calls;

/* Whether it takes part in changes. */
bool agent_link_takes_part(void);

/* Find the agent, if it is not found yet, and say who we are.  Returns false,
 * and has told the user, when it is not to be had.
 */
bool agent_link_call_agent(void);

/* Whether it has not been there yet, as far as this host knows. */
bool agent_link_is_awaited(void);

/* The job ends: the same for the last time, be it that the agent is being
 * started again.  Nobody is told when there is none.
 */
bool agent_link_recall_agent(void);

/* Note that the agent is gone.  Returns whether nobody else did so before:
 * then it is on us to tell the user.
 */
bool agent_link_miss_agent(void);

/* It was lost: go on without it, and see that another one is started.  Where
 * none will be, tell the user, once.
 */
void agent_link_lose_agent(const char *why);

/* How long a step of a change may take. */
int agent_link_patience_ms(void);

/* The sync to look up at, whether or not it serves until then. */
uint64_t agent_link_horizon(void);

/* Do without the agent from now on. */
void agent_link_give_up_agent(void);

/* Wait for a word from it, and ask whether it is still there when it says
 * nothing for long.  Returns 1 when it spoke, and with the reason in 'err' 0
 * when it goes on saying nothing, -1 when it is gone.
 */
int agent_link_hear(struct local_message *wire, struct error *err);

/* Tell it something.  Returns -1 when it does not listen. */
int agent_link_tell(enum local_message_type type,
                    uint64_t number,
                    const char *text);
int agent_link_tell_sums(enum local_message_type type,
                         uint64_t number,
                         const uint64_t *sums,
                         size_t count);

#endif /* !MITOSIS_PMPI_CHANGE_AGENT_LINK_H */
