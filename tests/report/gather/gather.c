/* Tests of report/gather/gather.c, rank_sums.c, wait_estimate.c,
 * transfer_limit.c and run_ending.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "report/gather/gather.h"
#include "report/gather/run_ending.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-6;
}

static void test_two_ranks(void)
{
    const char *folder = pages_folder();
    struct run *run;
    char *json;

    for (int rank = 0; rank < 2; rank++) {
        struct page *p = pages_make(folder, rank, 2);

        pages_call(p, PAGES_INIT, 1, 0, 0, 0);
        pages_call(p, PAGES_SEND, 100, 0.3, 0.001, 1 << 20);
        pages_call(p, PAGES_ALLREDUCE, 10, 0.6, rank ? 0.05 : 0.01, 1 << 20);
        pages_send(p, 1 - rank, 100, 1024);
        page_close(p);
    }
    run = pages_collect(folder);
    ok(run->complete && run->size == 2 && run->ranks == 2,
       "two finished ranks are a complete run");
    ok(near(run->wall, 10), "it took ten seconds");
    ok(near(run->sum.wall, 20) && near(run->sum.mpi, 2)
           && near(run->sum.compute, 18),
       "of which the ranks spent two in MPI");
    ok(near(run->rank[0].times.waiting, 0.2 + 0.5)
           && near(run->rank[1].times.waiting, 0.2 + 0.5),
       "waiting is what the fastest call of all ranks did not need");
    ok(near(run->rank[0].times.other, 0.1), "starting MPI is not waiting");
    ok(near(run->rank[0].times.transfer, 0.2), "the rest is transfer");
    json = pages_json(run);
    has(json,
        "{\"from\":0,\"to\":1,\"count\":100,\"bytes\":102400,"
        "\"sizes\":{\"1024\":100}}",
        "messages are told");
    has(json,
        "\"name\":\"MPI_Send\",\"kind\":\"point to point\","
        "\"count\":200,",
        "calls are added up");
    has(json, "\"program\": [\"./heat\",\"-n\",\"100\"]",
        "the program is told");
    has(json, "\"started\": \"2023-11-14T22:13:20.000Z\"",
        "and when it started");
}

/* Calls that move much now and little then have no common fastest; their
 * places in the program may have.
 */
static void test_waiting_by_site(void)
{
    const char *folder = pages_folder();
    struct page *p = pages_make(folder, 0, 1);
    struct run *run;
    int site;

    pages_call(p, PAGES_RECV, 20, 0.8, 0.001, 1 << 24);
    site = pages_site(p, PAGES_RECV, 10, 0.1);
    p->site[site].bytes = 10 << 24;
    p->site[site].fastest = pages_ticks(0.001);
    site = pages_site(p, PAGES_RECV, 10, 0.7);
    p->site[site].bytes = 10 << 24;
    p->site[site].fastest = pages_ticks(0.06);
    p->site[site].frames[0] = 5; /* another path */
    p->objects_used = 1;
    p->object[0] = (struct object_record){ .base = 1, .end = 100 };
    page_close(p);
    run = pages_collect(folder);
    ok(near(run->sum.waiting, 0.09 + 0.1),
       "what is fast at one place does not make another wait");
    ok(run->sites == 2 && near(run->site[0].waiting, 0.1)
           && near(run->site[1].waiting, 0.09),
       "and each place has its waiting");
}

/* What needs no time is waiting: calls that were only counted are thought to
 * have needed as much as the others, and no rank waits longer than its main
 * thread is in MPI.
 */
