/* Tests of report/gather/main_loop.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "tests/report/pages.h"
#include "tests/tap.h"

static bool near(double a, double b, double off)
{
    return fabs(a - b) < off;
}

static struct page *make(const char *folder, int rank, int size)
{
    struct page *p = pages_make(folder, rank, size);

    pages_call(p, PAGES_SEND, 1, 0, 0, 8);
    pages_call(p, PAGES_ALLREDUCE, 1, 0, 0, 8);
    return p;
}

static void test_agreed(void)
{
    const char *folder = pages_folder();
    const struct run_iterations *it;
    struct run *run;

    for (int rank = 0; rank < 4; rank++) {
        struct page *p = make(folder, rank, 4);

        pages_loop(p, 100, 5, 0.05 + 0.01 * (rank == 2), 0);
        page_close(p);
    }
    run = pages_collect(folder);
    it = &run->iterations;
    ok(it->found && it->agreed && it->count == 100,
       "ranks that go round together have iterations, %ju",
       (uintmax_t)it->count);
    ok(it->calls == 6, "of all the calls in a round");
    ok(near(it->median, 0.0525, 1e-4) && near(it->min, 0.0525, 1e-4)
           && near(it->mean, 0.0525, 1e-4) && near(it->p90, 0.0525, 1e-4),
       "which take as long as the ranks' mean");
    ok(near(it->spread, 0, 1e-3) && near(it->trend, 0, 1e-3),
       "all of them, all along");
    ok(it->samples == 100 && it->stride == 1, "each of them is told");
    ok(it->paces == 4 && near(it->imbalance, 0.06 / 0.0525 - 1, 1e-3),
       "the slowest rank makes the imbalance, %g", it->imbalance);
    ok(near(it->start_up, 1, 0.1), "start-up is left out");
    has(it->mark, "MPI_", "the call that marks them is told");
}

/* A round is a send, which marks it, and a reduction. */
static void test_cut_off(void)
{
    static const struct {
        const char *what;
        int calls; /* of the round that goes on */
        bool ended;
        unsigned count;
    } cases[] = {
        { "that is cut off is none", 1, false, 60 },
        { "that has all its calls is one", 2, false, 61 },
        { "with fewer calls is one of a rank that ended well", 1, true, 61 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *folder = pages_folder();
        struct page *p = make(folder, 0, 1);
        const struct run_iterations *it;
        struct run *run;

        pages_loop(p, 60, 1, 0.1, 0);
        for (int k = 0; k < cases[i].calls; k++) {
            unsigned site = p->sites_used - 2 + k;

            iteration_search_call(&p->beat, &p->site[site].beat, site,
                                  pages_ticks(1007 + 1e-3 * k),
                                  pages_ticks(6));
        }
        if (!cases[i].ended) {
            p->state = PAGE_RUNNING;
            p->finalize_enter = 0;
        }
        page_close(p);
        run = pages_collect(folder);
        it = &run->iterations;
        ok(it->found && it->count == cases[i].count
               && it->samples == cases[i].count,
           "a last iteration %s: %ju, %zu samples", cases[i].what,
           (uintmax_t)it->count, it->samples);
        ok(near(it->start_up, 1, 0.15), "%g s before the first", it->start_up);
        if (cases[i].count == 60)
            ok(near(it->min, 0.1, 1e-3) && near(it->mean, 0.1, 1e-3),
               "nor is it the shortest: %g s", it->min);
    }
}

/* Between two changes. */
static void test_single(void)
{
    const char *folder = pages_folder();
    struct page *p = make(folder, 0, 1);
    const struct run_iterations *it;
    struct run *run;

    iteration_search_manual(&p->beat, pages_ticks(1001), pages_ticks(0));
    for (int k = 1; k <= 3; k++)
        iteration_search_call(&p->beat, &p->site[0].beat, 0,
                              pages_ticks(1001 + 0.1 * k), pages_ticks(0));
    p->state = PAGE_SUCCEEDED;
    page_close(p);
    run = pages_collect(folder);
    it = &run->iterations;
    ok(it->found && it->count == 1 && it->samples == 1,
       "a single iteration is one, %ju, %zu samples", (uintmax_t)it->count,
       it->samples);
    ok(it->calls == 3, "of the calls that were made in it, %ju",
       (uintmax_t)it->calls);
    ok(near(it->min, 0.3, 1e-3) && near(it->mean, 0.3, 1e-3),
       "up to the last of them: %g s", it->min);
}

static void test_trend(void)
{
    const char *folder = pages_folder();
    struct page *p = make(folder, 0, 1);
    const struct run_iterations *it;
    struct run *run;

    pages_loop(p, 50, 3, 0.1, 0.002);
    page_close(p);
    run = pages_collect(folder);
    it = &run->iterations;
    ok(it->found && it->count == 50, "one rank has iterations, too");
    ok(it->trend > 75 && it->trend < 95, "that get slower, %g", it->trend);
    ok(it->min < 0.105 && it->max > 0.19 && it->spread > 0.4,
       "and spread out");
}

static void test_many(void)
{
    const char *folder = pages_folder();
    const struct run_iterations *it;
    struct run *run;

    for (int rank = 0; rank < 2; rank++) {
        struct page *p = make(folder, rank, 2);

        pages_loop(p, 10000, 2, 0.0005, 0);
        page_close(p);
    }
    run = pages_collect(folder);
    it = &run->iterations;
    ok(it->found && it->count == 10000, "10000 iterations");
    ok(it->stride == 4 && it->samples * it->stride <= 10000
           && it->samples * it->stride > 9990,
       "are kept as %zu samples of %ju", it->samples, (uintmax_t)it->stride);
    ok(near(it->median, 0.0005, 0.00003) && near(it->mean, 0.0005, 1e-6),
       "of the right length, %g", it->median);
}

static void test_minority(void)
{
    const char *folder = pages_folder();
    const struct run_iterations *it;
    struct run *run;

    for (int rank = 0; rank < 4; rank++) {
        struct page *p = make(folder, rank, 4);

        if (rank > 0)
            pages_loop(p, rank == 2 ? 101 : 100, 5, 0.05, 0);
        page_close(p);
    }
    run = pages_collect(folder);
    it = &run->iterations;
    ok(it->found && !it->agreed && it->count == 100,
       "most ranks decide, a little more or less is the same");
    has(it->reason, "1 of 4 ranks", "who does not share them is told");
    ok(it->paces == 3, "and has no pace");
}

/* How many iterations ranks with so many rounds have, 0 for none. */
static void test_counts(void)
{
    static const struct {
        int rounds[4];
        uint64_t count;
        const char *what;
    } cases[] = {
        { { 100, 101, 101, 101 }, 101, "the count that most have exactly" },
        { { 101, 100, 100, 101 }, 100, "the lower one of two as common" },
        { { 100, 100, 100, 300 }, 100, "that of more than half" },
        { { 100, 100, 200, 300 }, 0, "none where half share one" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *folder = pages_folder();
        struct run *run;

        for (int rank = 0; rank < 4; rank++) {
            struct page *p = make(folder, rank, 4);

            pages_loop(p, cases[i].rounds[rank], 5,
                       8.0 / cases[i].rounds[rank], 0);
            page_close(p);
        }
        run = pages_collect(folder);
        ok(run->iterations.count == cases[i].count
               && run->iterations.found == (cases[i].count > 0),
           "%s: %ju", cases[i].what, (uintmax_t)run->iterations.count);
    }
}

static void test_own_paces(void)
{
    static const int rounds[4] = { 300, 100, 130, 70 };
    const char *folder = pages_folder();
    const struct run_iterations *it;
    struct run *run;

    for (int rank = 0; rank < 4; rank++) {
        struct page *p = make(folder, rank, 4);

        pages_loop(p, rounds[rank], 2, 8.0 / rounds[rank], 0);
        page_close(p);
    }
    run = pages_collect(folder);
    it = &run->iterations;
    ok(!it->found && it->count == 0, "a master and its workers have none");
    has(it->reason, "own pace", "and it is told why");
    ok(it->paces == 4 && it->pace[0].count == 300 && it->pace[3].count == 70,
       "with the pace of each");
}

/* Ranks that meet in each of 200 steps, in which each has messages of its own
 * number, all go round together, whatever loops are seen.
 */
static void test_meeting(void)
{
    static const int rounds[4] = { 300, 100, 130, 70 };
    static const struct {
        int members;
        bool own;
    } cases[] = { { 4, false }, { 2, true } };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *folder = pages_folder();
        struct run *run;

        for (int rank = 0; rank < 4; rank++) {
            struct page *p = make(folder, rank, 4);
            int comm = pages_comm(p, cases[i].members == 4 ? "0-3" : "0-1",
                                  cases[i].members);

            if (rank < cases[i].members)
                pages_coll(p, PAGES_ALLREDUCE, comm, 200);
            pages_loop(p, rounds[rank], 2, 8.0 / rounds[rank], 0);
            page_close(p);
        }
        run = pages_collect(folder);
        ok(!run->iterations.found
               && !strstr(run->iterations.reason, "own pace") == !cases[i].own,
           "%d of 4 ranks that meet more often than they go round: %s",
           cases[i].members, run->iterations.reason);
    }
}

static void test_none(void)
{
    const char *folder = pages_folder();
    struct page *p = make(folder, 0, 1);
    struct run *run;

    page_close(p);
    run = pages_collect(folder);
    ok(!run->iterations.found && run->iterations.samples == 0,
       "without calls there are none");
    has(run->iterations.reason, "no calls", "and it is told why");

    folder = pages_folder();
    p = make(folder, 0, 1);
    p->level = LEVEL_COUNTS;
    page_close(p);
    run = pages_collect(folder);
    has(run->iterations.reason, "not timed", "nor without times");
}

/* A call of an iteration is in its loop, one of a loop within in that. */
static void test_visits(void)
{
    for (int inner = 1; inner <= 5; inner += 4) {
        const char *folder = pages_folder();
        struct page *p = make(folder, 0, 1);
        unsigned sends = 0, reduces = 0;
        struct run *run;

        pages_loop(p, 100, inner, 0.05, 0);
        page_close(p);
        run = pages_collect(folder);
        for (size_t i = 0; i < run->visits; i++) {
            const char *call = run->path[run->visit[i].path].call;

            if (strcmp(call, "MPI_Send") == 0)
                sends = run->visit[i].loop;
            else if (strcmp(call, "MPI_Allreduce") == 0)
                reduces = run->visit[i].loop;
        }
        ok(sends > 0 && reduces > 0 && (sends == reduces) == (inner == 1),
           "of %d calls in a round it is known whose round: %u, %u", inner,
           sends, reduces);
    }
}

/* The steps are marked at their end, so the last step's calls are the begin of
 * a round that is taken to be as long as the others.
 */
static void test_covers(void)
{
    const char *folder = pages_folder();
    struct page *p = make(folder, 0, 1);
    struct run *run;
    double most = 0;

    pages_loop_from(p, 0, 102, 1, 0.1, 0);
    page_close(p);
    run = pages_collect(folder);
    for (size_t i = 0; i < run->iterations.loops; i++)
        most = fmax(most, run->iterations.loop[i].covers);
    ok(most == 1, "a loop is at most all of a rank: %g", most);
}

static void test_manual(void)
{
    const char *folder = pages_folder();
    struct page *p = make(folder, 0, 1);
    struct run *run;

    for (int i = 0; i < 20; i++)
        iteration_search_manual(&p->beat, pages_ticks(1001 + 0.1 * i), 0);
    page_close(p);
    run = pages_collect(folder);
    ok(run->iterations.found && run->iterations.manual
           && run->iterations.count == 20
           && near(run->iterations.median, 0.1, 1e-6),
       "the program's own marks are taken");
}

int main(void)
{
    test_agreed();
    test_cut_off();
    test_single();
    test_trend();
    test_many();
    test_minority();
    test_counts();
    test_own_paces();
    test_meeting();
    test_none();
    test_visits();
    test_covers();
    test_manual();
    return tap_done();
}
