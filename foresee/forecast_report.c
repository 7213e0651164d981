/* forecast_report.c - a forecast as the report of a run
 *
 * What a replay does not know, such as the calls of each line of code, is left
 * out.  The time in MPI is split by the same replay on a network that costs
 * nothing: what it would take there, too, is waiting.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "foresee/forecast_print_internal.h"
#include "foresee/forecast_report.h"
#include "report/model/statistics.h"

static const struct simulated_generation *last_generation(
    const struct forecast *f)
{
    return &f->job.generation[f->job.generations - 1];
}

static size_t ranks_at_most(const struct forecast *f)
{
    size_t most = 0;

    for (size_t i = 0; i < f->job.generations; i++)
        if (f->job.generation[i].outcome.ranks > most)
            most = f->job.generation[i].outcome.ranks;
    return most;
}

/* ---- each rank ---- */

/* The loop took 'loop' seconds, 'dear' more than on the ideal network; who
 * comes to it later or leaves it earlier waits.
 */
static struct run_times times_of(const struct outcome_rank *rank,
                                 double stopped,
                                 double loop,
                                 double dear)
{
    double mpi = fmax(loop - rank->computed, 0);
    double transfer = fmin(mpi, fmax(dear, 0));

    return (struct run_times){
        .wall = rank->computed + mpi + stopped,
        .compute = rank->computed,
        .mpi = mpi,
        .waiting = mpi - transfer,
        .transfer = transfer,
        .stopped = stopped,
    };
}

static void add_generation(struct run *run, const struct forecast *f, size_t i)
{
    const struct simulated_generation *g = &f->job.generation[i];
    double loop = outcome_loop(&g->outcome);
    double dear = loop - outcome_loop(&f->ideal[i]);
    double still = g->stopped; /* and then for the ranks of the next one */

    if (i + 1 < f->job.generations)
        still += g[1].waited;

    for (size_t r = 0; r < g->outcome.ranks; r++) {
        struct run_rank *rank = &run->rank[r];
        struct run_times times =
            times_of(&g->outcome.rank[r], still, loop, dear);

        if (!rank->host)
            rank->start = g->start;
        rank->host = f->platform->host[g->mapped.host[r]].name;
        rank->end = g->outcome.seconds;
        run_times_add(&rank->times, &times);
        run_times_add(&run->sum, &times);
    }
}

static int make_ranks(struct run *run, const struct forecast *f)
{
    run->size = (int)ranks_at_most(f);
    run->rank =
        arena_take(run->arena, (size_t)run->size + 1, sizeof(*run->rank));
    if (!run->rank)
        return -1;
    run->ranks = (size_t)run->size;
    for (size_t i = 0; i < f->job.generations; i++)
        add_generation(run, f, i);
    for (size_t r = 0; r < run->ranks; r++) {
        run->rank[r].rank = (int)r;
        run->rank[r].state = r < last_generation(f)->outcome.ranks
                                 ? RUN_FINISHED
                                 : RUN_SUCCEEDED;
        run->rank[r].inside.peer = -1;
    }
    return 0;
}

/* ---- hosts ---- */

static int make_hosts(struct run *run, const struct forecast *f)
{
    const struct platform *p = f->platform;

    run->host = arena_take(run->arena, p->hosts + 1, sizeof(*run->host));
    if (!run->host)
        return -1;
    for (size_t h = 0; h < p->hosts; h++) {
        struct run_host *host = &run->host[run->hosts];
        size_t most = 0;

        for (size_t i = 0; i < f->job.generations; i++) {
            size_t ranks =
                mapped_run_ranks_on(&f->job.generation[i].mapped, h);

            most = ranks > most ? ranks : most;
        }
        if (most == 0)
            continue;
        host->name = p->host[h].name;
        host->ranks = (unsigned)most;
        host->cores = p->host[h].cores;
        run->hosts++;
    }
    return 0;
}

static const char **names_of_hosts(struct run *run,
                                   const struct forecast *f,
                                   const struct simulated_generation *g,
                                   size_t *count)
{
    const char **name =
        arena_take(run->arena, f->platform->hosts, sizeof(*name));

    *count = 0;
    for (size_t h = 0; name && h < f->platform->hosts; h++)
        if (mapped_run_ranks_on(&g->mapped, h) > 0)
            name[(*count)++] = f->platform->host[h].name;
    return name;
}

