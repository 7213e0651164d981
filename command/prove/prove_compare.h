/* prove_compare.h - where the state of two runs is not the same
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_PROVE_PROVE_COMPARE_H
#define MITOSIS_COMMAND_PROVE_PROVE_COMPARE_H

#include "command/prove/prove_sums.h"

struct prove_difference {
    uint64_t sync;   /* the first one at which something differs, or 0 */
    size_t item;     /* the first that does, by where it was registered */
    size_t others;   /* how many more do at that sync */
    int rank;        /* the first one in which it does, or -1 if that cannot
                        be told */
    uint64_t change; /* the sync of the last change before it, or 0 */
    bool halo; /* it has a halo that did not hold the same after the change */
};

/* Find where 'b' differs from 'a', a run of the same program in which nothing
 * was changed, in what is not in 'skip', with a place for each item.  What
 * only one of them tells of is passed over.  Returns whether there is a
 * difference, then in 'd'.
 */
bool prove_compare(const struct prove_sums *a,
                   const struct prove_sums *b,
                   const bool *skip,
                   struct prove_difference *d);

/* Add to 'skip' all items that differ at any sync. */
void prove_compare_all(const struct prove_sums *a,
                       const struct prove_sums *b,
                       bool *skip);

/* Whether both tell of the same things. */
bool prove_compare_items(const struct prove_sums *a,
                         const struct prove_sums *b);

/* Find the first change, in a run, of what was registered as constant.
 * Returns whether there is one, then in 'd'.
 */
bool prove_compare_constants(const struct prove_sums *t,
                             const bool *skip,
                             struct prove_difference *d);

/* Find a rank that has something else than the first one of item 'i', which is
 * to be the same in all.  Returns whether there is one, then in 'd'.
 */
bool prove_compare_ranks(const struct prove_sums *t,
                         size_t i,
                         struct prove_difference *d);

#endif /* !MITOSIS_COMMAND_PROVE_PROVE_COMPARE_H */
