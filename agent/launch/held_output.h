/* held_output.h - what a generation prints, kept back until it has taken over
 *
 * A generation that gets ready prints what the program prints when it is
 * started, and when it fails what mpiexec has to say about that.  None of it
 * is the job's before the generation is.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_LAUNCH_HELD_OUTPUT_H
#define MITOSIS_AGENT_LAUNCH_HELD_OUTPUT_H

#include <poll.h>
#include <stdbool.h>

#include "base/error.h"

enum {
    RELAY_STREAMS = 2,
    RELAY_KEEP = 256 * 1024, /* of each stream; then the writer has to wait */
};

struct relay {
    struct relay_stream {
        int from; /* -1 when it has ended */
        int to;
        size_t used;
        char kept[RELAY_KEEP];
    } stream[RELAY_STREAMS];
    bool passing;  /* what comes goes on at once */
    bool dropping; /* or nowhere */
};

/* Begin to keep back.  The other ends of the pipes, for stdout and stderr, are
 * put into 'ends' and the caller's.  Returns -1 with the reason in 'err'.
 */
int relay_open(struct relay *r, int ends[RELAY_STREAMS], struct error *err);

/* What to wait for. */
void relay_wish(const struct relay *r, struct pollfd p[RELAY_STREAMS]);

/* Take in what has come. */
void relay_take(struct relay *r, const struct pollfd p[RELAY_STREAMS]);

/* Take in all that has come; nobody writes any more. */
void relay_finish(struct relay *r);

/* The generation has taken over: pass on what was kept and what comes. */
void relay_pass(struct relay *r);

/* Whether a new rank has said that it cannot take part, and which and why.
 */
bool relay_reason(const struct relay *r, struct error *reason);

/* It will not: its lines may say why, the rest is nobody's. */
void relay_drop(struct relay *r);

#endif /* !MITOSIS_AGENT_LAUNCH_HELD_OUTPUT_H */
