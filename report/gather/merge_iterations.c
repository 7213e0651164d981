/* merge_iterations.c - the iterations of a job's generations, one after
 * another
 *
 * A sample may stand for several iterations; then those of all generations
 * stand for as many.  But no sample is of two generations, for what a change
 * did to the iterations shall stay visible.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/gather/merge_iterations.h"
#include "report/model/order.h"
#include "report/model/statistics.h"
#include "report/model/table.h"

enum {
    MOST = 4096, /* samples, if that leaves one to each generation */
    NEAR = 20,   /* iterations before and after a change, at least */
};

/* And what they take together: old ranks that end, and memory that new ones
 * touch first, are but a small part of that.
 */
static const double NEAR_SECONDS = 0.5;

/* What one generation has of the series of the run that it came with. */
struct part {
    const double *seconds;
    size_t samples;
    uint64_t stride;
    struct run_generation *of;
};

/* ---- the samples ---- */

/* Find the parts; there is one to each generation. */
static void find_parts(struct part *part,
                       struct run *to,
                       struct run *const *run,
                       size_t count)
{
    size_t n = 0;

    for (size_t i = 0; i < count; i++) {
        const struct run_iterations *it = &run[i]->iterations;
        size_t at = 0;

        for (size_t k = 0; k < run[i]->generations; k++, n++) {
            size_t left = it->samples - at;
            size_t samples = run[i]->generation[k].samples;

            part[n].of = &to->generation[n];
            part[n].seconds = it->seconds ? it->seconds + at : NULL;
            part[n].samples = samples < left ? samples : left;
            part[n].stride = part[n].samples > 0 ? it->stride : 1;
            at += part[n].samples;
        }
    }
}

static size_t samples_with(const struct part *part, size_t n, uint64_t stride)
{
    size_t samples = 0;

    for (size_t i = 0; i < n; i++) {
        uint64_t joined = stride / part[i].stride;

        samples += (part[i].samples + joined - 1) / joined;
    }
    return samples;
}

static uint64_t find_stride(const struct part *part, size_t n)
{
    uint64_t stride = 1;
    size_t filled = 0;

    for (size_t i = 0; i < n; i++) {
        if (part[i].samples > 0 && part[i].stride > stride)
            stride = part[i].stride;
        filled += part[i].samples > 0;
    }
    while (samples_with(part, n, stride) > MOST
           && samples_with(part, n, stride) > filled)
        stride *= 2;
    return stride;
}

static double mean(const double *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return n > 0 ? sum / n : 0;
}

static int join_samples(struct run *to, const struct part *part, size_t n)
{
    struct run_iterations *it = &to->iterations;
    uint64_t stride = find_stride(part, n);
    size_t room = samples_with(part, n, stride);

    it->stride = stride;
    if (!(it->seconds = arena_take(to->arena, room, sizeof(*it->seconds))))
        return -1;
    for (size_t i = 0; i < n; i++) {
        size_t joined = stride / part[i].stride;

        part[i].of->samples = 0;
        for (size_t at = 0; at < part[i].samples; at += joined) {
            size_t left = part[i].samples - at;

            it->seconds[it->samples++] =
                mean(part[i].seconds + at, left < joined ? left : joined);
            part[i].of->samples++;
        }
    }
    return 0;
}

/* ---- around a change ---- */

/* How many samples the iterations near a change are, of those that follow it
 * or that it ended.
 */
static size_t near_samples(const struct part *part, bool follow)
{
    double seconds = 0, stride = (double)part->stride;
    size_t n = 0;

    while (n < part->samples
           && (n * stride < NEAR || seconds < NEAR_SECONDS)) {
        size_t at = follow ? n : part->samples - 1 - n;

        seconds += part->seconds[at] * stride;
        n++;
    }
    return n;
}

/* How many samples of the last generation are surely of whole iterations:
 * behind its last sync a program may end at once.
 */
static size_t whole_samples(const struct part *last)
{
    return last->samples > 1 ? last->samples - 1 : last->samples;
}

