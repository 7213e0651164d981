/* page_tables.h - the tables of the page, while they are being written
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_PAGE_TABLES_H
#define MITOSIS_PMPI_WATCH_PAGE_TABLES_H

#include "pmpi/handles/comm.h"
#include "pmpi/watch/span.h"
#include "pmpi/watch/watch.h"

/* Claim the record of a call that was not made before. */
void page_tables_prepare(enum call call);

/* Add one where several threads may, without the lock. */
static inline void page_tables_count(uint64_t *count)
{
    if (__builtin_expect(watch.locked, 0))
        __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
    else
        __atomic_store_n(count, __atomic_load_n(count, __ATOMIC_RELAXED) + 1,
                         __ATOMIC_RELAXED);
}

/* The records of world ranks, as far as they were needed. */
extern struct peer_record *page_tables_of_rank[PAGE_PEERS];

/* The record of a world rank that was not needed before, or NULL. */
struct peer_record *page_tables_new_peer(int rank);

/* The record of what is exchanged with a world rank, or NULL when the rank
 * is of another job or has no room; what was exchanged with such ones is
 * added to the page's sums by page_tables_stranger().
 */
static inline struct peer_record *page_tables_peer(int rank)
{
    struct peer_record *record = NULL;

    if (__builtin_expect((unsigned)rank < PAGE_PEERS, 1))
        record = page_tables_of_rank[rank];
    return __builtin_expect(record != NULL, 1) ? record
                                               : page_tables_new_peer(rank);
}

void page_tables_stranger(int rank, uint64_t bytes);

/* The record of a collective call on 'c', or NULL without room. */
struct coll_record *page_tables_coll(enum call call, const comm_t *c);

/* Start the trace in 'folder', of 'limit' bytes at most, and end it.  What
 * goes wrong is remarked in the page.
 */
void page_tables_trace_begin(const char *folder, uint64_t limit);
void page_tables_trace_end(void);

/* The processor time of the thread, before a call. */
uint64_t page_tables_cpu(void);

/* Add an act to what the thread's current call did, as profile/trace.h has
 * it; 'peer' is a rank of 'c', or a wildcard of MPI's.  Only when tracing.
 */
void page_tables_act(struct span *span,
                     uint32_t kind,
                     const comm_t *c,
                     int peer,
                     int tag,
                     uint64_t bytes,
                     uint64_t request);

/* Write the span, with its acts, to the trace. */
void page_tables_trace(struct span *span);

/* The program marks an iteration. */
void page_tables_trace_mark(uint64_t tick);

/* Forget what was known of an earlier page. */
void page_tables_setup(void);

#endif /* !MITOSIS_PMPI_WATCH_PAGE_TABLES_H */
