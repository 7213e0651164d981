/* thoughts.h - what the agent of a job is about, and what its policy thinks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_THOUGHTS_H
#define MITOSIS_COMMAND_TOP_THOUGHTS_H

#include <stdbool.h>

enum { THOUGHTS_TEXT = 256 };

struct thoughts {
    int fd;                     /* a question is asked, or -1 */
    bool why;                   /* it is what the policy thinks */
    char doing[THOUGHTS_TEXT];  /* "under way: ...", or empty */
    char policy[THOUGHTS_TEXT]; /* its last decision, or empty */
    char heard[THOUGHTS_TEXT];  /* of the answer that is coming */
};

/* Nothing is known, nothing asked. */
void thoughts_start(struct thoughts *t);

/* Ask the agent of the job in 'folder' one of the two questions, in turn, if
 * none is open.  The answer comes on t->fd.
 */
void thoughts_ask(struct thoughts *t, const char *folder);

/* Hear what came of it.  Without an agent nothing is known any more. */
void thoughts_hear(struct thoughts *t);

/* Ask no more. */
void thoughts_end(struct thoughts *t);

#endif /* !MITOSIS_COMMAND_TOP_THOUGHTS_H */
