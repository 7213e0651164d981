/* rank_sums_finish.c - the sums over all ranks, as the run has them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "report/gather/rank_sums_internal.h"
#include "report/model/order.h"

int rank_sums_sizes(arena_t *a,
                    const uint64_t *counts,
                    struct run_sizes *sizes)
{
    size_t used = 0;

    for (int c = 0; c < SIZE_CLASSES; c++)
        used += counts[c] != 0;
    if (!(sizes->of = arena_take(a, used, sizeof(*sizes->of))))
        return -1;
    sizes->count = 0;
    for (int c = 0; c < SIZE_CLASSES; c++)
        if (counts[c])
            sizes->of[sizes->count++] =
                (struct run_size){ size_class_limit(c), counts[c] };
    return 0;
}

static const char *kind_of(uint32_t traits)
{
    static const struct {
        uint32_t trait;
        const char *kind;
    } kinds[] = {
        { TRAIT_SETUP, "setup" },        { TRAIT_LOCAL, "local" },
        { TRAIT_RMA, "one-sided" },      { TRAIT_IO, "file" },
        { TRAIT_COMM, "communicator" },  { TRAIT_COLL, "collective" },
        { TRAIT_P2P, "point to point" }, { TRAIT_COMPLETE, "completion" },
    };

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (traits & kinds[i].trait)
            return kinds[i].kind;
    return "other";
}

static int finish_calls(rank_sums_t *t)
{
    struct run *run = t->run;
    size_t known = table_count(t->calls);

    run->calls = 0;
    if (!(run->call = arena_take(run->arena, known, sizeof(*run->call))))
        return -1;
    for (uint32_t i = 0; i < known; i++) {
        const struct call_sum *sum = table_at(t->calls, i);
        struct run_call *call = &run->call[run->calls];

        if (sum->count == 0)
            continue;
        *call =
            (struct run_call){ .name = sum->name,
                               .kind = kind_of(sum->traits),
                               .count = sum->count,
                               .untimed = sum->untimed,
                               .seconds = sum->seconds,
                               .waiting = wait_estimate_in_call(t->waiting, i),
                               .bytes = sum->bytes };
        if (rank_sums_sizes(run->arena, sum->sizes, &call->sizes) < 0)
            return -1;
        run->calls++;
    }
    qsort(run->call, run->calls, sizeof(*run->call), order_calls);
    return 0;
}

static int finish_colls(rank_sums_t *t)
{
    struct run *run = t->run;

    run->colls = table_count(t->colls);
    run->coll = arena_take(run->arena, run->colls, sizeof(*run->coll));
    if (!run->coll)
        return -1;
    for (size_t i = 0; i < run->colls; i++) {
        const struct coll_sum *sum = table_at(t->colls, i);
        const struct call_sum *call = table_at(t->calls, sum->call);

        run->coll[i] = (struct run_coll){ .call = call->name,
                                          .comm = sum->comm,
                                          .count = sum->count,
                                          .seconds = sum->seconds,
                                          .bytes = sum->bytes };
        if (rank_sums_sizes(run->arena, sum->sizes, &run->coll[i].sizes) < 0)
            return -1;
    }
    qsort(run->coll, run->colls, sizeof(*run->coll), order_colls);
    return 0;
}

static int finish_paths(rank_sums_t *t)
{
    struct run *run = t->run;

    if (call_paths_keep(t->paths, run) < 0)
        return -1;
    for (size_t i = 0; i < run->paths; i++)
        run->path[i].waiting = wait_estimate_on_path(t->waiting, i);
    /* Each visit was added together with its path. */
    for (size_t i = 0; i < run->visits; i++)
        run->visit[i].waiting = wait_estimate_added(t->waiting, i);
    return 0;
}

int rank_sums_finish(rank_sums_t *t)
{
    struct run *run = t->run;

    if (wait_estimate_split(t->waiting, run->rank, run->ranks) < 0
        || finish_calls(t) < 0 || finish_colls(t) < 0 || finish_paths(t) < 0)
        return -1;
    run->comms = table_count(t->comms);
    run->messages = t->messages.count;
    run->onesided = t->onesided.count;
    run->comm = table_keep(t->comms, run->arena);
    run->message = list_keep(&t->messages, run->arena);
    run->one = list_keep(&t->onesided, run->arena);
    if (!run->comm || !run->message || !run->one)
        return -1;
    qsort(run->message, run->messages, sizeof(*run->message), order_messages);
    return 0;
}