static void test_waiting(void)
{
    static const struct {
        uint64_t untimed;
        double mpi, waiting;
        const char *what;
    } cases[] = {
        { 0, 0.9, 0.4, "what the fastest call did not need is waiting" },
        { 50, 0.9, 0.45, "calls that were only counted needed nothing" },
        { 0, 0.15, 0.2, "of several threads the main one's share counts" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *folder = pages_folder();
        struct page *p = pages_make(folder, 0, 1);
        struct run *run;

        pages_call(p, PAGES_RECV, 100, 0.5, 0.001, 1 << 20);
        p->call[PAGES_RECV].untimed = cases[i].untimed;
        p->mpi_ticks = pages_ticks(cases[i].mpi);
        page_close(p);
        run = pages_collect(folder);
        ok(near(run->sum.waiting, cases[i].waiting), "%s: %g", cases[i].what,
           run->sum.waiting);
    }
}

/* The main thread starts MPI alone, whatever the other threads do after it. */
static void test_threads(void)
{
    const char *folder = pages_folder();
    struct page *p = pages_make(folder, 0, 1);
    struct run *run;

    pages_call(p, PAGES_INIT, 1, 0, 0, 0);
    strcpy(p->call[PAGES_SIZE].name, "MPI_Init_thread");
    p->call[PAGES_SIZE].traits = TRAIT_SETUP;
    pages_call(p, PAGES_RECV, 100, 8, 1e-6, 8);
    p->threads_used = 3;
    p->thread[0].ticks = p->mpi_ticks;
    p->thread[1].ticks = pages_ticks(5);
    p->thread[2].ticks = pages_ticks(2.1);
    page_close(p);
    run = pages_collect(folder);
    ok(near(run->sum.mpi, 1) && near(run->sum.other, 0.1)
           && fabs(run->sum.waiting - 0.9) < 1e-4,
       "of the main thread's time in MPI its start is no waiting: %g, %g",
       run->sum.other, run->sum.waiting);
    ok(near(run->rank[0].other_threads_mpi, 7.1),
       "and how long others were in it is told: %g",
       run->rank[0].other_threads_mpi);
}

/* Where each message is late even the fastest call waits; but it may be the
 * network, if that is very slow.
 */
static void test_always_late(void)
{
    static const struct {
        int call;
        uint64_t bytes;
        bool apart;
        double waiting; /* of a second in all */
        const char *what;
    } cases[] = {
        { PAGES_RECV, 8192, false, 1 - 200 * (20e-6 + 8192 / 200e6),
          "no message on a host needs so long" },
        { PAGES_RECV, 8192, true, 1 - 200 * (100e-6 + 8192 / 20e6),
          "between hosts it may need longer" },
        { PAGES_RECV, 1 << 22, true, 0, "a large one may need all of it" },
        { PAGES_ALLREDUCE, 8, false,
          1 - 2 * (100 * 4 * 100e-6 + 2 * 100 * 8 / 20e6),
          "no collective needs so long for so little" },
        { PAGES_ALLREDUCE, 1 << 20, false, 0, "for more it may" },
        { PAGES_OPEN, 0, false, 0, "of files nothing is known" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *folder = pages_folder();
        struct run *run;

        for (int rank = 0; rank < 2; rank++) {
            struct page *p = pages_make(folder, rank, 2);
            int site;

            pages_call(p, cases[i].call, 100, 0.5, 0.005, cases[i].bytes);
            site = pages_site(p, cases[i].call, 100, 0.5);
            p->site[site].bytes = 100 * cases[i].bytes;
            p->site[site].fastest = pages_ticks(0.005);
            p->objects_used = 1;
            p->object[0] = (struct object_record){ .base = 0, .end = 100 };
            if (cases[i].apart && rank == 1)
                strcpy(p->host, "elsewhere");
            page_close(p);
        }
        run = pages_collect(folder);
        ok(near(run->sum.waiting, cases[i].waiting), "%s: %g s of waiting",
           cases[i].what, run->sum.waiting);
        ok(run->sites == 1 && near(run->site[0].waiting, cases[i].waiting),
           "and in the line of code, too: %g", run->site[0].waiting);
    }
}

/* What a rank of two did, 100 times each, before and while it was in the calls
 * that are looked at, 100 of together half a second and none of them fast.
 */
struct late_case {
    int call;
    int began; /* calls that begin something, or PAGES_INIT */
    uint64_t bytes;
    uint64_t received; /* bytes of each of as many messages */
    bool put;          /* the other one put that much */
    bool paused;       /* watching was off for a while */
    double needed;
    const char *what;
};

static void make_late(struct page *p, const struct late_case *c)
{
    int site;

    pages_call(p, c->call, 100, 0.5, 0.005, 0);
    site = pages_site(p, c->call, 60, 0.3);
    p->site[site].fastest = pages_ticks(0.005);
    site = pages_site(p, c->call, 40, 0.2);
    p->site[site].fastest = pages_ticks(0.005);
    p->site[site].frames[0] = 5;
    p->objects_used = 1;
    p->object[0] = (struct object_record){ .base = 0, .end = 100 };
    if (c->began != PAGES_INIT)
        pages_call(p, c->began, 100, 0, 0, c->bytes);
    if (c->received > 0) {
        page_peer(p, 1)->received_count = 100;
        page_peer(p, 1)->received_bytes = 100 * c->received;
    }
    if (c->paused)
        p->paused_ticks = pages_ticks(0.1);
}

static struct run *late_run(const char *folder, const struct late_case *c)
{
    for (int rank = 0; rank < 2; rank++) {
        struct page *p = pages_make(folder, rank, 2);

        if (rank == 0)
            make_late(p, c);
        if (rank == 1 && c->put) {
            page_peer(p, 0)->put_count = 100;
            page_peer(p, 0)->put_bytes = 100 * 8;
        }
        page_close(p);
    }
    return pages_collect(folder);
}

/* What a call completes is not written down with it, but no more than what was
 * begun.
 */
static void test_late_for_what_is_elsewhere(void)
{
    static const struct late_case cases[] = {
        { .call = PAGES_WAIT,
          .began = PAGES_IRECV,
          .bytes = 8,
          .needed = 100 * (20e-6 + 8 / 200e6),
          .what = "no receive needs so long to complete" },
        { .call = PAGES_WAIT,
          .began = PAGES_IRECV,
          .bytes = 1 << 20,
          .needed = 0.5,
          .what = "a large one may" },
        { .call = PAGES_WAIT,
          .began = PAGES_START,
          .bytes = 8,
          .received = 8,
          .needed = 100 * (4 + 1) * 20e-6 + 100 * (8 + 8) / 200e6,
          .what = "nor does what is persistent" },
        { .call = PAGES_WAIT,
          .began = PAGES_IBCAST,
          .bytes = 8,
          .needed = 100 * (4 * 100e-6 + 8 / 20e6),
          .what = "nor a collective" },
        { .call = PAGES_WAIT,
          .began = PAGES_IWRITE,
          .bytes = 8,
          .needed = 0.5,
          .what = "of files it is not known" },
        { .call = PAGES_WAIT,
          .began = PAGES_IRECV,
          .bytes = 8,
          .paused = true,
          .needed = 0.5,
          .what = "nor of what began while nobody watched" },
        { .call = PAGES_SENDRECV,
          .began = PAGES_INIT,
          .received = 8,
          .needed = 100 * (2 * 20e-6 + 8 / 200e6),
          .what = "who sends and receives needs no longer than for both" },
        { .call = PAGES_SENDRECV,
          .began = PAGES_INIT,
          .received = 1 << 20,
          .needed = 0.5,
          .what = "which may be long" },
        { .call = PAGES_PROBE,
          .began = PAGES_INIT,
          .received = 1 << 20,
          .needed = 100 * (20e-6 + (1 << 16) / 200e6),
          .what = "to know of a message takes less than to receive it" },
        { .call = PAGES_TEST,
          .began = PAGES_IRECV,
          .bytes = 1 << 20,
          .needed = 0,
          .what = "who asks again and again waits, whatever comes" },
        { .call = PAGES_WIN_WAIT,
          .began = PAGES_INIT,
          .put = true,
          .needed = 100 * (4 + 1) * 20e-6 + 100 * 8 / 200e6,
          .what = "what others put needs no longer either" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run *run = late_run(pages_folder(), &cases[i]);
        double waiting = 0.5 - cases[i].needed;

        ok(near(run->sum.waiting, waiting), "%s: %g s of waiting",
           cases[i].what, run->sum.waiting);
        ok(run->sites == 2 && near(run->site[0].waiting, 0.6 * waiting)
               && near(run->site[1].waiting, 0.4 * waiting),
           "each line has its part of it");
    }
}

static void test_communicators(void)
{
    const char *folder = pages_folder();
    struct run *run;

    for (int rank = 0; rank < 4; rank++) {
        struct page *p = pages_make(folder, rank, 4);
        char own[2] = { '0' + rank, 0 };

        pages_call(p, PAGES_ALLREDUCE, 10, 0.6, 0.01, 8);
        pages_coll(p, PAGES_ALLREDUCE, pages_comm(p, "0-3", 4), 5);
        pages_comm(p, own, 1);
        pages_coll(p, PAGES_ALLREDUCE,
                   pages_comm(p, rank % 2 ? "1,3" : "0,2", 2), 7);
        strcpy(p->comm[2].name, rank == 2 ? "rows" : "");
        page_close(p);
    }
    run = pages_collect(folder);
    ok(run->comms == 4, "communicators of the same members are one");
    ok(strcmp(run->comm[0].name, "MPI_COMM_WORLD") == 0
           && run->comm[0].ranks == 4,
       "the world has its name");
    ok(strcmp(run->comm[1].name, "MPI_COMM_SELF") == 0
           && run->comm[1].members[0] == '\0',
       "each rank's own is one for all");
    ok(strcmp(run->comm[2].name, "rows") == 0
           && strcmp(run->comm[2].members, "0,2") == 0
           && run->comm[2].ranks == 2,
       "a name that one rank gives is the communicator's");
    ok(run->colls == 3 && run->coll[0].count == 20 && run->coll[0].comm == 0
           && run->coll[1].count == 14,
       "collective calls are told by communicator");
}

/* Ranks of this very moment. */
static void make_current(struct page *p)
{
    static double tick_ns; /* measured once, as each time is a little off */

    clock_setup();
    if (tick_ns == 0)
        tick_ns = clock_tick_ns(clock_pair());
    p->birth_ns = clock_wall() - UINT64_C(1000000000);
    p->tick_ns = tick_ns;
    p->birth = p->init_enter = clock_ticks() - (uint64_t)(1e9 / p->tick_ns);
    p->init_leave = p->birth + 1;
    p->finalize_enter = 0;
    p->last = p->birth + (uint64_t)(0.4e9 / p->tick_ns);
}

static void test_accidents(void)
{
    static const struct {
        const char *what;
        uint32_t state;
        bool dead;
        const char *word;
        const char *reason;
    } cases[] = {
        { "killed", PAGE_RUNNING, true, "killed",
          "rank 1 was killed in MPI_Recv" },
        { "running", PAGE_RUNNING, false, "running",
          "rank 1 is still running in MPI_Recv" },
        { "aborted", PAGE_ABORTED, true, "aborted",
          "rank 1 called MPI_Abort with code 7" },
        { "exited", PAGE_EXITED, true, "exited",
          "rank 1 ended without MPI_Finalize" },
        { "killed at the end", PAGE_FINISHING, true, "killed",
          "rank 1 was killed" },
        { "at the end", PAGE_FINISHING, false, "finishing",
          "rank 1 is in MPI_Finalize" },
        { "at the start", PAGE_STARTING, false, "starting",
          "rank 1 is in MPI_Init" },
        { "killed at the start", PAGE_STARTING, true, "killed",
          "rank 1 was killed in MPI_Init" },
        { "nonsense", 77, true, "killed", "rank 1 was killed" },
    };
    pid_t dead = pages_dead_process();

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *folder = pages_folder();
        struct run *run;

        for (int rank = 0; rank < 2; rank++) {
            struct page *p = pages_make(folder, rank, 2);

            make_current(p);
            pages_call(p, PAGES_RECV, 1, 0.5, 0.5, 8);
            p->mpi_ticks = (uint64_t)(0.3e9 / p->tick_ns);
            if (rank == 0) {
                p->finalize_enter = p->birth + (uint64_t)(0.6e9 / p->tick_ns);
            } else {
                p->state = cases[i].state;
                p->pid = cases[i].dead ? dead : getpid();
                p->abort_code = 7;
                p->inside_since = p->last;
                p->inside_call = PAGES_RECV;
            }
            if (p->state == PAGE_STARTING)
                p->init_leave = p->inside_since = 0;
            page_close(p);
        }
        run = pages_collect(folder);
        ok(!run->complete && run->ranks == 2, "%s: not complete",
           cases[i].what);
        has(run->reason, cases[i].reason, "and the reason is told");
        ok(strcmp(run_state_name[run->rank[1].state], cases[i].word) == 0,
           "the rank's state is %s", cases[i].word);
        if (run->rank[1].state == RUN_RUNNING)
            ok(run->rank[1].times.wall > 0.99
                   && run->rank[1].inside.seconds > 0.59
                   && near(run->rank[1].times.mpi,
                           0.3 + run->rank[1].inside.seconds),
               "its time goes on, and so does the call it is in");
        if (run->rank[1].state == RUN_KILLED && i == 0)
            ok(fabs(run->rank[1].times.wall - 0.4) < 0.05
                   && run->rank[1].inside.seconds < 0.05
                   && run->rank[1].at_least && run->at_least,
               "its time ends with its last sign of life, and is at least");
    }
}

/* Which of three that were killed is told of. */
static void test_outside(void)
{
    static const struct {
        bool inside[3];
        const char *said; /* or nothing of the kind */
    } cases[] = {
        { { true, false, true },
          "rank 1 outside of MPI and the others in it" },
        { { false, false, true }, NULL },
        { { true, true, true }, NULL },
    };
    pid_t dead = pages_dead_process();

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *folder = pages_folder();
        struct run *run;

        for (int rank = 0; rank < 3; rank++) {
            struct page *p = pages_make(folder, rank, 3);

            pages_call(p, PAGES_RECV, 1, 0.5, 0.5, 8);
            p->state = PAGE_RUNNING;
            p->pid = dead;
            p->inside_since = cases[i].inside[rank] ? p->last : 0;
            p->inside_call = PAGES_RECV;
            page_close(p);
        }
        run = pages_collect(folder);
        has(run->reason, cases[i].said ? cases[i].said : "were killed",
            "who was outside of MPI is told if it was one");
        ok(cases[i].said || !strstr(run->reason, "outside"), "%s",
           run->reason);
    }
}

/* What mpiexec returned is a signal only where ranks were killed, and nothing
 * else can have made it: nor a rank that called _exit(), outside of MPI.
 */
static void test_status(void)
{
    static const struct {
        uint32_t state; /* of rank 1; rank 0 was killed */
        bool inside;    /* both ranks, a call of MPI */
        int status;
        int asked;
        const char *said;
        const char *unsaid;
    } cases[] = {
        { PAGE_RUNNING, false, 4, 0,
          "all ranks were killed or called _exit(); mpiexec ended with status "
          "4: signal 4 (",
          "tells of" },
        { PAGE_RUNNING, false, 128 + 11, 0,
          "mpiexec ended with status 139: signal 11 (", "tells of" },
        { PAGE_RUNNING, true, 9, 0,
          "all ranks were killed; mpiexec tells of signal 9 (", "_exit" },
        { PAGE_RUNNING, true, 128 + 11, 0, "mpiexec tells of signal 11 (",
          "_exit" },
        { PAGE_RUNNING, false, 15, 15,
          "all ranks were killed; mpiexec tells of signal 15 (", "_exit" },
        { PAGE_RUNNING, false, 0, 0, "were killed or called _exit()",
          "signal" },
        { PAGE_EXITED, false, 9, 0, "rank 0 was killed", "signal" },
        { PAGE_ABORTED, false, 9, 0, "rank 0 was killed", "signal" },
        { PAGE_RUNNING, false, 255, 0, "all ranks were killed", "signal" },
    };
    pid_t dead = pages_dead_process();

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *folder = pages_folder();
        struct run *run;

        for (int rank = 0; rank < 2; rank++) {
            struct page *p = pages_make(folder, rank, 2);

            pages_call(p, PAGES_RECV, 1, 0.5, 0.5, 8);
            p->state = rank ? cases[i].state : PAGE_RUNNING;
            p->pid = dead;
            p->inside_since = cases[i].inside ? p->last : 0;
            p->inside_call = PAGES_RECV;
            page_close(p);
        }
        run = pages_collect(folder);
        run_ending_status(run, cases[i].status, cases[i].asked);
        has(run->reason, cases[i].said, "status %d is told as it is",
            cases[i].status);
        ok(!strstr(run->reason, cases[i].unsaid), "and no more: %s",
           run->reason);
    }
}

