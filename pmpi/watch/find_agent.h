/* find_agent.h - let the ranks of a job on several hosts know where its agent
 * is
 *
 * The agent is on the host of the first generation's rank 0.  That rank makes
 * a secret, seals it with the user's key and tells it to all, by MPI, when MPI
 * starts; later generations have it, sealed, from their environment.  Each
 * host opens it with the user's key there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_FIND_AGENT_H
#define MITOSIS_PMPI_WATCH_FIND_AGENT_H

#include <stdbool.h>

#include "base/error.h"

/* In the first generation, right after MPI_Init(), in all ranks of a job that
 * is on several hosts.
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

#endif /* !MITOSIS_PMPI_WATCH_FIND_AGENT_H */
