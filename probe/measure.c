/* measure.c - what 'mitosis sim calibrate' wants to know of hosts and links
 *
 * One pair of ranks, or one rank, is measured at a time.  The others wait
 * without using a processor, which they may share with those.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <mpi.h>

#include "base/system/clock.h"
#include "probe/measure_internal.h"

enum {
    TAG_GO = 8, /* another one is to come */
    TAG_END,    /* there are no more */
    MOST = 4 * 1024 * 1024,
    LEAST = 8,
    FEW = 1024,
    TIMES_LARGER = 4,
    SIZES = 8, /* at most: FEW to MOST, and LEAST */
    ROUNDS = 3,
    TIMES = 35, /* a size is sent there and back at most, in a round */
    BOTH_TIMES = 3,
    QUIET_US = 500,
    BURST = 16, /* messages that are there before they are looked for */
    BURSTS = 9,
    TRIES = 3,
    FINE = 16, /* parts of a limit in which it is found */
    SPEEDS = 5,
    UNITS = 2000, /* of work between two looks at the clock */
};

static const double enough = 0.1;     /* seconds for a size in a round */
static const double far_more = 0.1;   /* from which on none is larger */
static const double asleep = 0.01;    /* at least */
static const double computing = 0.06; /* for each figure of speed */

/* A pair of ranks and what is known of its link so far. */
struct pair {
    int a, b;
    bool leads; /* whether this rank is 'a' */
    int other;
    char *bytes;
    double latency;
    double per_byte;
};

static double since(uint64_t start)
{
    return (double)(clock_monotonic() - start) * 1e-9;
}

static void sleep_for(double seconds)
{
    struct timespec t = { (time_t)seconds, 0 };

    t.tv_nsec = (long)((seconds - floor(seconds)) * 1e9);
    while (nanosleep(&t, &t) < 0)
        ;
}

