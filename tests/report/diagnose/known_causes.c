/* known_causes.c - programs whose cause is known, played through, and the
 * verdict on each
 *
 * Rounds are played rank by rank: who computes how long, who waits for whom,
 * what moving costs.  What a report has of it are sums over that, so nothing
 * in here knows what a verdict is told from.  Beside each cause there is what
 * only looks like it.  All is played with few and many ranks, with the cause
 * weak and strong, and no two rounds are alike.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/diagnose/diagnose.h"
#include "report/model/efficiency.h"
#include "tests/tap.h"

enum {
    MOST = 64,
    ON_HOST = 8,
    HOSTS = MOST / ON_HOST,
    ROUNDS = 60,
    BUSY = 2,
    PIECES = 100,
    STRENGTHS = 3
};

static const double WORK = 0.01; /* seconds a round */

/* ---- what a program does ---- */

/* What of its work a rank has in a round; 'more' is how strong the cause is.
 */
typedef double work_of(int rank, int ranks, int round, double more);

static double even(int rank, int ranks, int round, double more)
{
    (void)rank, (void)ranks, (void)round, (void)more;
    return 1;
}

static double one(int rank, int ranks, int round, double more)
{
    (void)round;
    return rank == ranks / 3 ? 1 + more : 1;
}

static double hardly(int rank, int ranks, int round, double more)
{
    return one(rank, ranks, round, more / 60);
}

static double gradient(int rank, int ranks, int round, double more)
{
    (void)round;
    return 1 + more * rank / (ranks - 1);
}

static double falling(int rank, int ranks, int round, double more)
{
    return gradient(ranks - 1 - rank, ranks, round, more);
}

/* No two rounds of a rank are alike, and none is longer than the others. */
static double uneasy(int rank, int ranks, int round, double more)
{
    (void)ranks, (void)more;
    return 0.9 + 0.2 * ((rank * 5 + round * 3) % 8) / 7;
}

static double scattered(int rank, int ranks, int round, double more)
{
    (void)ranks, (void)round;
    return 1 + more * (rank * 7 % 4) / 3;
}

static double by_turns(int rank, int ranks, int round, double more)
{
    return rank == round % ranks ? 1 + more : 1;
}

static double slow_host(int rank, int ranks, int round, double more)
{
    (void)ranks, (void)round;
    return rank / BUSY == 1 ? 1 + more : 1;
}

/* As many ranks, but on two hosts. */
static double two_apart(int rank, int ranks, int round, double more)
{
    (void)round;
    return rank == 1 || rank == ranks - 1 ? 1 + more : 1;
}

enum pattern {
    MEET,     /* all wait for the last one */
    SEND,     /* the odd ones wait for the even ones, then the other way */
    ONE_LATE, /* all wait for the one with most, as for a message of its */
    CHAIN,    /* each waits for the one before it */
    PIPELINE, /* each waits for the first of many pieces of that */
    SIDE      /* nobody waits for anybody */
};

struct program {
    const char *what;
    const char *cause;
    work_of *work;
    enum pattern pattern;
    const char *call, *kind; /* in which they wait and move */
    double moving;           /* of the work, in each call, whoever waits */
    double messages, bytes;  /* a round and rank, sent or handed in */
    double start;            /* in all rounds' time, before the first */
    double lack;             /* share of its work that a rank has no core */
    double cores;            /* as a share of the ranks, where not as many */
    double asleep;           /* share of its work in which it needs none */
    bool weak;               /* the cause has no strengths */
};

#define P2P "point to point"
#define COLL "collective"

