/* division.h - what the ranks of a new generation are to hold
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_LAYOUT_DIVISION_H
#define MITOSIS_MIGRATE_LAYOUT_DIVISION_H

#include "migrate/layout/lineage.h"
#include "migrate/layout/manifest.h"

#define DIVISION_LATER UINT64_MAX /* the program's functions will say */

/* Of one item: the first row of each rank and, behind the last, how many
 * there are in all.  Rows of what is not numbered throughout (bags, local
 * and replicated things) are counted from rank to rank nevertheless.  Of
 * blocks that share rows the last ones of each rank, which the next one has,
 * too, are left out: division_rows() has them.
 */
struct share {
    uint64_t *old_starts;
    uint64_t *new_starts;
    uint64_t *old_elements; /* the same for elements of ragged rows */
    uint64_t *new_elements;
};

/* Everything that plans and holdings go by; open to them, not to be changed
 * by anyone.
 */
struct division {
    const struct manifest *const *old;
    const struct manifest *const *new;
    const struct lineage *request;
    size_t items;
    struct share *share;
};

/* Work out shares: of 'old' ranks, stopped and measured, of 'new' ranks with
 * what their start-up registered, as 'request' wants it.  All of them were
 * found to agree (manifests_agree.h), and stay as they are as long as the
 * shares live.
 *
 * When the new ranks divide afresh, what they registered stands if it adds up
 * to the whole; else they get even shares, or shares by weight if there are
 * weights.  Otherwise they get what their parents had.  Cyclic rows and grids
 * go by the number of ranks alone.
 *
 * Returns what the caller gives back with division_destroy(), or NULL with the
 * reason in 'err'.
 */
struct division *division_create(const struct manifest *const *old,
                                 const struct manifest *const *new,
                                 const struct lineage *request,
                                 struct error *err);

/* Free 's'.  NULL is fine. */
void division_destroy(struct division *s);

/* What the count of 'item' will be in new rank 'rank': rows, or elements of
 * ragged rows that have a count of their own.  DIVISION_LATER when the rank is
 * to call its split or merge function, or items have owners.
 */
uint64_t division_count(const struct division *s, size_t item, size_t rank);

/* How many rows of 'item' new rank 'rank' will have, with those that it
 * shares, before the program's functions have changed that.
 */
uint64_t division_rows(const struct division *s, size_t item, size_t rank);

/* Whether new rank 'rank' makes 'item' from what it is handed with functions
 * of the program: of its parents', or of a bag whose items have owners a
 * share, which it passes on to these.
 */
bool division_staged(const struct division *s, size_t item, size_t rank);

/* Whether these weights would leave 'size' ranks with the rows that they have,
 * by what they registered; false where nothing goes by weights, and of bags,
 * which change as the program runs.
 */
bool division_keeps(const struct manifest *const *old,
                    size_t size,
                    const double *weights);

/* Whether there is anything in 'm' that ranks can have uneven shares of:
 * blocks of rows, or a bag, where its items have owners, too, as these are
 * asked anew at each change.
 */
bool division_has_shares(const struct manifest *m);

/* The old rank that new rank 'rank' copies what all have alike from. */
size_t division_source(const struct division *s, size_t rank);

/* The old rank that has row 'row', below the whole, of 'item'; with shared
 * rows the one that has it and so many others before them.
 */
size_t division_owner(const struct division *s, size_t item, uint64_t row);

#endif /* !MITOSIS_MIGRATE_LAYOUT_DIVISION_H */
