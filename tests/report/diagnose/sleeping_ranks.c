/* Tests of report/diagnose/sleeping_ranks.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "report/diagnose/diagnose.h"
#include "tests/report/diagnose/four_ranks.h"
#include "tests/tap.h"

/* Rank 0 computes and sleeps for so long, and the others; so many writes each
 * has made, of 4 KiB that a disk has to do with.
 */
struct test_case {
    struct {
        double computes, asleep, writes;
    } rank[2];
    const char *cause, *because, *advice, *of;
    double worth;
};

static const struct test_case cases[] = {
    { { { 9.4, 8, 0 }, { 9.4, 7, 0 } },
      "asleep outside of MPI",
      "Rank 0 slept for 8.00 s of the 9.40 s that count as its computing.",
      "Leave out pauses",
      "all sleep",
      7 },
    { { { 9.4, 8, 1000 }, { 9.4, 7, 1000 } },
      "asleep outside of MPI",
      "of the 9.40 s that count as its computing, and made 1000 writes of 4"
      " KiB on average.",
      "If each write is synced",
      "all sleep and write little to a disk",
      6.8 },
    { { { 9.4, 8, 10 }, { 9.4, 8, 10 } },
      "asleep outside of MPI",
      "8.00 s of the 9.40 s that count as its computing.",
      "Leave out pauses",
      "a few writes do not take so long",
      8 },
    { { { 9.4, 8, 0 }, { 9.4, 0, 0 } },
      diagnose_nothing,
      "",
      "",
      "one sleeps while the others work",
      0 },
    { { { 9.4, 3, 0 }, { 9.4, 3, 0 } },
      diagnose_nothing,
      "",
      "",
      "all sleep for less than they work",
      0 },
    { { { 9, 8, 0 }, { 3, 0, 0 } },
      "uneven work: one rank",
      "and the others 3.00 s on average.",
      "Rank 0 sleeps for 88.9 % of that: find out why",
      "one sleeps, and the others wait for it",
      4.5 },
    { { { 9, 8, 1000 }, { 3, 0, 0 } },
      "uneven work: one rank",
      "and the others 3.00 s on average. This leaves out input"
      " and output.",
      "Rank 0 sleeps for 88.6 % of that: see whether each of its 1000 writes"
      " is synced",
      "one sleeps and writes little to a disk",
      4.3 },
    { { { 9, 2, 0 }, { 3, 0, 0 } },
      "uneven work: one rank",
      "on average.",
      "Give rank 0 less",
      "one works, and sleeps little",
      4.5 },
};

static void make(const struct test_case *t)
{
    double waits =
        RANKS * WALL - t->rank[0].computes - 3 * t->rank[1].computes;

    four_ranks_begin(t->rank[0].computes, t->rank[1].computes,
                     t->rank[1].computes, t->rank[1].computes);
    four_ranks_call("MPI_Allreduce", "collective", 400, waits, waits, 8);
    for (int r = 0; r < RANKS; r++) {
        struct run_rank *rank = &four_ranks.rank[r];

        rank->times.asleep = t->rank[r > 0].asleep;
        rank->times.on_core = rank->times.compute - rank->times.asleep;
        rank->user_seconds = WALL - rank->times.asleep;
        rank->io_writes = (uint64_t)t->rank[r > 0].writes;
        rank->io_written_bytes = rank->disk_written_bytes =
            4096 * rank->io_writes;
    }
    four_ranks_finish();
}

/* Of a job that was changed the same is told, by shares of the time. */
static void test_moved(void)
{
    const struct run_verdict *v;

    make(&cases[5]);
    four_ranks.run->generations = 2;
    diagnose(four_ranks.run);
    v = &four_ranks.run->verdict;
    ok(strcmp(v->cause, "uneven work: one rank") == 0,
       "one sleeps in a job that was changed, too: %s", v->cause);
    has(v->because,
        "Rank 0 computes 90.0 % of its time, and the others 30.0 % of theirs"
        " on average.",
        "so it is told");
    has(v->advice, "Rank 0 sleeps for 88.9 % of that: find out why",
        "with what to do about it");
}

/* A main thread that joins others, which wait in MPI, does not pause. */
static void test_threads(void)
{
    static const struct {
        double in_mpi[2];
        const char *cause, *advice, *of;
    } threads[] = {
        { { 1, 20 },
          "waiting in other threads",
          "See what the threads of rank 0 do outside of MPI, as those of the"
          " others may wait for it: it has been in MPI for 1.00 s in them, and"
          " each other rank for 20.0 s on average.",
          "those of one rank are hardly in MPI" },
        { { 20, 20 },
          "waiting in other threads",
          "See in which lines these threads wait",
          "those of all ranks are in MPI" },
        { { 2, 2 },
          "asleep outside of MPI",
          "Leave out pauses",
          "other threads are in MPI for a short time" },
    };

    for (size_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
        const struct run_verdict *v;

        make(&cases[0]);
        for (int r = 0; r < RANKS; r++)
            four_ranks.rank[r].other_threads_mpi = threads[i].in_mpi[r > 0];
        diagnose(four_ranks.run);
        v = &four_ranks.run->verdict;
        ok(strcmp(v->cause, threads[i].cause) == 0, "%s: %s", threads[i].of,
           v->cause);
        has(v->advice, threads[i].advice, "with what to do about it");
    }
}

/* Who swaps sleeps until its memory is there. */
static void test_paged(void)
{
    for (int much = 0; much < 2; much++) {
        make(&cases[0]);
        for (int r = 0; r < RANKS; r++)
            four_ranks.rank[r].disk_read_bytes = much ? 100 << 20 : 1 << 20;
        diagnose(four_ranks.run);
        has(four_ranks.run->verdict.because,
            much ? "its computing, and got 100 MiB of memory from a disk."
                 : "its computing.",
            "what memory a disk has given is told if it is enough");
        has(four_ranks.run->verdict.advice,
            much ? "too little memory, so that it swaps" : "Leave out pauses",
            "with what to do about it");
    }
}

int main(void)
{
    test_threads();
    test_paged();
    test_moved();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct run_verdict *v;

        make(&cases[i]);
        v = &four_ranks.run->verdict;
        ok(strcmp(v->cause, cases[i].cause) == 0
               && fabs(v->worth - cases[i].worth) < 0.1,
           "%s: %s, %g s", cases[i].of, v->cause, v->worth);
        if (*cases[i].because)
            has(v->because, cases[i].because, "so it is told");
        if (*cases[i].advice)
            has(v->advice, cases[i].advice, "with what to do about it");
    }
    return tap_done();
}
