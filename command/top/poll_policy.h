/* poll_policy.h - what the agent of a job is about, and what its policy thinks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_POLL_POLICY_H
#define MITOSIS_COMMAND_TOP_POLL_POLICY_H

#include <stdbool.h>

enum { POLL_POLICY_TEXT = 256 };

struct poll_policy {
    int fd;                        /* a question is asked, or -1 */
    bool why;                      /* it is what the policy thinks */
    char doing[POLL_POLICY_TEXT];  /* "under way: ...", or empty */
    char policy[POLL_POLICY_TEXT]; /* its last decision, or empty */
    char heard[POLL_POLICY_TEXT];  /* of the answer that is coming */
};

/* Nothing is known, nothing asked. */
void poll_policy_start(struct poll_policy *t);

/* Ask the agent of the job in 'folder' one of the two questions, in turn, if
 * none is open.  The answer comes on t->fd.
 */
void poll_policy_ask(struct poll_policy *t, const char *folder);

/* Hear what came of it.  Without an agent nothing is known any more. */
void poll_policy_hear(struct poll_policy *t);

#endif /* !MITOSIS_COMMAND_TOP_POLL_POLICY_H */