/* Wait until all ranks are here, and print what they have to tell. */
static void end_turn(struct probe *p)
{
    MPI_Request all;
    int done = 0;

    MPI_Ibarrier(MPI_COMM_WORLD, &all);
    while (MPI_Test(&all, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done)
        usleep(QUIET_US);
    probe_print(p);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* One that a tenth of them, at most, are faster than: the others are held up
 * by what else the machine does.
 */
static double fast(double *number, int count)
{
    qsort(number, (size_t)count, sizeof(*number), compare);
    return number[count / 10];
}

static void take(const struct pair *is, int count, int tag)
{
    MPI_Recv(is->bytes, count, MPI_BYTE, is->other, tag, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

static void give(const struct pair *is, int count, int tag)
{
    MPI_Send(is->bytes, count, MPI_BYTE, is->other, tag, MPI_COMM_WORLD);
}

/* ---- there and back ---- */

static double time_trip(const struct pair *is, int count)
{
    uint64_t start = clock_monotonic();

    give(is, count, TAG_GO);
    take(is, MOST, TAG_GO);
    return since(start) / 2;
}

static double time_size(const struct pair *is, int count)
{
    double trip[TIMES], sum = 0;
    int times = 0;

    while (times < TIMES && (times == 0 || sum < enough)) {
        trip[times] = time_trip(is, count);
        sum += 2 * trip[times++];
    }
    return fast(trip, times);
}

/* Whether larger ones may be sent: one may be held up by what else runs. */
static bool is_short(const struct pair *is, int count)
{
    for (int i = 0; i < TRIES; i++)
        if (2 * time_trip(is, count) <= far_more)
            return true;
    return false;
}

/* How large messages are, the largest first: a link may let the first bytes
 * pass faster than it does in the long run.  How large is found out by few of
 * each, which makes the connection, too.  Returns how many sizes there are.
 */
static int find_sizes(const struct pair *is, int size[SIZES])
{
    int found = 0, most = FEW;

    time_trip(is, LEAST);
    while (most < MOST && is_short(is, most))
        most *= TIMES_LARGER;
    for (int count = most; count >= FEW; count /= TIMES_LARGER)
        size[found++] = count;
    size[found++] = LEAST;
    return found;
}

/* Rounds lie apart, so that they differ where something else runs in some of
 * them; the best one counts, and by how much the worst one takes longer is
 * told.
 */
static void ask_trips(struct probe *p, struct pair *is)
{
    double best[SIZES], worst[SIZES] = { 0 };
    int size[SIZES], sizes = find_sizes(is, size);

    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < sizes; i++) {
            double took = time_size(is, size[i]);

            best[i] = round > 0 ? fmin(best[i], took) : took;
            worst[i] = fmax(worst[i], took);
        }
    give(is, 0, TAG_END);
    is->per_byte = best[0] / size[0];
    is->latency = best[sizes - 1];
    for (int i = 0; i < sizes; i++)
        probe_say(p, "trip %s %s %d %.9f %.3f", p->host[is->a], p->host[is->b],
                  size[i], best[i], worst[i] / best[i] - 1);
}

static void answer_trips(const struct pair *is)
{
    MPI_Status status;
    int count;

    for (;;) {
        MPI_Recv(is->bytes, MOST, MPI_BYTE, is->other, MPI_ANY_TAG,
                 MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == TAG_END)
            return;
        MPI_Get_count(&status, MPI_BYTE, &count);
        give(is, count, TAG_GO);
    }
}

/* ---- both ways at once ---- */

/* Bytes that take about a tenth of a second at most on one way. */
static int both_count(const struct pair *is)
{
    double count = is->per_byte > 0 ? far_more / is->per_byte : MOST / 2;

    return (int)fmin(fmax(count, LEAST), MOST / 2);
}

static void try_both(struct probe *p, const struct pair *is)
{
    int count = both_count(is);
    double best = 0;

    for (int i = 0; i < BOTH_TIMES; i++) {
        uint64_t start = clock_monotonic();

        MPI_Sendrecv(is->bytes, count, MPI_BYTE, is->other, TAG_GO,
                     is->bytes + MOST / 2, count, MPI_BYTE, is->other, TAG_GO,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        best = fmax(best, count / since(start));
    }
    if (is->leads)
        probe_say(p, "both %s %s %.0f", p->host[is->a], p->host[is->b], best);
}

/* ---- what messages cost processors ---- */

/* Messages that are all there when they are looked for: what the receives
 * take then is the processor's.
 */
static void send_burst(struct probe *p, const struct pair *is)
{
    double pause = asleep + 8 * is->latency, took[BURSTS];

    for (int i = 0; i < BURSTS; i++) {
        uint64_t start;

        MPI_Send(&pause, 1, MPI_DOUBLE, is->other, TAG_GO, MPI_COMM_WORLD);
        start = clock_monotonic();
        for (int k = 0; k < BURST; k++)
            give(is, LEAST, TAG_GO);
        took[i] = since(start) / BURST;
        take(is, 0, TAG_END);
    }
    probe_say(p, "sends %s %.9f", p->host[p->rank], fast(took, BURSTS));
}

static void take_burst(struct probe *p, const struct pair *is)
{
    double pause, took[BURSTS];

    for (int i = 0; i < BURSTS; i++) {
        uint64_t start;

        MPI_Recv(&pause, 1, MPI_DOUBLE, is->other, TAG_GO, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        sleep_for(pause);
        take(is, LEAST, TAG_GO); /* has them all taken from the network */
        start = clock_monotonic();
        for (int k = 1; k < BURST; k++)
            take(is, LEAST, TAG_GO);
        took[i] = since(start) / (BURST - 1);
        give(is, 0, TAG_END);
    }
    probe_say(p, "takes %s %.9f", p->host[p->rank], fast(took, BURSTS));
}

static void try_bursts(struct probe *p, const struct pair *is)
{
    if (is->leads) {
        send_burst(p, is);
        take_burst(p, is);
    } else {
        take_burst(p, is);
        send_burst(p, is);
    }
}

/* ---- from which size on messages wait for their receiver ---- */

struct late {
    int count; /* bytes; 0: there are no more */
    double pause;
};

/* The receiver sleeps for so long after it was told to, so a send that is over
 * earlier did not wait for it.
 */
static bool is_eager(const struct pair *is, int count)
{
    struct late late = { count, asleep + 3 * is->per_byte * count };
    bool eager = false;

    for (int i = 0; i < TRIES && !eager; i++) {
        uint64_t start = clock_monotonic();

        MPI_Send(&late, sizeof(late), MPI_BYTE, is->other, TAG_GO,
                 MPI_COMM_WORLD);
        give(is, count, TAG_GO);
        eager = since(start) < late.pause;
        take(is, 0, TAG_END);
    }
    return eager;
}

/* Powers of two first, then parts of the one that was found. */
static int find_eager(const struct pair *is)
{
    int least = 0, most = LEAST;

    while (most <= MOST && is_eager(is, most)) {
        least = most;
        most *= 2;
    }
    while (most <= MOST && most - least > (least + FINE - 1) / FINE) {
        int middle = least + (most - least) / 2;

        if (is_eager(is, middle))
            least = middle;
        else
            most = middle;
    }
    return least;
}

static void be_late(const struct pair *is)
{
    struct late late;

    for (;;) {
        MPI_Recv(&late, sizeof(late), MPI_BYTE, is->other, TAG_GO,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (late.count == 0)
            return;
        sleep_for(late.pause);
        take(is, late.count, TAG_GO);
        give(is, 0, TAG_END);
    }
}

static void try_eager(struct probe *p, const struct pair *is)
{
    struct late end = { 0, 0 };

    if (!is->leads) {
        be_late(is);
        return;
    }
    probe_say(p, "eager %d", find_eager(is));
    MPI_Send(&end, sizeof(end), MPI_BYTE, is->other, TAG_GO, MPI_COMM_WORLD);
}

/* ---- how fast a core computes ---- */

/* Arithmetic on a few numbers, each step of which needs the one before. */
static double work(double from)
{
    double x = from, y = 1 - from;

    for (int i = 0; i < UNITS; i++) {
        x = x * 0.999 + y * 0.001;
        y = y * 0.998 + x * 0.002;
    }
    return x + y;
}

static void try_speed(struct probe *p)
{
    static volatile double keep = 0.25;
    double best = 0, worst = INFINITY;

    for (int i = 0; i < SPEEDS; i++) {
        uint64_t start = clock_monotonic();
        double units = 0, took;

        while (since(start) < computing) {
            keep = work(keep);
            units++;
        }
        took = since(start);
        best = fmax(best, units / took);
        worst = fmin(worst, units / took);
    }
    probe_say(p, "speed %s %.1f %.3f", p->host[p->rank], best,
              best / worst - 1);
    probe_say(p, "cores %s %ld", p->host[p->rank],
              sysconf(_SC_NPROCESSORS_ONLN));
}

/* ---- the whole ---- */

/* Have both know what 'a' has found of the link. */
static void share(struct pair *is)
{
    double found[] = { is->latency, is->per_byte };

    if (is->leads)
        MPI_Send(found, 2, MPI_DOUBLE, is->other, TAG_GO, MPI_COMM_WORLD);
    else
        MPI_Recv(found, 2, MPI_DOUBLE, is->other, TAG_GO, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    is->latency = found[0];
    is->per_byte = found[1];
}

/* What a pair is measured for: 'first' is the pair that tells of all. */
static void try_pair(struct probe *p, struct pair *is, bool costs, bool first)
{
    if (is->leads)
        ask_trips(p, is);
    else
        answer_trips(is);
    share(is);
    try_both(p, is);
    if (costs)
        try_bursts(p, is);
    if (first)
        try_eager(p, is);
}

/* The rank that helps the leader of that host, or -1. */
static int helper(const struct probe *p, int leader)
{
    for (int r = leader + 1; r < p->size; r++)
        if (strcmp(p->host[r], p->host[leader]) == 0)
            return r;
    return -1;
}

/* Both leaders have other ranks beside them. */
static void try_sharing(struct probe *p, const struct pair *is)
{
    struct measure_hosts all = { { is->a, helper(p, is->a) },
                                 { is->b, helper(p, is->b) } };

    if (all.sends[1] < 0 || all.takes[1] < 0)
        return;
    for (int i = 0; i < 2; i++)
        if (p->rank == all.sends[i] || p->rank == all.takes[i])
            measure_sharing(p, &all, is->bytes, both_count(is));
}

/* It is the turn of ranks a and b, and that of the others to wait. */
static void turn(
    struct probe *p, char *bytes, int a, int b, bool costs, bool first)
{
    struct pair is = { .a = a, .b = b, .bytes = bytes };

    is.leads = p->rank == a;
    is.other = is.leads ? b : a;
    if (p->rank == a || p->rank == b)
        try_pair(p, &is, costs, first);
    end_turn(p);
    if (strcmp(p->host[a], p->host[b]) == 0)
        return;
    try_sharing(p, &is);
    end_turn(p);
}

static void measure_links(struct probe *p, char *bytes)
{
    bool alone = p->leaders == 1;

    for (int i = 0; i < p->leaders; i++) {
        int other = helper(p, p->leader[i]);

        if (other >= 0)
            turn(p, bytes, p->leader[i], other, alone, alone);
    }
    for (int i = 0; i < p->leaders; i++)
        for (int k = i + 1; k < p->leaders; k++)
            turn(p, bytes, p->leader[i], p->leader[k], i == 0,
                 i == 0 && k == 1);
}

void probe_measure(struct probe *p)
{
    char *bytes = calloc(1, MOST);

    if (!bytes)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < p->leaders; i++) {
        if (p->rank == p->leader[i])
            try_speed(p);
        end_turn(p);
    }
    measure_links(p, bytes);
    free(bytes);
}
