/* local_generation.h - a generation's ranks on an outpost's host; for
 * host_agent.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_LOCAL_GENERATION_H
#define MITOSIS_AGENT_HOST_LOCAL_GENERATION_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/host/host_messages.h"
#include "job/control.h"

struct outpost;

struct troop {
    uint32_t number;
    struct control *control;
    bool *announced; /* whose manifest the agent has */
    struct post_slot *told;
    uint64_t *exchanged; /* messages that were told of */
    struct troop *next;
};

/* The generation 'number', if its control file is there, or NULL. */
struct troop *troop_find(struct outpost *o, uint32_t number);
void troop_free(struct troop *t);

/* The last generation that has a process here, or NULL. */
const struct troop *troop_newest(const struct outpost *o);

/* Look for all that are there: an outpost that was killed had them. */
void troop_find_all(struct outpost *o);

/* Tell the agent of every rank of this host that it does not know, and of
 * what has changed about those that it does.
 */
void troop_report(struct outpost *o, struct troop *t);

/* The same of one rank, before a message of its is passed on. */
void troop_report_rank(struct outpost *o, struct troop *t, int rank);

/* Send files that a rank has written: "state", "mail". */
void troop_send(struct outpost *o,
                const struct troop *t,
                int rank,
                const char *what);

/* Whether the rank is on this host. */
bool troop_has(const struct troop *t, int rank);

/* Whether a rank of any generation is still there. */
bool troop_any_lives(const struct outpost *o);

/* End its ranks by force; and those of the job, and of what was to follow. */
void troop_kill(const struct troop *t);
void troop_kill_all(struct outpost *o);

#endif /* !MITOSIS_AGENT_HOST_LOCAL_GENERATION_H */
