/* scaling.c - what iterations took with each number of ranks, and what they
 * would take with others
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "policy/scaling.h"
#include "report/model/run.h"
#include "report/model/scaling_fit.h"
#include "report/model/statistics.h"
#include "report/model/units.h"

enum {
    LATELY = 4, /* the mean goes by about so many of the last figures */
    LEAST = 3,  /* samples of a generation that tell something */
};

/* ---- what was seen ---- */

static void add(struct scaling *s, int ranks, double seconds)
{
    struct scaling_size *is = s->size;

    while (is < s->size + s->count && is->ranks != ranks)
        is++;
    if (is == s->size + SCALING_SIZES)
        return;
    if (is == s->size + s->count) {
        *is = (struct scaling_size){ .ranks = ranks };
        s->count++;
    }
    if (is->times < LATELY)
        is->times++;
    is->seconds += (seconds - is->seconds) / is->times;
}

void scaling_note(struct scaling *s, int ranks, double seconds)
{
    if (!(seconds > 0))
        return;
    add(s, ranks, seconds);
    s->ranks = ranks;
    s->seconds = seconds;
}

void scaling_learn(struct scaling *s,
                   const struct run *run,
                   size_t generations)
{
    const struct run_iterations *it = &run->iterations;
    size_t first = 0;

    for (size_t i = 0; i < generations; i++) {
        const struct run_generation *g = &run->generation[i];
        double seconds = 0;

        if (g->samples >= LEAST && first + g->samples <= it->samples)
            seconds = median(it->seconds + first, g->samples);
        if (seconds > 0)
            add(s, g->ranks, seconds);
        first += g->samples;
    }
}

/* ---- what would be ---- */

int scaling_model(const struct scaling *s,
                  struct scaling_fit *model,
                  struct error *err)
{
    struct scaling_fit_point point[SCALING_SIZES];

    if (s->count == 0)
        return error_set(err, "no iteration was measured yet");
    if (s->count == 1)
        return error_set(err,
                         "iterations were measured with %d rank%s only, and "
                         "two numbers of ranks are needed",
                         s->size[0].ranks, unit_plural(s->size[0].ranks));
    for (int i = 0; i < s->count; i++)
        point[i] =
            (struct scaling_fit_point){ s->size[i].ranks, s->size[i].seconds };
    *model = scaling_fit_find(point, (size_t)s->count);
    return 0;
}

static const char *how_is(const struct scaling *s, int ranks)
{
    bool below = false, above = false;

    for (int i = 0; i < s->count; i++) {
        below |= s->size[i].ranks <= ranks;
        above |= s->size[i].ranks >= ranks;
    }
    return below && above ? "interpolated" : "extrapolated";
}

int scaling_predict(const struct scaling *s,
                    int ranks,
                    double *seconds,
                    const char **how,
                    struct error *err)
{
    struct scaling_fit model;
    double now = s->seconds;

    if (s->ranks == ranks) {
        *seconds = s->seconds;
        *how = "measured";
        return 0;
    }
    if (scaling_model(s, &model, err) < 0)
        return -1;
    if (s->ranks > 0)
        now /= scaling_fit_at(&model, s->ranks);
    else
        now = 1;
    *seconds = now * scaling_fit_at(&model, ranks);
    *how = how_is(s, ranks);
    return isfinite(*seconds)
               ? 0
               : error_set(err, "no model fits what was measured");
}
