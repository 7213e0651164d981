/* resized_run_internal.h - what the files of a resized run share
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_SIZES_RESIZED_RUN_INTERNAL_H
#define MITOSIS_FORESEE_SIZES_RESIZED_RUN_INTERNAL_H

#include <stdbool.h>

#include "foresee/sizes/resized_run.h"

/* One end of a message. */
struct end {
    int from;
    int to;
    int tag;
    uint32_t nth;     /* of the messages of that channel */
    uint32_t message; /* of the run that is made; of a receive when matched */
    uint32_t number;  /* of the end */
};

struct resizing {
    const struct recording *from;
    const struct resized_run_scale *scale;
    struct recording *made;
    uint32_t *nth;  /* of each message of 'from' in its channel */
    bool *received; /* whether somebody did */
    double *work;   /* that each rank of 'from' computed, at pace 1 */
    uint32_t *sent; /* of each message of 'from': what the rank at hand made */
    uint32_t *got;  /* of it, and which of its receives */
    struct end *send;
    size_t sends;
    struct end *receive;
    size_t receives;
    struct resized_run_grid *lines; /* of a grid, or NULL */
    struct error *err;
};

/* Where what goes by a site of the run stands in 'scale'. */
size_t resized_run_site(const struct resizing *r, uint32_t site);

/* The place of a root among 'now' that was among 'old': the last one stays
 * that.
 */
size_t resized_run_root(size_t place, size_t old, size_t now);

/* Make communicators of the rows and columns of the new grid, behind those of
 * the run.  Returns -1 with the reason in r->err.
 */
int resized_run_grid_begin(struct resizing *r);

/* Have the step, of a collective in a line of the old grid, be one of the
 * rank's line in the new one.  Returns -1 with the reason in r->err.
 */
int resized_run_grid_join(struct resizing *r, size_t rank, struct step *s);

/* Free what was needed for that. */
void resized_run_grid_end(struct resizing *r);

/* Number the messages of 'from' in their channels, and see which are received.
 * Returns -1 with the reason in r->err.
 */
int resized_run_number_messages(struct resizing *r);

/* Have the receives that were made get the messages that are sent to them, by
 * their number in the channel.  Returns -1, and says in r->err who would wait
 * or send in vain.
 */
int resized_run_match(struct resizing *r);

#endif /* !MITOSIS_FORESEE_SIZES_RESIZED_RUN_INTERNAL_H */
