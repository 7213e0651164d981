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
    HELD_OUTPUT_STREAMS = 2,
    HELD_OUTPUT_KEEP =
        256 * 1024, /* of each stream; then the writer has to wait */
};

struct held_output {
    struct held_output_stream {
        int from; /* -1 when it has ended */
        int to;
        size_t used;
        char kept[HELD_OUTPUT_KEEP];
    } stream[HELD_OUTPUT_STREAMS];
    bool passing;  /* what comes goes on at once */
    bool dropping; /* or nowhere */
};

/* Begin to keep back.  The other ends of the pipes, for stdout and stderr, are
 * put into 'ends' and the caller's.  Returns -1 with the reason in 'err'.
 */
int held_output_open(struct held_output *r,
                     int ends[HELD_OUTPUT_STREAMS],
                     struct error *err);

/* What to wait for. */
void held_output_wish(const struct held_output *r,
                      struct pollfd p[HELD_OUTPUT_STREAMS]);

/* Take in what has come. */
void held_output_take(struct held_output *r,
                      const struct pollfd p[HELD_OUTPUT_STREAMS]);

/* Take in all that has come; nobody writes any more. */
void held_output_finish(struct held_output *r);

/* The generation has taken over: pass on what was kept and what comes. */
void held_output_pass(struct held_output *r);

/* Whether a new rank has said that it cannot take part, and which and why.
 */
bool held_output_reason(const struct held_output *r, struct error *reason);

/* It will not: what comes from now on is nobody's. */
void held_output_drop(struct held_output *r);

/* The lines that one had kept which was dropped may say why: tell how they
 * begin and end.  Waits for somebody to read our stderr.
 */
void held_output_tell(const struct held_output *r);

#endif /* !MITOSIS_AGENT_LAUNCH_HELD_OUTPUT_H */
