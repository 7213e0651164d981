/* find_agent.h - let the ranks of a job know where its agent is, or that there
 * will be none
 *
 * The first rank starts the agent, and all ranks have to be there for a
 * change.  A rank of the first generation that cannot be tells the others, for
 * none of them to wait for what does not come.
 *
 * On several hosts the agent is on the host of the first generation's rank 0.
 * That rank makes a secret, seals it with the user's key and tells it to all,
 * by MPI, when MPI starts; later generations have it, sealed, from their
 * environment.  Each host opens it with the user's key there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_FIND_AGENT_H
#define MITOSIS_PMPI_WATCH_FIND_AGENT_H

#include <stdbool.h>

#include "base/error.h"

/* In the first generation, right after MPI_Init(), in all ranks of a job that
 * is on several hosts: let all know where the agent is, and whether each is
 * watched.
 */
void find_agent_meet(void);

/* Whether the job is on several hosts, or was. */
bool find_agent_is_known(void);

/* Whether the agent is on another host than this rank. */
bool find_agent_is_away(void);

/* If the job is on several hosts: note in 'folder' what the agent and its
 * outposts need to find each other, and start an outpost where there is none
 * and the agent is not.  A later generation does so as soon as it leaves
 * anything on a host, for somebody to clear it away.  Returns -1 with the
 * reason in 'err'.
 */
int find_agent_settle(const char *folder, struct error *err);

enum find_agent_none {
    FIND_AGENT_UNWATCHED, /* a rank is */
    FIND_AGENT_NOTHING,   /* rank 0 has registered nothing, */
    FIND_AGENT_REFUSED,   /* or something that is wrong */
};

/* Note for the other ranks on this host why there will be no agent. */
void find_agent_note_none(const char *folder, enum find_agent_none why);

/* Returns 0 if no such reason is known, or -1 with it in 'err'. */
int find_agent_check(const char *folder, struct error *err);

#endif /* !MITOSIS_PMPI_WATCH_FIND_AGENT_H */
