/* Tests of report/text/text.c and what it is made of
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "report/gather/run_ending.h"
#include "report/text/text.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

static size_t widest(const char *text)
{
    size_t most = 0, wide = 0;

    for (; *text; text++) {
        wide = *text == '\n' ? 0 : wide + ((*text & 0xc0) != 0x80);
        most = wide > most ? wide : most;
    }
    return most;
}

static int lines(const char *text)
{
    int n = 0;

    while (*text)
        n += *text++ == '\n';
    return n;
}

static bool is_plain(const char *text)
{
    for (; *text; text++)
        if ((*text < ' ' && *text != '\n') || (unsigned char)*text > 0x7e)
            return false;
    return true;
}

static struct page *make(const char *folder, int rank, int size)
{
    struct page *p = pages_make(folder, rank, size);

    pages_call(p, PAGES_INIT, 1, 0, 0, 0);
    pages_call(p, PAGES_SEND, 1000, 0.3, 1e-5, 4096);
    pages_call(p, PAGES_ALLREDUCE, 100, 0.2, 1e-5, 8);
    pages_coll(p, PAGES_ALLREDUCE, pages_comm(p, "0-9", size), 100);
    for (int i = 1; i <= 4; i++)
        pages_send(p, (rank + i) % size, 1000 * i, UINT64_C(1) << 3 * i);
    pages_loop(p, 100, 5, 0.08, 1e-5);
    return p;
}

static struct run *run_of_one(void)
{
    const char *folder = pages_folder();

    page_close(make(folder, 0, 1));
    return pages_collect(folder);
}

static void check_size(int size)
{
    static const char *const questions[] = {
        "./heat -n 100",      "What limits it",     "Where did the time go",
        "Is it balanced",     "Who talks to whom",  "Which lines of code",
        "How did it develop", "What watching cost", "What was not seen",
    };
    const char *folder = pages_folder();
    const char *after;
    struct run *run;
    char *text;

    page_close(make(folder, 0, size));
    pages_copy(folder, size - 1);
    run = pages_collect(folder);
    text = pages_text(run, text_print);
    after = text;
    for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
        const char *found = strstr(after, questions[i]);

        if (!ok(found != NULL, "%d ranks: it tells, in order: %s", size,
                questions[i]))
            break;
        after = found;
    }
    ok(widest(text) <= 80, "no line is wider than 80 columns but %zu",
       widest(text));
    ok(is_plain(text), "in a plain locale all is plain");
    ok(lines(text) < 160, "it is short enough to be read, %d lines",
       lines(text));
    has(text, "100 iterations of 8", "iterations are told");

    text = pages_text(run, text_summary);
    ok(widest(text) <= 80 && is_plain(text) && lines(text) >= 6
           && lines(text) <= 20,
       "the summary is a short table, %d lines", lines(text));
    ok(strncmp(text, "mitosis: Nothing worth fixing.", 30) == 0,
       "and starts with the answer");

    setenv("LC_ALL", "C.UTF-8", 1);
    text = pages_text(run, text_print);
    has(text, "█", "a better locale has better bars");
    ok(widest(text) <= 80, "which are not wider");
    setenv("LC_ALL", "C", 1);
}

static void test_accident(void)
{
    const char *folder = pages_folder();
    struct run *run;
    char *text;

    for (int rank = 0; rank < 5; rank++) {
        struct page *p = make(folder, rank, 5);

        p->state = rank == 3 ? PAGE_ABORTED : PAGE_RUNNING;
        p->abort_code = 9;
        p->pid = 0;
        p->finalize_enter = 0;
        if (rank < 3) {
            p->inside_call = PAGES_ALLREDUCE;
            p->inside_since = p->last - pages_ticks(1 + rank);
        }
        page_close(p);
    }
    run = pages_collect(folder);
    text = pages_text(run, text_print);
    has(text, "not complete", "an accident is told");
    has(text, "rank 3 called MPI_Abort with code 9", "and whose it was");
    has(text, "ranks 0-2: killed, in MPI_Allreduce", "and where others were");
    has(text, "for up to 3.00 s", "and since when");
    has(text, "rank 4: killed, while computing", "each of them");
    text = pages_text(run, text_summary);
    has(text, "MPI_Abort with code 9", "in the summary, too");
    text = pages_text(run, text_now);
    has(text, "Where the ranks are", "and in what is there now");
    has(text, "ranks 0-2: killed, in MPI_Allreduce", "with where they are");
}

/* Two ranks that left no word: one waited in MPI for the other, which may have
 * ended itself, unless it is known that a signal ended it.
 */
