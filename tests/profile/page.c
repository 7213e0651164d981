/* Tests of profile/page.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "profile/beat_main.h"
#include "profile/beat_reader.h"
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
        beat_call(&p->beat, &p->site[0].beat, 0, 100 * ++p->calls, 0);
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

static void test_start_over(void)
{
    struct page *p = make_page();
    off_t before;

    count(p, 60, 100);
    ok(beat_main(&p->beat) == 0, "a loop was found");
    before = memory_of(path);
    page_start_over(p);
    ok(memory_of(path) == before, "starting over takes no memory");
    ok(p->call[500].count == 0 && p->call[500].ticks == 0
           && p->call[500].sizes[4] == 0 && p->call[500].fastest[4] == 0
           && p->peer[60].sent_count == 0 && p->site[0].count == 0
           && p->coll[0].count == 0 && p->calls == 0 && p->mpi_ticks == 0,
       "nothing is left of what was counted");
    ok(beat_main(&p->beat) == -1, "nor a loop");
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
    ok(beat_main(&p->beat) == 0 && beat_count(&p->beat.loop[0]) == 40,
       "the loop is found anew, with its own rounds only");
    page_close(p);
    unlink(path);
}

int main(void)
{
    snprintf(path, sizeof(path), "/dev/shm/mitosis-test-page-%d", getpid());
    test_start_over();
    return tap_done();
}
