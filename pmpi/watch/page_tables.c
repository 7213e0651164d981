/* page_tables.c - the tables of the page, while they are being written
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "pmpi/mpi/next.h"
#include "pmpi/watch/page_tables.h"

enum { COLL_TABLE = 2 * PAGE_COLLS };

struct peer_record *page_tables_of_rank[PAGE_PEERS];
struct coll_record *page_tables_last_coll[CALL_COUNT];

static bool ready[CALL_COUNT];
static uint16_t coll_table[COLL_TABLE]; /* by hash, plus one */

bool page_tables_prepare(enum call call)
{
    struct call_record *record = &watch.page->call[call];

    watch_lock();
    if (!ready[call]) {
        if (page_claim(watch.page, record, sizeof(*record))) {
            record->traits = call_info[call].traits;
            snprintf(record->name, sizeof(record->name), "%s",
                     call_info[call].name);
            ready[call] = true;
        } else {
            watch_give_up();
        }
    }
    watch_unlock();
    return ready[call];
}

static void prepare_found(enum call call)
{
    if (watch.page)
        page_tables_prepare(call);
}

void page_tables_setup(void)
{
    next_on_find = prepare_found;
    memset(ready, 0, sizeof(ready));
    memset(page_tables_of_rank, 0, sizeof(page_tables_of_rank));
    memset(page_tables_last_coll, 0, sizeof(page_tables_last_coll));
    memset(coll_table, 0, sizeof(coll_table));
}

struct peer_record *page_tables_new_peer(int rank)
{
    struct peer_record *record = rank < 0 ? NULL : page_peer(watch.page, rank);

    if (record && rank < PAGE_PEERS)
        page_tables_of_rank[rank] = record;
    return record;
}

void page_tables_stranger(int rank, uint64_t bytes)
{
    struct page *page = watch.page;

    if (rank < 0) {
        page->other_job_count++;
        page->other_job_bytes += bytes;
    } else {
        watch_lose_sight("the page of the rank has no room for all that it "
                         "sends to");
        page->other_peers_count++;
        page->other_peers_bytes += bytes;
    }
}

struct coll_record *page_tables_other_coll(enum call call, const comm_t *c)
{
    struct page *page = watch.page;
    uint32_t at = (call * 31 + c->record) * UINT32_C(2654435761) % COLL_TABLE;

    for (; coll_table[at]; at = (at + 1) % COLL_TABLE) {
        struct coll_record *record = &page->coll[coll_table[at] - 1];

        if (record->call_plus_one == call + 1U && record->comm == c->record)
            return page_tables_last_coll[call] = record;
    }
    if (page->colls_used == PAGE_COLLS) {
        page->lost_colls++;
        return NULL;
    }
    page->coll[page->colls_used].call_plus_one = call + 1;
    page->coll[page->colls_used].comm = c->record;
    coll_table[at] = ++page->colls_used;
    return page_tables_last_coll[call] = &page->coll[page->colls_used - 1];
}
