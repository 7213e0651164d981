/* Tests of report/diagnose/whole_run.c: cores, files, start-up, changes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "report/diagnose/diagnose.h"
#include "tests/report/diagnose/four_ranks.h"
#include "tests/tap.h"

/* The ranks were ready for so long and had no core, and had one for so long.
 */
static void cores(double none, double one)
{
    for (int r = 0; r < RANKS; r++) {
        four_ranks.rank[r].core_wait = none;
        four_ranks.rank[r].user_seconds = one;
    }
}

static void test_cores(void)
{
    static const struct {
        unsigned cores; /* of the host */
        double computes, none, one, starts;
        const char *call, *cause, *of;
    } cases[] = {
        { 2, 9.2, 5, 5, 0, "MPI_Allreduce", "too few cores",
          "ranks have a core for half of their time" },
        { 4, 9.2, 5, 5, 0, "MPI_Allreduce", "cores taken by others",
          "there is a core for each of them" },
        { 2, 9.2, 8, 1.5, 0, "MPI_Allreduce", "cores taken by others",
          "they are too many, but others have most of both cores" },
        { 3, 9.2, 4, 2.5, 0, "MPI_Allreduce", "cores taken by others",
          "they would not need more than there are" },
        { 2, 9.2, 0.4, 9.6, 0, "MPI_Allreduce", diagnose_nothing,
          "they have no core now and then" },
        { 2, 5, 2.5, 2.5, 0, "MPI_Recv", "late sender",
          "ranks that sleep need no core" },
        { 4, 0.05, 6, 2, 2, "MPI_Allreduce", "cores taken by others",
          "they sleep only while MPI starts" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double is = cases[i].computes,
               waits = RANKS * (WALL - is - cases[i].starts);
        bool message = strcmp(cases[i].call, "MPI_Recv") == 0;

        four_ranks_begin(is, is, is, is);
        four_ranks.host[0].cores = cases[i].cores;
        four_ranks_call(cases[i].call,
                        message ? "point to point" : "collective", 400, waits,
                        waits, 8);
        cores(cases[i].none, cases[i].one);
        for (int r = 0; r < RANKS; r++)
            four_ranks.rank[r].times.other = cases[i].starts;
        four_ranks_cause(cases[i].cause, message ? "Recv" : "", cases[i].of);
    }
}

/* Four ranks on a host of four cores compute all the time, each by so many
 * threads, which share the cores.
 */
static void test_threads(void)
{
    for (int threads = 1; threads <= 2; threads++) {
        const struct run_verdict *v;

        four_ranks_begin(9.2, 9.2, 9.2, 9.2);
        for (int r = 0; r < RANKS; r++) {
            struct run_rank *rank = &four_ranks.rank[r];

            rank->core_wait = rank->times.no_core = 4.6;
            rank->times.on_core = 4.6;
            rank->user_seconds = 4.7 * threads;
            rank->other_threads = 4.7 * (threads - 1);
        }
        four_ranks_finish();
        v = &four_ranks.run->verdict;
        ok(strcmp(v->cause,
                  threads > 1 ? "too few cores" : "cores taken by others")
               == 0,
           "%d threads each: %s", threads, v->cause);
        if (threads > 1) {
            has(v->because, "4 cores for 4 ranks with about 8 threads",
                "they are counted");
            has(v->advice, "OMP_NUM_THREADS", "and what to set is told");
        }
    }
}

/* On two cores a run of four ranks takes half of their processor time at
 * least, that of other threads among it.
 */
static void test_worth_on_cores(void)
{
    static const struct {
        double computes, on_core, threads, none;
        const char *call, *kind, *cause;
        double worth;
    } cases[] = {
        { 9.2, 1.5, 1.5, 8, "MPI_Allreduce", "collective",
          "cores taken by others", 4 },
        { 9.2, 1.2, 0, 8, "MPI_Allreduce", "collective",
          "cores taken by others", 7.6 },
        { 2.5, 2.5, 0, 0, "MPI_Recv", "point to point", "ranks in a chain",
          5 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double waits = RANKS * (WALL - cases[i].computes);
        const struct run_verdict *v;

        four_ranks_begin(cases[i].computes, cases[i].computes,
                         cases[i].computes, cases[i].computes);
        four_ranks.host[0].cores = 2;
        four_ranks_call(cases[i].call, cases[i].kind, 400, waits, waits, 8);
        cores(cases[i].none, cases[i].on_core + cases[i].threads);
        for (int r = 0; r < RANKS; r++) {
            struct run_rank *rank = &four_ranks.rank[r];

            rank->times.on_core = cases[i].on_core;
            rank->times.no_core = cases[i].computes - cases[i].on_core;
            rank->other_threads = cases[i].threads;
        }
        four_ranks_finish();
        v = &four_ranks.run->verdict;
        ok(strcmp(v->cause, cases[i].cause) == 0
               && v->worth <= cases[i].worth + 1e-9
               && v->worth >= cases[i].worth - 0.1,
           "%s is worth %g s, no more than %g s", v->cause, v->worth,
           cases[i].worth);
    }
}

/* Ranks on two hosts hardly compute, as they reduce much again and again: as
 * it takes long, or as others have the cores meanwhile, or some of both.
 */
static void test_coreless_in_mpi(void)
{
    static const struct {
        double none;
        const char *cause;
    } cases[] = {
        { 0.2, "one collective" },
        { 4.0, "one collective" },
        { 7.5, "cores taken by others" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const double computes = 0.5, without = computes * 0.8;

        four_ranks_begin(computes, computes, computes, computes);
        four_ranks_call("MPI_Allreduce", "collective", 4000,
                        RANKS * (WALL - computes), RANKS * (WALL - computes),
                        2e9);
        cores(cases[i].none, WALL - cases[i].none);
        for (int r = 0; r < RANKS; r++) {
            struct run_times *t = &four_ranks.rank[r].times;

            t->no_core = fmin(without, cases[i].none);
            t->on_core = computes - t->no_core;
        }
        four_ranks_finish();
        ok(strcmp(four_ranks.run->verdict.cause, cases[i].cause) == 0,
           "%g s of 10 without a core: %s", cases[i].none,
           four_ranks.run->verdict.cause);
        ok(!four_ranks.run->second.cause
               || four_ranks.run->second.worth + four_ranks.run->verdict.worth
                      < WALL,
           "no time counts for two causes: %g s and %g s of 10",
           four_ranks.run->verdict.worth, four_ranks.run->second.worth);
    }
}

/* Half of the time is lost, in no call that is known. */
static void test_no_cause(void)
{
    four_ranks_begin(5, 5, 5, 5);
    four_ranks_cause(diagnose_no_cause, "",
                     "half of the time is lost in no known call");
}

/* The efficiency is below the mark, but for no reason that could be mended. */
static void test_little_lost(void)
{
    four_ranks_begin(7, 7, 7, 7);
    for (int r = 0; r < RANKS; r++) {
        four_ranks.rank[r].times.other = 2.75;
        four_ranks.rank[r].times.waiting = 0.25;
    }
    four_ranks_finish();
    ok(strcmp(four_ranks.run->verdict.cause, diagnose_nothing) == 0,
       "where MPI takes long to start there is nothing to fix: %s",
       four_ranks.run->verdict.cause);
    has(four_ranks.run->verdict.because,
        "Waiting and communication take 2.5 % of the run",
        "and it is told how little is lost");
    four_ranks_begin(7, 7, 7, 7);
    for (int r = 0; r < RANKS; r++) {
        four_ranks.rank[r].times.other = 2.4;
        four_ranks.rank[r].times.waiting = 0.6;
    }
    four_ranks_cause(diagnose_no_cause, "",
                     "MPI takes long to start, and 6 % are lost");
    four_ranks_begin(8.8, 8.8, 8.8, 8.8);
    four_ranks_call("MPI_Allreduce", "collective", 400, 4.8, 4.8, 8);
    four_ranks_iterate(55, 0.1);
    for (int r = 0; r < RANKS; r++)
        four_ranks.pace[r].compute = 0.078;
    four_ranks_finish();
    ok(strcmp(four_ranks.run->verdict.cause, diagnose_nothing) == 0,
       "nor where only the iterations are below it: %s",
       four_ranks.run->verdict.cause);
    has(four_ranks.run->verdict.because,
        "The ranks have a parallel efficiency of 88.0 %",
        "and it is told that the run is not");
}

/* What follows from a lack of cores, or only looks like it. */
static void test_lack(void)
{
    four_ranks_begin(4, 4, 4, 4);
    four_ranks_call("MPI_Recv", "point to point", 400, 24, 24, 8);
    cores(5, 5);
    four_ranks_finish();
    ok(strcmp(four_ranks.run->verdict.cause, "cores taken by others") == 0
           && !four_ranks.run->second.cause,
       "waiting that follows from a lack of cores is no cause: %s, %s",
       four_ranks.run->verdict.cause,
       four_ranks.run->second.cause ? four_ranks.run->second.cause : "none");
    four_ranks_begin(9, 3, 3, 3);
    four_ranks_call("MPI_Allreduce", "collective", 400, 22, 22, 8);
    cores(0, 3);
    four_ranks.rank[0].core_wait = 6;
    four_ranks_cause("cores taken by others", "",
                     "a rank that computes long since it has no core");
    four_ranks_begin(9.2, 9.2, 9.2, 9.2);
    four_ranks.run->hosts = 2;
    four_ranks.rank[2].host = four_ranks.rank[3].host = "h1";
    four_ranks.host[0].ranks = four_ranks.host[1].ranks = 2;
    cores(5, 5);
    four_ranks.rank[2].core_wait = four_ranks.rank[3].core_wait = 1;
    four_ranks_finish();
    has(four_ranks.run->verdict.because, "On h0 other work takes cores",
        "the host that lacks most cores is named");
}

/* Rank 0 computes so long, and the others; so long each is on a core, also in
 * MPI, and so much each has written, but not by MPI.
 */
static void test_posix_files(void)
{
    static const struct {
        struct {
            double computes, on_core, bytes;
        } rank[2];
        const char *cause, *line, *of;
    } cases[] = {
        { { { 9, 4, 1e9 }, { 3, 10, 0 } },
          "file input and output",
          "Allreduce",
          "one rank writes and sleeps" },
        { { { 9.4, 4, 1e9 }, { 9.4, 4, 1e9 } },
          "file input and output",
          "",
          "all of them do" },
        { { { 9, 10, 1e9 }, { 3, 10, 0 } },
          "uneven work: one rank",
          "Allreduce",
          "one rank writes and does not sleep for it" },
        { { { 9, 4, 1e6 }, { 3, 10, 0 } },
          "uneven work: one rank",
          "Allreduce",
          "one rank sleeps and writes little" },
        { { { 9, 4, 0 }, { 3, 10, 0 } },
          "uneven work: one rank",
          "Allreduce",
          "one rank sleeps for something else" },
        { { { 9, 9, 1e9 }, { 3, 3, 1e9 } },
          "uneven work: one rank",
          "Allreduce",
          "ranks that write sleep in MPI" },
        { { { 9.4, 9.4, 1e9 }, { 9.4, 9.4, 1e9 } },
          diagnose_nothing,
          "",
          "all of them do, and compute the rest of the time" },
        { { { 9.4, 4, 1e9 }, { 9.4, 10, 0 } },
          diagnose_nothing,
          "",
          "one rank writes while the others compute" },
        { { { 9, 0, 1e9 }, { 3, 0, 0 } },
          "uneven work: one rank",
          "Allreduce",
          "it is not known how long ranks were on a core" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double others = cases[i].rank[1].computes;
        double waiting = RANKS * WALL - cases[i].rank[0].computes - 3 * others;

        four_ranks_begin(cases[i].rank[0].computes, others, others, others);
        four_ranks_call("MPI_Allreduce", "collective", 400, waiting, waiting,
                        8);
        for (int r = 0; r < RANKS; r++) {
            four_ranks.rank[r].user_seconds = cases[i].rank[r > 0].on_core;
            four_ranks.rank[r].io_written_bytes =
                (uint64_t)cases[i].rank[r > 0].bytes;
        }
        four_ranks_cause(cases[i].cause, cases[i].line, cases[i].of);
    }
}

/* What is told of it, beside work that is uneven, too. */
static void test_posix_files_words(void)
{
    const struct run_verdict *v;

    four_ranks_begin(9, 5, 3, 3);
    four_ranks_call("MPI_Allreduce", "collective", 400, 20, 20, 8);
    for (int r = 0; r < RANKS; r++)
        four_ranks.rank[r].user_seconds = 10;
    four_ranks.rank[0].user_seconds = 4;
    four_ranks.rank[0].io_written_bytes = 1 << 30;
    four_ranks_finish();
    v = &four_ranks.run->verdict;
    ok(fabs(v->worth - 4) < 1e-6, "until another rank takes longest: %g",
       v->worth);
    has(v->because,
        "Rank 0 wrote 1 GiB to files otherwise than by MPI, which took at"
        " least 6.00 s of the 9.00 s that count as its computing",
        "it is told who, how much and how long");
    v = &four_ranks.run->second;
    ok(v->cause && strcmp(v->cause, "uneven work: one rank") == 0
           && fabs(v->worth - 1.5) < 1e-6,
       "the rest is uneven work: %s, %g", v->cause, v->worth);
    four_ranks_begin(9.4, 9.4, 9.4, 9.4);
    for (int r = 0; r < RANKS; r++) {
        four_ranks.rank[r].user_seconds = 4;
        four_ranks.rank[r].io_read_bytes = 3 << 29;
        four_ranks.rank[r].file_read_bytes = 1 << 29;
        four_ranks.rank[r].io_written_bytes = 1 << 30;
    }
    four_ranks_finish();
    has(four_ranks.run->verdict.because,
        "The ranks read 4 GiB from files and wrote 4 GiB",
        "what MPI has read is not counted again");
    four_ranks_begin(9, 3, 3, 3);
    four_ranks_call("MPI_Allreduce", "collective", 400, 22, 22, 8);
    for (int r = 0; r < RANKS; r++)
        four_ranks.rank[r].user_seconds = 10;
    four_ranks.rank[0].user_seconds = four_ranks.rank[0].system_seconds = 5;
    four_ranks.rank[0].io_written_bytes = (uint64_t)8e8;
    four_ranks_finish();
    ok(strcmp(four_ranks.run->verdict.cause, "file input and output") == 0
           && fabs(four_ranks.run->verdict.worth - 4) < 1e-6,
       "what the kernel computes to copy the bytes counts, and no more: %s, "
       "%g",
       four_ranks.run->verdict.cause, four_ranks.run->verdict.worth);
}

/* Rank 0 computes for 9 seconds, in which it slept and was in the kernel for
 * so long, the others for 3: so many bytes it has written, of these MPI and a
 * disk had to do with so many, in so many calls.
 */
static void test_posix_kinds(void)
{
    static const struct {
        double asleep, kernel, bytes, by_mpi, disk, calls;
        const char *cause, *because, *of;
        double worth;
    } cases[] = {
        { 4, 2, 1e9, 0, 1e9, 1e4, "file input and output",
          "Rank 0 wrote 954 MiB to files", "what it writes is for a disk", 6 },
        { 4, 2, 1e9, 0, 0, 1e4, "input and output",
          "Rank 0 wrote 954 MiB to pipes, devices or memory otherwise than"
          " by MPI, which took at least 6.00 s of the 9.00 s",
          "no disk has to do with what it writes", 6 },
        { 4, 2, 1e9, 0, 4e7, 1e4, "input and output",
          "Rank 0 wrote 916 MiB to pipes", "it also writes a little to files",
          3.8 },
        { 4, 2, 2e9, 1e9, 1e9, 1e4, "input and output",
          "Rank 0 wrote 954 MiB to pipes", "what is for a disk is MPI's", 6 },
        { 0, 2, 1.6e7, 0, 1.6e7, 2e6, "many small reads and writes",
          "Rank 0 made 2.00 M writes of 8 B on average otherwise than by"
          " MPI, which took at least 1.98 s of the 9.00 s",
          "it makes many small writes", 1.984 },
        { 0, 3, 8e6, 0, 0, 1e6, "many small reads and writes", "Rank 0 made",
          "the kernel takes longer than so many writes do", 1.5 },
        { 0, 3, 8e4, 0, 0, 1e4, NULL, "", "there are few of them", 0 },
        { 0, 0, 8e6, 0, 0, 1e6, NULL, "", "they take no time", 0 },
        { 0, 4, 1e9, 0, 1e9, 1e5, "file input and output", "Rank 0 wrote",
          "writes of more bytes cost by these", 4 },
    };
    static const struct run_verdict nothing = { .cause = NULL };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run_rank *rank = &four_ranks.rank[0];
        const struct run_verdict *v;

        four_ranks_begin(9, 3, 3, 3);
        four_ranks_call("MPI_Allreduce", "collective", 400, 22, 22, 8);
        for (int r = 0; r < RANKS; r++)
            four_ranks.rank[r].times.on_core = r == 0 ? 9 : 3;
        rank->times.on_core -= cases[i].asleep;
        rank->times.asleep = cases[i].asleep;
        rank->times.in_kernel = cases[i].kernel;
        rank->io_written_bytes = (uint64_t)cases[i].bytes;
        rank->file_written_bytes = (uint64_t)cases[i].by_mpi;
        rank->disk_written_bytes = (uint64_t)cases[i].disk;
        rank->io_writes = (uint64_t)cases[i].calls;
        four_ranks_finish();
        v = &four_ranks.run->verdict;
        if (strncmp(v->cause, "uneven", 6) == 0)
            v = &four_ranks.run->second;
        if (v->cause && strncmp(v->cause, "uneven", 6) == 0)
            v = &nothing;
        if (ok((v->cause != NULL) == (cases[i].cause != NULL)
                   && (!v->cause
                       || (strcmp(v->cause, cases[i].cause) == 0
                           && fabs(v->worth - cases[i].worth) < 0.01)),
               "%s: %s, %g s", cases[i].of, v->cause ? v->cause : "nothing",
               v->worth)
            && v->cause)
            has(v->because, cases[i].because, "and so it is told");
    }
}

/* Where it is known what the ranks did while they computed: rank 0, and the
 * others, as long as each computes; how late they are in sum.
 */
static void test_split(void)
{
    static const struct {
        struct {
            double computes, no_core, asleep, kernel, bytes;
        } rank[2];
        const char *call, *cause, *second, *of;
        double worth[2];
    } cases[] = {
        { { { 9, 0, 4, 2, 1e9 }, { 3, 0, 0, 0, 0 } },
          "MPI_Allreduce",
          "file input and output",
          "uneven work: by turns",
          "who writes sleeps, or is in the kernel",
          { 6, 1 } },
        { { { 9, 0, 0, 8, 1e6 }, { 3, 0, 0, 0, 0 } },
          "MPI_Allreduce",
          "uneven work: one rank",
          "uneven work: by turns",
          "who is in the kernel for something else works",
          { 4.5, 1 } },
        { { { 9, 6, 0, 0, 0 }, { 3, 0, 0, 0, 0 } },
          "MPI_Allreduce",
          "cores taken by others",
          NULL,
          "one computes long, as it has no core",
          { 7, 0 } },
        { { { 9, 3, 0, 0, 0 }, { 3, 1, 0, 0, 0 } },
          "MPI_Allreduce",
          "cores taken by others",
          "uneven work: one rank",
          "one has no core and more to do",
          { 4, 3 } },
        { { { 5, 1, 0, 0, 0 }, { 5, 1, 0, 0, 0 } },
          "MPI_Recv",
          "cores taken by others",
          "late sender",
          "ranks are late and have no core",
          { 4, 2 } },
        { { { 5, 2, 0, 0, 0 }, { 5, 2, 0, 0, 0 } },
          "MPI_Recv",
          "cores taken by others",
          NULL,
          "ranks may be late only as they have no core",
          { 7, 0 } },
        { { { 5, 0, 0, 0, 0 }, { 5, 0, 0, 0, 0 } },
          "MPI_Recv",
          "late sender",
          NULL,
          "who waits in MPI needs no core",
          { 5, 0 } },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct run_verdict *v, *second;
        double waits = RANKS * WALL - cases[i].rank[0].computes
                       - 3 * cases[i].rank[1].computes;

        four_ranks_begin(cases[i].rank[0].computes, cases[i].rank[1].computes,
                         cases[i].rank[1].computes, cases[i].rank[1].computes);
        four_ranks.host[0].cores = RANKS;
        four_ranks_call(cases[i].call,
                        cases[i].call[4] == 'R' ? "point to point"
                                                : "collective",
                        400, waits, waits, 8);
        for (int r = 0; r < RANKS; r++) {
            struct run_rank *rank = &four_ranks.rank[r];

            rank->times.no_core = cases[i].rank[r > 0].no_core;
            rank->times.asleep = cases[i].rank[r > 0].asleep;
            rank->times.in_kernel = cases[i].rank[r > 0].kernel;
            rank->times.on_core =
                rank->times.compute - rank->times.no_core - rank->times.asleep;
            rank->core_wait = 7;
            rank->user_seconds = 3;
            rank->io_written_bytes = (uint64_t)cases[i].rank[r > 0].bytes;
        }
        four_ranks_finish();
        v = &four_ranks.run->verdict;
        second = &four_ranks.run->second;
        ok(strcmp(v->cause, cases[i].cause) == 0
               && fabs(v->worth - cases[i].worth[0]) < 0.01
               && (second->cause != NULL) == (cases[i].second != NULL)
               && (!second->cause
                   || (strcmp(second->cause, cases[i].second) == 0
                       && fabs(second->worth - cases[i].worth[1]) < 0.01)),
           "%s: %s, %g s; %s, %g s", cases[i].of, v->cause, v->worth,
           second->cause ? second->cause : "no other", second->worth);
    }
}

static void test_files(void)
{
    four_ranks_begin(5, 5, 5, 5);
    four_ranks_transfer(4.8);
    for (int r = 0; r < RANKS; r++)
        four_ranks.rank[r].file_written_bytes = 1 << 30;
    four_ranks_call("MPI_File_write_at", "file", 400, 19, 1, 1e9);
    four_ranks_cause("file input and output", "File_write_at", "all write");
    four_ranks_begin(5, 5, 5, 5);
    four_ranks_transfer(4.8);
    for (int r = 0; r < RANKS; r++)
        four_ranks.rank[r].file_written_bytes = 8 << 20;
    four_ranks_call("MPI_File_write_at", "file", 4 << 20, 19, 1, 32 << 20);
    four_ranks_finish();
    has(four_ranks.run->verdict.because, "A call moves 8 B on average.",
        "who writes very little at a time is told so");
    has(four_ranks.run->verdict.advice, "Have one call read or write more",
        "with what to do about it");
    four_ranks_begin(5, 5, 5, 5);
    four_ranks.rank[0].times.transfer = 5;
    four_ranks.rank[0].times.waiting = 0;
    four_ranks.rank[0].file_written_bytes = 1 << 30;
    four_ranks_call("MPI_File_write", "file", 400, 5, 0, 1e9);
    four_ranks_call("MPI_Barrier", "collective", 400, 15, 15, 0);
    four_ranks_finish();
    ok(strcmp(four_ranks.run->verdict.cause, "file input and output") == 0
           && fabs(four_ranks.run->verdict.worth - 5) < 1e-6,
       "one writes, and the others wait for it: %s, %g",
       four_ranks.run->verdict.cause, four_ranks.run->verdict.worth);
    has(four_ranks.run->verdict.advice, "Have all ranks take part",
        "they need not");
    ok(!four_ranks.run->second.cause, "and nobody is late but for that");
    four_ranks_begin(9.5, 9.5, 9.5, 9.5);
    four_ranks_transfer(0.4);
    four_ranks.rank[0].file_written_bytes = 1 << 30;
    four_ranks_call("MPI_File_write", "file", 400, 0.2, 0, 1e9);
    four_ranks_nothing("a file is written in no time");
    four_ranks_begin(5.6, 5, 5, 5);
    four_ranks_transfer(0.475);
    for (int r = 0; r < RANKS; r++)
        four_ranks.rank[r].file_written_bytes = 1 << 30;
    four_ranks_call("MPI_Allreduce", "collective", 400, 3.5, 3.5, 8);
    four_ranks_call("MPI_File_write_all", "file", 400, 15.9, 14, 1e9);
    four_ranks_finish();
    ok(strcmp(four_ranks.run->verdict.cause, "file input and output") == 0
           && !four_ranks.run->second.cause,
       "waiting while a file is written makes nobody late elsewhere: %s",
       four_ranks.run->second.cause ? four_ranks.run->second.cause : "none");
}

static void test_start(void)
{
    four_ranks_begin(9.5, 9.5, 9.5, 9.5);
    four_ranks_iterate(40, 0.1);
    four_ranks_cause("start-up", "", "the iterations are the smaller part");
    four_ranks_begin(9.5, 9.5, 9.5, 9.5);
    four_ranks_iterate(70, 0.1);
    four_ranks_nothing("the iterations are the larger part");
    four_ranks_begin(9.5, 9.5, 9.5, 9.5);
    four_ranks_iterate(40, 0.1);
    four_ranks.run->iterations.start_up = 1;
    four_ranks.run->iterations.wind_down = 5;
    four_ranks_finish();
    has(four_ranks.run->verdict.advice, "after its last iteration",
        "where the end is what takes long that is to be made shorter");
}

static void told(const char *cause, const char *because, const char *of)
{
    four_ranks_finish();
    ok(strcmp(four_ranks.run->verdict.cause, cause) == 0, "%s: %s", of,
       four_ranks.run->verdict.cause);
    if (*because)
        has(four_ranks.run->verdict.because, because, "and so it is told");
}

/* At iteration 20 of 100 it was changed to two ranks, and maybe again a bit
 * later.
 */
static void test_change(void)
{
    static const struct {
        double before, waited;
        bool again;
        const char *cause, *because, *of;
    } cases[] = {
        { 0.06, 0, false, "a change that did not pay",
          "At 2.00 s the change to 2 ranks (two are enough) stopped the job "
          "for"
          " 100 ms; an iteration took 60.0 ms before it and 80.0 ms after it.",
          "a change made the iterations longer" },
        { 0.06, 0.29, false, "a change that did not pay",
          "At 2.00 s the change to 2 ranks (two are enough) stopped the job "
          "for"
          " 100 ms, after its first ranks had waited 290 ms; an iteration took"
          " 60.0 ms before it and 80.0 ms after it.",
          "the first ranks had waited for it, too" },
        { 0.12, 0, false, diagnose_nothing, "",
          "a change made the iterations shorter" },
        { 0.06, 0, true, diagnose_nothing, "",
          "the next change came soon after one that did not pay" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        four_ranks_begin(9.5, 9.5, 9.5, 9.5);
        four_ranks_iterate(100, 0.09);
        four_ranks.change[0] =
            (struct run_change){ .what = "resize",
                                 .why = "two are enough",
                                 .to = 2,
                                 .at = 2,
                                 .stopped = 0.1,
                                 .phases = { .stop = cases[i].waited },
                                 .done = true,
                                 .iteration = 20,
                                 .before = cases[i].before,
                                 .after = 0.08 };
        four_ranks.change[1] = four_ranks.change[0];
        four_ranks.change[1].iteration = 30;
        four_ranks.change[1].before = 0.08;
        four_ranks.change[1].after = 0.06;
        four_ranks.run->change = four_ranks.change;
        four_ranks.run->changes = cases[i].again ? 2 : 1;
        told(cases[i].cause, cases[i].because, cases[i].of);
    }
}

/* Five changes of 100 iterations each, of which none is worth telling alone.
 */
static void test_changes(void)
{
    static const struct {
        struct {
            double stopped, waited, before;
        } each;
        double after[5];
        const char *cause, *because, *of;
    } cases[] = {
        { { 0.3, 0, 0.02 },
          { 0.02, 0.02, 0.02, 0.02, 0.02 },
          "changes that did not pay",
          "5 changes stopped the job for 1.50 s of 10.0 s together;"
          " iterations after the first one took",
          "many changes stop the job for long" },
        { { 0.3, 0, 0.02 },
          { 0.018, 0.016, 0.015, 0.015, 0.014 },
          diagnose_nothing,
          "",
          "they save more than that" },
        { { 0.05, 0, 0.02 },
          { 0.023, 0.022, 0.023, 0.022, 0.023 },
          "changes that did not pay",
          "took 1.30 s more in all than at the pace before it",
          "each is worse than there was before the first" },
        { { 0.7, 0, 0.02 },
          { 0.018, 0, 0.018, 0.018, 0.018 },
          "changes that did not pay",
          "5 changes stopped the job for 3.50 s of 10.0 s together.",
          "nobody knows what one of them did, and they are long" },
        { { 0.3, 0, 0.02 },
          { 0.02, 0, 0.02, 0.02, 0.02 },
          diagnose_nothing,
          "",
          "nor of shorter ones" },
        { { 0.001, 0.6, 0.02 },
          { 0.02, 0.02, 0.02, 0.02, 0.02 },
          "changes that did not pay",
          "for 5.00 ms of 10.0 s together, after its first ranks had waited"
          " 3.00 s;",
          "the old ranks wait for the new ones" },
        { { 0.05, 0, 0 },
          { 0, 0, 0, 0, 0 },
          diagnose_nothing,
          "",
          "they are short, and more is not known" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run_change changes[6] = { { .done = false, .stopped = 9 } };

        four_ranks_begin(9.5, 9.5, 9.5, 9.5);
        four_ranks_iterate(600, 0.016);
        for (int c = 0; c < 5; c++)
            changes[c + 1] = (struct run_change){
                .what = "resize",
                .why = "",
                .to = 2,
                .stopped = cases[i].each.stopped,
                .phases = { .stop = cases[i].each.waited },
                .done = true,
                .iteration = 100 + 100 * (uint64_t)c,
                .before = c > 0 ? cases[i].after[c - 1] : cases[i].each.before,
                .after = cases[i].after[c]
            };
        four_ranks.run->change = changes;
        four_ranks.run->changes = 6;
        told(cases[i].cause, cases[i].because, cases[i].of);
    }
}

int main(void)
{
    test_cores();
    test_lack();
    test_threads();
    test_worth_on_cores();
    test_coreless_in_mpi();
    test_no_cause();
    test_little_lost();
    test_files();
    test_posix_files();
    test_posix_files_words();
    test_posix_kinds();
    test_split();
    test_start();
    test_change();
    test_changes();
    return tap_done();
}
