/* ideal_time.h - what a run would take on a network that costs nothing
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_REPLAY_IDEAL_TIME_H
#define MITOSIS_FORESEE_REPLAY_IDEAL_TIME_H

#include "foresee/record/recording.h"

/* As shares of the time that was recorded. */
struct ideal_time {
    double run;
    double loop; /* 0: there is none that all ranks go round in */
};

/* Replay the run where it was.  Returns 0, or -1 with the reason in 'err'. */
int ideal_time(struct ideal_time *t,
               const struct recording *r,
               struct error *err);

#endif /* !MITOSIS_FORESEE_REPLAY_IDEAL_TIME_H */