static void test_no_word(void)
{
    static const struct {
        int status; /* of mpiexec */
        int asked;  /* the signal that it was sent itself */
        const char *told;
    } cases[] = {
        { 0, 0, "rank 1: killed or called _exit(), while computing" },
        { 15, 0, "rank 1: killed or called _exit(), while computing" },
        { 15, 15, "rank 1: killed, while computing" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *folder = pages_folder();
        struct run *run;
        char *text;

        for (int rank = 0; rank < 2; rank++) {
            struct page *p = make(folder, rank, 2);

            p->state = PAGE_RUNNING;
            p->pid = 0;
            p->finalize_enter = 0;
            if (rank == 0) {
                p->inside_call = PAGES_ALLREDUCE;
                p->inside_since = p->last - pages_ticks(1);
            }
            page_close(p);
        }
        run = pages_collect(folder);
        run_ending_status(run, cases[i].status, cases[i].asked);
        text = pages_text(run, text_print);
        has(text, cases[i].told,
            "a rank that may have called _exit() is told"
            " as one, others not");
        has(text, "rank 0: killed, in MPI_Allreduce",
            "one that waits in MPI did not");
    }
}

/* In which call a rank is that starts or ends MPI is not noted, nor of any
 * where calls are only counted.
 */
static void test_unknown_place(void)
{
    struct run *run = run_of_one();
    char *text;

    run->complete = false;
    for (int state = RUN_STARTING; state <= RUN_FINISHING; state++) {
        run->rank[0].state = (enum run_state)state;
        text = pages_text(run, text_now);
        ok(!strstr(text, "while computing") == (state != RUN_RUNNING),
           "only who is between start and end computes, not %s",
           run_state_name[state]);
    }
    run->level = "counts";
    run->rank[0].state = RUN_KILLED;
    text = pages_text(run, text_now);
    has(text, "rank 0: killed\n", "where calls are counted no place is known");
}

/* Ranks that wait for one other rank say for which. */
static void test_waiting_for(void)
{
    for (int same = 0; same < 2; same++) {
        const char *folder = pages_folder();
        struct run *run;
        char *text;

        for (int rank = 0; rank < 3; rank++) {
            struct page *p = make(folder, rank, 3);

            p->state = PAGE_RUNNING;
            p->pid = 0;
            p->finalize_enter = 0;
            p->inside_call = PAGES_SEND;
            p->inside_since = p->last - pages_ticks(1);
            p->inside_peer_plus_one = 1 + (same ? 2 : (rank + 1) % 3);
            page_close(p);
        }
        run = pages_collect(folder);
        text = pages_text(run, text_print);
        ok((strstr(text, "waiting for rank 2") != NULL) == same
               && !strstr(text, "waiting for rank 1"),
           "ranks that wait for %s", same ? "one" : "others");
    }
}

/* Each of many ranks is in the table, or among those between. */
static void test_many_ranks(void)
{
    const char *folder = pages_folder();
    struct run *run;
    char *text, *at;
    int shown = 0, between = 0;

    for (int rank = 0; rank < 40; rank++)
        page_close(make(folder, rank, 40));
    run = pages_collect(folder);
    text = pages_text(run, text_print);
    for (int rank = 0; rank < 40; rank++) {
        char start[32];

        snprintf(start, sizeof(start), "\n  %6d %.4s", rank,
                 run->host[0].name);
        shown += strstr(text, start) != NULL;
    }
    at = strstr(text, "     ... ");
    if (at)
        sscanf(at, " ... %d between", &between);
    ok(between > 0 && shown + between == 40, "%d ranks and %d between", shown,
       between);
}

/* A change in the middle, and one that was given up. */
static void test_changed(void)
{
    static struct run_change changes[2] = {
        { .what = "resize",
          .why = "",
          .order = "",
          .outcome = "done",
          .done = true,
          .from = 1,
          .to = 1 },
        { .what = "resize",
          .why = "",
          .order = "",
          .outcome = "no host",
          .from = 1,
          .to = 2 },
    };
    static struct run_generation generations[2];
    struct run *run = run_of_one();
    char *text, *mark, *line, *end;

    run->change = changes;
    run->changes = 2;
    generations[0] = generations[1] = run->generation[0];
    generations[0].samples = (run->iterations.samples + 1) / 2;
    run->generation = generations;
    run->generations = 2;
    text = pages_text(run, text_summary);
    has(text, "1 change, 1 given up", "what was given up is told apart");
    text = pages_text(run, text_print);
    mark = strchr(text, '^');
    for (line = mark; line && line > text && line[-1] != '\n';)
        line--;
    end = mark ? strstr(mark, "  changes") : NULL;
    ok(end && mark - line - 12 == (end - line - 12) / 2,
       "a change in the middle is marked there");
}

/* The curve has a column for each sample if these are few. */
static void test_mark_of_few(void)
{
    static struct run_generation generations[2];
    char *text, *mark, *line;
    struct run *run = run_of_one();

    generations[0] = generations[1] = run->generation[0];
    run->iterations.samples = 10;
    generations[0].samples = 7;
    generations[1].samples = 3;
    run->generation = generations;
    run->generations = 2;
    text = pages_text(run, text_print);
    mark = strchr(text, '^');
    for (line = mark; line && line > text && line[-1] != '\n';)
        line--;
    ok(mark && mark - line - 12 == 7,
       "a change after 7 of 10 iterations is marked in column %td",
       mark ? mark - line - 12 : -1);
}

/* The first iterations may differ from the last as much as any do. */
static void test_trend(void)
{
    static const struct {
        double trend, spread;
        const char *said;
    } cases[] = {
        { 50, 0.5, "They get slower: +50 %" },
        { -8, 0.02, "They get faster: -8 %" },
        { -8, 0.6, "about the same time all along" },
        { 0.5, 0, "about the same time all along" },
    };
    struct run *run = run_of_one();

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *text;

        run->iterations.trend = cases[i].trend;
        run->iterations.spread = cases[i].spread;
        text = pages_text(run, text_print);
        has(text, cases[i].said, "a trend of %g %% where they differ by %g",
            cases[i].trend, cases[i].spread);
        text = pages_text(run, text_summary);
        ok((strstr(text, ", trend ") != NULL) == (i < 2),
           "the summary has it only where there is one");
    }
}

