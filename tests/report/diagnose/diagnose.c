/* Tests of report/diagnose/: runs that have a cause, and others that only look
 * as if they had
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "report/diagnose/diagnose.h"
#include "tests/report/diagnose/four_ranks.h"
#include "tests/tap.h"

/* ---- what is moved ---- */

/* Between two hosts. */
static void send(double count, double bytes)
{
    four_ranks.run->hosts = 2;
    four_ranks.rank[RANKS - 1].host = "h1";
    four_ranks.message = (struct run_message){
        .to = 1, .count = (uint64_t)count, .bytes = (uint64_t)(count * bytes)
    };
    four_ranks.run->message = &four_ranks.message;
    four_ranks.run->messages = 1;
}

static void get(double count, double bytes)
{
    four_ranks.one =
        (struct run_onesided){ .get_count = (uint64_t)count,
                               .get_bytes = (uint64_t)(count * bytes) };
    four_ranks.run->one = &four_ranks.one;
    four_ranks.run->onesided = 1;
}

/* ---- uneven work ---- */

static void test_uneven(void)
{
    four_ranks_begin(9, 3, 3, 3);
    four_ranks_call("MPI_Allreduce", "collective", 400, 22, 22, 8);
    four_ranks_cause("uneven work: one rank", "Allreduce",
                     "one rank does most");
    four_ranks_begin(3, 3, 3, 9);
    four_ranks_iterate(90, 0.1);
    four_ranks_call("MPI_Recv", "point to point", 400, 20, 20, 8);
    four_ranks_call("MPI_Allreduce", "collective", 400, 2, 2, 8);
    four_ranks_finish();
    ok(fabs(four_ranks.run->verdict.worth - 4.5) < 0.5,
       "even work would save what the others wait, %g",
       four_ranks.run->verdict.worth);
    has(four_ranks.run->verdict.because,
        "Rank 3 computes 90.0 ms in each iteration",
        "the rank is named, with its iteration");
    four_ranks_begin(9, 5, 5, 5);
    four_ranks_call("MPI_Allreduce", "collective", 400, 16, 16, 8);
    for (int r = 0; r < RANKS; r++) {
        struct run_times *t = &four_ranks.rank[r].times;

        t->no_core = r == 0 ? 0 : 2;
        t->on_core = t->compute - t->no_core;
    }
    four_ranks_finish();
    has(four_ranks.run->verdict.because,
        "Rank 0 computes 9.00 s, and the others 3.00 s on average. This leaves"
        " out time without a core.",
        "what differs from the tables is said to");
    four_ranks_begin(9, 3, 3, 0.1);
    four_ranks_call("MPI_Allreduce", "collective", 400, 24.9, 24.9, 8);
    for (int r = 0; r < RANKS; r++)
        four_ranks.rank[r].times.on_core = four_ranks.rank[r].times.compute;
    four_ranks.rank[3].times.on_core = four_ranks.rank[3].times.no_core = 0.05;
    four_ranks_finish();
    ok(!strstr(four_ranks.run->verdict.because, "leaves out"),
       "but not what no figure would show: %s",
       four_ranks.run->verdict.because);
    four_ranks_begin(9.4, 9, 9, 9);
    four_ranks_call("MPI_Allreduce", "collective", 400, 3, 3, 8);
    four_ranks_nothing("one rank does a little more");
    four_ranks_begin(3, 5, 7, 9);
    four_ranks_call("MPI_Allreduce", "collective", 400, 16, 16, 8);
    four_ranks_cause("uneven work: a gradient", "Allreduce",
                     "work rises with the rank");
    four_ranks_begin(9, 3, 8, 4);
    four_ranks_call("MPI_Allreduce", "collective", 400, 16, 16, 8);
    four_ranks_cause("uneven work", "Allreduce",
                     "work differs, but does not rise");
}

/* Of ranks that compute equally long one had a core all the time: if the
 * others had had one they would be shorter, and to divide the work anew is no
 * use.
 */
