/* lineage.h - who carries on whom
 *
 * A new rank has parents: old ranks, or one of several parts of an old rank.
 * All parts of all old ranks have exactly one child each, and the parts of a
 * rank go to children in their order.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_LAYOUT_LINEAGE_H
#define MITOSIS_MIGRATE_LAYOUT_LINEAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct parent {
    uint32_t rank;
    uint32_t part; /* which of it, from 0 */
    uint32_t parts;
};

struct lineage {
    size_t old_size;
    size_t new_size;
    bool even;       /* the new ranks divide everything afresh, as they
                        think fit, rather than taking their parents' */
    double *weights; /* of the new ranks when 'even', or NULL */
    size_t *first;   /* the first parent of each new rank, and the end */
    struct parent *parents; /* from lower to higher ranks in each child */
};

/* All of these return a request that the caller gives back with
 * lineage_destroy(), or NULL with what is wrong with it in 'err'.
 */

/* 'old_size' ranks become 'new_size'. */
struct lineage *lineage_resize(size_t old_size,
                               size_t new_size,
                               struct error *err);

/* Rank r becomes 'parts[r]' ranks, at least one, and those above move up; or
 * it goes into the lower rank 'into[r]', if that is not r itself.  A rank that
 * others go into is not split.
 */
struct lineage *lineage_reshape(size_t size,
                                const size_t *parts,
                                const size_t *into,
                                struct error *err);

/* Give the new ranks of 'q' as much of the work as these weights say.
 * Returns 0, or -1 with what is wrong in 'err'.
 */
int lineage_weigh(struct lineage *q, const double *weights, struct error *err);

/* Free 'q'.  NULL is fine. */
void lineage_destroy(struct lineage *q);

/* Whether each part of each old rank has one child, and weights are numbers
 * that can be: for requests made otherwise than by the above.  Returns 0, or
 * -1 with what is wrong in 'err'.
 */
int lineage_check(const struct lineage *q, struct error *err);

/* In how many parts old rank 'rank' goes on. */
size_t lineage_parts(const struct lineage *q, size_t rank);

/* Where part 'part' of 'parts' of 'count' things starts; with part = parts
 * where the last ends.  The first ones get one more where it does not divide.
 */
uint64_t lineage_part(uint64_t count, uint64_t part, uint64_t parts);

#endif /* !MITOSIS_MIGRATE_LAYOUT_LINEAGE_H */