/* The text of a run, on one line. */
static char *print_line(const struct run *run)
{
    char *text = pages_text(run, text_print), *to = text;

    for (const char *c = text; *c; c++)
        if (to == text || !strchr(" \n", *c) || to[-1] != ' ')
            *to++ = *c == '\n' ? ' ' : *c;
    *to = '\0';
    return text;
}

static void says(const struct run *run, const char *what, const char *of)
{
    has(print_line(run), what, "%s", of);
}

/* What comes before and after them is told where there is something. */
static void test_around(void)
{
    static const struct {
        double start_up, wind_down;
        const char *said;
    } cases[] = {
        { 2, 3, "; before the first 2.00 s, after the last 3.00 s." },
        { 2, 0, "; before the first 2.00 s." },
        { 0, 3, "; after the last 3.00 s." },
        { 0, 0, "nine of ten up to 1.00 s. They" },
    };
    struct run *run = run_of_one();

    run->iterations.p90 = 1;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        run->iterations.start_up = cases[i].start_up;
        run->iterations.wind_down = cases[i].wind_down;
        says(run, cases[i].said, cases[i].said);
    }
}

/* By its calls nobody can tell a loop in each step from something that comes
 * every ten steps.
 */
static void test_steps(void)
{
    static const struct {
        const char *what;
        uint64_t count, calls; /* of the loop within 10 iterations of 31 */
        bool told;
    } cases[] = {
        { "ten rounds and a call are told", 100, 3, true },
        { "fewer rounds are a part of an iteration", 90, 3, false },
        { "so are rounds of fewer calls", 100, 2, false },
        { "a loop of as many rounds is none within", 10, 31, false },
    };
    struct run_loop loop = { .mark = "MPI_Send in step (a.c:7)" };
    struct run *run = run_of_one();

    run->iterations.count = 10;
    run->iterations.calls = 31;
    run->iterations.loops = 1;
    run->iterations.loop = &loop;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *text;

        loop.count = cases[i].count;
        loop.calls = cases[i].calls;
        text = print_line(run);
        ok(!strstr(text, "is 10 rounds of 3 MPI calls, recognised by MPI_Send")
               == !cases[i].told,
           "%s", cases[i].what);
    }
}