/* MPICH gives several sends one handle, so there may have been more. */
static void test_open_requests(void)
{
    const char *folder = pages_folder();
    struct page *p = pages_make(folder, 0, 1);
    struct run *run;

    p->requests_open = 5;
    page_close(p);
    run = pages_collect(folder);
    ok(run->unseens == 1, "one thing was not seen");
    has(run->unseen[0],
        "5 or more communications were begun and not completed",
        "the open requests that are known are not told as all");
}

static void test_twice(void)
{
    char *one = strdup(pages_folder()), *other = strdup(pages_folder());
    const char *const folders[] = { one, other };
    struct run *run;

    page_close(pages_make(one, 0, 2));
    page_close(pages_make(other, 0, 2));
    page_close(pages_make(other, 1, 2));
    run = gather(folders, 2, false, NULL);
    ok(run && run->ranks == 2 && near(run->sum.wall, 20),
       "a rank with two pages counts once");
    has(run->unseen[0], "a second page of rank 0", "which is told");
    run_destroy(run);
    pages_remove(one);
    pages_remove(other);
    free(one);
    free(other);
}

static void test_over(void)
{
    const char *folder = pages_folder();
    struct page *p = pages_make(folder, 0, 1);
    struct run *run;

    strcpy(p->host, "another");
    p->state = PAGE_RUNNING;
    page_close(p);
    run = gather(&folder, 1, false, NULL);
    ok(run->rank[0].state == RUN_LOST, "of other hosts we hear nothing");
    run_destroy(run);
    run = gather(&folder, 1, true, NULL);
    ok(run->rank[0].state == RUN_KILLED, "but when the job is over");
    run_destroy(run);
    pages_remove(folder);
}

