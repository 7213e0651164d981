/* iterations.c - which of the loops that the ranks went round in is the job's
 *
 * The rounds' times are many, so they are read from the pages only when it
 * is known which loop of which rank is wanted.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "report/image.h"
#include "report/iterations.h"
#include "report/list.h"
#include "report/statistics.h"

/* What is kept of a loop. */
struct head {
    unsigned which; /* of the page's loops */
    uint32_t site;
    uint32_t path;
    uint64_t count;
    uint64_t calls; /* in a round */
    uint64_t stride;
    double seconds; /* of all iterations together */
    double mean;
    double compute; /* in a round */
    double low;     /* the 10th percentile */
    double median;
    double p90;
    double shortest;
    double longest;
    double last; /* the last iteration, 0 when not known */
    double wind_down;
};

struct rank_loops {
    int rank;
    const char *file;
    double tick;
    double wall;
    bool manual;
    unsigned loops;
    int main; /* which of 'loop', or -1 */
    struct head loop[BEAT_LOOPS];
};

struct iterations {
    struct run *run;
    struct list ranks; /* of struct rank_loops */
    uint64_t calls;    /* that could have been part of a loop */
};

iterations_t *iterations_create(struct run *run)
{
    iterations_t *it = calloc(1, sizeof(*it));

    if (it) {
        it->run = run;
        it->ranks.bytes = sizeof(struct rank_loops);
    }
    return it;
}

void iterations_destroy(iterations_t *it)
{
    if (it) {
        list_clear(&it->ranks);
        free(it);
    }
}

static void take_loop(struct head *head,
                      const struct beat_loop *loop,
                      double tick,
                      uint64_t end)
{
    double rounds = loop->rounds > 0 ? (double)loop->rounds : 1;

    head->site = loop->site;
    head->count = beat_count(loop);
    head->calls = (double)loop->calls / rounds + 0.5;
    head->stride = loop->stride;
    head->seconds = beat_ticks(loop) * tick;
    head->mean = loop->ticks / rounds * tick;
    if (loop->ticks > loop->mpi_ticks)
        head->compute = (loop->ticks - loop->mpi_ticks) / rounds * tick;
    head->low = beat_quantile(loop, 0.1) * tick;
    head->median = beat_quantile(loop, 0.5) * tick;
    head->p90 = beat_quantile(loop, 0.9) * tick;
    head->shortest = loop->shortest * tick;
    head->longest = loop->longest * tick;
    head->last = beat_last_ticks(loop) * tick;
    if (end > loop->end_tick)
        head->wind_down = (end - loop->end_tick) * tick;
}

int iterations_add(iterations_t *it,
                   int rank,
                   const struct page *p,
                   double tick,
                   uint64_t start,
                   uint64_t end,
                   const uint32_t *paths,
                   const char *file)
{
    struct rank_loops *r = list_add(&it->ranks);
    int main_loop = beat_main(&p->beat);

    if (!r)
        return -1;
    it->calls += p->beat.calls;
    r->rank = rank;
    r->file = file;
    r->tick = tick;
    r->wall = end > start ? (end - start) * tick : 0;
    r->manual = p->beat.manual != 0;
    r->main = -1;
    for (int i = 0; i < BEAT_LOOPS; i++) {
        const struct beat_loop *loop = &p->beat.loop[i];
        struct head *head = &r->loop[r->loops];

        if (!loop->used || (i != main_loop && !beat_sound(loop)))
            continue;
        head->which = i;
        head->path = loop->site < p->sites_used ? paths[loop->site]
                                                : (uint32_t)RUN_NOWHERE;
        take_loop(head, loop, tick, end);
        if (i == main_loop)
            r->main = r->loops;
        r->loops++;
    }
    return 0;
}

/* ---- what the ranks agree on ---- */

static bool alike(uint64_t count, uint64_t wanted)
{
    uint64_t off = count > wanted ? count - wanted : wanted - count;

    return off <= wanted / 50;
}