static void test_even_though_without_cores(void)
{
    four_ranks_begin(6, 6, 6, 6);
    four_ranks_call("MPI_Allreduce", "collective", 400, 16, 16, 8);
    for (int r = 0; r < RANKS; r++) {
        struct run_times *t = &four_ranks.rank[r].times;

        t->no_core = r == 3 ? 0 : 2;
        t->on_core = t->compute - t->no_core;
        four_ranks.rank[r].core_wait = t->no_core;
    }
    four_ranks_finish();
    ok(!strstr(four_ranks.run->verdict.cause, "one rank")
           && (!four_ranks.run->second.cause
               || !strstr(four_ranks.run->second.cause, "one rank")),
       "ranks that compute equally long have no uneven work: %s, %s",
       four_ranks.run->verdict.cause,
       four_ranks.run->second.cause ? four_ranks.run->second.cause : "none");
}

/* Rank 1 had no core for long, and each rank for a little longer or shorter
 * than was estimated: what it seems to work more is no more than that.
 */
static void test_almost_excused(void)
{
    four_ranks_begin(3, 8, 3, 3);
    four_ranks_call("MPI_Allreduce", "collective", 400, 23, 23, 8);
    for (int r = 0; r < RANKS; r++) {
        struct run_times *t = &four_ranks.rank[r].times;

        t->no_core = r == 1 ? 5 : 0.7;
        t->on_core = t->compute - t->no_core;
        four_ranks.rank[r].core_wait = t->no_core;
    }
    four_ranks_finish();
    ok(strcmp(four_ranks.run->verdict.cause, "cores taken by others") == 0
           && (!four_ranks.run->second.cause
               || !strstr(four_ranks.run->second.cause, "one rank")),
       "little more than what is excused is no uneven work: %s, %s",
       four_ranks.run->verdict.cause,
       four_ranks.run->second.cause ? four_ranks.run->second.cause : "none");
}

/* Rank 0 sends and receives in lines of its own, and to or from all others. */
static void hand_out(double computes)
{
    static struct run_message messages[2 * (RANKS - 1)];
    size_t n = 0;

    four_ranks_begin(computes, 8, 7, 9);
    four_ranks_call("MPI_Recv", "point to point", 3000, 14, 14, 8);
    four_ranks_call("MPI_Send", "point to point", 3000, 1, 0, 8);
    four_ranks.site[0].ranks = 1;
    four_ranks.site[1].ranks = RANKS - 1;
    for (int i = 1; i < RANKS; i++) {
        messages[n++] = (struct run_message){ .to = i, .count = 1000 };
        messages[n++] = (struct run_message){ .from = i, .count = 1000 };
    }
    four_ranks.run->message = messages;
    four_ranks.run->messages = n;
}

static void test_handed_out(void)
{
    static const char what[] = "Rank 0 hands out work and computes";
    const char *because;

    hand_out(0.2);
    four_ranks_finish();
    has(four_ranks.run->verdict.because, what, "a master is told as one");
    has(four_ranks.run->verdict.advice, "Start more ranks",
        "and with more ranks less is lost");
    hand_out(4);
    four_ranks_finish();
    because = four_ranks.run->verdict.because;
    ok(!because || !strstr(because, what), "not who has much to do itself");
    hand_out(0.2);
    four_ranks.run->message[0].from = 2;
    four_ranks_finish();
    ok(!strstr(four_ranks.run->verdict.because, what),
       "nor where others have messages with each other");
    hand_out(0.2);
    four_ranks.site[1].ranks = RANKS;
    four_ranks_finish();
    ok(!strstr(four_ranks.run->verdict.because, what),
       "nor where all send in the same line");
}

