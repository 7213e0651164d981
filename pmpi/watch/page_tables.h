/* page_tables.h - the tables of the page, while they are being written
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_PAGE_TABLES_H
#define MITOSIS_PMPI_WATCH_PAGE_TABLES_H

#include "pmpi/handles/comm.h"
#include "pmpi/mpi/calls.h"
#include "pmpi/watch/watch.h"

/* Claim the record of a call that was not made before.  Returns whether there
 * is one.
 */
bool page_tables_prepare(enum call call);

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
extern struct peer_record *page_tables_of_rank[PAGE_PEERS] WATCH_HIDDEN;

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

/* The record that each collective call had last. */
extern struct coll_record *page_tables_last_coll[CALL_COUNT] WATCH_HIDDEN;

/* The same, when it is another one now. */
struct coll_record *page_tables_other_coll(enum call call, const comm_t *c);

/* The record of a collective call on 'c', or NULL without room. */
static inline struct coll_record *page_tables_coll(enum call call,
                                                   const comm_t *c)
{
    struct coll_record *last = page_tables_last_coll[call];

    return __builtin_expect(last && last->comm == c->record, 1)
               ? last
               : page_tables_other_coll(call, c);
}

/* Forget what was known of an earlier page. */
void page_tables_setup(void);

#endif /* !MITOSIS_PMPI_WATCH_PAGE_TABLES_H */
