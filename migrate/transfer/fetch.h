/* fetch.h - fetch rows of old ranks, wherever these are
 *
 * From one on the same host as fetch_source.h says, from one on another host
 * over TCP.
 *
 *     fetch_t *h = fetch_create(&source, &err);
 *     fetch_add(h, manifest, item, &task, &err);
 *     fetch_run(h, threads, &err);
 *     fetch_destroy(h);
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_FETCH_H
#define MITOSIS_MIGRATE_TRANSFER_FETCH_H

#include "migrate/transfer/fetch_part.h"
#include "migrate/transfer/fetch_source.h"

typedef struct fetch fetch_t;

/* How to go between hosts, as the settings say. */
struct fetch_options {
    const char *compress;
    bool encrypt;
    bool ahead; /* the old ranks still compute */

    /* NULL, or told now and then how much has come from other hosts, while
     * something does.
     */
    void (*moved)(uint64_t bytes);
    uint64_t until_ns; /* by clock_monotonic(); 0: no bound but those of
                          fetch_remote.h */
};

/* Make an empty list of what to fetch.  Both stay there as long as it does.
 * Returns what the caller gives back with fetch_destroy(), or NULL when memory
 * is short.
 */
fetch_t *fetch_create(struct fetch_source *s, const struct fetch_options *o);

/* Free 'h'.  NULL is fine. */
void fetch_destroy(fetch_t *h);

/* Add one copy of a plan, from item 'item' of the old rank that 'm' is of.
 * Returns -1 with the reason in 'err'.
 */
int fetch_add(fetch_t *h,
              const struct manifest *m,
              size_t item,
              const struct fetch_part_task *t,
              struct error *err);

/* Fetch all that was added; from this host with so many threads, see
 * fetch_local.h. Returns -1 with the reason in 'err'.
 */
int fetch_run(fetch_t *h, int threads, struct error *err);

/* How many bytes have come so far, as they travelled: over the network packed
 * and with what is said about them, from this host as they are.
 */
uint64_t fetch_travelled(const fetch_t *h);

/* Whether fetch_run() failed because the kernel does not let us read. */
bool fetch_refused(const fetch_t *h);

#endif /* !MITOSIS_MIGRATE_TRANSFER_FETCH_H */
