/* fetch_local.h - fetch rows from other processes of this host
 *
 *     fetch_local_t *p = fetch_local_create();
 *     fetch_local_add(p, &task, &from, &err);
 *     fetch_local_run(p, threads, &err);
 *     fetch_local_destroy(p);
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_FETCH_LOCAL_H
#define MITOSIS_MIGRATE_TRANSFER_FETCH_LOCAL_H

#include <sys/types.h>

#include "migrate/layout/plan.h"
#include "migrate/transfer/fetch_part.h"

typedef struct fetch_local fetch_local_t;

/* Where an item of an old rank is. */
struct fetch_local_source {
    pid_t pid;        /* in the memory of this process, */
    int fd;           /* or in this file, if not below zero: */
    uint64_t address; /* there */
};

/* Make an empty list of what to fetch.  Returns what the caller gives back
 * with fetch_local_destroy(), or NULL when memory is short.
 */
fetch_local_t *fetch_local_create(void);

/* Free 'p'.  NULL is fine. */
void fetch_local_destroy(fetch_local_t *p);

/* Add one copy of a plan, from 'from'.  Returns -1 with the reason, short
 * memory, in 'err'.
 */
int fetch_local_add(fetch_local_t *p,
                    const struct fetch_part_task *t,
                    const struct fetch_local_source *from,
                    struct error *err);

/* Fetch all that was added, with so many threads, of which this is one; those
 * that cannot be had are done without.  Returns -1 with the reason in 'err'.
 */
int fetch_local_run(fetch_local_t *p, int threads, struct error *err);

/* Whether fetch_local_run() failed because the kernel does not let us read. */
bool fetch_local_refused(const fetch_local_t *p);

#endif /* !MITOSIS_MIGRATE_TRANSFER_FETCH_LOCAL_H */
