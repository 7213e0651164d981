/* iteration_times.c - the times of the iterations, as the mean of the ranks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "profile/iteration_reader.h"
#include "report/gather/iteration_times.h"
#include "report/gather/rank_loops.h"
#include "report/model/page_copy.h"
#include "report/model/statistics.h"

struct rounds {
    size_t stride;
    size_t count;
    double *sum;
    unsigned *ranks;
};

/* Add the samples of a rank, joined to the common stride. */
static void add_samples(struct rounds *rounds,
                        const struct iteration_loop *loop,
                        double tick)
{
    size_t joined = rounds->stride / loop->stride, first;
    size_t n = iteration_reader_samples(loop, &first);

    for (size_t i = 0; joined > 0 && (i + 1) * joined <= n; i++) {
        double ticks = 0;

        for (size_t k = 0; k < joined; k++)
            ticks += loop->ticks_of[first + i * joined + k];
        rounds->sum[i] += number_or_zero(ticks / joined * tick);
        rounds->ranks[i]++;
    }
}

/* The last iteration is in no sample, as nothing came after it. */
static void add_last(struct rounds *rounds, const struct loop_head *head)
{
    size_t at = head->count - 1;

    if (rounds->stride == 1 && head->last > 0 && at < BEAT_SAMPLES + 1) {
        rounds->sum[at] += number_or_zero(head->last);
        rounds->ranks[at]++;
    }
}

static int read_rounds(const struct iterations *it,
                       uint64_t count,
                       struct rounds *rounds)
{
    const struct rank_loops *r = it->ranks.records;
    struct iteration_loop *loop = malloc(sizeof(*loop));

    if (!loop)
        return -1;
    for (size_t i = 0; i < it->ranks.count; i++) {
        const struct loop_head *head = rank_loops_shared(&r[i], count);

        if (!head || page_copy_loop(r[i].file, head->which, loop) < 0
            || loop->site != head->site)
            continue;
        add_samples(rounds, loop, r[i].tick);
        add_last(rounds, head);
    }
    free(loop);
    return 0;
}

static size_t common_stride(const struct iterations *it, uint64_t count)
{
    const struct rank_loops *r = it->ranks.records;
    size_t stride = 1;

    for (size_t i = 0; i < it->ranks.count; i++) {
        const struct loop_head *head = rank_loops_shared(&r[i], count);

        if (head && head->stride > stride)
            stride = head->stride;
    }
    return stride;
}

int iteration_times_take(const struct iterations *it, uint64_t count)
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
