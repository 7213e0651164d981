/* local_generation.h - a generation's ranks on one host, for its agent
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_LOCAL_GENERATION_H
#define MITOSIS_AGENT_HOST_LOCAL_GENERATION_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/host/host_messages.h"
#include "job/control.h"

struct host_agent;

struct local_generation {
    uint32_t number;
    struct control *control;
    bool *announced; /* whose manifest the agent has */
    struct host_messages_slot *told;
    uint64_t *exchanged; /* messages that were told of */
    struct local_generation *next;
};

/* The generation 'number', if its control file is there, or NULL. */
struct local_generation *local_generation_find(struct host_agent *h,
                                               uint32_t number);
void local_generation_free(struct local_generation *t);
void local_generation_free_all(struct host_agent *h);

/* The last generation that has a process here, or NULL. */
const struct local_generation *local_generation_newest(
    const struct host_agent *h);

/* Look for all that are there: an outpost that was killed had them. */
void local_generation_find_all(struct host_agent *h);

/* Tell the agent of every rank of this host that it does not know, and of
 * what has changed about those that it does.
 */
void local_generation_report(struct host_agent *h, struct local_generation *t);

/* The same of one rank, before a message of its is passed on. */
void local_generation_report_rank(struct host_agent *h,
                                  struct local_generation *t,
                                  int rank);

/* Send files that a rank has written: "state", "mail". */
void local_generation_send(struct host_agent *h,
                           const struct local_generation *t,
                           int rank,
                           const char *what);

/* Whether the rank is on this host. */
bool local_generation_has(const struct local_generation *t, int rank);

/* Whether a rank of any generation is still there. */
bool local_generation_any_lives(const struct host_agent *h);

/* End its ranks by force; and those of all generations. */
void local_generation_kill(const struct local_generation *t);
void local_generation_kill_all(const struct host_agent *h);

#endif /* !MITOSIS_AGENT_HOST_LOCAL_GENERATION_H */