static const struct program programs[] = {
    { "all compute alike", diagnose_nothing, even, MEET, "MPI_Allreduce", COLL,
      .bytes = 8, .weak = true },
    { "and send each other messages", diagnose_nothing, even, SIDE, "MPI_Recv",
      P2P, .messages = 2, .bytes = 8000, .weak = true },

    { "one rank has more to do", "uneven work: one rank", one, MEET,
      "MPI_Allreduce", COLL, .bytes = 8 },
    { "it hardly has", diagnose_nothing, hardly, MEET, "MPI_Allreduce", COLL,
      .bytes = 8 },
    { "each has a little more now and then", diagnose_nothing, uneasy, MEET,
      "MPI_Allreduce", COLL, .bytes = 8, .weak = true },
    { "each has more to do in its turn", "uneven work: by turns", by_turns,
      MEET, "MPI_Allreduce", COLL, .bytes = 8 },

    { "work rises with the rank", "uneven work: a gradient", gradient, MEET,
      "MPI_Allreduce", COLL, .bytes = 8 },
    { "it falls with it", "uneven work: a gradient", falling, MEET,
      "MPI_Allreduce", COLL, .bytes = 8 },
    { "it is more in some", "uneven work", scattered, MEET, "MPI_Allreduce",
      COLL, .bytes = 8 },

    { "those of a host take longer", "slow host", slow_host, MEET,
      "MPI_Allreduce", COLL, .bytes = 8 },
    { "two of two hosts do", "uneven work", two_apart, MEET, "MPI_Allreduce",
      COLL, .bytes = 8 },

    { "messages are sent after the work", "late sender", even, SEND,
      "MPI_Recv", P2P, .messages = 1, .bytes = 8, .weak = true },
    { "they come from one with more to do", "uneven work: one rank", one,
      ONE_LATE, "MPI_Recv", P2P, .messages = 1, .bytes = 8 },

    { "messages are taken after the work", "late receiver", even, SEND,
      "MPI_Ssend", P2P, .messages = 1, .bytes = 8, .weak = true },
    { "one with more to do takes them late", "uneven work: one rank", one,
      ONE_LATE, "MPI_Ssend", P2P, .messages = 1, .bytes = 8 },

    { "each waits for the one before it", "ranks in a chain", even, CHAIN,
      "MPI_Recv", P2P, .messages = 1, .bytes = 8, .weak = true },
    { "it waits for a first piece only", diagnose_nothing, even, PIPELINE,
      "MPI_Recv", P2P, .messages = 1, .bytes = 8, .weak = true },

    { "a collective moves much", "one collective", even, MEET, "MPI_Alltoall",
      COLL, .moving = 1, .bytes = 1e6, .weak = true },
    { "it waits for one rank", "uneven work: one rank", one, MEET,
      "MPI_Alltoall", COLL, .moving = 0.02, .bytes = 1e4 },

    { "there are many small messages", "many small messages", even, MEET,
      "MPI_Send", P2P, .moving = 1, .messages = 1000, .bytes = 8000,
      .weak = true },
    { "they are few and large", "bandwidth", even, MEET, "MPI_Send", P2P,
      .moving = 1, .messages = 4, .bytes = 1e7, .weak = true },
    { "they take no time", diagnose_nothing, even, MEET, "MPI_Send", P2P,
      .moving = 0.05, .messages = 1000, .bytes = 8000, .weak = true },

    { "two ranks share a core", "too few cores", even, MEET, "MPI_Allreduce",
      COLL, .bytes = 8, .lack = 0.5, .cores = 0.5, .weak = true },
    { "they share it and sleep", diagnose_nothing, even, MEET, "MPI_Allreduce",
      COLL, .bytes = 8, .cores = 0.5, .asleep = 0.9, .weak = true },
    { "they have one each that others use", "cores taken by others", even,
      MEET, "MPI_Allreduce", COLL, .bytes = 8, .lack = 0.5, .weak = true },

    { "it starts as long as it runs", "start-up", even, MEET, "MPI_Allreduce",
      COLL, .bytes = 8, .start = 1.3, .weak = true },
    { "it starts for a tenth of that", diagnose_nothing, even, MEET,
      "MPI_Allreduce", COLL, .bytes = 8, .start = 0.1, .weak = true },
};

/* ---- playing it ---- */

