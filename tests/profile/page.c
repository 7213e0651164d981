/* Tests of profile/page.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "profile/iteration_main.h"
#include "profile/iteration_reader.h"
#include "profile/page.h"
#include "tests/tap.h"

static char path[64];

static struct page *make_page(void)
{
    struct error err = { "" };
    struct page *p = page_create(path, 64, &err);

    if (!p) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
    return p;
}

/* As a rank does that makes 'n' calls of one kind to a peer. */
static void count(struct page *p, int peer, uint64_t n)
{
    struct call_record *call = &p->call[500];

    page_claim(p, call, sizeof(*call));
    strcpy(call->name, "MPI_Send");
    call->traits = TRAIT_P2P;
    call->count += n;
    call->ticks += 10 * n;
    call->sizes[4] += n;
    call->fastest[4] = 10;
    page_peer(p, peer)->sent_count += n;
    page_claim(p, &p->site[0], sizeof(p->site[0]));
    p->sites_used = 1;
    p->site[0].depth = 1;
    p->site[0].frames[0] = 4711;
    p->site[0].count += n;
    for (uint64_t i = 0; i < n; i++)
        iteration_search_call(&p->beat, &p->site[0].beat, 0, 100 * ++p->calls,
                              0);
    p->colls_used = 1;
    p->coll[0].call_plus_one = 7;
    p->coll[0].comm = 3;
    p->coll[0].count += n;
    p->mpi_ticks += 10 * n;
    p->user_seconds += 0.5;
}

static off_t memory_of(const char *file)
{
    struct stat st;

    return stat(file, &st) == 0 ? st.st_blocks : -1;
}

/* In a world that is larger than the table ranks take turns in having their
 * own slot, and the others have the next one that is free, round the end.
 */
static void test_peers(void)
{
    struct error err;
    struct page *p = page_create(path, 3 * PAGE_PEERS, &err);
    const struct peer_record *own, *other;

    if (!ok(p != NULL && p->peers == PAGE_PEERS, "a page for a large world"))
        return;
    own = page_peer(p, PAGE_PEERS - 1);
    other = page_peer(p, 2 * PAGE_PEERS - 1);
    ok(own == &p->peer[PAGE_PEERS - 1] && other == &p->peer[0],
       "behind the last slot the first one is next");
    ok(page_peer(p, PAGE_PEERS - 1) == own
           && page_peer(p, 2 * PAGE_PEERS - 1) == other,
       "and both are found again");
    ok(page_peer(p, 0) == &p->peer[1], "who comes later has the next one");
    page_close(p);
    unlink(path);
}

static void break_magic(struct page *p)
{
    p->magic[0] ^= 1;
}

static void break_version(struct page *p)
{
    p->version++;
}

static void break_peers(struct page *p)
{
    p->peers--;
}

static void break_bytes(struct page *p)
{
    p->bytes--;
}

/* All that goes with it is right. */
static void take_too_many(struct page *p)
{
    uint64_t more = PAGE_PEERS + 1 - p->peers;

    p->peers += more;
    p->bytes += more * sizeof(struct peer_record);
    if (truncate(path, (off_t)p->bytes) < 0)
        diag("%s cannot be made longer", path);
}

static void cut_off(struct page *p)
{
    if (truncate(path, (off_t)p->bytes - 1) < 0)
        diag("%s cannot be made shorter", path);
}

static void test_wrong(void)
{
    static const struct {
        void (*act)(struct page *p);
        const char *said; /* NULL when it is fine */
    } cases[] = {
        { NULL, NULL },
        { break_magic, "not a page" },
        { break_version, "another version" },
        { break_peers, "another version" },
        { break_bytes, "another version" },
        { take_too_many, "another version" },
        { cut_off, "cut off" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct page *p = make_page(), *read;
        struct error err = { "" };

        if (cases[i].act)
            cases[i].act(p);
        read = page_open(path, &err);
        ok(!read == (cases[i].said != NULL), "page %zu: %s", i, err.text);
        if (cases[i].said)
            has(err.text, cases[i].said, "it is said why");
        page_close(read);
        unlink(path);
        munmap(p, sizeof(*p));
    }
}

static void test_start_over(void)
{
    struct page *p = make_page();
    off_t before;

    count(p, 60, 100);
    p->threads_used = 2;
    p->thread[1].count = p->thread[1].ticks = 5;
    ok(iteration_main(&p->beat) == 0, "a loop was found");
    before = memory_of(path);
    page_start_over(p);
    ok(memory_of(path) == before, "starting over takes no memory");
    ok(p->call[500].count == 0 && p->call[500].ticks == 0
           && p->call[500].sizes[4] == 0 && p->call[500].fastest[4] == 0
           && p->peer[60].sent_count == 0 && p->site[0].count == 0
           && p->coll[0].count == 0 && p->calls == 0 && p->mpi_ticks == 0
           && p->thread[1].count == 0 && p->thread[1].ticks == 0,
       "nothing is left of what was counted");
    ok(iteration_main(&p->beat) == -1, "nor a loop");
    ok(p->startup.calls == 100 && p->startup.mpi_ticks == 1000
           && p->startup.user_seconds == 0.5,
       "but how much it was");
    ok(strcmp(p->call[500].name, "MPI_Send") == 0
           && p->call[500].traits == TRAIT_P2P
           && p->peer[60].rank_plus_one == 61 && p->site[0].frames[0] == 4711
           && p->coll[0].call_plus_one == 7 && p->coll[0].comm == 3,
       "what is counted keeps its place");
    count(p, 60, 40);
    ok(p->call[500].count == 40 && page_peer(p, 60)->sent_count == 40
           && p->site[0].count == 40 && p->coll[0].count == 40,
       "and counting goes on");
    ok(iteration_main(&p->beat) == 0
           && iteration_reader_count(&p->beat.loop[0]) == 40,
       "the loop is found anew, with its own rounds only");
    page_close(p);
    unlink(path);
}

int main(void)
{
    snprintf(path, sizeof(path), "/dev/shm/mitosis-test-page-%d", getpid());
    test_peers();
    test_wrong();
    test_start_over();
    return tap_done();
}
