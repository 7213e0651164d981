/* world.h - two generations of ranks with a distinct value in every row
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_MIGRATE_WORLD_H
#define MITOSIS_TESTS_MIGRATE_WORLD_H

#include "migrate/layout/division.h"
#include "migrate/layout/lineage.h"
#include "migrate/layout/manifest.h"
#include "migrate/layout/plan.h"

/* Ways to spoil a copy. */
enum { WORLD_FLIP = 1, WORLD_MISSING, WORLD_EXCHANGE, WORLD_WAYS };

/* Everything is about one item, 'it'; ragged rows have their index beside. */
struct world {
    struct item it;
    uint64_t total; /* rows, but for grids; elements follow from 'seed' */
    unsigned seed;  /* of counts and lengths */
    bool uneven;    /* the new ranks registered counts that add up */
    bool equal;     /* what old ranks share is the same in all of them */
    bool offsets;   /* ragged rows by offsets, from 'base' */
    uint64_t base;
    size_t n;
    size_t m;
    const struct manifest **old;
    const struct manifest **new;
    uint8_t **memory; /* of the item in each old rank */
    struct lineage *request;
    struct division *shares;
    size_t item;  /* its place in the manifests */
    size_t index; /* that of its lengths */
    int spoil;    /* how to spoil the next copy but 'after', if that can be */
    size_t after;
    bool spoiled; /* it was */
};

/* Fill in the rest of 'w', of which all up to 'm' is set, for 'request',
 * which the world takes over.  Ends the test program if anything fails.
 */
void world_open(struct world *w, struct lineage *request);

/* Free all that is in it. */
void world_close(struct world *w);

/* Carry out the plans of all new ranks and compare what came with what
 * should be there.  Returns NULL, or the sentence that says what is wrong.
 */
const char *world_check(struct world *w);

/* The digest of all that old ranks hold, and of what comes to new ranks when
 * the plans are carried out, spoilt or not.
 */
uint64_t world_digest_old(const struct world *w);
uint64_t world_digest_new(struct world *w);

/* The length of ragged row 'row', and the number in all of those before. */
uint64_t world_length(const struct world *w, uint64_t row);
uint64_t world_element(const struct world *w, uint64_t row);

/* A number from 0 to below 'limit' that only depends on the others. */
uint64_t world_random(uint64_t a, uint64_t b, uint64_t limit);

/* The numbers of the rows in the memory of a rank, halo and all, so many that
 * they are all distinct; where a value may be anything a number that is
 * nowhere else.  The caller frees them.
 */
uint64_t *world_old_rows(const struct world *w, size_t rank, size_t *rows);
uint64_t *world_new_rows(const struct world *w, size_t rank, size_t *rows);

/* Write the value of row 'row'. */
void world_fill(uint8_t *at, uint64_t bytes, uint64_t row);

#endif /* !MITOSIS_TESTS_MIGRATE_WORLD_H */
