/* replay.h - play a recording again on a platform
 *
 * It can be played up to a moment, looked at, and be told to stand still
 * before an iteration, as a job does that is changed.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_REPLAY_REPLAY_H
#define MITOSIS_FORESEE_REPLAY_REPLAY_H

#include "foresee/platform/mapped_run.h"
#include "foresee/replay/outcome.h"

typedef struct replay replay_t;

/* Get ready to play it from that iteration on, which begins at 'start'; all
 * that was to be done before is done.  From iteration 0 it is the whole run.
 * Returns what is given back with replay_destroy(), or NULL with the reason in
 * 'err'.
 */
replay_t *replay_create(const struct mapped_run *s,
                        size_t from,
                        double start,
                        struct error *err);

/* Free it.  NULL is fine. */
void replay_destroy(replay_t *p);

/* All ranks are to stand still before that iteration, which none of them has
 * begun.
 */
void replay_stop(replay_t *p, size_t iteration);

/* Something else may come to compute beside the ranks, of which nothing was
 * played yet.  Returns -1 with the reason in 'err'.
 */
int replay_expect_others(replay_t *p, struct error *err);

/* It computes on the host from 'when' on, up to which was played, for so many
 * seconds of a core: where ranks yield these have so much less.  Returns -1
 * with the reason in 'err'.
 */
int replay_add_other(
    replay_t *p, size_t host, double when, double seconds, struct error *err);

/* Play what comes before 'when'.  Returns 1 when there is more, 0 when all
 * ranks are done or stand still, or -1 with the reason in 'err': ranks wait
 * for what never comes.
 */
int replay_until(replay_t *p, double when, struct error *err);

/* A rank at 'when', which everything before was played. */
struct replay_rank {
    size_t step;     /* it has begun all before that */
    size_t marks;    /* iterations that it has begun, of the whole run */
    double computed; /* seconds since it was created */
};

struct replay_rank replay_rank(const replay_t *p, size_t rank, double when);

/* Take its outcome, to be freed by outcome_destroy(). */
struct outcome replay_take(replay_t *p);

/* Play all iterations from 'from' on, and before 'to'.  Returns 0 with 'o' to
 * be freed by outcome_destroy(), or -1 with the reason in 'err'.
 */
int replay(const struct mapped_run *s,
           size_t from,
           size_t to,
           struct outcome *o,
           struct error *err);

#endif /* !MITOSIS_FORESEE_REPLAY_REPLAY_H */
