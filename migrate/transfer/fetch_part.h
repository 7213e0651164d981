/* fetch_part.h - copies of plans, cut into parts that stay in the cache
 *
 * Rows of this host and of others are fetched part by part, so that the digest
 * of what has just come costs next to nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_FETCH_PART_H
#define MITOSIS_MIGRATE_TRANSFER_FETCH_PART_H

#include <stdbool.h>

#include "migrate/layout/plan.h"

enum { FETCH_PART_BYTES = 512 * 1024 };

/* One copy of a plan, into 'memory'. */
struct fetch_part_task {
    struct copy copy;
    uint64_t row_bytes;
    void *memory;
    uint64_t *sum; /* what its digest is to be added to */
};

/* Some pieces of a task, or a part of one long piece. */
struct fetch_part {
    size_t task;    /* its number */
    uint64_t piece; /* the first */
    uint64_t count;
    uint64_t at;    /* in the long one */
    uint64_t bytes; /* of each piece */
    uint64_t sum;   /* its digest, once it has come */
};

/* Whether each of its pieces is fetched by itself, or in parts. */
bool fetch_part_is_long(const struct copy *c);

/* Cut the task 'number' into parts and hand them to 'add' with 'list', until
 * that returns false.  Pieces that are fetched together take 'each' bytes
 * where they are.  Returns whether all parts were taken.
 */
bool fetch_part_cut(const struct fetch_part_task *t,
                    size_t number,
                    uint64_t each,
                    bool (*add)(void *list, const struct fetch_part *p),
                    void *list);

/* What a part that has come adds to the digest. */
uint64_t fetch_part_digest(const struct fetch_part_task *t,
                           const struct fetch_part *p);

#endif /* !MITOSIS_MIGRATE_TRANSFER_FETCH_PART_H */