static void test_paused(void)
{
    const char *folder = pages_folder();
    struct page *p = pages_make(folder, 0, 1);
    struct run *run;

    p->paused_ticks = pages_ticks(2);
    page_close(p);
    run = pages_collect(folder);
    ok(near(run->sum.paused, 2) && near(run->sum.compute, 7),
       "time that was not watched is not computing");
    has(run->unseen[0], "watching off", "and is told");

    folder = pages_folder();
    p = pages_make(folder, 0, 1);
    p->paused_ticks = pages_ticks(2) - (p->birth + pages_ticks(9));
    page_close(p);
    run = pages_collect(folder);
    ok(near(run->sum.paused, 3), "also when it was off to the end");
}

static void test_missing(void)
{
    const char *folder = pages_folder();
    struct error err = { .text = "" };
    char path[5000];
    struct run *run;
    int fd;

    ok(!gather(&folder, 1, false, &err), "an empty folder is no job");
    has(err.text, "no page", "and the reason is told");
    ok(!gather((const char *[]){ "/nowhere" }, 1, false, &err),
       "nor is one that does not exist");
    has(err.text, "/nowhere: No such file", "and the reason is told");

    page_close(pages_make(folder, 2, 11));
    page_close(pages_make(folder, 3, 11));
    page_close(pages_make(folder, 8, 11));
    snprintf(path, sizeof(path), "%s/rank-5.page", folder);
    fd = open(path, O_WRONLY | O_CREAT, 0600);
    close(fd);
    snprintf(path, sizeof(path), "%s/rank-4.page.old", folder);
    fd = open(path, O_WRONLY | O_CREAT, 0600);
    close(fd);
    run = pages_collect(folder);
    ok(run->ranks == 3 && run->size == 11, "the others are reported");
    ok(strcmp(run->missing, "0,1,4-7,9,10") == 0, "the missing are %s",
       run->missing);
    has(run->reason, "ranks 0,1,4-7,9,10 left nothing", "which is told");
    has(run->unseen[0], "rank-5.page", "with the page that is no page");
}

