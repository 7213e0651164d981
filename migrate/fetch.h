/* fetch.h - get rows from the memory of old ranks on other hosts
 *
 *     fetch_t *f = fetch_create(&options, &err);
 *     int peer = fetch_peer(f, place, whom, &err);
 *     fetch_add(f, peer, item, &copy, row_bytes, memory, &sum, &err);
 *     fetch_run(f, &err);
 *     fetch_destroy(f);
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FETCH_H
#define MITOSIS_FETCH_H

#include "migrate/greet.h"
#include "migrate/plan.h"

typedef struct fetch fetch_t;

struct fetch_options {
    const uint8_t *secret; /* SEAL_KEY bytes, copied */
    bool hide;             /* what is said is to be hidden */
    const char *compress;  /* see squeeze.h; "off": have it as it is */
    bool ahead;            /* the old ranks still compute */
    int streams;           /* from each old rank; 0: as the distance says */
    int stall_ms;          /* time for any byte to come; 0: twenty seconds */
};

/* Make an empty list of what to fetch.  Returns what the caller gives back
 * with fetch_destroy(), or NULL with the reason in 'err'.
 */
fetch_t *fetch_create(const struct fetch_options *o, struct error *err);

/* Close all connections and free 'f'.  NULL is fine. */
void fetch_destroy(fetch_t *f);

/* An old rank to fetch from, which serves at 'place', see port.h.  Returns its
 * number, from 0 on, or -1 with the reason in 'err'.
 */
int fetch_peer(fetch_t *f,
               const char *place,
               struct greet_whom whom,
               struct error *err);

/* Add one copy of a plan: from item 'item' of what 'peer' shows into 'memory'.
 * What it counts in the digest will be added to 'sum'.  Returns -1 with the
 * reason, short memory, in 'err'.
 */
int fetch_add(fetch_t *f,
              int peer,
              uint32_t item,
              const struct copy *c,
              uint64_t row_bytes,
              void *memory,
              uint64_t *sum,
              struct error *err);

/* Go on fetching for at most 'ms'.  Returns 1 when all is there, 0 when not
 * yet, or -1 with the reason in 'err'.
 */
int fetch_step(fetch_t *f, int ms, struct error *err);

/* Fetch all that was added.  Returns -1 with the reason in 'err'. */
int fetch_run(fetch_t *f, struct error *err);

/* What came so far: bytes of rows, and of what came in for them. */
struct fetch_count {
    uint64_t plain, received;
    unsigned connections; /* that were made, those that failed too */
};
struct fetch_count fetch_count(const fetch_t *f);

#endif /* !MITOSIS_FETCH_H */
