/* history.c - many runs: of which programs, in which order, and what of each
 *
 * After sorting, the runs of a series, the series of a problem and the
 * problems of a program are neighbours each, so that all of these are pieces
 * of one array.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/history/history.h"
#include "report/model/efficiency.h"
#include "report/model/run_change.h"
#include "report/model/units.h"

const char *const history_part_name[HISTORY_PARTS] = {
    [HISTORY_COMPUTING] = "computing",
    [HISTORY_WAITING] = "waiting",
    [HISTORY_TRANSFER] = "transfer",
    [HISTORY_OTHER] = "other MPI",
};

struct history *history_create(void)
{
    struct history *h = calloc(1, sizeof(*h));

    if (h && !(h->arena = arena_create())) {
        free(h);
        return NULL;
    }
    if (h)
        h->list.bytes = sizeof(struct history_run);
    return h;
}

void history_destroy(struct history *h)
{
    if (h) {
        list_clear(&h->list);
        arena_destroy(h->arena);
        free(h);
    }
}

/* ---- what is kept of a run ---- */

static const char *keep(arena_t *a, const char *text)
{
    return arena_copy(a, text, strlen(text));
}

/* Texts with spaces between them. */
static const char *join(arena_t *a, size_t count, const char *const *text)
{
    size_t len = 0, at = 0;
    char *all;

    for (size_t i = 0; i < count; i++)
        len += strlen(text[i]) + 1;
    if (!(all = arena_take(a, len + 1, 1)))
        return NULL;
    for (size_t i = 0; i < count; i++)
        at += (size_t)sprintf(all + at, "%s%s", i > 0 ? " " : "", text[i]);
    return all;
}

static const char *join_hosts(arena_t *a, const struct run *run)
{
    const char **names = calloc(run->hosts + 1, sizeof(*names));
    const char *all = NULL;

    if (names) {
        for (size_t i = 0; i < run->hosts; i++)
            names[i] = run->host[i].name;
        all = join(a, run->hosts, names);
    }
    free(names);
    return all;
}

static int compare_places(const void *a, const void *b)
{
    const struct history_place *x = a, *y = b;

    return strcmp(x->name, y->name);
}

/* Several lines of a function are one place. */
static int keep_places(struct history_run *r,
                       arena_t *a,
                       const struct run *run)
{
    size_t kept = 0;

    if (!(r->place = arena_take(a, run->sites + 1, sizeof(*r->place))))
        return -1;
    for (size_t i = 0; i < run->sites; i++) {
        const char *name = run_place(a, &run->site[i]);

        if (!name || !(name = keep(a, name)))
            return -1;
        r->place[i].name = name;
        r->place[i].seconds = run->site[i].seconds / r->ranks;
    }
    qsort(r->place, run->sites, sizeof(*r->place), compare_places);
    for (size_t i = 0; i < run->sites; i++)
        if (kept > 0 && strcmp(r->place[kept - 1].name, r->place[i].name) == 0)
            r->place[kept - 1].seconds += r->place[i].seconds;
        else
            r->place[kept++] = r->place[i];
    r->places = kept;
    return 0;
}

static void keep_ranks(struct history_run *r, const struct run *run)
{
    r->least = run_fewest_ranks(run);
    r->most = run->size;
    r->changed = run->generations > 1;
    r->ranks = run_change_ranks(run);
}

static void keep_iterations(struct history_run *r, const struct run *run)
{
    const struct run_iterations *it = &run->iterations;

    r->efficiency = run->efficiency;
    if (!run_change_has_iterations(run))
        return;
    r->iteration = it->median;
    r->slow = it->p90;
    r->fast = it->p90 - it->spread * it->median;
    r->noise = run_change_noise(run);
    if (it->count > 0)
        r->computed = run_change_computed(run, true);
}

static int keep_loops(struct history_run *r,
                      arena_t *a,
                      const struct run_iterations *it)
{
    struct run_iterations *kept = &r->loops;

    kept->efficiency = it->efficiency;
    kept->calls = it->calls;
    kept->loops = it->loops;
    kept->mark = keep(a, it->mark ? it->mark : "");
    kept->loop = arena_take(a, it->loops + 1, sizeof(*kept->loop));
    if (!kept->mark || !kept->loop)
        return -1;
    for (size_t i = 0; i < it->loops; i++) {
        kept->loop[i] = it->loop[i];
        if (!(kept->loop[i].mark = keep(a, it->loop[i].mark)))
            return -1;
    }
    return 0;
}

