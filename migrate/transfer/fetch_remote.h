/* fetch_remote.h - get rows from the memory of old ranks on other hosts
 *
 *     fetch_remote_t *f = fetch_remote_create(&options, &err);
 *     int peer = fetch_remote_peer(f, place, whom, &err);
 *     fetch_remote_add(f, peer, item, &task, &err);
 *     fetch_remote_run(f, &err);
 *     fetch_remote_destroy(f);
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_FETCH_REMOTE_H
#define MITOSIS_MIGRATE_TRANSFER_FETCH_REMOTE_H

#include "migrate/layout/plan.h"
#include "migrate/transfer/fetch_part.h"
#include "migrate/transfer/fetch_remote_options.h"
#include "net/handshake.h"

typedef struct fetch_remote fetch_remote_t;

/* Make an empty list of what to fetch.  Returns what the caller gives back
 * with fetch_remote_destroy(), or NULL with the reason in 'err'.
 */
fetch_remote_t *fetch_remote_create(const struct fetch_remote_options *o,
                                    struct error *err);

/* Close all connections and free 'f'.  NULL is fine. */
void fetch_remote_destroy(fetch_remote_t *f);

/* An old rank to fetch from, which serves at 'place', see address.h.  Returns
 * its number, from 0 on, or -1 with the reason in 'err'.
 */
int fetch_remote_peer(fetch_remote_t *f,
                      const char *place,
                      struct handshake_whom whom,
                      struct error *err);

/* Add one copy of a plan, from item 'item' of what 'peer' shows.  Returns -1
 * with the reason, short memory, in 'err'.
 */
int fetch_remote_add(fetch_remote_t *f,
                     int peer,
                     uint32_t item,
                     const struct fetch_part_task *t,
                     struct error *err);

/* Go on fetching for at most 'ms'.  Returns 1 when all is there, 0 when not
 * yet, or -1 with the reason in 'err'.
 */
int fetch_remote_step(fetch_remote_t *f, int ms, struct error *err);

/* Fetch all that was added.  Returns -1 with the reason in 'err'. */
int fetch_remote_run(fetch_remote_t *f, struct error *err);

/* What came so far. */
struct fetch_remote_count fetch_remote_count(const fetch_remote_t *f);

#endif /* !MITOSIS_MIGRATE_TRANSFER_FETCH_REMOTE_H */
