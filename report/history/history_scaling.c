/* history_scaling.c - how a program and its places go with the number of ranks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "report/history/history_scaling.h"
#include "report/model/run_change.h"
#include "report/model/statistics.h"

/* Of the run's time, below which a place is not worth a model. */
static const double WORTH = 0.01;

/* ---- the runs ---- */

static const struct history_run *newest_of(const struct history_series *s)
{
    for (size_t i = s->count; i-- > 0;)
        if (s->run[i].complete && !s->run[i].changed)
            return &s->run[i];
    return NULL;
}

/* Series are by ranks, the fewest first. */
static int find_runs(struct history_scaling *s,
                     const struct history_problem *p,
                     arena_t *a)
{
    if (!(s->run = arena_take(a, p->count + 1, sizeof(struct history_run *))))
        return -1;
    s->iterations = true;
    for (size_t i = 0; i < p->count; i++) {
        const struct history_run *run = newest_of(&p->series[i]);

        if (!run)
            continue;
        s->run[s->sizes++] = run;
        s->iterations =
            s->iterations && run->iteration > 0
            && run_change_same_loop(&s->run[0]->loops, &run->loops);
    }
    return 0;
}

/* ---- the models ---- */

static void fit(const struct history_scaling *s, struct history_model *m)
{
    struct scaling_fit_point point[SCALING_FIT_POINTS];
    size_t n = s->sizes < SCALING_FIT_POINTS ? s->sizes : SCALING_FIT_POINTS;
    double most = s->run[s->sizes - 1]->ranks;

    for (size_t i = 0; i < n; i++) { /* of many some, with both ends */
        size_t from = n > 1 ? i * (s->sizes - 1) / (n - 1) : 0;

        point[i].ranks = s->run[from]->ranks;
        point[i].value = m->seconds[from];
    }
    m->fit = scaling_fit_find(point, n);
    m->at_most = scaling_fit_at(&m->fit, most);
    m->beyond = scaling_fit_at(&m->fit, 2 * most);
}

static struct history_model *add_model(struct history_scaling *s,
                                       const char *name,
                                       arena_t *a)
{
    struct history_model *m = &s->model[s->models];

    if (!(m->seconds = arena_take(a, s->sizes, sizeof(*m->seconds))))
        return NULL;
    m->name = name;
    s->models++;
    return m;
}

static int compare_names(const void *a, const void *b)
{
    const struct history_place *const *x = a, *const *y = b;

    return strcmp((*x)->name, (*y)->name);
}

/* Places that matter in any of the runs, each once, by name. */
static size_t find_names(const struct history_scaling *s,
                         const struct history_place **names)
{
    size_t n = 0, kept = 0;

    for (size_t i = 0; i < s->sizes; i++)
        for (size_t k = 0; k < s->run[i]->places; k++)
            if (s->run[i]->place[k].seconds >= WORTH * s->run[i]->wall)
                names[n++] = &s->run[i]->place[k];
    if (n > 0)
        qsort(names, n, sizeof(struct history_place *), compare_names);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || strcmp(names[kept - 1]->name, names[i]->name) != 0)
            names[kept++] = names[i];
    return kept;
}

static int find_place(const void *name, const void *place)
{
    return strcmp(name, ((const struct history_place *)place)->name);
}

static double seconds_at(const struct history_run *run, const char *name)
{
    const struct history_place *place =
        run->places == 0 ? NULL
                         : bsearch(name, run->place, run->places,
                                   sizeof(*run->place), find_place);

    return place ? place->seconds : 0;
}

static int compare_models(const void *a, const void *b)
{
    const struct history_model *x = a, *y = b;

    return x->beyond != y->beyond
               ? (x->beyond < y->beyond) - (x->beyond > y->beyond)
               : strcmp(x->name, y->name);
}

static int fit_places(struct history_scaling *s,
                      const struct history_place **names,
                      arena_t *a)
{
    size_t count = find_names(s, names);
    struct history_model *m;

    if (!(s->model = arena_take(a, count + 1, sizeof(*s->model)))
        || !(m = add_model(s, history_part_name[HISTORY_COMPUTING], a)))
        return -1;
    for (size_t k = 0; k < s->sizes; k++)
        m->seconds[k] = s->run[k]->part[HISTORY_COMPUTING];
    fit(s, m);
    for (size_t i = 0; i < count; i++) {
        if (!(m = add_model(s, names[i]->name, a)))
            return -1;
        for (size_t k = 0; k < s->sizes; k++)
            m->seconds[k] = seconds_at(s->run[k], m->name);
        fit(s, m);
    }
    qsort(s->model + 1, count, sizeof(*s->model), compare_models);
    return 0;
}

/* Whether there are times in all of them. */
static bool is_timed(const struct history_scaling *s)
{
    for (size_t i = 0; i < s->sizes; i++)
        if (!s->run[i]->timed)
            return false;
    return true;
}

static int find_in(struct history_scaling *s,
                   const struct history_problem *p,
                   arena_t *a)
{
    const struct history_place **names;
    size_t room = 1;
    int rc;

    *s = (struct history_scaling){ .sizes = 0 };
    if (find_runs(s, p, a) < 0)
        return -1;
    if (s->sizes < HISTORY_SCALING_FITTED || !is_timed(s))
        return 0;
    for (size_t i = 0; i < s->sizes; i++)
        room += s->run[i]->places;
    if (!(names = calloc(room, sizeof(struct history_place *))))
        return -1;
    rc = fit_places(s, names, a);
    free(names);
    return rc;
}

int history_scaling_find_all(struct history *h)
{
    for (size_t i = 0; i < h->count; i++)
        for (size_t k = 0; k < h->program[i].count; k++) {
            struct history_problem *p = &h->program[i].problem[k];
            struct history_scaling *s = arena_take(h->arena, 1, sizeof(*s));

            if (!s || find_in(s, p, h->arena) < 0)
                return -1;
            p->scaling = s;
        }
    return 0;
}

/* ---- one beside the first ---- */

struct history_step history_scaling_step(const struct history_scaling *s,
                                         size_t i)
{
    const struct history_run *first = s->run[0], *run = s->run[i];
    double here = s->iterations ? run->computed : run->computed_in_all;
    double there = s->iterations ? first->computed : first->computed_in_all;
    double before = s->iterations ? first->iteration : first->wall;
    struct history_step step = {
        .seconds = s->iterations ? run->iteration : run->wall,
    };

    if (before > 0 && step.seconds > 0) {
        step.speed_up = before / step.seconds;
        step.of_ideal = step.speed_up * first->ranks / run->ranks;
    }
    if (here > 0 && run->timed && first->timed)
        step.computation = number_or_zero(there / here);
    return step;
}