static void keep_times(struct history_run *r, const struct run *run)
{
    r->wall = run->wall;
    r->timed = run_timed(run);
    r->computed_in_all = run_change_computed(run, false);
    r->part[HISTORY_COMPUTING] = run->sum.compute / r->ranks;
    r->part[HISTORY_WAITING] = run->sum.waiting / r->ranks;
    r->part[HISTORY_TRANSFER] = run->sum.transfer / r->ranks;
    r->part[HISTORY_OTHER] = run->sum.other / r->ranks;
}

static int keep_texts(struct history_run *r,
                      arena_t *a,
                      const struct run *run,
                      const char *name)
{
    size_t rest = run->arguments > 0 ? run->arguments - 1 : 0;
    const char *cause = run->verdict.cause ? run->verdict.cause : "";

    r->started_ns = run->started_ns;
    r->complete = run->complete;
    r->name = keep(a, name);
    r->job = keep(a, run->job);
    r->program = keep(a, run_program(run));
    r->cause = keep(a, cause);
    r->arguments = join(a, rest, rest > 0 ? run->program + 1 : NULL);
    r->hosts = join_hosts(a, run);
    return r->name && r->job && r->program && r->cause && r->arguments
                   && r->hosts
               ? 0
               : -1;
}

int history_add(struct history *h, const struct run *run, const char *name)
{
    struct history_run *r = list_add(&h->list);

    if (!r || keep_texts(r, h->arena, run, name) < 0
        || keep_loops(r, h->arena, &run->iterations) < 0)
        return -1;
    keep_ranks(r, run);
    keep_times(r, run);
    keep_iterations(r, run);
    return keep_places(r, h->arena, run);
}

/* ---- their order ---- */

static int compare_problems(const struct history_run *x,
                            const struct history_run *y)
{
    int differ = strcmp(x->program, y->program);

    return differ != 0 ? differ : strcmp(x->arguments, y->arguments);
}

static int compare_series(const struct history_run *x,
                          const struct history_run *y)
{
    int differ = compare_problems(x, y);

    if (differ == 0)
        differ = x->changed - y->changed;
    if (differ == 0)
        differ = (x->most > y->most) - (x->most < y->most);
    if (differ == 0)
        differ = (x->least > y->least) - (x->least < y->least);
    return differ;
}

static int compare_runs(const void *a, const void *b)
{
    const struct history_run *x = a, *y = b;
    int differ = compare_series(x, y);

    if (differ == 0)
        differ =
            (x->started_ns > y->started_ns) - (x->started_ns < y->started_ns);
    return differ != 0 ? differ : strcmp(x->name, y->name);
}

/* Names of jobs are given by chance, so they tell runs apart. */
static bool is_same_run(const struct history_run *x,
                        const struct history_run *y)
{
    return compare_series(x, y) == 0 && *x->job && strcmp(x->job, y->job) == 0
           && x->started_ns == y->started_ns;
}

static void drop_twice(struct history *h)
{
    size_t kept = 0;

    for (size_t i = 0; i < h->runs; i++)
        if (kept > 0 && is_same_run(&h->run[kept - 1], &h->run[i]))
            h->twice++;
        else
            h->run[kept++] = h->run[i];
    h->runs = kept;
}

/* The run whose loop more than half of those with iterations have, if any. */
static const struct history_run *usual_loop(const struct history_series *s)
{
    const struct history_run *most = NULL;
    size_t more = 0;

    for (size_t i = 0; i < s->count; i++) {
        const struct history_run *run = &s->run[i];

        if (!run->complete || run->iteration <= 0)
            continue;
        if (more == 0)
            most = run;
        if (run_change_same_loop(&most->loops, &run->loops))
            more++;
        else
            more--;
    }
    return most;
}

