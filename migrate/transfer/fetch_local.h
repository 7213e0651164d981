/* fetch_local.h - fetch rows from other processes of this host
 *
 *     pull_t *p = pull_create();
 *     pull_add(p, &copy, &from, row_bytes, memory, &sum, &err);
 *     pull_run(p, threads, &err);
 *     pull_destroy(p);
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_FETCH_LOCAL_H
#define MITOSIS_MIGRATE_TRANSFER_FETCH_LOCAL_H

#include <sys/types.h>

#include "migrate/layout/plan.h"

typedef struct pull pull_t;

/* Where an item of an old rank is. */
struct pull_source {
    pid_t pid;        /* in the memory of this process, */
    int fd;           /* or in this file, if not below zero: */
    uint64_t address; /* there */
};

/* Make an empty list of what to fetch.  Returns what the caller gives back
 * with pull_destroy(), or NULL when memory is short.
 */
pull_t *pull_create(void);

/* Free 'p'.  NULL is fine. */
void pull_destroy(pull_t *p);

/* Add one copy of a plan: from 'from' into 'memory'.  What it counts in the
 * digest will be added to 'sum'.  Returns -1 with the reason, short memory, in
 * 'err'.
 */
int pull_add(pull_t *p,
             const struct copy *c,
             const struct pull_source *from,
             uint64_t row_bytes,
             void *memory,
             uint64_t *sum,
             struct error *err);

/* Fetch all that was added, with so many threads, of which this is one; those
 * that cannot be had are done without.  Returns -1 with the reason in 'err'.
 */
int pull_run(pull_t *p, int threads, struct error *err);

/* Whether pull_run() failed because the kernel does not let us read. */
bool pull_refused(const pull_t *p);

#endif /* !MITOSIS_MIGRATE_TRANSFER_FETCH_LOCAL_H */