static struct {
    struct run *run;
    struct run_rank rank[MOST];
    struct run_pace pace[MOST];
    struct run_host host[MOST];
    char name[MOST][8];
    struct run_call call;
    struct run_site site;
    const char *frame;
    struct run_message message;
    double at[MOST]; /* when each is done with what it did so far */
    unsigned chance;
} play;

/* Up to 2 % more or less. */
static double about(double x)
{
    play.chance = play.chance * 1664525 + 1013904223;
    return x * (0.98 + 0.04 * (play.chance >> 8) / (double)(1 << 24));
}

static void wait_until(int rank, double moment)
{
    double waited = fmax(0, moment - play.at[rank]);

    play.rank[rank].times.waiting += waited;
    play.at[rank] += waited;
}

static void move(int rank, double seconds)
{
    play.rank[rank].times.transfer += seconds;
    play.at[rank] += seconds;
}

static void compute(const struct program *p, int rank, int round, double more)
{
    double work = about(WORK * p->work(rank, play.run->size, round, more));
    double none = p->lack < 1 ? work * p->lack / (1 - p->lack) : 0;

    play.rank[rank].times.compute += work + none;
    play.rank[rank].core_wait += none;
    play.rank[rank].user_seconds += work * (1 - p->asleep);
    play.at[rank] += work + none;
}

static double last_of(int from, int to)
{
    double last = 0;

    for (int r = from; r < to; r++)
        last = fmax(last, play.at[r]);
    return last;
}

/* Half of the ranks compute while the others wait, then these do. */
static void play_turn(const struct program *p, int round, int which)
{
    for (int r = which; r < play.run->size; r += 2)
        compute(p, r, round, 0);
    for (int r = 1 - which; r < play.run->size; r += 2)
        wait_until(r, play.at[r ^ 1]);
}

static void play_round(const struct program *p, int round, double more)
{
    int size = play.run->size;
    double rest = p->pattern == PIPELINE ? WORK * (1 - 1.0 / PIECES) : 0;
    bool chain = p->pattern == CHAIN || p->pattern == PIPELINE;

    for (int r = 0; r < size && p->pattern != SEND; r++) {
        if (chain && r > 0)
            wait_until(r, play.at[r - 1] - rest);
        compute(p, r, round, more);
    }
    for (int which = 0; which < 2 && p->pattern == SEND; which++)
        play_turn(p, round, which);
    for (int r = 0; r < size; r++)
        if (p->pattern == MEET)
            wait_until(r, last_of(0, size));
        else if (p->pattern == ONE_LATE)
            wait_until(r, play.at[size / 3]);
        else if (p->pattern == CHAIN && r < size - 1)
            wait_until(r, play.at[size - 1]);
    for (int r = 0; r < size; r++)
        move(r, p->moving * WORK + 1e-6);
}

static void begin(const struct program *p, int size)
{
    int on_host = size < ON_HOST * BUSY ? BUSY : ON_HOST;

    memset(&play, 0, sizeof(play));
    play.run = run_create();
    play.run->level = "callsites";
    play.run->complete = true;
    play.run->size = size;
    play.run->ranks = (size_t)size;
    play.run->rank = play.rank;
    play.run->host = play.host;
    if (p->work == slow_host)
        on_host = BUSY;
    for (int r = 0; r < size; r++) {
        struct run_host *host = &play.host[r / on_host];

        if (r % on_host == 0) {
            snprintf(play.name[play.run->hosts], sizeof(play.name[0]), "h%u",
                     (unsigned)play.run->hosts);
            host->name = play.name[play.run->hosts++];
        }
        host->ranks++;
        host->cores =
            (unsigned)(host->ranks * (p->cores > 0 ? p->cores : 1) + 0.5);
        play.rank[r].rank = r;
        play.rank[r].host = host->name;
        play.rank[r].state = RUN_FINISHED;
    }
}

/* ---- its report ---- */