static void test_hosts(void)
{
    const char *folder = pages_folder();
    struct run *run;

    for (int rank = 0; rank < 2; rank++) {
        struct page *p = pages_make(folder, rank, 2);

        strcpy(p->host, rank ? "h2" : "h1");
        p->birth_ns += rank * UINT64_C(3000000000);
        p->birth += rank * 12345;
        p->init_enter += rank * 12345;
        p->finalize_enter += rank * 12345;
        page_close(p);
    }
    run = pages_collect(folder);
    ok(run->hosts == 2 && near(run->wall, 13),
       "hosts with other counters are put on one time line");
    ok(near(run->rank[1].start, 3) && near(run->rank[1].end, 13),
       "and so are their ranks");
}

/* How fast its clock is one of its ranks may not have known yet. */
static void test_clock(void)
{
    const char *folder = pages_folder();
    struct run *run;

    for (int rank = 0; rank < 2; rank++) {
        struct page *p = pages_make(folder, rank, 2);

        strcpy(p->host, "h1");
        p->tick_ns = rank ? p->tick_ns : 0;
        page_close(p);
    }
    run = pages_collect(folder);
    ok(near(run->wall, 10), "a host's clock is as fast as any rank knows: %g",
       run->wall);
}

/* The least memory that was free is told, whoever saw it. */
static void test_memory(void)
{
    for (int least = 0; least < 3; least++) {
        const char *folder = pages_folder();
        struct run *run;

        for (int rank = 0; rank < 3; rank++) {
            struct page *p = pages_make(folder, rank, 3);

            p->host_memory_bytes = 1000;
            p->host_memory_free_bytes = rank == least ? 100 : 200;
            page_close(p);
        }
        run = pages_collect(folder);
        ok(run->host[0].memory_free_bytes == 100
               && run->host[0].memory_bytes == 1000,
           "rank %d saw the least memory: %llu", least,
           (unsigned long long)run->host[0].memory_free_bytes);
    }
}

