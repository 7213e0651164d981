/* saved_state.h - what the head of a job's agents leaves to the one after it
 *
 * What cannot be seen in the job's control files is a line each of the file
 * 'heritage' in its folder, which is written anew when any of it changes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_SAVED_STATE_H
#define MITOSIS_AGENT_HEAD_SAVED_STATE_H

#include "agent/core/head.h"
#include "base/texts.h"

/* What of it is no state of the agent's, but of the moment. */
struct saved_state {
    uint32_t job; /* the generation that was the job, and its ranks */
    int ranks;
    struct texts posts;  /* hosts that an outpost was on */
    struct texts learnt; /* lines for learnt_take() */

    /* The change that was under way, if 'generation' is not 0. */
    uint32_t generation; /* that it was to lead to */
    int to;              /* so many ranks */
    bool scripted;
    double asked; /* wall clock */
    char text[LOCAL_MESSAGE_PAYLOAD];
    char why[256];
};

/* Write it, if it is not what was written last. */
void saved_state_write(struct head *a);

/* Take over what the one before has left; 'h' is all zero before, and is to be
 * cleared.  Nothing is fine.
 */
void saved_state_read(struct head *a, struct saved_state *h);
void saved_state_clear(struct saved_state *h);

#endif /* !MITOSIS_AGENT_HEAD_SAVED_STATE_H */
