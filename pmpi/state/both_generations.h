/* both_generations.h - both generations of a change, and who is to have what
 *
 * Old and new ranks read the same manifests and come to the same shares, so
 * nobody has to tell them.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_BOTH_GENERATIONS_H
#define MITOSIS_PMPI_STATE_BOTH_GENERATIONS_H

#include "migrate/layout/division.h"
#include "pmpi/state/state_place.h"

struct both_generations {
    unsigned old_generation, new_generation;
    int old_ranks, new_ranks;
    struct manifest **old, **new;
    struct lineage *request;
    struct division *shares;
};

/* For those who take manifests that do not change. */
const struct manifest *const *both_generations_all(struct manifest **list);

/* Read all that is to be known for 'order', see state_manifest.h.  Returns 0
 * and what the caller gives back with both_generations_close(), or -1 with the
 * reason in 'err'.
 */
int both_generations_open(struct both_generations *w,
                          const struct state_place *place,
                          const char *order,
                          struct error *err);

/* Read what the old ranks say anew, now that they stand still.  On failure
 * the world stays one to be closed, and no more.
 */
int both_generations_refresh(struct both_generations *w,
                             const struct state_place *place,
                             struct error *err);

/* Give back what is in 'w', which may be empty or zero. */
void both_generations_close(struct both_generations *w);

#endif /* !MITOSIS_PMPI_STATE_BOTH_GENERATIONS_H */
