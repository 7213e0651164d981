/* recorder.h - make a recording of the calls that ranks made
 *
 * Calls come rank by rank, each rank's in their order.  What is sent is
 * matched with what is received in the end: messages of one sender, receiver,
 * tag and communicator do not overtake each other, so the first that was sent
 * is the one for which a receive was posted first.  A receive from anybody
 * stays with the sender whose message it got.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_RECORD_RECORDER_H
#define MITOSIS_FORESEE_RECORD_RECORDER_H

#include <stdbool.h>

#include "foresee/record/recording.h"
#include "profile/trace.h"

/* A call as it was traced, in seconds since the run began; the communicators
 * of its acts are those that recorder_comm() told.
 */
struct recorder_call {
    const char *name;
    double start;
    double end;
    bool mark; /* an iteration begins with it */
    size_t acts;
    const struct trace_act *act;
    uint32_t site;   /* of the rank's, UINT32_MAX when it is not known */
    double computed; /* processor time since the call before; 0: not known */
    bool starts;     /* it is the first one, after the start of MPI */
};

typedef struct recorder recorder_t;

/* Begin with a run of 'ranks'.  Returns what is given back with
 * recorder_destroy(), or NULL with the reason in 'err'.
 */
recorder_t *recorder_create(int ranks, struct error *err);

/* Free it.  NULL is fine. */
void recorder_destroy(recorder_t *r);

/* Tell of the next communicator, whose members are ranks of the world, as in
 * "0-3,8" and in its own order; "" when they are not known.  Returns -1 with
 * the reason in 'err'; so do all below.
 */
int recorder_comm(recorder_t *r, const char *members, struct error *err);

/* The rank is on this host, which the caller keeps, and began its first step
 * then.
 */
void recorder_rank(recorder_t *r, int rank, const char *host, double start);

/* Add its next call.  Fails also for what cannot be replayed yet. */
int recorder_call(recorder_t *r,
                  int rank,
                  const struct recorder_call *call,
                  struct error *err);

/* An iteration of the rank begins. */
int recorder_mark(recorder_t *r, int rank, double when, struct error *err);

/* The rank, of which all was told, went through so many iterations.  Where
 * many more of its calls began one, the site of these is called several times
 * in each: then those count that come after a call from elsewhere.
 */
void recorder_iterations(recorder_t *r, int rank, uint64_t iterations);

/* Match what was sent with what was received.  Returns the recording, to be
 * given back with recording_destroy(), or NULL with the reason in 'err'.
 */
struct recording *recorder_finish(recorder_t *r, struct error *err);

#endif /* !MITOSIS_FORESEE_RECORD_RECORDER_H */