/* ---- iterations and changes ---- */

static int describe_iterations(struct run *run, const struct forecast *f)
{
    struct run_iterations *it = &run->iterations;
    double *sorted = calloc(f->iterations + 1, sizeof(*sorted));

    if (!sorted)
        return -1;
    memcpy(sorted, f->iteration, f->iterations * sizeof(*sorted));
    sort_numbers(sorted, f->iterations);
    it->median = quantile(sorted, f->iterations, 0.5);
    it->p90 = quantile(sorted, f->iterations, 0.9);
    it->min = sorted[0];
    it->max = sorted[f->iterations - 1];
    if (it->median > 0)
        it->spread =
            (it->p90 - quantile(sorted, f->iterations, 0.1)) / it->median;
    for (size_t k = 0; k < f->iterations; k++)
        it->mean += sorted[k] / (double)f->iterations;
    it->trend = trend_percent(f->iteration, f->iterations);
    free(sorted);
    return 0;
}

static void add_pace(struct run_iterations *it,
                     const struct simulated_generation *g)
{
    for (size_t r = 0; r < g->outcome.ranks; r++) {
        it->pace[r].rank = (int)r;
        it->pace[r].count += g->outcome.iterations;
        it->pace[r].compute += g->outcome.rank[r].computed;
    }
}

static int make_paces(struct run *run, const struct forecast *f)
{
    struct run_iterations *it = &run->iterations;
    double sum = 0, most = 0;

    it->paces = run->ranks;
    it->pace = arena_take(run->arena, it->paces + 1, sizeof(*it->pace));
    if (!it->pace)
        return -1;
    for (size_t i = 0; i < f->job.generations; i++)
        add_pace(it, &f->job.generation[i]);
    for (size_t r = 0; r < it->paces; r++) {
        if (it->pace[r].count > 0)
            it->pace[r].compute /= (double)it->pace[r].count;
        sum += it->pace[r].compute;
        most = fmax(most, it->pace[r].compute);
    }
    if (sum > 0)
        it->imbalance = most / (sum / (double)it->paces) - 1;
    return 0;
}

/* Each rank's own, from when it started, as of a run that was measured. */
static double mean_start_up(const struct simulated_generation *first)
{
    const struct recording *r = first->mapped.recording;
    double sum = 0;

    for (size_t i = 0; i < r->ranks; i++)
        sum += first->outcome.moment[0] - r->rank[i].start;
    return sum / (double)r->ranks;
}

static int make_iterations(struct run *run,
                           const struct forecast *f,
                           const struct run *recorded)
{
    const struct outcome *last = &last_generation(f)->outcome;
    struct run_iterations *it = &run->iterations;

    it->mark = it->reason = "";
    it->path = RUN_NOWHERE;
    if (f->iterations == 0) {
        it->reason = "there is no loop that all ranks go round in";
        return 0;
    }
    it->found = it->agreed = true;
    it->mark = recorded->iterations.mark;
    it->calls = recorded->iterations.calls;
    it->count = f->iterations;
    it->stride = 1;
    it->start_up = mean_start_up(&f->job.generation[0]);
    it->wind_down = fmax(f->seconds - last->moment[last->iterations], 0);
    it->seconds =
        arena_take(run->arena, f->iterations + 1, sizeof(*it->seconds));
    if (!it->seconds)
        return -1;
    it->samples = f->iterations;
    memcpy(it->seconds, f->iteration, f->iterations * sizeof(*it->seconds));
    return describe_iterations(run, f) < 0 ? -1 : make_paces(run, f);
}

static int make_generations(struct run *run, const struct forecast *f)
{
    size_t n = f->job.generations;

    run->generation = arena_take(run->arena, n + 1, sizeof(*run->generation));
    if (!run->generation)
        return -1;
    for (size_t i = 0; i < n; i++) {
        const struct simulated_generation *g = &f->job.generation[i];
        struct run_generation *to = &run->generation[i];

        to->generation = (unsigned)i + 1;
        to->ranks = (int)g->outcome.ranks;
        to->host = names_of_hosts(run, f, g, &to->hosts);
        to->start = g->start;
        to->end = g->outcome.seconds;
        to->state = run_state_name[i + 1 < n ? RUN_SUCCEEDED : RUN_FINISHED];
        to->iterations = to->samples = g->outcome.iterations;
        if (!to->host)
            return -1;
    }
    run->generations = n;
    return 0;
}

