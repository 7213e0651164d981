/* record.c - the tables of the page, while they are being written
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "pmpi/record.h"

enum { COLL_TABLE = 2 * PAGE_COLLS };

bool record_ready[CALL_COUNT];

static struct {
    struct peer_record *peer[PAGE_PEERS]; /* by world rank */
    uint16_t coll[COLL_TABLE];            /* by hash, plus one */
} known;

void record_setup(void)
{
    memset(record_ready, 0, sizeof(record_ready));
    memset(&known, 0, sizeof(known));
}

struct call_record *record_new_call(enum call call)
{
    struct call_record *record = &watch.page->call[call];

    watch_lock();
    if (!record_ready[call]) {
        if (!page_claim(watch.page, record, sizeof(*record)))
            record = NULL;
        else {
            record->traits = call_info[call].traits;
            snprintf(record->name, sizeof(record->name), "%s",
                     call_info[call].name);
            __atomic_store_n(&record_ready[call], true, __ATOMIC_RELEASE);
        }
    }
    watch_unlock();
    return record;
}

struct peer_record *record_peer(const comm_t *c, int peer)
{
    int rank = comm_world_rank(c, peer);
    struct peer_record *record;

    if (rank < 0)
        return NULL;
    if (rank >= PAGE_PEERS)
        return page_peer(watch.page, rank);
    record = known.peer[rank];
    if (__builtin_expect(!record, 0))
        record = known.peer[rank] = page_peer(watch.page, rank);
    return record;
}

void record_stranger(const comm_t *c, int peer, uint64_t bytes)
{
    struct page *page = watch.page;

    if (comm_world_rank(c, peer) < 0) {
        page->other_job_count++;
        page->other_job_bytes += bytes;
    } else {
        page->other_peers_count++;
        page->other_peers_bytes += bytes;
    }
}

struct coll_record *record_coll(enum call call, const comm_t *c)
{
    struct page *page = watch.page;
    uint32_t at = (call * 31 + c->record) * UINT32_C(2654435761) % COLL_TABLE;

    for (; known.coll[at]; at = (at + 1) % COLL_TABLE) {
        struct coll_record *record = &page->coll[known.coll[at] - 1];

        if (record->call_plus_one == call + 1U && record->comm == c->record)
            return record;
    }
    if (page->colls_used == PAGE_COLLS) {
        page->lost_colls++;
        return NULL;
    }
    page->coll[page->colls_used].call_plus_one = call + 1;
    page->coll[page->colls_used].comm = c->record;
    known.coll[at] = ++page->colls_used;
    return &page->coll[page->colls_used - 1];
}