static void sum_up(double start, double end)
{
    struct run_times *sum = &play.run->sum;
    struct run_iterations *it = &play.run->iterations;

    for (int r = 0; r < play.run->size; r++) {
        struct run_times *t = &play.rank[r].times;

        t->wall = end;
        t->other = end - t->compute - t->waiting - t->transfer;
        t->mpi = end - t->compute;
        play.rank[r].user_seconds += t->mpi; /* it polls there */
        play.pace[r] = (struct run_pace){ r, ROUNDS, t->compute / ROUNDS };
        sum->wall += end;
        sum->compute += t->compute;
        sum->mpi += t->mpi;
        sum->waiting += t->waiting;
        sum->transfer += t->transfer;
        sum->other += t->other;
    }
    play.run->wall = end;
    *it = (struct run_iterations){ .found = true,
                                   .agreed = true,
                                   .reason = "",
                                   .mark = "",
                                   .count = ROUNDS,
                                   .mean = (end - start) / ROUNDS,
                                   .median = (end - start) / ROUNDS,
                                   .paces = play.run->ranks,
                                   .pace = play.pace,
                                   .start_up = start };
}

static void note_calls(const struct program *p)
{
    double all = (double)play.run->ranks * ROUNDS;
    double calls = all * fmax(1, p->messages);
    const struct run_times *sum = &play.run->sum;

    play.call = (struct run_call){ .name = p->call,
                                   .kind = p->kind,
                                   .count = (uint64_t)calls,
                                   .seconds = sum->waiting + sum->transfer,
                                   .waiting = sum->waiting,
                                   .bytes = (uint64_t)(all * p->bytes) };
    play.frame = "step (program.c:1)";
    play.site = (struct run_site){ .call = p->call,
                                   .depth = 1,
                                   .frames = &play.frame,
                                   .count = (uint64_t)calls,
                                   .seconds = play.call.seconds,
                                   .waiting = play.call.waiting };
    play.run->call = &play.call;
    play.run->site = &play.site;
    play.run->calls = play.run->sites = 1;
    play.message = (struct run_message){
        .from = 0, .to = 1, .count = play.call.count, .bytes = play.call.bytes
    };
    play.run->message = &play.message;
    play.run->messages = p->messages > 0;
}

static void play_all(const struct program *p, int size, double more)
{
    double start;

    begin(p, size);
    start = p->start * ROUNDS * WORK;
    for (int r = 0; r < size; r++)
        play.at[r] = start;
    for (int round = 0; round < ROUNDS; round++)
        play_round(p, round, more);
    sum_up(start, last_of(0, size));
    note_calls(p);
    efficiency_fill(play.run);
}

/* ---- whether it is told ---- */

/* What limits the whole run shows in no line. */
static bool has_line(const char *cause)
{
    return strstr(cause, "core") == NULL && strcmp(cause, "start-up") != 0
           && strcmp(cause, diagnose_nothing) != 0;
}

static bool is_told(const struct program *p, int size, double more)
{
    const struct run_verdict *v;
    bool told;

    play_all(p, size, more);
    v = &play.run->verdict;
    told = diagnose(play.run) == 0 && v->cause
           && strcmp(v->cause, p->cause) == 0
           && (*v->line != '\0') == has_line(p->cause);
    if (!told)
        printf("# %d ranks, %g times as much: %s in '%s': %s Worth %g of %g s;"
               " efficiency %g\n",
               size, 1 + more, v->cause ? v->cause : "none", v->line,
               v->because, v->worth, play.run->wall,
               play.run->efficiency.parallel);
    run_destroy(play.run);
    return told;
}

int main(void)
{
    static const int sizes[] = { 4, 8, 12, 16, 64 };
    static const double strengths[STRENGTHS] = { 1, 3, 8 };

    for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
        const struct program *p = &programs[i];
        unsigned told = 0, of = 0;

        for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++)
            for (int s = 0; s < (p->weak ? 1 : STRENGTHS); s++) {
                told += is_told(p, sizes[k], strengths[s]);
                of++;
            }
        ok(told == of, "%s: %s, %u times of %u", p->what, p->cause, told, of);
    }
    return tap_done();
}