static int compare_counts(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* The count that most others of the sorted ones are like. */
static uint64_t most_common(const uint64_t *counts, size_t n)
{
    size_t best = 0;
    uint64_t answer = 0;

    for (size_t i = 0, from = 0, to = 0; i < n; i++) {
        if (i > 0 && counts[i] == counts[i - 1])
            continue;
        while (!alike(counts[from], counts[i]))
            from++;
        while (to < n
               && (counts[to] <= counts[i] || alike(counts[to], counts[i])))
            to++;
        if (to - from > best) {
            best = to - from;
            answer = counts[i];
        }
    }
    return answer;
}

/* Of a stretch of like counts, the one that comes most often. */
static uint64_t most_exact(const uint64_t *counts, size_t n, uint64_t about)
{
    size_t best = 0;
    uint64_t answer = about;

    for (size_t i = 0, j; i < n; i = j) {
        for (j = i; j < n && counts[j] == counts[i]; j++)
            ;
        if (alike(counts[i], about) && j - i > best) {
            best = j - i;
            answer = counts[i];
        }
    }
    return answer;
}

/* Returns the count, 0 when no rank has a loop, UINT64_MAX without memory. */
static uint64_t agree(const iterations_t *it)
{
    const struct rank_loops *r = it->ranks.records;
    uint64_t *counts = malloc((it->ranks.count + 1) * sizeof(*counts));
    uint64_t answer;
    size_t n = 0;

    if (!counts)
        return UINT64_MAX;
    for (size_t i = 0; i < it->ranks.count; i++)
        if (r[i].main >= 0)
            counts[n++] = r[i].loop[r[i].main].count;
    qsort(counts, n, sizeof(*counts), compare_counts);
    answer = n > 0 ? most_exact(counts, n, most_common(counts, n)) : 0;
    free(counts);
    return answer;
}

/* A rank that sees its main loop elsewhere may know the shared one too.
 * Returns how many ranks have it; the others have no main loop then.
 */
static size_t adopt(iterations_t *it, uint64_t count)
{
    struct rank_loops *r = it->ranks.records;
    size_t sharing = 0;

    for (size_t i = 0; i < it->ranks.count; i++) {
        int found = -1;

        for (unsigned k = 0; k < r[i].loops; k++)
            if (alike(r[i].loop[k].count, count)
                && (found < 0
                    || r[i].loop[k].seconds > r[i].loop[found].seconds))
                found = k;
        if (r[i].main >= 0 && alike(r[i].loop[r[i].main].count, count))
            found = r[i].main;
        if (found >= 0) {
            r[i].main = found;
            sharing++;
        }
    }
    return sharing;
}

/* The rank's loop of so many rounds, or NULL. */
static const struct head *shared(const struct rank_loops *r, uint64_t count)
{
    if (r->main < 0 || !alike(r->loop[r->main].count, count))
        return NULL;
    return &r->loop[r->main];
}

/* ---- the rounds, as the mean of the ranks ---- */

struct rounds {
    size_t stride;
    size_t count;
    double *sum;
    unsigned *ranks;
};

/* Add the samples of a rank, joined to the common stride. */
static void add_samples(struct rounds *rounds,
                        const struct beat_loop *loop,
                        double tick)
{
    size_t joined = rounds->stride / loop->stride, first;
    size_t n = beat_samples(loop, &first);

    for (size_t i = 0; joined > 0 && (i + 1) * joined <= n; i++) {
        double ticks = 0;

        for (size_t k = 0; k < joined; k++)
            ticks += loop->ticks_of[first + i * joined + k];
        rounds->sum[i] += number_or_zero(ticks / joined * tick);
        rounds->ranks[i]++;
    }
}

/* The last iteration is in no sample, as nothing came after it. */
static void add_last(struct rounds *rounds, const struct head *head)
{
    size_t at = head->count - 1;

    if (rounds->stride == 1 && head->last > 0 && head->count > 1
        && at < BEAT_SAMPLES + 1) {
        rounds->sum[at] += number_or_zero(head->last);
        rounds->ranks[at]++;
    }
}

static int read_rounds(const iterations_t *it,
                       uint64_t count,
                       struct rounds *rounds)
{
    const struct rank_loops *r = it->ranks.records;
    struct beat_loop *loop = malloc(sizeof(*loop));

    if (!loop)
        return -1;
    for (size_t i = 0; i < it->ranks.count; i++) {
        const struct head *head = shared(&r[i], count);

        if (!head || image_loop(r[i].file, head->which, loop, NULL) < 0
            || loop->site != head->site)
            continue;
        add_samples(rounds, loop, r[i].tick);
        add_last(rounds, head);
    }
    free(loop);
    return 0;
}

static size_t common_stride(const iterations_t *it, uint64_t count)
{
    const struct rank_loops *r = it->ranks.records;
    size_t stride = 1;

    for (size_t i = 0; i < it->ranks.count; i++) {
        const struct head *head = shared(&r[i], count);

        if (head && head->stride > stride)
            stride = head->stride;
    }
    return stride;
}

static int take_rounds(const iterations_t *it, uint64_t count)
{
    struct run_iterations *found = &it->run->iterations;
    struct rounds rounds = { .stride = common_stride(it, count) };
    size_t room = BEAT_SAMPLES + 1;
    int rc = -1;

    rounds.sum = calloc(room, sizeof(*rounds.sum));
    rounds.ranks = calloc(room, sizeof(*rounds.ranks));
    found->seconds = arena_take(it->run->arena, room, sizeof(*found->seconds));
    if (rounds.sum && rounds.ranks && found->seconds
        && read_rounds(it, count, &rounds) == 0) {
        found->stride = rounds.stride;
        while (found->samples < room && rounds.ranks[found->samples] > 0) {
            size_t at = found->samples++;

            found->seconds[at] = rounds.sum[at] / rounds.ranks[at];
        }
        rc = 0;
    }
    free(rounds.sum);
    free(rounds.ranks);
    return rc;
}

/* ---- what is said about them ---- */

/* When samples are means of several rounds, their extremes say little; the
 * ranks know theirs.
 */
static void describe_joined(const iterations_t *it, uint64_t count)
{
    const struct rank_loops *r = it->ranks.records;
    struct run_iterations *found = &it->run->iterations;
    double low = 0, n = 0;

    found->median = found->p90 = 0;
    for (size_t i = 0; i < it->ranks.count; i++) {
        const struct head *head = shared(&r[i], count);

        if (!head)
            continue;
        low += head->low;
        found->median += head->median;
        found->p90 += head->p90;
        if (n == 0 || head->shortest < found->min)
            found->min = head->shortest;
        if (n == 0 || head->longest > found->max)
            found->max = head->longest;
        n++;
    }
    if (n > 0) {
        low /= n;
        found->median /= n;
        found->p90 /= n;
    }
    if (found->median > 0)
        found->spread = (found->p90 - low) / found->median;
}

static int describe_single(struct run_iterations *found)
{
    double *sorted = malloc((found->samples + 1) * sizeof(*sorted));
    double low;

    if (!sorted)
        return -1;
    memcpy(sorted, found->seconds, found->samples * sizeof(*sorted));
    sort_numbers(sorted, found->samples);
    low = quantile(sorted, found->samples, 0.1);
    found->median = quantile(sorted, found->samples, 0.5);
    found->p90 = quantile(sorted, found->samples, 0.9);
    found->min = quantile(sorted, found->samples, 0);
    found->max = quantile(sorted, found->samples, 1);
    if (found->median > 0)
        found->spread = (found->p90 - low) / found->median;
    free(sorted);
    return 0;
}

static void describe_ranks(const iterations_t *it, uint64_t count)
{
    const struct rank_loops *r = it->ranks.records;
    struct run_iterations *found = &it->run->iterations;
    double compute = 0, most = 0, n = 0;

    for (size_t i = 0; i < it->ranks.count; i++) {
        const struct head *head = shared(&r[i], count);
        double start_up;

        if (!head)
            continue;
        start_up = r[i].wall - head->seconds - head->wind_down;
        if (n == 0) {
            found->calls = head->calls;
            found->path = head->path;
        }
        found->mean += head->mean;
        found->start_up += start_up > 0 ? start_up : 0;
        found->wind_down += head->wind_down;
        compute += head->compute;
        if (head->compute > most)
            most = head->compute;
        n++;
    }
    found->mean /= n;
    found->start_up /= n;
    found->wind_down /= n;
    if (compute > 0)
        found->imbalance = most / (compute / n) - 1;
}

static int compare_loops(const void *a, const void *b)
{
    const struct run_loop *x = a, *y = b;

    return (x->count > y->count) - (x->count < y->count);
}

/* The loops that the first rank which shares the iteration knows, or just
 * the first rank that knows any.
 */
static int describe_loops(const iterations_t *it, uint64_t count)
{
    const struct rank_loops *r = it->ranks.records, *from = NULL;
    struct run_iterations *found = &it->run->iterations;

    for (size_t i = 0; i < it->ranks.count && !from; i++)
        if (r[i].loops > 0 && (count == 0 || shared(&r[i], count)))
            from = &r[i];
    if (!from)
        return 0;
    found->loop =
        arena_take(it->run->arena, from->loops, sizeof(*found->loop));
    if (!found->loop)
        return -1;
    for (; found->loops < from->loops; found->loops++) {
        const struct head *head = &from->loop[found->loops];

        found->loop[found->loops] = (struct run_loop){
            .mark = "",
            .path = head->path,
            .count = head->count,
            .calls = head->calls,
            .seconds = head->mean,
            .covers = from->wall > 0 ? head->seconds / from->wall : 0,
        };
    }
    qsort(found->loop, found->loops, sizeof(*found->loop), compare_loops);
    return 0;
}

/* Of each rank that has a loop, its own or the shared one. */
static int describe_paces(const iterations_t *it)
{
    const struct rank_loops *r = it->ranks.records;
    struct run_iterations *found = &it->run->iterations;

    found->pace =
        arena_take(it->run->arena, it->ranks.count, sizeof(*found->pace));
    if (!found->pace)
        return -1;
    for (size_t i = 0; i < it->ranks.count; i++)
        if (r[i].main >= 0)
            found->pace[found->paces++] = (struct run_pace){
                r[i].rank,
                r[i].loop[r[i].main].count,
                r[i].loop[r[i].main].compute,
            };
    return 0;
}

static int describe(const iterations_t *it, uint64_t count)
{
    struct run_iterations *found = &it->run->iterations;

    found->found = true;
    found->count = count;
    if (take_rounds(it, count) < 0)
        return -1;
    describe_ranks(it, count);
    if (found->stride > 1 || found->samples == 0)
        describe_joined(it, count);
    else if (describe_single(found) < 0)
        return -1;
    found->trend = trend_percent(found->seconds, found->samples);
    return 0;
}

static const char *reason_without(const iterations_t *it)
{
    if (strcmp(it->run->level, "counts") == 0)
        return "calls were not timed";
    if (it->calls == 0)
        return "the program made no calls that could mark one";
    return "no part of the program recurs evenly enough";
}

int iterations_finish(iterations_t *it)
{
    struct run_iterations *found = &it->run->iterations;
    const struct rank_loops *r = it->ranks.records;
    uint64_t count = agree(it);
    size_t sharing;

    if (count == UINT64_MAX)
        return -1;
    found->stride = 1;
    if (count == 0) {
        found->reason = reason_without(it);
        return describe_loops(it, 0);
    }
    sharing = adopt(it, count);
    for (size_t i = 0; i < it->ranks.count; i++)
        found->manual = found->manual || r[i].manual;
    found->agreed = sharing == it->ranks.count;
    if (describe_paces(it) < 0)
        return -1;
    if (2 * sharing <= it->ranks.count) {
        found->reason = "each rank goes round at its own pace";
        return describe_loops(it, 0);
    }
    if (!found->agreed
        && !(found->reason = arena_print(
                 it->run->arena, "%zu of %zu ranks do not share them",
                 it->ranks.count - sharing, it->ranks.count)))
        return -1;
    if (describe(it, count) < 0)
        return -1;
    return describe_loops(it, count);
}
