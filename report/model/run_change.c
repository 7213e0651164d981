/* run_change.c - by how much one run took longer than another, and whether
 * that is more than noise
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "report/model/efficiency.h"
#include "report/model/run_change.h"
#include "report/model/statistics.h"

enum {
    PARTS = 10, /* of a run */
    FEW = 4,    /* parts, of which each counts */
};

static const double ALIKE = 0.01; /* of a median, that are always noise */

double run_change_waited(const struct run *run)
{
    double waited = 0, stopped = 0;

    for (size_t i = 0; i < run->changes; i++)
        if (run->change[i].done) {
            waited += run->change[i].phases.stop;
            stopped += run->change[i].stopped;
        }
    return waited > stopped ? waited : 0;
}

double run_change_ranks(const struct run *run)
{
    double wall = run->wall;

    if (run->foreseen) /* of the loop is known what the ranks do */
        wall -= run->iterations.start_up + run->iterations.wind_down;
    if (run->generations > 1 && wall > 0 && run->sum.wall > 0)
        return run->sum.wall / wall;
    return run->size > 0 ? run->size : 1;
}

/* ---- noise ---- */

/* Half of what lies between the medians of its parts, but for the least and
 * the most of several: one part may be that of a start-up.
 */
static double noise_of(const struct run_iterations *it)
{
    size_t parts = it->samples < PARTS ? it->samples : PARTS;
    size_t out = parts > FEW ? 1 : 0;
    double median[PARTS];

    for (size_t i = 0; i < parts; i++) {
        size_t first = i * it->samples / parts;
        size_t end = (i + 1) * it->samples / parts;

        median[i] = median_of_some(it->seconds + first, end - first);
    }
    sort_numbers(median, parts);
    return fmax((median[parts - 1 - out] - median[out]) / 2,
                ALIKE * it->median);
}

bool run_change_has_iterations(const struct run *run)
{
    return run->iterations.found && run->iterations.samples > 1
           && run->iterations.median > 0;
}

double run_change_noise(const struct run *run)
{
    return run_change_has_iterations(run) ? noise_of(&run->iterations) : 0;
}

/* ---- which loop ---- */

/* How much of the call site of a loop tells it apart, whatever its line is. */
static size_t place_length(const char *mark)
{
    const char *file = strrchr(mark, '(');

    return file ? (size_t)(file - mark) + strcspn(file, ":") : strlen(mark);
}

static bool is_place(const char *mark, const char *other)
{
    size_t length = place_length(mark);

    return length > 0 && length == place_length(other)
           && strncmp(mark, other, length) == 0;
}

/* Whether one has at least twice as many. */
static bool is_far(uint64_t calls, uint64_t other)
{
    return calls >= 2 * other || other >= 2 * calls;
}

const struct run_loop *run_change_other_loop(
    const struct run_iterations *own, const struct run_iterations *other)
{
    if (is_place(own->mark, other->mark) || !is_far(own->calls, other->calls))
        return NULL;
    for (size_t i = 0; i < own->loops; i++)
        if (is_place(own->loop[i].mark, other->mark)
            && !is_far(own->loop[i].calls, other->calls))
            return &own->loop[i];
    return NULL;
}

bool run_change_same_loop(const struct run_iterations *a,
                          const struct run_iterations *b)
{
    return !run_change_other_loop(a, b) && !run_change_other_loop(b, a);
}

bool run_change_by_iterations(const struct run *before,
                              const struct run *after)
{
    return run_change_has_iterations(before)
           && run_change_has_iterations(after)
           && run_change_same_loop(&before->iterations, &after->iterations);
}

struct run_change_time run_change_time(const struct run *before,
                                       const struct run *after)
{
    struct run_change_time t = { .before = before->wall,
                                 .after = after->wall };

    if (run_change_by_iterations(before, after)) {
        t.iterations = true;
        t.before = before->iterations.median;
        t.after = after->iterations.median;
        t.noise = run_change_noise(before) + run_change_noise(after);
    }
    return t;
}

bool run_change_is_noise(const struct run_change_time *t)
{
    return fabs(t->after - t->before) <= t->noise;
}

double run_change_share(const struct run_change_time *t)
{
    if (t->before <= 0 || run_change_is_noise(t))
        return 0;
    return t->after / t->before - 1;
}

/* ---- scaling ---- */

double run_change_computed(const struct run *run, bool iterations)
{
    if (iterations)
        return efficiency_useful_in_rounds(run)
               / (double)run->iterations.count;
    return run->sum.compute;
}

struct run_change_scaling run_change_scaling(const struct run *other,
                                             const struct run *run,
                                             bool iterations)
{
    struct run_change_time t = { .before = other->wall, .after = run->wall };
    struct run_change_scaling s = { .ranks = run_change_ranks(run) };
    double here, there;

    if (iterations)
        t = run_change_time(other, run);
    s.seconds = t.after;

    if (t.before > 0 && t.after > 0) {
        s.speed_up = t.before / t.after;
        s.of_ideal = s.speed_up * run_change_ranks(other) / s.ranks;
    }
    if (run_timed(run) && run_timed(other)) {
        here = run_change_computed(run, iterations);
        there = run_change_computed(other, iterations);
        s.computation = here > 0 ? number_or_zero(there / here) : 0;
    }
    return s;
}
