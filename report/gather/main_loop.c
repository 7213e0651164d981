/* main_loop.c - which of the loops that the ranks went round in is the job's
 *
 * The rounds' times are many, so they are read from the pages only when it
 * is known which loop of which rank is wanted.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "profile/iteration_main.h"
#include "profile/iteration_reader.h"
#include "profile/rounds.h"
#include "report/gather/iteration_times.h"
#include "report/gather/main_loop.h"
#include "report/gather/rank_loops.h"
#include "report/model/page_copy.h"

main_loop_t *main_loop_create(struct run *run)
{
    main_loop_t *it = calloc(1, sizeof(*it));

    if (it) {
        it->run = run;
        it->ranks.bytes = sizeof(struct rank_loops);
    }
    return it;
}

void main_loop_destroy(main_loop_t *it)
{
    if (it) {
        list_clear(&it->ranks);
        free(it);
    }
}

/* Of a rank that was cut off, or that runs, the iteration that goes on is none
 * yet.
 */
static void leave_out_last(struct loop_head *head,
                           const struct iteration_loop *loop,
                           const struct iteration_search_mark *mark,
                           double tick)
{
    if (iteration_reader_is_cut_off(loop, mark)) {
        head->count--;
        head->seconds -= head->last;
        head->wind_down += head->last > 0
                               ? head->last
                               : (loop->end_tick - loop->last_tick) * tick;
        head->last = 0;
    } else if (mark->followed && mark->pending > 0) {
        head->last = 0; /* it would be several */
    }
}

/* How long the last iteration took.  What follows a mark of the program's own
 * no call tells, but it is not over before it has had its calls.
 */
static double last_ticks(const struct iteration_loop *loop,
                         const struct page *p,
                         double left)
{
    double last = iteration_reader_last_ticks(loop), called;

    if (loop->site != ROUNDS_MANUAL)
        return last;
    if (p->beat.calls + 1 - loop->last_call <= loop->calls_last
        && p->beat.last_tick > loop->last_tick) {
        called = (double)(p->beat.last_tick - loop->last_tick);
        last = fmax(last, called);
    }
    return fmin(last, left);
}

/* Where a call marks the loop what came before the first mark may belong to
 * the last iteration, which is why that may take longer than was left.
 */
static void take_loop(struct loop_head *head,
                      const struct iteration_loop *loop,
                      const struct page *p,
                      double tick,
                      uint64_t end)
{
    double rounds = loop->rounds > 0 ? (double)loop->rounds : 1;
    double left = end > loop->last_tick ? (double)(end - loop->last_tick) : 0;
    double last = last_ticks(loop, p, left);

    head->site = loop->site;
    head->count = iteration_reader_count(loop);
    head->calls = (double)loop->calls / rounds + 0.5;
    head->stride = loop->stride;
    head->seconds = (iteration_reader_ticks(loop) + last
                     - iteration_reader_last_ticks(loop))
                    * tick;
    head->mean = loop->ticks / rounds * tick;
    if (loop->ticks > loop->mpi_ticks)
        head->compute = (loop->ticks - loop->mpi_ticks) / rounds * tick;
    head->low = iteration_reader_quantile(loop, 0.1) * tick;
    head->median = iteration_reader_quantile(loop, 0.5) * tick;
    head->p90 = iteration_reader_quantile(loop, 0.9) * tick;
    head->shortest = loop->shortest * tick;
    head->longest = loop->longest * tick;
    head->last = last * tick;
    if (last > 0)
        head->wind_down = fmax(0, left - last) * tick;
    else if (end > loop->end_tick)
        head->wind_down = (end - loop->end_tick) * tick;
}

/* Between two changes, or after the last one, there may be a single iteration.
 * No mark ends it, but the rank, which stood behind it or made its last call,
 * made all its calls in it.
 */
static void take_only(struct loop_head *head,
                      const struct iteration_loop *loop,
                      const struct page *p,
                      double tick,
                      uint64_t end)
{
    uint64_t ticks = p->beat.last_tick - loop->last_tick;
    uint64_t mpi = p->mpi_ticks - loop->last_mpi;

    if (p->beat.last_tick <= loop->last_tick)
        return;
    head->calls = p->beat.calls + 1 - loop->last_call;
    head->last = head->seconds = head->mean = ticks * tick;
    head->low = head->median = head->p90 = head->mean;
    head->shortest = head->longest = head->mean;
    head->compute = ticks > mpi ? (ticks - mpi) * tick : 0;
    if (end > p->beat.last_tick)
        head->wind_down = (end - p->beat.last_tick) * tick;
}

