/* poll_agent.h - ask the agent of a job for its ranks and hosts, again and
 * again
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_POLL_AGENT_H
#define MITOSIS_COMMAND_TOP_POLL_AGENT_H

#include "report/live/remote_ranks.h"

struct poll_agent {
    int fd; /* a question is asked, or -1 */
    struct remote_ranks *answers;
};

/* Have the answers in 'answers'. */
void poll_agent_start(struct poll_agent *s, struct remote_ranks *answers);

/* Ask the agent of the job in 'folder', if no question is open.  The answer
 * comes on s->fd.  Without an agent nothing is known.
 */
void poll_agent_ask(struct poll_agent *s, const char *folder);

/* Hear what came of it, waiting for it for at most 'ms'. */
void poll_agent_hear(struct poll_agent *s, int ms);

#endif /* !MITOSIS_COMMAND_TOP_POLL_AGENT_H */