static int make_changes(struct run *run, const struct forecast *f)
{
    run->change =
        arena_take(run->arena, f->job.changes + 1, sizeof(*run->change));
    if (!run->change)
        return -1;
    for (; run->changes < f->job.changes; run->changes++) {
        run->change[run->changes] = f->job.change[run->changes];
        /* at a script's sync, nobody is waited for */
        run->change[run->changes].ready = 0;
    }
    return 0;
}

/* ---- the whole ---- */

/* A replay tells which of the factors is to be worked on, and no line. */
static void set_verdict(struct run *run, const struct forecast *f)
{
    static const struct run_verdict verdicts[] = {
        [FORECAST_FINE] = { .cause = "nothing worth fixing",
                            .because = "None of the factors of its efficiency "
                                       "is worth much work.",
                            .advice = "" },
        [FORECAST_LOAD_BALANCE] = { .cause = "uneven work",
                                    .because = "Ranks wait for the one that "
                                               "computes longest.",
                                    .advice = "Deal the work out more "
                                              "evenly." },
        [FORECAST_SERIALISATION] = { .cause = "serialisation",
                                     .because = "Ranks wait for each other's "
                                                "work, although in sum all "
                                                "have about as much, and "
                                                "would on a network that "
                                                "costs nothing.",
                                     .advice = "Have them wait for less." },
        [FORECAST_TRANSFER] = { .cause = "the cost of messages",
                                .because = "On a network that costs nothing "
                                           "it would take less.",
                                .advice = "Send fewer or smaller messages, "
                                          "or take a faster network or cores "
                                          "that are not shared." },
    };
    const struct run_efficiency *e = &f->efficiency;
    const double factor[] = { 1, e->load_balance, e->serialisation,
                              e->transfer };
    enum forecast_worst worst = forecast_worst(e);

    run->verdict = verdicts[worst];
    run->verdict.line = run->verdict.call = "";
    run->verdict.worth = f->loop_seconds * (1 - factor[worst]);
    run->second = (struct run_verdict){
        .line = "", .advice = "", .call = "", .because = ""
    };
}

static int make_origin(struct run *run,
                       const struct forecast *f,
                       const struct forecast_print_origin *from)
{
    run->foreseen = arena_print(
        run->arena, "%s, of %s on %s%s%s%s", forecast_print_how_all(f, from),
        from->run, from->platform ? from->platform : "the run's own hosts",
        from->map ? ", with ranks on " : "", from->map ? from->map : "",
        from->links ? ", with links as was said" : "");
    return run->foreseen
               ? run_unseen(run, "Nothing was measured: all figures are "
                                 "foreseen, and calls, messages and "
                                 "lines of code are not told.")
               : -1;
}

struct run *forecast_report(const struct forecast *f,
                            const struct forecast_print_origin *from,
                            const struct run *recorded,
                            struct error *err)
{
    struct run *run = run_create();

    if (run && make_ranks(run, f) == 0 && make_hosts(run, f) == 0
        && make_iterations(run, f, recorded) == 0
        && make_generations(run, f) == 0 && make_changes(run, f) == 0
        && make_origin(run, f, from) == 0) {
        run->program = recorded->program;
        run->arguments = recorded->arguments;
        run->mpi = recorded->mpi;
        run->job = run->folder = run->output = run->reason = run->missing = "";
        run->level = "callsites";
        run->complete = true;
        run->yields = recorded->yields;
        run->wall = f->seconds;
        run->started_ns = recorded->started_ns;
        run->ended_ns = recorded->started_ns + (uint64_t)(f->seconds * 1e9);
        if (run->iterations.found)
            run->iterations.efficiency = f->efficiency;
        else
            run->efficiency = f->efficiency;
        set_verdict(run, f);
        return run;
    }
    run_destroy(run);
    return error_null(err, "no memory for the report of a forecast");
}
