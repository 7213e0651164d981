/* recorded_calls.h - the calls of a recording, and how long each waited
 *
 * A call waits as long as what it needs of another rank has not begun: a
 * receive for its message to be sent, a send that was not over before that for
 * the receive to be posted, a collective for the members that it depends on.
 * What is left of the call moved data, or was spent in MPI otherwise.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_RECORD_RECORDED_CALLS_H
#define MITOSIS_FORESEE_RECORD_RECORDED_CALLS_H

#include "foresee/record/recording.h"

struct recorded_call {
    double start; /* seconds since the run began */
    double end;
    double waiting; /* seconds, from its start on */
    uint32_t site;  /* of the recording's, or RECORDING_NOTHING */
};

struct recorded_calls {
    size_t ranks;
    size_t *count;               /* by rank */
    struct recorded_call **call; /* by rank, one after the other in time */
    double *sent;                /* by message: when it was sent */
    double *received;            /* and when the call that got it ended, NAN:
                                    nobody did */
};

/* Work them out.  Returns what the caller gives back with
 * recorded_calls_destroy(), or NULL with the reason in 'err'.
 */
struct recorded_calls *recorded_calls_create(const struct recording *r,
                                             struct error *err);

/* Free them.  NULL is fine. */
void recorded_calls_destroy(struct recorded_calls *c);

#endif /* !MITOSIS_FORESEE_RECORD_RECORDED_CALLS_H */
