/* prepare.h - what a new rank keeps from being told to being let go
 *
 * prepare_begin() begins it, pull_all() ends the moving.  The struct is for
 * prepare.c and pull.c.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_PREPARE_H
#define MITOSIS_PMPI_STATE_PREPARE_H

#include "migrate/transfer/fetch.h"
#include "pmpi/state/both_generations.h"
#include "pmpi/state/registered.h"
#include "pmpi/state/staging.h"

/* Of one thing, in the order of the manifests. */
struct prepared_item {
    struct plan plan;
    uint64_t bytes; /* that its memory is for: counts do not say, which may be
                       another array's, too */
    uint64_t *addresses; /* of the old ranks, when it was moved ahead */
    bool ahead;
    uint64_t sum;
    struct staging staged;
};

struct prepare {
    struct both_generations world;
    struct state_place place;
    struct prepared_item *item; /* NULL unless it was begun */
    struct fetch_source source;
    struct fetch_options options;   /* between hosts */
    uint64_t travelled;             /* bytes so far, see fetch_travelled() */
    struct staging owners, leaving; /* for owner_exchange() */
};

extern struct prepare prepared;

/* In a new rank: work out what it is to hold, and get the memory for it. */
int prepare_begin(const struct state_place *place,
                  const char *order,
                  struct error *err);

/* What the manifests say of item 'i', and what the program has registered. */
const struct item *prepare_item(size_t i);
struct registered *prepare_thing(size_t i);

/* Get memory for all rows that are to come, and tell the program how many.
 * Returns -1 with the reason in 'err'.
 */
int prepare_get_memory(struct error *err);

/* Add what item 'i' is to have in 'memory' to a list.  Returns -1 with the
 * reason in 'err'.
 */
int prepare_add(
    fetch_t *h, size_t i, char *memory, uint64_t *sum, struct error *err);

/* It has all: what only the hand-over needed is given back.  Does nothing
 * unless it was begun.
 */
void prepare_end(void);

#endif /* !MITOSIS_PMPI_STATE_PREPARE_H */