/* The first step of each iteration comes to the line by another way. */
static void test_first_step(void)
{
    static const char *frames[] = { "step (a.c:7)", "main (a.c:9)" };
    struct run_site sites[] = {
        { .call = "MPI_Send", .frames = frames, .depth = 1, .count = 30 },
        { .call = "MPI_Send", .frames = frames + 1, .depth = 1, .count = 10 },
        { .call = "MPI_Send", .frames = frames, .depth = 2, .count = 10 },
    };
    struct run_loop loop = { .mark = "MPI_Send in step (a.c:7)",
                             .count = 30,
                             .calls = 4 };
    struct run *run = run_of_one();

    run->iterations.count = 10;
    run->iterations.calls = 13;
    run->iterations.loops = 1;
    run->iterations.loop = &loop;
    run->site = sites;
    run->sites = 3;
    says(run,
         "is 3 rounds of 4 MPI calls, recognised by MPI_Send in step (a.c:7), "
         "which is made 4 times: if",
         "a line that is come to once more than it has rounds");
    run->sites = 2;
    says(run, "recognised by MPI_Send in step (a.c:7): if",
         "one that is come to in its rounds alone");
}

/* What ranks of a job that moved computed is no measure of who is slow. */
static void test_slowest(void)
{
    static struct run_pace pace[] = {
        { .rank = 0, .count = 100, .compute = 1 },
        { .rank = 1, .count = 100, .compute = 2 },
    };
    const char *folder = pages_folder();
    struct run *run;
    char *text;

    page_close(make(folder, 0, 2));
    page_close(make(folder, 1, 2));
    run = pages_collect(folder);
    run->rank[0].times.wall = 10;
    run->rank[0].times.compute = 8;
    run->rank[1].times.wall = 9.1;
    run->rank[1].times.compute = 1.8;
    run->iterations.pace = pace;
    run->iterations.paces = 2;
    run->iterations.count = 100;
    run->iterations.imbalance = 1.0 / 3;
    run->iterations.calls = 1;
    says(run,
         "In all rank 0 computes longest, 8.00 s; the mean is 4.90 s, the "
         "least 1.80 s in rank 1.",
         "over the whole run it is one rank");
    says(run,
         "Rank 1 computes longest in them, 33.3 % longer than the mean; "
         "over the whole run rank 0 does.",
         "in the iterations another");
    says(run, "That is one MPI call: if a step of the program makes several",
         "an iteration of one call may be no step");
    run->iterations.calls = 2;
    run->rank[1].times.wall = 2;
    says(run,
         "Rank 1 has the largest share of computing, 90.0 % of the time that "
         "it was there; the mean is 85.0 %, the least 80.0 % in rank 0. That "
         "is well balanced.",
         "ranks that were there for less are compared by share");
    text = pages_text(run, text_summary);
    has(text, "rank 1 has the largest share of computing, 90.0 % of its time;",
        "in the summary, too");
    run->rank[1].times.wall = 9.1;
    pace[0].compute = 3;
    says(run, "Rank 0 computes longest in them, 33.3 % longer than the mean.",
         "of the same rank nothing is added");
}

/* Each generation has a communicator of that name. */
static void test_collectives(void)
{
    static struct run_comm comms[] = {
        { .name = "MPI_COMM_WORLD", .members = "0-1" },
        { .name = "MPI_COMM_WORLD", .members = "0-3" },
        { .name = "rows", .members = "0-1" },
    };
    static struct run_coll colls[] = {
        { .call = "MPI_Bcast", .comm = 2, .count = 5, .seconds = 3 },
        { .call = "MPI_Bcast",
          .comm = 0,
          .count = 3,
          .bytes = 3,
          .seconds = 2 },
        { .call = "MPI_Bcast",
          .comm = 1,
          .count = 4,
          .bytes = 11,
          .seconds = 2 },
    };
    struct run *run = run_of_one();

    run->comm = comms;
    run->comms = 3;
    run->coll = colls;
    run->colls = 3;
    says(run,
         " pair of ranks. The ranks handed in 14 B to "
         "collective calls besides.",
         "what is not in the matrix is told");
    says(run,
         "collective call communicator calls time bytes each MPI_Bcast "
         "MPI_COMM_WORLD 7 4.00 s 2 B MPI_Bcast rows 5 3.00 s 0 B ",
         "rows that look alike are one");
    run->messages = 0;
    says(run,
         "No messages from rank to rank were sent. The "
         "ranks handed in 14 B",
         "so it is without messages");
    run->colls = 1;
    says(run, "from rank to rank were sent. communicator",
         "calls without bytes are not");
}

