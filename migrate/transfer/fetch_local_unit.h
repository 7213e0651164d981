/* fetch_local_unit.h - one unit of what fetch_local.h fetches
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_FETCH_LOCAL_UNIT_H
#define MITOSIS_MIGRATE_TRANSFER_FETCH_LOCAL_UNIT_H

#include "migrate/layout/plan.h"
#include "migrate/transfer/fetch_local.h"

enum { FETCH_LOCAL_UNIT_CHUNK = 512 * 1024 }; /* what stays in the cache */

/* One copy of a plan. */
struct fetch_local_unit_task {
    struct copy copy;
    struct fetch_local_source from;
    uint64_t row_bytes;
    char *memory;
    uint64_t *sum;
};

/* Some pieces of a task, or a part of one long piece. */
struct fetch_local_unit_unit {
    size_t task;
    uint64_t piece; /* the first */
    uint64_t count;
    uint64_t at; /* in the long one */
    uint64_t bytes;
};

/* One who works on it, zero at first. */
struct fetcher {
    char *scratch; /* to be freed */
    struct error why;
    int error; /* errno, when it went wrong */
};

/* The global row that piece 'piece' starts with. */
uint64_t fetch_local_unit_first_row(const struct copy *c, uint64_t piece);

/* Whether each of its pieces is fetched by itself, or in parts. */
bool fetch_local_unit_is_long(const struct copy *c);

/* Whether pieces are better fetched with what is between them. */
bool fetch_local_unit_is_dense(const struct copy *c);

/* Fetch 'u', of 't', and tell what it adds to the digest.  Returns -1 with
 * the reason in 'f'.
 */
int fetch_local_unit_unit(struct fetcher *f,
                          const struct fetch_local_unit_task *t,
                          const struct fetch_local_unit_unit *u,
                          uint64_t *sum);

#endif /* !MITOSIS_MIGRATE_TRANSFER_FETCH_LOCAL_UNIT_H */
