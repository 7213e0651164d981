/* owned_rows.h - which rows of an item a rank owns, and where they are
 *
 * For the digest: over the holdings of all old ranks, each as often as it has
 * readers, it comes to the same as over those of all new ranks.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_LAYOUT_OWNED_ROWS_H
#define MITOSIS_MIGRATE_LAYOUT_OWNED_ROWS_H

#include "migrate/layout/division.h"
#include "migrate/layout/stride.h"

/* The global place of the first word of old rank 'rank', of what each rank has
 * for itself.
 */
#define OWNED_ROWS_LOCAL(rank) ((uint64_t)(rank) << 40)

struct owned_rows {
    uint64_t readers;   /* new ranks that have all of it; 1 where it is shared
                           out, 0 for those whose copy nobody takes */
    uint64_t row_bytes; /* for the digest, see owned_rows_row_bytes() */
    size_t count;
    struct stride *runs;
    size_t room;
};

/* What old rank 'rank' holds of 'item'; nothing of offsets, which are made
 * anew.  Returns 0 and what the caller gives back with owned_rows_free(), or
 * -1 with the reason, short memory, in 'err'.
 */
int owned_rows_old(struct owned_rows *h,
                   const struct division *s,
                   size_t item,
                   size_t rank,
                   struct error *err);

/* The same as its own manifest 'm', measured, tells: what is in blocks or
 * ragged is numbered from this rank's first row or element on, and in '*rows'
 * is how many there are until the next rank's, else 0.  Where rows are shared
 * all ranks but the first are taken to follow one that has rows.
 */
int owned_rows_alone(struct owned_rows *h,
                     const struct manifest *m,
                     size_t item,
                     uint64_t *rows,
                     struct error *err);

/* The bytes of what the digest takes for a row of 'item': of what is only ever
 * copied as a whole these are words, as that is faster.
 */
uint64_t owned_rows_row_bytes(const struct item *item);

/* Give back what is in 'h'. */
void owned_rows_free(struct owned_rows *h);

#endif /* !MITOSIS_MIGRATE_LAYOUT_OWNED_ROWS_H */