/* Of what there is one of is not told as of several. */
static void test_single(void)
{
    static struct run_message message = { .to = 1, .count = 1, .bytes = 8 };
    static struct run_onesided one = { .to = 1, .put_count = 1 };
    static struct run_pace pace = { .rank = 0, .count = 1 };
    struct run *run = run_of_one();

    run->message = &message;
    run->messages = 1;
    run->one = &one;
    run->onesided = 1;
    run->iterations.count = 1;
    says(run, " 1 message of 8 B, between 1 pair of ranks.", "a message");
    says(run, "One-sided, between 1 pair of ranks: 0 B put in 1 operation, ",
         "an operation");
    says(run, " 1 iteration of ", "an iteration");
    run->iterations.found = false;
    run->iterations.pace = &pace;
    run->iterations.paces = 1;
    says(run, " rank 0: 1 round ", "a round");
}

static void test_hostile(void)
{
    const char *folder = pages_folder();
    struct page *p = make(folder, 0, 1);
    struct run *run;
    char *text;

    memset(p->program, 0x1b, sizeof(p->program));
    p->program_bytes = sizeof(p->program);
    memset(p->host, 0xc3, sizeof(p->host) - 1);
    strcpy(p->call[PAGES_SEND].name, "MPI_\x1b[2J\xc2\x9b"
                                     "2J");
    p->comm[0].size = 7;
    strcpy(p->comm[0].name, "rows\n\ncolumns");
    strcpy(p->remarks, "\x1b]0;title\x07");
    page_close(p);
    run = pages_collect(folder);
    text = pages_text(run, text_print);
    ok(is_plain(text) && widest(text) <= 80,
       "hostile names do nothing to a terminal");
    text = pages_text(run, text_summary);
    ok(is_plain(text) && widest(text) <= 80, "nor in the summary");
    setenv("LC_ALL", "C.UTF-8", 1);
    text = pages_text(run, text_print);
    ok(!strchr(text, 0x1b) && !strchr(text, 0x07) && !strstr(text, "\xc2\x9b"),
       "nor where there are more characters");
    setenv("LC_ALL", "C", 1);
}

static void test_empty(void)
{
    const char *folder = pages_folder();
    struct page *p = pages_make(folder, 0, 1);
    struct run *run;
    char *text;

    p->level = LEVEL_COUNTS;
    p->mpi_ticks = 0;
    p->program_bytes = 0;
    page_close(p);
    run = pages_collect(folder);
    text = pages_text(run, text_print);
    has(text, "counted, not timed", "counts alone are told as such");
    ok(!strstr(text, "Where did the time go"), "times are not asked for then");
    ok(!strstr(text, "Is it balanced"), "nor is the balance");
    has(text, "No messages", "no messages are none");
    has(text, "Call sites were not noted", "nor are call sites");
    has(text, "No iterations found: calls were not timed", "nor iterations");
    text = pages_text(run, text_summary);
    ok(lines(text) >= 2, "and there is a summary");
}

