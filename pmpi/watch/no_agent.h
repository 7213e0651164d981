/* no_agent.h - tell other ranks that there will be no agent
 *
 * The first rank starts the agent, and all ranks have to be there for a
 * change.  A rank of the first generation that cannot be tells the others, for
 * none of them to wait for what does not come.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_NO_AGENT_H
#define MITOSIS_PMPI_WATCH_NO_AGENT_H

#include "base/error.h"

enum no_agent_why {
    NO_AGENT_UNWATCHED, /* a rank is */
    NO_AGENT_NOTHING,   /* rank 0 has registered nothing, */
    NO_AGENT_REFUSED,   /* or something that is wrong */
};

/* Note it for the other ranks on this host. */
void no_agent_note(const char *folder, enum no_agent_why why);

/* In the first generation, right after MPI_Init(), in all ranks of a job that
 * is on several hosts: let all know whether each is watched.
 */
void no_agent_meet(void);

/* Returns 0 if nothing is known, or -1 with the reason in 'err'. */
int no_agent_check(const char *folder, struct error *err);

#endif /* !MITOSIS_PMPI_WATCH_NO_AGENT_H */