/* By what most of its runs have. */
static void choose_time(struct history_series *s)
{
    const struct history_run *most = usual_loop(s);
    size_t with = 0, complete = 0;

    for (size_t i = 0; i < s->count; i++) {
        struct history_run *run = &s->run[i];

        if (most && run->iteration > 0)
            run->other_loop = !run_change_same_loop(&most->loops, &run->loops);
        if (!run->complete)
            continue;
        complete++;
        with += run->iteration > 0 && !run->other_loop;
        s->other_loops += run->other_loop;
    }
    s->iterations = with > 0 && 2 * with >= complete;
    for (size_t i = 0; i < s->count; i++)
        s->run[i].seconds = !s->iterations         ? s->run[i].wall
                            : s->run[i].other_loop ? 0
                                                   : s->run[i].iteration;
}

/* The pieces that runs are put into. */
struct pieces {
    struct history_program *program; /* the last one begun */
    struct history_problem *problem;
    struct history_series *series;
};

/* Put the next run where it belongs, and begin what begins with it. */
static void place_run(struct pieces *p,
                      struct history_run *run,
                      const struct history_run *before)
{
    bool program = !before || strcmp(before->program, run->program) != 0;
    bool problem = !before || compare_problems(before, run) != 0;

    if (!before || compare_series(before, run) != 0)
        (++p->series)->run = run;
    if (problem)
        (++p->problem)->series = p->series;
    if (program) {
        (++p->program)->name = run->program;
        p->program->problem = p->problem;
    }
    p->program->runs++;
    p->program->count += problem;
    p->problem->count += p->series->run == run;
    p->series->count++;
}

/* Each begins with a piece that is not used. */
static int make_pieces(struct history *h, struct pieces *p)
{
    size_t room = h->runs + 1;

    p->program = arena_take(h->arena, room, sizeof(*p->program));
    p->problem = arena_take(h->arena, room, sizeof(*p->problem));
    p->series = arena_take(h->arena, room, sizeof(*p->series));
    return p->program && p->problem && p->series ? 0 : -1;
}

int history_sort(struct history *h)
{
    struct pieces first, p;

    h->runs = h->list.count;
    if (!(h->run = list_keep(&h->list, h->arena)))
        return -1;
    qsort(h->run, h->runs, sizeof(*h->run), compare_runs);
    drop_twice(h);
    if (make_pieces(h, &first) < 0)
        return -1;
    p = first;
    for (size_t i = 0; i < h->runs; i++)
        place_run(&p, &h->run[i], i > 0 ? &h->run[i - 1] : NULL);
    h->program = first.program + 1;
    h->count = (size_t)(p.program - first.program);
    for (struct history_series *s = first.series; s++ < p.series;)
        choose_time(s);
    return 0;
}

/* ---- questions ---- */

bool history_counts(const struct history_series *s,
                    const struct history_run *run)
{
    return run->complete
           && (!s->iterations || (run->iteration > 0 && !run->other_loop));
}

const struct run_efficiency *history_efficiency(const struct history_run *run,
                                                bool iterations)
{
    const struct run_efficiency *of = &run->loops.efficiency;

    return efficiency_known(of)
                   && ((iterations && !run->other_loop)
                       || !efficiency_known(&run->efficiency))
               ? of
               : &run->efficiency;
}

const struct history_run *history_newest(const struct history *h,
                                         const struct history_series **s)
{
    const struct history_run *newest = NULL;

    for (size_t i = 0; i < h->count; i++)
        for (size_t k = 0; k < h->program[i].count; k++) {
            const struct history_problem *p = &h->program[i].problem[k];

            for (size_t j = 0; j < p->count; j++) {
                const struct history_run *last =
                    &p->series[j].run[p->series[j].count - 1];

                if (!newest || last->started_ns > newest->started_ns) {
                    newest = last;
                    *s = &p->series[j];
                }
            }
        }
    return newest;
}

void history_ranks(const struct history_run *run, char text[HISTORY_RANKS])
{
    if (run->least < run->most)
        snprintf(text, HISTORY_RANKS, "%d to %d ranks, changed while it ran",
                 run->least, run->most);
    else
        snprintf(text, HISTORY_RANKS, "%d rank%s%s", run->most,
                 unit_plural((uint64_t)run->most),
                 run->changed ? ", changed while it ran" : "");
}