/* What was found when two generations first met is the most exact. */
static void look_around(const struct part *part, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const struct part *before = &part[i - 1];
        struct run_generation *g = part[i].of;
        size_t near = near_samples(before, false);

        if (g->before == 0 && near > 0)
            g->before =
                mean_of_most(before->seconds + before->samples - near, near);
        near = near_samples(&part[i], true);
        if (i == n - 1 && near > whole_samples(&part[i]))
            near = whole_samples(&part[i]);
        if (g->after == 0 && near > 0)
            g->after = mean_of_most(part[i].seconds, near);
    }
}

/* ---- what is said about all of them ---- */

/* A sample, and how many iterations it stands for. */
struct weighed {
    double seconds;
    double weight;
};

static int compare_weighed(const void *a, const void *b)
{
    const struct weighed *x = a, *y = b;

    return (x->seconds > y->seconds) - (x->seconds < y->seconds);
}

/* The value that a share of 'q' of the sorted ones is not above, between two
 * of them where it falls there.
 */
static double weighed_quantile(const struct weighed *w, size_t n, double q)
{
    double all = 0, at = 0, wanted;

    for (size_t i = 0; i < n; i++)
        all += w[i].weight;
    wanted = q * (all - (w[0].weight + w[n - 1].weight) / 2);
    for (size_t i = 0; i + 1 < n; i++) {
        double step = (w[i].weight + w[i + 1].weight) / 2;

        if (at + step >= wanted)
            return w[i].seconds
                   + (w[i + 1].seconds - w[i].seconds) * (wanted - at) / step;
        at += step;
    }
    return w[n - 1].seconds;
}

static int describe_samples(struct run *to)
{
    struct run_iterations *it = &to->iterations;
    struct weighed *w = calloc(it->samples + 1, sizeof(*w));
    size_t n = 0;

    if (!w)
        return -1;
    for (size_t i = 0; i < to->generations; i++) {
        const struct run_generation *g = &to->generation[i];

        for (size_t k = 0; k < g->samples; k++, n++)
            w[n] = (struct weighed){ it->seconds[n],
                                     (double)g->iterations / g->samples };
    }
    qsort(w, n, sizeof(*w), compare_weighed);
    if (n > 0) {
        it->median = weighed_quantile(w, n, 0.5);
        it->p90 = weighed_quantile(w, n, 0.9);
    }
    if (it->median > 0)
        it->spread = (it->p90 - weighed_quantile(w, n, 0.1)) / it->median;
    it->trend = trend_percent(it->seconds, it->samples);
    free(w);
    return 0;
}

static void take_first(struct run *to,
                       const struct run *run,
                       const struct run_iterations *it)
{
    struct run_iterations *all = &to->iterations;
    double offset = (double)(int64_t)(run->started_ns - to->started_ns) * 1e-9;

    all->found = true;
    all->agreed = true;
    all->max = it->max;
    all->start_up = offset + it->start_up;
}

static void add_iterations(struct run *to, const struct run *run)
{
    const struct run_iterations *it = &run->iterations;
    struct run_iterations *all = &to->iterations;
    double end =
        (double)(int64_t)(run->started_ns - to->started_ns) * 1e-9 + run->wall;

    if (!it->found || it->count == 0)
        return;
    if (!all->found)
        take_first(to, run, it);
    all->agreed = all->agreed && it->agreed;
    all->manual = all->manual || it->manual;
    all->count += it->count;
    all->mean += it->mean * it->count; /* sums, for now */
    all->imbalance += it->imbalance * it->count;
    if (all->calls == 0)
        all->calls = it->calls;
    if (it->min > 0 && (all->min == 0 || it->min < all->min))
        all->min = it->min; /* of a single one it may not be known */
    if (it->max > all->max)
        all->max = it->max;
    all->wind_down = to->wall - end + it->wind_down;
}

static int give_reason(struct run *to, const struct run *last)
{
    struct run_iterations *it = &to->iterations;
    size_t without = 0;

    /* Where the program marks them there was none. */
    for (size_t i = 0; i < to->generations && !it->manual; i++)
        without += to->generation[i].iterations == 0;
    if (!it->found)
        it->reason = arena_print(to->arena, "%s", last->iterations.reason);
    else if (without > 0)
        it->reason =
            arena_print(to->arena, "not recognised in %zu of %zu generations",
                        without, to->generations);
    else if (!it->agreed)
        it->reason = "not all ranks share them";
    return it->reason ? 0 : -1;
}

