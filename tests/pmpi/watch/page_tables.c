/* Tests of pmpi/watch/page_tables.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "pmpi/mpi/next.h"
#include "pmpi/watch/page_tables.h"
#include "tests/tap.h"

struct watch watch;
pthread_mutex_t watch_mutex = PTHREAD_MUTEX_INITIALIZER;
void (*next_on_find)(enum call call);

static bool gave_up;
static const char *lost;

void watch_give_up(void)
{
    gave_up = true;
}

void watch_lose_sight(const char *why)
{
    lost = why;
}

static char path[] = "/tmp/mitosis-tables-XXXXXX";

static void start(void)
{
    struct error err = { "" };

    page_close(watch.page);
    unlink(path);
    watch.page = page_create(path, 8, &err);
    if (!watch.page) {
        diag("%s", err.text);
        exit(1);
    }
    page_tables_setup();
    lost = NULL;
}

static struct coll_record *coll(enum call call, uint32_t comm)
{
    comm_t c = { .record = comm };

    return page_tables_coll(call, &c);
}

/* The i-th pair of a collective and a communicator, in no order. */
static enum call call_of(uint32_t i)
{
    return i % 2 ? CALL_MPI_Bcast : CALL_MPI_Allreduce;
}

static uint32_t comm_of(uint32_t i)
{
    uint32_t k = i / 2;

    return (k * (k + 1) / 2 + i % 2 * 100) % PAGE_COMMS;
}

/* Whatever places in the table they come to, each has a record of its own. */
static void test_collectives(void)
{
    int others = 0, moved = 0;

    start();
    for (uint32_t i = 0; i < PAGE_COLLS; i++) {
        struct coll_record *record = coll(call_of(i), comm_of(i));

        if (record)
            record->count++;
        else
            others++;
    }
    for (uint32_t i = 0; i < PAGE_COLLS; i++) {
        const struct coll_record *record = coll(call_of(i), comm_of(i));

        others += !record || record->comm != comm_of(i) || record->count != 1
                  || record->call_plus_one != call_of(i) + 1U;
        moved += record != &watch.page->coll[i];
    }
    ok(others == 0,
       "%d pairs of collective and communicator have a record "
       "each",
       PAGE_COLLS);
    ok(moved == 0, "in the order in which they were needed");
    ok(watch.page->colls_used == PAGE_COLLS && watch.page->lost_colls == 0,
       "all are used, and none is lost");
    ok(!coll(CALL_MPI_Gather, 7) && !coll(CALL_MPI_Gather, 7)
           && watch.page->lost_colls == 2,
       "what has no room any more is counted as lost");
    ok(coll(call_of(9), comm_of(9)) == &watch.page->coll[9],
       "what has a record keeps it");
    start();
    ok(coll(CALL_MPI_Bcast, 3) == &watch.page->coll[0],
       "another page begins anew");
}

static void test_peers(void)
{
    struct peer_record *record;

    start();
    record = page_tables_peer(5);
    ok(record && record->rank_plus_one == 6, "a rank has a record");
    ok(page_tables_peer(5) == record && page_tables_peer(6) != record,
       "of its own");
    ok(!page_tables_peer(COMM_FOREIGN), "a rank of another job has none");
    page_tables_stranger(COMM_FOREIGN, 100);
    ok(watch.page->other_job_count == 1 && watch.page->other_job_bytes == 100
           && watch.page->other_peers_count == 0 && !lost,
       "what goes to another job is added up");
    page_tables_stranger(7, 50);
    ok(watch.page->other_peers_count == 1
           && watch.page->other_peers_bytes == 50
           && watch.page->other_job_count == 1 && lost,
       "what goes to a rank without room is added up, and told");
}

static void test_calls(void)
{
    const struct call_record *record;

    start();
    record = &watch.page->call[CALL_MPI_Send];
    ok(record->name[0] == '\0', "a call that was not found has no name");
    next_on_find(CALL_MPI_Send);
    ok(strcmp(record->name, "MPI_Send") == 0
           && record->traits == call_info[CALL_MPI_Send].traits && !gave_up,
       "one that was found has its name and its traits");
}

int main(void)
{
    int fd = mkstemp(path);

    if (fd < 0)
        return 1;
    close(fd);
    test_collectives();
    test_peers();
    test_calls();
    page_close(watch.page);
    unlink(path);
    return tap_done();
}
