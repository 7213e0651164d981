/* outcome.c - how long a run took, recorded or replayed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "foresee/replay/outcome.h"
#include "report/model/statistics.h"

int outcome_create(struct outcome *o,
                   const struct recording *r,
                   size_t from,
                   struct error *err)
{
    size_t all = recording_iterations(r);

    *o = (struct outcome){ .ranks = r->ranks,
                           .iterations = all > from ? all - from : 0 };
    o->rank = calloc(r->ranks + 1, sizeof(*o->rank));
    o->moment = calloc(o->iterations + 1, sizeof(*o->moment));
    o->computed = calloc(o->iterations + 1, sizeof(*o->computed));
    if (!o->rank || !o->moment || !o->computed) {
        outcome_destroy(o);
        return error_set(err, "no memory for the times of %zu ranks",
                         r->ranks);
    }
    for (size_t i = 0; i < r->ranks; i++)
        o->rank[i].begin = r->rank[i].start;
    return 0;
}

void outcome_destroy(struct outcome *o)
{
    free(o->rank);
    free(o->moment);
    free(o->computed);
    *o = (struct outcome){ 0 };
}

void outcome_compute(struct outcome *o, size_t rank, double seconds)
{
    o->rank[rank].so_far += seconds;
}

void outcome_mark(struct outcome *o, size_t rank, double when)
{
    struct outcome_rank *of = &o->rank[rank];

    if (o->iterations == 0 || of->marks > o->iterations)
        return;
    o->moment[of->marks] += when / (double)o->ranks;
    if (of->marks > 0)
        o->computed[of->marks - 1] += of->so_far - of->at_mark;
    of->at_mark = of->so_far;
    if (of->marks == 0) {
        of->begin = when;
        of->computed = -of->so_far;
    }
    if (of->marks == o->iterations) {
        of->end = when;
        of->computed += of->so_far;
    }
    of->marks++;
}

void outcome_end(struct outcome *o, size_t rank, double when)
{
    struct outcome_rank *of = &o->rank[rank];

    o->seconds = fmax(o->seconds, when);
    if (o->iterations == 0) {
        of->end = when;
        of->computed = of->so_far;
    }
}

int outcome_recorded(struct outcome *o,
                     const struct recording *r,
                     struct error *err)
{
    if (outcome_create(o, r, 0, err) < 0)
        return -1;
    for (size_t i = 0; i < r->ranks; i++) {
        for (size_t k = 0; k < r->rank[i].steps; k++) {
            const struct step *s = &r->rank[i].step[k];

            if (s->kind == STEP_COMPUTE)
                outcome_compute(o, i, s->seconds);
            if (s->kind == STEP_MARK)
                outcome_mark(o, i, s->at);
            if (k == r->rank[i].loop_end)
                outcome_mark(o, i, s->at + s->seconds);
        }
        outcome_end(o, i, r->rank[i].end);
    }
    return 0;
}

double outcome_loop(const struct outcome *o)
{
    double first = INFINITY, last = -INFINITY;

    for (size_t i = 0; i < o->ranks; i++) {
        first = fmin(first, o->rank[i].begin);
        last = fmax(last, o->rank[i].end);
    }
    return o->ranks > 0 ? last - first : 0;
}

static double loop_of_all(const struct outcome *o)
{
    double begin = -INFINITY, end = -INFINITY;

    for (size_t i = 0; i < o->ranks; i++) {
        begin = fmax(begin, o->rank[i].begin);
        end = fmax(end, o->rank[i].end);
    }
    return o->ranks > 0 ? end - begin : 0;
}

double outcome_loop_ratio(const struct outcome *of, const struct outcome *to)
{
    double whole = loop_of_all(to);

    return whole > 0 ? loop_of_all(of) / whole : 1;
}

static double mean_computed(const struct outcome *o)
{
    double sum = 0;

    for (size_t i = 0; i < o->ranks; i++)
        sum += o->rank[i].computed;
    return o->ranks > 0 ? sum / (double)o->ranks : 0;
}

size_t outcome_busiest(const struct outcome *o, double *times)
{
    double mean = mean_computed(o);
    size_t busiest = 0;

    for (size_t i = 1; i < o->ranks; i++)
        if (o->rank[i].computed > o->rank[busiest].computed)
            busiest = i;
    *times = mean > 0 ? o->rank[busiest].computed / mean : 1;
    return busiest;
}

void outcome_add(struct outcome_sums *s,
                 const struct outcome *o,
                 const struct outcome *ideal)
{
    double ranks = (double)o->ranks, times;
    double most = o->rank[outcome_busiest(o, &times)].computed;
    double loop = outcome_loop(o);
    double on_ideal = fmax(loop * outcome_loop_ratio(ideal, o), most);

    s->computed += ranks * most / times;
    s->busiest += ranks * most;
    s->ideal += ranks * fmin(on_ideal, loop);
    s->time += ranks * loop;
}

struct run_efficiency outcome_efficiency(const struct outcome_sums *s)
{
    if (!(s->busiest > 0) || !(s->ideal > 0) || !(s->time > 0))
        return (struct run_efficiency){ 1, 1, 1, 1, 1 };
    return (struct run_efficiency){
        .parallel = s->computed / s->time,
        .load_balance = s->computed / s->busiest,
        .communication = s->busiest / s->time,
        .serialisation = s->busiest / s->ideal,
        .transfer = s->ideal / s->time,
    };
}

double outcome_share(const struct outcome *o, size_t iteration)
{
    double seconds = o->moment[iteration + 1] - o->moment[iteration];

    return seconds > 0 ? o->computed[iteration] / (double)o->ranks / seconds
                       : 1;
}

double outcome_median(const struct outcome *o)
{
    double *seconds = calloc(o->iterations + 1, sizeof(*seconds)), middle;

    if (!seconds)
        return 0;
    for (size_t i = 0; i < o->iterations; i++)
        seconds[i] = o->moment[i + 1] - o->moment[i];
    middle = median(seconds, o->iterations);
    free(seconds);
    return middle;
}