int main_loop_add(main_loop_t *it,
                  int rank,
                  const struct page *p,
                  double tick,
                  uint64_t start,
                  uint64_t end,
                  const uint32_t *paths,
                  const char *file)
{
    static const struct iteration_search_mark no_mark;
    struct rank_loops *r = list_add(&it->ranks);
    int main_loop = iteration_main(&p->beat);

    if (!r)
        return -1;
    it->calls += p->beat.calls;
    r->rank = rank;
    r->file = file;
    r->tick = tick;
    r->wall = end > start ? (end - start) * tick : 0;
    r->manual = p->beat.manual != 0;
    r->main = -1;
    for (int i = 0; i < ITERATION_SEARCH_LOOPS; i++) {
        const struct iteration_loop *loop = &p->beat.loop[i];
        struct loop_head *head = &r->loop[r->loops];

        if (!loop->used || (i != main_loop && !iteration_reader_sound(loop)))
            continue;
        head->which = i;
        head->path = loop->site < p->sites_used ? paths[loop->site]
                                                : (uint32_t)RUN_NOWHERE;
        take_loop(head, loop, p, tick, end);
        if (loop->rounds == 0 && loop->site == ROUNDS_MANUAL
            && (p->state == PAGE_SUCCEEDED
                || (p->took_over && p->finalize_enter)))
            take_only(head, loop, p, tick, end);
        if (!p->finalize_enter && p->state != PAGE_SUCCEEDED)
            leave_out_last(head, loop,
                           loop->site < p->sites_used
                               ? &p->site[loop->site].beat
                               : &no_mark,
                           tick);
        if (i == main_loop)
            r->main = r->loops;
        r->loops++;
    }
    return 0;
}

/* ---- what the ranks agree on ---- */

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
        while (!rank_loops_alike(counts[from], counts[i]))
            from++;
        while (to < n
               && (counts[to] <= counts[i]
                   || rank_loops_alike(counts[to], counts[i])))
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
        if (rank_loops_alike(counts[i], about) && j - i > best) {
            best = j - i;
            answer = counts[i];
        }
    }
    return answer;
}

/* Returns the count, 0 when no rank has a loop, UINT64_MAX without memory. */
static uint64_t agree(const main_loop_t *it)
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
 * Returns how many ranks have it; the others keep their own.
 */
static size_t adopt(main_loop_t *it, uint64_t count)
{
    struct rank_loops *r = it->ranks.records;
    size_t sharing = 0;

    for (size_t i = 0; i < it->ranks.count; i++) {
        int found = -1;

        for (unsigned k = 0; k < r[i].loops; k++)
            if (rank_loops_alike(r[i].loop[k].count, count)
                && (found < 0
                    || r[i].loop[k].seconds > r[i].loop[found].seconds))
                found = k;
        if (r[i].main >= 0
            && rank_loops_alike(r[i].loop[r[i].main].count, count))
            found = r[i].main;
        if (found >= 0) {
            r[i].main = found;
            sharing++;
        }
    }
    return sharing;
}

static const char *reason_without(const main_loop_t *it)
{
    if (strcmp(it->run->level, "counts") == 0)
        return "calls were not timed";
    if (it->calls == 0)
        return "the program made no calls that could mark one";
    return "no part of the program recurs evenly enough";
}

/* Whether all ranks meet in collective calls more often than they go round, so
 * that none has a pace of its own: the rounds are of loops within what they
 * have in common, as many as each has messages or blocks.
 */
static bool meet_more_often(const struct run *run)
{
    const struct run_iterations *found = &run->iterations;
    uint64_t met = 0, rounds = 0;

    for (size_t i = 0; i < run->colls; i++)
        if (run->comm[run->coll[i].comm].size == (unsigned)run->size)
            met += run->coll[i].count;
    for (size_t i = 0; i < found->paces; i++)
        rounds += found->pace[i].count;
    return met >= rounds;
}

int main_loop_finish(main_loop_t *it)
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
        return rank_loops_list(it, 0);
    }
    sharing = adopt(it, count);
    for (size_t i = 0; i < it->ranks.count; i++)
        found->manual = found->manual || r[i].manual;
    found->agreed = sharing == it->ranks.count;
    if (rank_loops_paces(it) < 0)
        return -1;
    if (2 * sharing <= it->ranks.count) {
        found->reason =
            meet_more_often(it->run)
                ? "what recurs does so a different number of times in each"
                  " rank"
                : "each rank goes round at its own pace";
        return rank_loops_list(it, 0);
    }
    if (!found->agreed
        && !(found->reason = arena_print(
                 it->run->arena, "%zu of %zu ranks do not share them",
                 it->ranks.count - sharing, it->ranks.count)))
        return -1;
    if (iteration_times_take(it, count) < 0
        || rank_loops_describe(it, count) < 0)
        return -1;
    return rank_loops_list(it, count);
}
