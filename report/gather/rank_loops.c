/* rank_loops.c - what is said about the loops of the ranks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "report/gather/rank_loops.h"
#include "report/model/order.h"
#include "report/model/statistics.h"

/* When samples are means of several rounds, their extremes say little; the
 * ranks know theirs.
 */
static void describe_joined(const struct iterations *it, uint64_t count)
{
    const struct rank_loops *r = it->ranks.records;
    struct run_iterations *found = &it->run->iterations;
    double low = 0, n = 0;

    found->median = found->p90 = 0;
    for (size_t i = 0; i < it->ranks.count; i++) {
        const struct loop_head *head = rank_loops_shared(&r[i], count);

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

static void describe_ranks(const struct iterations *it, uint64_t count)
{
    const struct rank_loops *r = it->ranks.records;
    struct run_iterations *found = &it->run->iterations;
    double compute = 0, most = 0, n = 0;

    for (size_t i = 0; i < it->ranks.count; i++) {
        const struct loop_head *head = rank_loops_shared(&r[i], count);
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

/* The share of the rank's time that is in the loop.  Its last round is taken
 * to be as long as the one before to its end, which may lie behind the rank's.
 */
static double covers(const struct loop_head *head, const struct rank_loops *of)
{
    double share = of->wall > 0 ? head->seconds / of->wall : 0;

    return share < 1 ? share : 1;
}

int rank_loops_list(const struct iterations *it, uint64_t count)
{
    const struct rank_loops *r = it->ranks.records, *from = NULL;
    struct run_iterations *found = &it->run->iterations;

    for (size_t i = 0; i < it->ranks.count && !from; i++)
        if (r[i].loops > 0 && (count == 0 || rank_loops_shared(&r[i], count)))
            from = &r[i];
    if (!from)
        return 0;
    found->loop =
        arena_take(it->run->arena, from->loops, sizeof(*found->loop));
    if (!found->loop)
        return -1;
    for (; found->loops < from->loops; found->loops++) {
        const struct loop_head *head = &from->loop[found->loops];

        found->loop[found->loops] = (struct run_loop){
            .mark = "",
            .path = head->path,
            .count = head->count,
            .calls = head->calls,
            .seconds = head->mean,
            .covers = covers(head, from),
        };
    }
    qsort(found->loop, found->loops, sizeof(*found->loop), order_loops);
    return 0;
}

int rank_loops_paces(const struct iterations *it)
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

int rank_loops_describe(const struct iterations *it, uint64_t count)
{
    struct run_iterations *found = &it->run->iterations;

    found->found = true;
    found->count = count;
    describe_ranks(it, count);
    if (found->stride > 1 || found->samples == 0)
        describe_joined(it, count);
    else if (describe_single(found) < 0)
        return -1;
    found->trend = trend_percent(found->seconds, found->samples);
    return 0;
}
