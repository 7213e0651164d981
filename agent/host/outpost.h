/* outpost.h - look after a job's ranks on a host that is not the head's
 *
 * It speaks with the ranks there as the agent does, passes on what both say
 * to each other, keeps the words that ranks and agent share (control.h) the
 * same on both hosts, and brings what ranks write down for each other.
 *
 * While it cannot reach the agent, ranks that stand still are let go, unless
 * the agent has claimed them: these wait to be told whether the generation
 * after them is the job.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_OUTPOST_H
#define MITOSIS_AGENT_HOST_OUTPOST_H

struct host_agent_offer;

/* Be one for the job in 'folder'.  Returns an exit status. */
int outpost_main(const char *folder);

/* Be one in the foreground, until the job does not need this host any more,
 * or the user ends it.  Returns an exit status.
 */
int outpost_join(const char *folder, const struct host_agent_offer *offer);

#endif /* !MITOSIS_AGENT_HOST_OUTPOST_H */