/* What a rank did in the 9 s that it computed, as its page tells. */
static void test_split(void)
{
    for (int known = 0; known < 2; known++) {
        const char *folder = pages_folder();
        struct page *p = make(folder, 0, 1);
        struct run *run;
        char *text;

        p->computing.ticks = pages_ticks(9);
        if (known)
            p->computing.use = (struct thread_use){ .on_core = 5,
                                                    .core_wait = 1,
                                                    .in_kernel = 2 };
        p->use = p->computing.use;
        p->user_seconds = 8;
        p->system_seconds = 0;
        p->use_at = p->finalize_enter;
        page_close(p);
        run = pages_collect(folder);
        text = pages_text(run, text_print);
        ok(fabs(run->sum.on_core - 5 * known) < 1e-3
               && fabs(run->sum.asleep - 3 * known) < 1e-3
               && fabs(run->sum.in_kernel - 2 * known) < 1e-3,
           "%g s of %g s on a core, %g s asleep", run->sum.on_core,
           run->sum.compute, run->sum.asleep);
        ok(known ? strstr(text, "\n    on a core     5.00 s ")
                       && strstr(text, "\n    no core       1.00 s ")
                       && strstr(text, "\n    asleep        3.00 s ")
                 : !strstr(text, "\n    on a core "),
           known ? "that is told below computing"
                 : "where it is not known it is not told");
        ok((strstr(text, "Other threads of the ranks took 3.00 s") != NULL)
               == known,
           known ? "and what other threads had of the processors"
                 : "nor whose processor time it was");
    }
}

/* What the processors tell, or why not. */
/* What other threads do is no part of the time of the main ones. */
static void test_threads(void)
{
    static const struct {
        double seconds; /* of the other threads of each of two ranks, in MPI */
        const char *call, *note, *what;
    } cases[] = {
        { 0, "MPI_Send                      2000    600 ms    3.0 %", "",
          "of one thread the calls have a share" },
        { 0.05, "MPI_Send                      2000    600 ms    3.0 %", "",
          "so they do where the others were in MPI for a moment" },
        { 12, "MPI_Send                      2000    600 ms        -",
          "Other threads of the ranks were in MPI\n  for 24.0 s besides,",
          "of several there is none" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *folder = pages_folder();
        struct run *run;
        char *text;

        for (int rank = 0; rank < 2; rank++) {
            struct page *p = make(folder, rank, 2);

            p->threads_used = 3;
            p->thread[0].ticks = p->mpi_ticks;
            p->thread[1].ticks = p->thread[2].ticks =
                pages_ticks(cases[i].seconds / 2);
            page_close(p);
        }
        run = pages_collect(folder);
        text = pages_text(run, text_print);
        has(text, cases[i].call, "%s", cases[i].what);
        has(text, cases[i].note, "which is told");
        ok((strstr(text, "figures are of the main threads") != NULL)
               == (*cases[i].note != '\0'),
           "as it is of the efficiency");
    }
}

static void test_hardware(void)
{
    static const struct {
        const char *of;
        uint64_t cycles;
        int wrong;
        double joules;
        const char *has, *has_not;
    } cases[] = {
        { "instructions are counted", 2000, 0, 0,
          "On a core the ranks did 1.50 instructions per cycle.",
          "W on average" },
        { "energy is", 0, 0, 2500,
          "The processors of the host took 2.50 kJ, 250 W on average",
          "per cycle" },
        { "it is told which setting would allow both", 0, EACCES, 0,
          "sysctl kernel.perf_event_paranoid=2", "W on average" },
        { "in text", 0, EPERM, 0, "chmod a+r", "W on average" },
        { "where there are none nothing is told", 0, ENOENT, 0,
          "Where did the time go", "not known" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *folder = pages_folder();
        struct page *p = make(folder, 0, 1);
        struct run *run;
        char *text;

        p->cycles_before = p->instructions_before = 500;
        p->cycles = cases[i].cycles ? 500 + cases[i].cycles : 500;
        p->instructions = 500 + cases[i].cycles * 3 / 2;
        p->counters_wrong = p->energy_wrong = cases[i].wrong;
        p->energy_before = 10;
        p->energy_joules = 10 + cases[i].joules;
        page_close(p);
        run = pages_collect(folder);
        text = pages_text(run, text_print);
        has(text, cases[i].has, "%s", cases[i].of);
        ok(!strstr(text, cases[i].has_not), "and nothing else: %s",
           cases[i].of);
    }
}

int main(void)
{
    setenv("LC_ALL", "C", 1);
    check_size(1);
    check_size(2);
    check_size(12);
    check_size(40);
    test_split();
    test_threads();
    test_hardware();
    test_accident();
    test_no_word();
    test_unknown_place();
    test_waiting_for();
    test_many_ranks();
    test_changed();
    test_mark_of_few();
    test_trend();
    test_around();
    test_steps();
    test_first_step();
    test_slowest();
    test_collectives();
    test_single();
    test_hostile();
    test_empty();
    return tap_done();
}
