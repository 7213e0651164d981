/* resized_run.h - a run as it would be with another number of ranks
 *
 * Each rank does what one did in the run whose place is like its own: the
 * first ones what the first did, the last ones what the last did, and those
 * between them what the one in the middle did.  Who talks to whom is kept by
 * how far away they are; work and sizes go by how they scale.  What comes
 * before the first iteration takes as long as it did.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_SIZES_RESIZED_RUN_H
#define MITOSIS_FORESEE_SIZES_RESIZED_RUN_H

#include "foresee/sizes/rank_grid.h"

/* How many times as much there is at each of the recording's sites, and last
 * where the site is not known.
 */
struct resized_run_scale {
    const double *compute; /* of a rank */
    const double *bytes;   /* of a message */
    const double *pace;    /* how fast each rank of the run computed */
    struct rank_grid old;  /* of its ranks, */
    struct rank_grid now;  /* and of those that there are to be; of no rows
                              where that is not known, */
    const char *why;       /* and why not */
};

/* Make it of 'ranks'.  Returns the recording, to be given back with
 * recording_destroy() before 'from', whose names it has; or NULL with the
 * reason in 'err': the run does not tell who talks to whom then.
 */
struct recording *resized_run(const struct recording *from,
                              size_t ranks,
                              const struct resized_run_scale *scale,
                              struct error *err);

#endif /* !MITOSIS_FORESEE_SIZES_RESIZED_RUN_H */