/* A rank that is still in MPI_Init() has not looked at its host yet. */
static void test_blind_rank(void)
{
    for (int blind = 0; blind < 2; blind++) {
        const char *folder = pages_folder();
        struct run *run;

        for (int rank = 0; rank < 2; rank++) {
            struct page *p = pages_make(folder, rank, 2);
            bool looked = rank != blind;

            p->host_memory_bytes = looked ? 1000 : 0;
            p->host_memory_free_bytes = looked ? 200 : 0;
            p->load_samples = looked ? 2 : 0;
            p->load_sum = looked ? 3 : 0;
            p->load_first = looked ? 1 : 0;
            p->load_last = looked ? 2 : 0;
            page_close(p);
        }
        run = pages_collect(folder);
        ok(run->host[0].memory_free_bytes == 200
               && run->host[0].memory_bytes == 1000
               && near(run->host[0].load_first, 1)
               && near(run->host[0].load_last, 2)
               && near(run->host[0].load_mean, 1.5),
           "rank %d, which has not looked at its host, tells nothing of it",
           blind);
    }
}

int main(void)
{
    test_two_ranks();
    test_waiting();
    test_threads();
    test_always_late();
    test_late_for_what_is_elsewhere();
    test_waiting_by_site();
    test_communicators();
    test_accidents();
    test_outside();
    test_status();
    test_open_requests();
    test_twice();
    test_over();
    test_paused();
    test_missing();
    test_hosts();
    test_clock();
    test_memory();
    test_blind_rank();
    return tap_done();
}
