/* Tests of report/live/live.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/system/clock.h"
#include "report/live/live.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

/* A rank that runs at this moment: this process. */
static struct page *revive(struct page *p)
{
    p->state = PAGE_RUNNING;
    p->birth_ns = clock_wall();
    return p;
}

static void test_shares(void)
{
    const char *folder = pages_folder();
    struct page *p[3];
    const struct live *l;
    live_t *w = live_open(folder, NULL);

    for (int rank = 0; rank < 3; rank++) {
        p[rank] = revive(pages_make(folder, rank, 3));
        pages_call(p[rank], PAGES_ALLREDUCE, 1, 0, 0, 8);
    }
    l = live_look(w, NULL);
    ok(l && l->ranks == 3 && l->size == 3 && l->hosts == 1, "ranks are seen");
    ok(l->mpi == -1 && l->rank[0].mpi == -1,
       "the first look knows no shares of time");
    ok(strcmp(l->program, "./heat -n 100") == 0, "the program is named");
    ok(!l->over && l->rank[1].state == RUN_RUNNING, "they run");

    p[0]->inside_since = clock_ticks();
    p[0]->inside_call = PAGES_ALLREDUCE;
    p[2]->mpi_ticks += UINT64_C(1) << 62;
    l = live_look(w, NULL);
    ok(l->rank[0].mpi > 0 && l->rank[0].mpi <= 1, "one is in a call");
    ok(strcmp(l->rank[0].call, "MPI_Allreduce") == 0, "which is named");
    ok(l->rank[1].mpi == 0 && l->rank[1].call[0] == '\0', "one computes");
    ok(l->rank[2].mpi == 1, "no share is more than all");
    ok(l->mpi > 0.3 && l->mpi < 0.7 && fabs(l->host[0].mpi - l->mpi) < 1e-9,
       "the mean is told");
    ok(l->host[0].ranks == 3 && l->host[0].cores == 2, "and the host");

    p[0]->state = PAGE_ABORTED;
    p[1]->birth_ns = 1000; /* another process has the number now */
    p[2]->state = PAGE_FINISHED;
    l = live_look(w, NULL);
    ok(l->over, "when none of them runs it is over");
    ok(l->rank[0].state == RUN_ABORTED && l->rank[1].state == RUN_KILLED
           && l->rank[2].state == RUN_FINISHED,
       "and it is told how they ended");
    live_close(w);
    for (int rank = 0; rank < 3; rank++)
        page_close(p[rank]);
    pages_remove(folder);
}

static void test_rounds(void)
{
    const char *folder = pages_folder();
    struct page *p = revive(pages_make(folder, 0, 1));
    const struct live *l;
    live_t *w = live_open(folder, NULL);

    l = live_look(w, NULL);
    ok(l && !l->has_rounds && l->rate == -1, "without a loop no iterations");
    pages_loop(p, 100, 5, 0.01, 0);
    l = live_look(w, NULL);
    ok(l->has_rounds && l->rounds >= 99 && l->rate == -1,
       "a loop is seen, its rate not at once");
    l = live_look(w, NULL);
    ok(l->rate == 0, "nor does it go on by itself");
    for (size_t i = 0; i < ITERATION_SEARCH_LOOPS; i++)
        p->beat.loop[i].marks += p->beat.loop[i].used ? 10 : 0;
    l = live_look(w, NULL);
    ok(l->rate > 0, "when it does, the rate is known: %g", l->rate);
    live_close(w);
    page_close(p);
    pages_remove(folder);
}

static void test_generations(void)
{
    const char *folder = pages_folder();
    char path[4200];
    struct page *old = revive(pages_make(folder, 0, 1)), *successor;
    const struct live *l;
    live_t *w = live_open(folder, NULL);
    FILE *changes;

    l = live_look(w, NULL);
    ok(l && l->generation == 1 && !l->moved,
       "the first generation is the job");
    successor = revive(pages_generation(folder, 2, 0, 2, 1, 5));
    successor->took_over = 0;
    l = live_look(w, NULL);
    ok(l->generation == 1 && !l->moved, "the next one is not, so far");
    old->state = PAGE_SUCCEEDED;
    l = live_look(w, NULL);
    ok(l->generation == 1 && !l->over, "in between it is not over");
    successor->took_over = 1;
    snprintf(path, sizeof(path), "%s/changes", folder);
    changes = fopen(path, "w");
    fputs("{\"change\":1,\"what\":\"resize\",\"why\":\"test\",\"from\":1,"
          "\"to\":2,\"outcome\":\"done\"}\n",
          changes);
    fclose(changes);
    l = live_look(w, NULL);
    ok(l->generation == 2 && l->moved && l->size == 2, "then it is");
    ok(l->ranks == 1 && l->rate == -1, "the old ranks are gone");
    ok(l->changes == 1 && strcmp(l->change[0].why, "test") == 0,
       "the change is told");
    l = live_look(w, NULL);
    ok(!l->moved && l->changes == 1, "once");
    live_close(w);
    page_close(old);
    page_close(successor);
    pages_remove(folder);
}

static void test_many(void)
{
    const char *folder = pages_folder();
    struct page *p = revive(pages_make(folder, 0, 512));
    const struct live *l;
    struct clock_pair start, end;
    live_t *w = live_open(folder, NULL);

    page_close(p);
    pages_copy(folder, 511);
    l = live_look(w, NULL);
    ok(l && l->ranks == 512 && l->rank[511].rank == 511, "512 ranks are seen");
    start = clock_pair();
    l = live_look(w, NULL);
    end = clock_pair();
    diag("a look at 512 ranks takes %.1f ms",
         (double)(end.ns - start.ns) * 1e-6);
    live_close(w);
    pages_remove(folder);
}

static void test_errors(void)
{
    const char *folder = pages_folder();
    struct error err;
    live_t *w = live_open(folder, NULL);

    ok(!live_look(w, &err), "a folder without pages shows nothing");
    has(err.text, "no rank has left a page", "and it is told so");
    pages_remove(folder);
    ok(!live_look(w, &err), "nor does one that is gone");
    has(err.text, "No such file", "and it is told so");
    live_close(w);
    live_close(NULL);
}

int main(void)
{
    clock_setup();
    test_shares();
    test_rounds();
    test_generations();
    test_many();
    test_errors();
    return tap_done();
}