/* ---- what is said about each rank and loop ---- */

static int add_paces(table_t *paces, const struct run_iterations *it)
{
    for (size_t i = 0; i < it->paces; i++) {
        const struct run_pace *from = &it->pace[i];
        uint32_t n = table_number(paces, &from->rank, sizeof(from->rank));
        struct run_pace *to = n == TABLE_NONE ? NULL : table_at(paces, n);
        double both;

        if (!to)
            return -1;
        both = (double)to->count + (double)from->count;
        to->rank = from->rank;
        if (both > 0)
            to->compute =
                (to->compute * to->count + from->compute * from->count) / both;
        to->count += from->count;
    }
    return 0;
}

static int add_loops(table_t *loops, struct run *to, const struct run *run)
{
    const struct run_iterations *it = &run->iterations;

    for (size_t i = 0; i < it->loops; i++) {
        const struct run_loop *from = &it->loop[i];
        uint32_t n = table_number(loops, from->mark, strlen(from->mark));
        struct run_loop *loop = n == TABLE_NONE ? NULL : table_at(loops, n);
        double both;

        if (!loop)
            return -1;
        if (!loop->mark) {
            loop->path = RUN_NOWHERE;
            loop->mark = arena_print(to->arena, "%s", from->mark);
        }
        if (!loop->mark)
            return -1;
        if (loop->calls == 0)
            loop->calls = from->calls;
        both = (double)loop->count + (double)from->count;
        if (both > 0)
            loop->seconds =
                (loop->seconds * loop->count + from->seconds * from->count)
                / both;
        loop->count += from->count;
        if (to->wall > 0)
            loop->covers += from->covers * run->wall / to->wall;
    }
    return 0;
}

static int compare_paces(const void *a, const void *b)
{
    const struct run_pace *x = a, *y = b;

    return (x->rank > y->rank) - (x->rank < y->rank);
}

static int keep_tables(struct run *to, table_t *paces, table_t *loops)
{
    struct run_iterations *it = &to->iterations;

    it->paces = table_count(paces);
    it->loops = table_count(loops);
    it->pace = table_keep(paces, to->arena);
    it->loop = table_keep(loops, to->arena);
    if (!it->pace || !it->loop)
        return -1;
    qsort(it->pace, it->paces, sizeof(*it->pace), compare_paces);
    qsort(it->loop, it->loops, sizeof(*it->loop), order_loops);
    return 0;
}

static int join_tables(struct run *to, struct run *const *run, size_t count)
{
    table_t *paces = table_create(sizeof(struct run_pace));
    table_t *loops = table_create(sizeof(struct run_loop));
    int rc = paces && loops ? 0 : -1;

    for (size_t i = 0; rc == 0 && i < count; i++)
        if (add_paces(paces, &run[i]->iterations) < 0
            || add_loops(loops, to, run[i]) < 0)
            rc = -1;
    if (rc == 0)
        rc = keep_tables(to, paces, loops);
    table_destroy(paces);
    table_destroy(loops);
    return rc;
}

int merge_iterations_join(struct run *to, struct run *const *run, size_t count)
{
    struct run_iterations *it = &to->iterations;
    struct part *part = calloc(to->generations + 1, sizeof(*part));
    int rc = -1;

    if (!part)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const char *mark = run[i]->iterations.mark;

        if (!it->mark[0] && mark[0]
            && !(it->mark = arena_print(to->arena, "%s", mark)))
            goto out;
        add_iterations(to, run[i]);
    }
    if (it->count > 0) {
        it->mean /= it->count;
        it->imbalance /= it->count;
    }
    find_parts(part, to, run, count);
    look_around(part, to->generations);
    if (join_samples(to, part, to->generations) == 0
        && describe_samples(to) == 0 && join_tables(to, run, count) == 0)
        rc = give_reason(to, run[count - 1]);
out:
    free(part);
    return rc;
}
