/* poll_agent.h - ask the agent of a job again and again: for its ranks and
 * hosts, and for what it is about and its policy thinks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_POLL_AGENT_H
#define MITOSIS_COMMAND_TOP_POLL_AGENT_H

#include <stdbool.h>

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

enum { POLL_AGENT_TEXT = 256 };

/* Begin with 'fd' -1, and all else zero. */
struct poll_agent_policy {
    int fd;
    bool why;                     /* it is asked what the policy thinks */
    char doing[POLL_AGENT_TEXT];  /* "under way: ...", or empty */
    char policy[POLL_AGENT_TEXT]; /* its last decision, or empty */
    char heard[POLL_AGENT_TEXT];  /* of the answer that is coming */
};

/* The same of these two questions, of which one is asked at a time, in turn.
 */
void poll_agent_policy_ask(struct poll_agent_policy *t, const char *folder);
void poll_agent_policy_hear(struct poll_agent_policy *t);

#endif /* !MITOSIS_COMMAND_TOP_POLL_AGENT_H */
