/* record.h - the tables of the page, while they are being written
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_RECORD_H
#define MITOSIS_RECORD_H

#include "pmpi/comm.h"
#include "pmpi/span.h"
#include "pmpi/watch.h"

extern bool record_ready[CALL_COUNT];

/* Claim the record of a call that was not made before. */
struct call_record *record_new_call(enum call call);

/* The record of 'call', or NULL when there is no memory for it. */
static inline struct call_record *record_call(enum call call)
{
    return __builtin_expect(record_ready[call], 1) ? &watch.page->call[call]
                                                   : record_new_call(call);
}

/* Add one where several threads may, without the lock. */
static inline void record_count(uint64_t *count)
{
    if (__builtin_expect(watch.locked, 0))
        __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
    else
        __atomic_store_n(count, __atomic_load_n(count, __ATOMIC_RELAXED) + 1,
                         __ATOMIC_RELAXED);
}

/* The record of what is exchanged with a peer of 'c', or NULL when the peer
 * is of another job or has no room; what was exchanged with such ones is
 * added to the page's sums by record_stranger().
 */
struct peer_record *record_peer(const comm_t *c, int peer);
void record_stranger(const comm_t *c, int peer, uint64_t bytes);

/* The record of a collective call on 'c', or NULL without room. */
struct coll_record *record_coll(enum call call, const comm_t *c);

/* Write the span to the trace. */
void record_trace(const struct span *span);

/* Forget what was known of an earlier page. */
void record_setup(void);

#endif /* !MITOSIS_RECORD_H */