static void test_slow_host(void)
{
    for (int others = 0; others < 2; others++) {
        four_ranks_begin(5, 5, others ? 5 : 9, 9);
        four_ranks.run->hosts = 2;
        four_ranks.rank[2].host = four_ranks.rank[3].host = "h1";
        four_ranks_call("MPI_Allreduce", "collective", 400, 12, 12, 8);
        if (others)
            four_ranks_cause(
                "uneven work: one rank", "Allreduce",
                "one rank of a host is slow, and the other is not");
        else
            four_ranks_cause("slow host", "Allreduce",
                             "all ranks of a host are slow");
    }
    four_ranks_begin(8.4, 3, 8.5, 9);
    four_ranks.run->hosts = 2;
    four_ranks.rank[2].host = four_ranks.rank[3].host = "h1";
    four_ranks_call("MPI_Allreduce", "collective", 400, 11.1, 11.1, 8);
    four_ranks_cause("uneven work", "Allreduce",
                     "one rank elsewhere is as slow");
}

/* ---- late ranks ---- */

static void test_late(void)
{
    static const struct {
        const char *name, *kind, *also[2], *cause;
    } cases[] = {
        { "MPI_Recv", "point to point", { NULL }, "late sender" },
        { "MPI_Probe", "point to point", { NULL }, "late sender" },
        { "MPI_Send", "point to point", { NULL }, "late receiver" },
        { "MPI_Ssend", "point to point", { NULL }, "late receiver" },
        { "MPI_Sendrecv", "point to point", { NULL }, "late partner" },
        { "MPI_Wait", "point to point", { "MPI_Irecv" }, "late sender" },
        { "MPI_Waitall", "point to point", { "MPI_Isend" }, "late receiver" },
        { "MPI_Waitall",
          "completion",
          { "MPI_Irecv", "MPI_Isend" },
          "late partner" },
        { "MPI_Waitall", "completion", { NULL }, "late partner" },
        { "MPI_Win_fence", "one-sided", { NULL }, "late partner" },
        { "MPI_Barrier", "collective", { NULL }, "uneven work: by turns" },
        { "MPI_Iprobe", "point to point", { NULL }, "polling" },
        { "MPI_Testall", "completion", { NULL }, "polling" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        four_ranks_begin(5, 5, 5, 5);
        for (int k = 0; k < 2 && cases[i].also[k]; k++)
            four_ranks_call(cases[i].also[k], "point to point", 100, 0, 0, 8);
        four_ranks_call(cases[i].name, cases[i].kind, 100, 18, 18, 8);
        four_ranks_call("MPI_Bcast", "collective", 100, 2, 2, 8);
        four_ranks_cause(cases[i].cause, cases[i].name + 4, cases[i].name);
        four_ranks_begin(9.2, 9.2, 9.2, 9.2);
        four_ranks_call(cases[i].name, cases[i].kind, 100, 3.2, 3.2, 8);
        four_ranks_nothing(cases[i].name);
    }
}

/* Ranks that compute alike wait in one call or two, for so long, and so much
 * longer than the one that is always the last to come there.
 */
static void test_phases(void)
{
    static const struct {
        struct {
            const char *name;
            double waiting, for_last;
        } call[2];
        const char *cause, *line, *advice, *of;
    } cases[] = {
        { { { "MPI_Barrier", 14, 13 }, { "MPI_Allreduce", 6, 6 } },
          "uneven work: in phases",
          "Barrier",
          "Divide the work of each part",
          "always the same ones are late" },
        { { { "MPI_Barrier", 14, 5 }, { "MPI_Allreduce", 6, 6 } },
          "uneven work: by turns",
          "Barrier",
          "Find out what makes an iteration",
          "mostly others are" },
        { { { "MPI_Bcast", 14, 14 }, { "MPI_Barrier", 6, 6 } },
          "uneven work: by turns",
          "Bcast",
          "Find out whether its root",
          "they wait for the root of a call" },
        { { { "MPI_Ireduce", 14, 14 }, { "MPI_Igatherv", 6, 6 } },
          "uneven work: by turns",
          "Ireduce",
          "Find out whether its root",
          "or it for them" },
        { { { "MPI_Reduce_scatter", 14, 14 }, { "MPI_Allgatherv", 6, 6 } },
          "uneven work: in phases",
          "Reduce_scatter",
          "Divide the work of each part",
          "a call has no root though its name begins so" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        four_ranks_begin(5, 5, 5, 5);
        for (int k = 0; k < 2; k++) {
            four_ranks_call(cases[i].call[k].name, "collective", 100,
                            cases[i].call[k].waiting, cases[i].call[k].waiting,
                            8);
            four_ranks.site[k].for_last = cases[i].call[k].for_last;
            four_ranks.site[k].last = 2 - k;
        }
        four_ranks_finish();
        ok(strcmp(four_ranks.run->verdict.cause, cases[i].cause) == 0
               && strcmp(four_ranks.run->verdict.line, cases[i].line) == 0,
           "%s: %s in %s", cases[i].of, four_ranks.run->verdict.cause,
           four_ranks.run->verdict.line);
        has(four_ranks.run->verdict.advice, cases[i].advice,
            "with an advice on that");
        if (i == 0)
            has(four_ranks.run->verdict.because,
                "rank 2 is always the last to come to MPI_Barrier",
                "and it is told who is late");
    }
}

/* Who has more to do in all is the last to come as well. */
static void test_phases_of_uneven(void)
{
    four_ranks_begin(2, 4, 6, 8);
    four_ranks_call("MPI_Barrier", "collective", 400, 20, 20, 8);
    four_ranks.site[0].for_last = 19;
    four_ranks.site[0].last = 3;
    four_ranks_finish();
    ok(strcmp(four_ranks.run->verdict.cause, "uneven work: a gradient") == 0
           && strcmp(four_ranks.run->second.cause, "uneven work: by turns")
                  == 0,
       "the rank with most to do is no rank that has more in a part: %s",
       four_ranks.run->second.cause);
}

/* Who asks all the time seems to compute. */
static void test_asking(void)
{
    static const struct {
        double times;
        unsigned ranks;
        const char *cause, *line, *of;
    } cases[] = {
        { 4e7, RANKS, "polling", "Iprobe", "ranks ask all the time" },
        { 8e5, RANKS, diagnose_nothing, "", "ranks ask now and then" },
        { 8e5, 1, "polling", "Iprobe", "one of them asks all the time" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        four_ranks_begin(9.5, 9.5, 9.5, 9.5);
        four_ranks_call("MPI_Iprobe", "point to point", cases[i].times, 1, 1,
                        0);
        four_ranks.site[0].ranks = cases[i].ranks;
        four_ranks_call("MPI_Recv", "point to point", 100, 1, 1, 8);
        four_ranks_cause(cases[i].cause, cases[i].line, cases[i].of);
    }
}

/* So does who sleeps from one question to the next. */
static void test_asking_with_pauses(void)
{
    for (int often = 0; often < 2; often++) {
        four_ranks_begin(9.5, 9.5, 9.5, 9.5);
        for (int r = 0; r < RANKS; r++) {
            struct run_times *t = &four_ranks.rank[r].times;

            t->asleep = r == 3 ? 8 : 0;
            t->on_core = t->compute - t->asleep;
        }
        four_ranks_call("MPI_Test", "point to point", often ? 2e4 : 2e3, 1, 1,
                        0);
        four_ranks.site[0].ranks = 1;
        four_ranks_call("MPI_Recv", "point to point", 100, 1, 1, 8);
        if (often)
            four_ranks_cause("polling", "Test",
                             "a rank asks and sleeps, again and again");
        else
            four_ranks_nothing("one that asks now and then sleeps as well");
    }
}

static void test_chain(void)
{
    four_ranks_begin(2.5, 2.5, 2.5, 2.5);
    four_ranks_call("MPI_Recv", "point to point", 100, 30, 30, 8);
    four_ranks_cause("ranks in a chain", "Recv", "one rank works at a time");
    four_ranks_begin(2.5, 2.5, 2.5, 2.5);
    four_ranks_call("MPI_Barrier", "collective", 100, 30, 30, 8);
    four_ranks_cause("uneven work: by turns", "Barrier",
                     "the same without messages");
    four_ranks_begin(5, 5, 5, 5);
    four_ranks_call("MPI_Recv", "point to point", 100, 20, 20, 8);
    four_ranks_cause("late sender", "Recv", "two ranks work at a time");
    four_ranks_begin(9, 0.3, 0.3, 0.4);
    four_ranks_call("MPI_Recv", "point to point", 100, 30, 30, 8);
    four_ranks_cause("uneven work: one rank", "Recv",
                     "always the same one works");
}

/* Who moves data is not waiting for the one before it. */
static void test_chain_that_moves(void)
{
    four_ranks_begin(3.4, 3.4, 3.4, 3.4);
    four_ranks_transfer(2);
    four_ranks_call("MPI_Recv", "point to point", 40000, 22, 14, 0);
    four_ranks_call("MPI_Send", "point to point", 40000, 4.4, 4.4, 0);
    send(4e4, 8000);
    four_ranks_cause("late sender", "Recv",
                     "where they move as much no rank works alone");
}

/* A rank holds a lock while it works, and the others wait for that. */
static void test_locks(void)
{
    for (int lock = 0; lock < 2; lock++) {
        four_ranks_begin(2.5, 2.5, 2.5, 2.5);
        four_ranks_call(lock ? "MPI_Win_lock" : "MPI_Win_fence", "one-sided",
                        400, 14, 14, 0);
        four_ranks_call("MPI_Barrier", "collective", 400, 16, 16, 8);
        four_ranks_finish();
        if (lock)
            has(four_ranks.run->verdict.advice, "Hold the lock for less",
                "who works with a lock is told to hold it for less");
        ok(strcmp(four_ranks.run->verdict.cause,
                  lock ? "ranks in a chain" : "uneven work: by turns")
               == 0,
           "%s: %s", four_ranks.run->verdict.line,
           four_ranks.run->verdict.cause);
    }
}

/* Each waits for a message of the one before it, and then all meet. */
static void test_chain_that_meets(void)
{
    static const struct {
        double computes, messages, meeting, back;
        const char *cause, *line, *of;
    } cases[] = {
        { 2.5, 15, 15, 0, "ranks in a chain", "Recv",
          "they wait as long behind their work as before it" },
        { 2.5, 14, 16, 2, "ranks in a chain", "Recv",
          "a few messages go the other way" },
        { 5, 10, 10, 0, "ranks in a chain", "Recv",
          "there is work for two at a time" },
        { 6, 8, 8, 0, "late sender", "Recv",
          "more than half of them compute, as in a pipeline" },
        { 2.5, 14, 16, 100, "uneven work: by turns", "Barrier",
          "but messages go both ways" },
        { 2.5, 8, 22, 0, "uneven work: by turns", "Barrier",
          "but few wait for a message" },
        { 6, 13, 3, 0, "late sender", "Recv", "but few wait where they meet" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double x = cases[i].computes;
        struct run_message messages[] = {
            { .from = 0, .to = 1, .count = 100 },
            { .from = 1, .to = 0, .count = (uint64_t)cases[i].back },
            { .from = 1, .to = 2, .count = 100 },
            { .from = 2, .to = 1, .count = (uint64_t)cases[i].back },
            { .from = 2, .to = 3, .count = 100 },
        };

        four_ranks_begin(x, x, x, x);
        four_ranks_call("MPI_Recv", "point to point", 300, cases[i].messages,
                        cases[i].messages, 8);
        four_ranks_call("MPI_Barrier", "collective", 400, cases[i].meeting,
                        cases[i].meeting, 8);
        four_ranks.run->message = messages;
        four_ranks.run->messages = sizeof(messages) / sizeof(messages[0]);
        four_ranks_cause(cases[i].cause, cases[i].line, cases[i].of);
    }
}

/* ---- communication ---- */

static void test_communication(void)
{
    static const struct {
        const char *name, *kind;
        double bytes;
        const char *cause;
    } cases[] = {
        { "MPI_Send", "point to point", 8, "many small messages" },
        { "MPI_Send", "point to point", 1 << 20, "bandwidth" },
        { "MPI_Get", "one-sided", 8, "many small messages" },
        { "MPI_Get", "one-sided", 1 << 20, "bandwidth" },
        { "MPI_Alltoall", "collective", 1 << 20, "one collective" },
        { "MPI_Allreduce", "collective", 8, "one collective" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        void (*move)(double, double) =
            strcmp(cases[i].name, "MPI_Get") == 0 ? get : send;
        double count = 1e5;

        four_ranks_begin(4, 4, 4, 4);
        four_ranks_transfer(5);
        four_ranks_call(cases[i].name, cases[i].kind, count, 23, 3, 0);
        move(count, cases[i].bytes);
        four_ranks_cause(cases[i].cause, cases[i].name + 4, cases[i].name);
        four_ranks_begin(9.5, 9.5, 9.5, 9.5);
        four_ranks_transfer(0.4);
        four_ranks_call(cases[i].name, cases[i].kind, count, 1.8, 0.2, 0);
        move(count, cases[i].bytes);
        four_ranks_nothing("as much, in no time");
    }
    four_ranks_begin(0.1, 0.1, 0.1, 0.1);
    four_ranks_transfer(1);
    four_ranks_call("MPI_Alltoall", "collective", 100, 38, 34, 1e9);
    four_ranks_cause("one collective", "Alltoall",
                     "nobody can be late who has nothing to do");
}

/* No network needs seconds for a few of them. */
static void test_few_one_sided(void)
{
    four_ranks_begin(2, 2, 2, 2);
    four_ranks_call("MPI_Win_fence", "one-sided", 400, 32, 32, 0);
    get(100, 8192);
    four_ranks_finish();
    ok(strcmp(four_ranks.run->verdict.cause, "bandwidth") != 0
           && !four_ranks.run->second.cause,
       "a few small transfers are not told to take long, %s",
       four_ranks.run->second.cause ? four_ranks.run->second.because : "");
}

/* Messages seem to be on their way for so long, which no network can explain
 * but a very slow one, if that.
 */
static void test_regularly_late(void)
{
    static const struct {
        double count, transfer; /* seconds of all ranks */
        const char *cause, *of;
    } cases[] = {
        { 4e4, 16, "bandwidth", "a slow network is busy all the time" },
        { 5e3, 16, "late sender", "no network is that slow" },
        { 1e3, 16, "late sender", "far fewer messages need as long" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double is = (RANKS * WALL - cases[i].transfer) / RANKS;

        four_ranks_begin(is, is, is, is);
        four_ranks_transfer(WALL - is);
        four_ranks_call("MPI_Recv", "point to point", cases[i].count,
                        cases[i].transfer, 0, cases[i].count * 8000);
        send(cases[i].count, 8000);
        four_ranks_finish();
        ok(strcmp(four_ranks.run->verdict.cause, cases[i].cause) == 0
               && !four_ranks.run->second.cause,
           "%s: %s, %s", cases[i].of, four_ranks.run->verdict.cause,
           four_ranks.run->second.cause ? four_ranks.run->second.cause
                                        : "and nothing else");
    }
}

/* Ranks that did not come to an end; what is known of each is in its name. */
static void test_failed(void)
{
    static const struct {
        enum run_state state[RANKS];
        const char *line, *of;
    } cases[] = {
        { { RUN_FINISHED, RUN_FINISHED, RUN_ABORTED, RUN_FINISHED },
          "line 2",
          "a rank that failed" },
        { { RUN_KILLED, RUN_FINISHED, RUN_ABORTED, RUN_KILLED },
          "line 2",
          "others were ended with it" },
        { { RUN_KILLED, RUN_FINISHED, RUN_FINISHED, RUN_KILLED },
          "",
          "it is not known which of two was the first" },
    };
    static const char *const lines[RANKS] = { "line 0", "line 1", "line 2",
                                              "line 3" };
    const struct run_verdict *v;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        four_ranks_begin(9, 3, 3, 3);
        four_ranks_call("MPI_Allreduce", "collective", 400, 22, 22, 8);
        four_ranks.run->complete = false;
        four_ranks.run->reason = "rank 2 called MPI_Abort with code 7";
        for (int r = 0; r < RANKS; r++) {
            four_ranks.rank[r].state = cases[i].state[r];
            four_ranks.rank[r].inside.call = "MPI_Abort";
            four_ranks.rank[r].inside.where = lines[r];
        }
        four_ranks_finish();
        v = &four_ranks.run->verdict;
        ok(strcmp(v->cause, "did not complete") == 0
               && strcmp(v->line, cases[i].line) == 0
               && strcmp(v->because, "Rank 2 called MPI_Abort with code 7.")
                      == 0,
           "%s: %s '%s' in '%s'", cases[i].of, v->cause, v->because, v->line);
    }
}

static void test_ends(void)
{
    four_ranks_begin(9, 3, 3, 3);
    four_ranks_call("MPI_Allreduce", "collective", 400, 22, 22, 8);
    four_ranks.run->complete = false;
    for (int r = 0; r < RANKS; r++)
        four_ranks.rank[r].state = RUN_RUNNING;
    four_ranks_cause("uneven work: one rank", "Allreduce", "one that goes on");
    four_ranks_begin(9, 3, 3, 3);
    four_ranks.run->level = "counts";
    four_ranks_finish();
    ok(!four_ranks.run->verdict.cause, "without times there is no verdict");
}

/* Half of what is lost is one rank's work, and a third is transfer. */
static void test_second(void)
{
    four_ranks_begin(7, 4, 4, 4);
    four_ranks_transfer(2);
    four_ranks_call("MPI_Allreduce", "collective", 400, 13, 13, 8);
    four_ranks_call("MPI_Send", "point to point", 1000, 8, 0, 0);
    send(1000, 1 << 20);
    four_ranks_finish();
    ok(strcmp(four_ranks.run->verdict.cause, "uneven work: one rank") == 0
           && four_ranks.run->second.cause
           && strcmp(four_ranks.run->second.cause, "bandwidth") == 0
           && four_ranks.run->second.worth < four_ranks.run->verdict.worth,
       "a second cause that is worth it is told: %s, %s",
       four_ranks.run->verdict.cause,
       four_ranks.run->second.cause ? four_ranks.run->second.cause : "none");
    four_ranks_begin(9.4, 4, 4, 4);
    four_ranks_transfer(0.4);
    four_ranks_call("MPI_Allreduce", "collective", 400, 17, 17, 8);
    four_ranks_call("MPI_Send", "point to point", 1000, 1.6, 0, 0);
    send(1000, 1 << 20);
    four_ranks_finish();
    ok(!four_ranks.run->second.cause, "one that is worth less is not");
}

/* Half of the waiting is for one rank's work, the rest for any. */
static void test_second_late(void)
{
    four_ranks_begin(6, 2, 2, 2);
    four_ranks_call("MPI_Sendrecv", "point to point", 400, 19, 19, 8);
    four_ranks_finish();
    ok(strcmp(four_ranks.run->verdict.cause, "uneven work: one rank") == 0
           && four_ranks.run->second.cause
           && strcmp(four_ranks.run->second.because,
                     "Ranks wait in MPI_Sendrecv for each other.")
                  == 0,
       "no two causes contradict each other: %s, %s",
       four_ranks.run->verdict.cause,
       four_ranks.run->second.cause ? four_ranks.run->second.because : "none");
}

/* One computes and all wait for it, but the messages take their time, too, as
 * they do where ranks have no core for them.
 */
static void test_not_late(void)
{
    const char *second;

    four_ranks_begin(8, 0.1, 0.1, 0.1);
    four_ranks_call("MPI_Recv", "point to point", 400, 31.7, 31.7, 8);
    four_ranks_finish();
    second = four_ranks.run->second.cause;
    ok(!second || strcmp(second, "late sender") != 0,
       "nobody is late while none computes");
}

/* Iterations that are fine, and what is lost outside of them. */
static void test_fine(void)
{
    for (int most = 0; most < 2; most++) {
        four_ranks_begin(7.7, 7.7, 7.7, 7.7);
        four_ranks_call("MPI_Recv", "point to point", 400, 9.2, 9.2, 8);
        four_ranks_iterate(most ? 60 : 99, 0.1);
        for (int r = 0; r < RANKS; r++)
            four_ranks.pace[r].compute = most ? 0.095 : 0.081;
        if (most)
            four_ranks_cause("late sender", "Recv",
                             "much is lost outside of these");
        else
            four_ranks_nothing("hardly more is lost than in these");
    }
}

/* Of many lines none of which has much, none is named. */
static void test_line(void)
{
    static const char *frames[CALLS] = {
        "a", "b", "c", "d", "e", "f", "g", "h"
    };

    four_ranks_begin(9, 3, 3, 3);
    four_ranks_call("MPI_Allreduce", "collective", 800, 22, 22, 8);
    for (size_t i = 0; i < CALLS; i++)
        four_ranks.site[i] = (struct run_site){ .call = "MPI_Allreduce",
                                                .depth = 1,
                                                .frames = &frames[i],
                                                .seconds = 22.0 / CALLS,
                                                .waiting = 22.0 / CALLS };
    four_ranks.run->sites = CALLS;
    four_ranks_cause("uneven work: one rank", "",
                     "waiting is in very many lines");
}

/* The line of the call that takes longest, not the longest line of all. */
static void test_other_line(void)
{
    four_ranks_begin(4, 4, 4, 4);
    four_ranks_transfer(5);
    four_ranks_call("MPI_Alltoall", "collective", 1e5, 6, 0, 8);
    four_ranks_call("MPI_Bcast", "collective", 1e5, 8, 0, 8);
    four_ranks_call("MPI_Alltoall", "collective", 1e5, 5, 0, 8);
    four_ranks.call[0].seconds = 11;
    four_ranks.run->calls = 2;
    four_ranks_cause("one collective", "Alltoall",
                     "another call has a longer line");
}

/* One rank has more to do before the iterations, in which all have as much. */
static void test_line_outside(void)
{
    four_ranks_begin(8, 4, 4, 4);
    four_ranks_iterate(100, 0.07);
    for (int r = 0; r < RANKS; r++)
        four_ranks.pace[r].compute = 0.02;
    four_ranks_call("MPI_Bcast", "collective", 4, 9, 9, 8);
    four_ranks_call("MPI_Allreduce", "collective", 400, 11, 11, 8);
    four_ranks_cause("uneven work: one rank", "Bcast",
                     "what is uneven before the iterations shows there");
}

int main(void)
{
    four_ranks_begin(9.5, 9.5, 9.5, 9.5);
    four_ranks_nothing("all compute");
    test_uneven();
    test_even_though_without_cores();
    test_almost_excused();
    test_handed_out();
    test_slow_host();
    test_late();
    test_phases();
    test_phases_of_uneven();
    test_asking();
    test_asking_with_pauses();
    test_chain();
    test_chain_that_moves();
    test_locks();
    test_chain_that_meets();
    test_communication();
    test_few_one_sided();
    test_regularly_late();
    test_failed();
    test_ends();
    test_second();
    test_second_late();
    test_not_late();
    test_fine();
    test_line();
    test_other_line();
    test_line_outside();
    return tap_done();
}
