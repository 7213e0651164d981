/* manifests_agree.h - whether ranks registered the same, and whether it adds
 * up
 *
 * All of it is about sealed manifests; those of one generation are in the
 * order of their ranks.  A disagreement is told as what this rank and that
 * one registered where.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_LAYOUT_MANIFESTS_AGREE_H
#define MITOSIS_MIGRATE_LAYOUT_MANIFESTS_AGREE_H

#include "migrate/layout/manifest.h"

/* Whether the 'size' ranks of a generation are all there, registered the same
 * items, and own boxes that together are their grids.  Returns 0, or -1 with
 * the first that is wrong in 'err'.
 */
int manifests_agree_ranks(const struct manifest *const *ranks,
                          size_t size,
                          struct error *err);

/* Whether the counts of ranks that stopped, and agree, are what their spread
 * says: all the same where all have the same rows, dealt out in turn where
 * they are cyclic, with measured lengths where rows are ragged.  Returns 0,
 * or -1 with the first that is wrong in 'err'.
 */
int manifests_agree_counts(const struct manifest *const *ranks,
                           size_t size,
                           struct error *err);

/* Whether a rank of the new generation registered what one of the old did;
 * one of each is enough when manifests_agree_ranks() has seen both.  Returns
 * 0, or -1 with the first difference in 'err'.
 */
int manifests_agree_generations(const struct manifest *old,
                                const struct manifest *new,
                                struct error *err);

/* The rows that rank 'rank' of 'size' has of 'total', dealt out in turn by
 * blocks of 'block'.
 */
uint64_t manifests_agree_cyclic(uint64_t total,
                                uint64_t block,
                                uint64_t rank,
                                uint64_t size);

#endif /* !MITOSIS_MIGRATE_LAYOUT_MANIFESTS_AGREE_H */
