/* history_change.c - since when a program takes longer or shorter
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "report/history/history_change.h"
#include "report/model/statistics.h"

enum {
    FIRST_ONES = 8, /* runs that tell what a level is */
    SEVERAL = 5,    /* of fewer it is not known by how much runs differ */
};

static const double ALIKE = 0.01; /* of a time, which is always noise */

/* Three standard deviations, by the median of what neighbours differ by: a few
 * neighbours between which there is a change do not move that.
 */
static const double CHANCE = 3 / 0.954;

/* ---- noise ---- */

static double noise_between_runs(const struct history_series *s, arena_t *a)
{
    double *apart = arena_take(a, s->count + 1, sizeof(*apart));
    const struct history_run *before = NULL;
    size_t n = 0;

    for (size_t i = 0; i < s->count && apart; i++) {
        if (!history_counts(s, &s->run[i]))
            continue;
        if (before)
            apart[n++] = fabs(s->run[i].seconds - before->seconds);
        before = &s->run[i];
    }
    if (n + 1 < SEVERAL)
        return 0;
    sort_numbers(apart, n);
    return CHANCE * quantile(apart, n, 0.5);
}

/* ---- a level ---- */

struct level {
    size_t runs;
    double time;  /* the median */
    double noise; /* of one of its runs by itself */
};

/* What the runs from 'from' on and before 'to' are, of which the first count.
 */
static struct level level_of(const struct history_series *s,
                             size_t from,
                             size_t to)
{
    double x[FIRST_ONES], own[FIRST_ONES];
    struct level l = { 0 };

    for (size_t i = from; i < to && l.runs < FIRST_ONES; i++)
        if (history_counts(s, &s->run[i])) {
            x[l.runs] = s->run[i].seconds;
            own[l.runs++] = s->iterations ? s->run[i].noise : 0;
        }
    sort_numbers(x, l.runs);
    sort_numbers(own, l.runs);
    l.time = quantile(x, l.runs, 0.5);
    l.noise = fmax(quantile(own, l.runs, 0.5), ALIKE * l.time);
    return l;
}

/* By how much a run may differ from it for no reason. */
static double noise_beside(const struct level *l,
                           const struct history_series *s,
                           const struct history_run *run)
{
    double own = fmax(s->iterations ? run->noise : 0, ALIKE * l->time);

    return fmax(l->noise + own, s->noise);
}

/* Without iterations a few runs do not tell what is noise. */
static bool is_known(const struct history_series *s)
{
    return s->iterations || s->noise > 0;
}

/* 1 where a run takes longer than the level, -1 where it takes shorter. */
static int differs(const struct level *l,
                   const struct history_series *s,
                   const struct history_run *run)
{
    double more = run->seconds - l->time;

    if (!is_known(s) || l->runs == 0 || fabs(more) <= noise_beside(l, s, run))
        return 0;
    return more > 0 ? 1 : -1;
}

/* ---- changes ---- */

/* The next run that counts, or s->count. */
static size_t next_of(const struct history_series *s, size_t i)
{
    while (i < s->count && !history_counts(s, &s->run[i]))
        i++;
    return i;
}

/* Where the level that begins at 'from' ends. */
static size_t end_of(const struct history_series *s, size_t from)
{
    size_t i = next_of(s, from);

    for (i = next_of(s, i + 1); i < s->count; i = next_of(s, i + 1)) {
        struct level l = level_of(s, from, i);
        size_t next = next_of(s, i + 1);
        int way = differs(&l, s, &s->run[i]);

        if (way != 0
            && (next >= s->count || differs(&l, s, &s->run[next]) == way))
            return i;
    }
    return s->count;
}

size_t history_change_runs(const struct history_series *s,
                           size_t from,
                           size_t to)
{
    size_t n = 0;

    for (size_t i = from; i < to; i++)
        n += history_counts(s, &s->run[i]);
    return n;
}

static void note_change(struct history_series *s,
                        size_t since,
                        size_t at,
                        size_t end)
{
    struct level before = level_of(s, since, at);
    struct level after = level_of(s, at, end);

    s->change[s->changes++] = (struct history_change){
        .at = at,
        .since = since,
        .runs = history_change_runs(s, at, end),
        .before = before.time,
        .after = after.time,
        .noise = noise_beside(&before, s, &s->run[at]),
    };
}

static int find_in(struct history_series *s, arena_t *a)
{
    size_t since = 0, at;

    if (!(s->change = arena_take(a, s->count + 1, sizeof(*s->change))))
        return -1;
    s->changes = 0;
    s->noise = noise_between_runs(s, a);
    while ((at = end_of(s, since)) < s->count) {
        note_change(s, since, at, end_of(s, at));
        since = at;
    }
    return 0;
}

int history_change_find_all(struct history *h)
{
    for (size_t i = 0; i < h->count; i++)
        for (size_t k = 0; k < h->program[i].count; k++) {
            struct history_problem *p = &h->program[i].problem[k];

            for (size_t j = 0; j < p->count; j++)
                if (find_in(&p->series[j], h->arena) < 0)
                    return -1;
        }
    return 0;
}

double history_change_share(const struct history_change *c)
{
    return c->before > 0 ? c->after / c->before - 1 : 0;
}

/* ---- what of it ---- */

/* The last run before a change, and the one with it. */
static const struct history_run *before_of(const struct history_series *s,
                                           const struct history_change *c)
{
    size_t i = c->at;

    while (--i > c->since && !history_counts(s, &s->run[i]))
        ;
    return &s->run[i];
}

static void offer(struct history_cause *cause,
                  const char *name,
                  double before,
                  double after)
{
    if (!cause->name
        || fabs(after - before) > fabs(cause->after - cause->before))
        *cause = (struct history_cause){ name, before, after };
}

static bool is_worth(const struct history_cause *cause,
                     const struct history_run *before)
{
    return cause->name
           && fabs(cause->after - cause->before) >= ALIKE * before->wall;
}

bool history_change_part(const struct history_series *s,
                         const struct history_change *c,
                         struct history_cause *cause)
{
    const struct history_run *before = before_of(s, c), *after;

    after = &s->run[c->at];
    *cause = (struct history_cause){ .name = NULL };
    if (!before->timed || !after->timed)
        return false;
    for (int i = 0; i < HISTORY_PARTS; i++)
        offer(cause, history_part_name[i], before->part[i], after->part[i]);
    return is_worth(cause, before);
}

/* Both lists are by name. */
bool history_change_place(const struct history_series *s,
                          const struct history_change *c,
                          struct history_cause *cause)
{
    const struct history_run *before = before_of(s, c), *after;
    size_t b = 0, a = 0;

    after = &s->run[c->at];
    *cause = (struct history_cause){ .name = NULL };
    if (!before->timed || !after->timed)
        return false;
    while (b < before->places || a < after->places) {
        const struct history_place *x = &before->place[b];
        const struct history_place *y = &after->place[a];
        int order = b == before->places  ? 1
                    : a == after->places ? -1
                                         : strcmp(x->name, y->name);

        offer(cause, order <= 0 ? x->name : y->name,
              order <= 0 ? x->seconds : 0, order >= 0 ? y->seconds : 0);
        b += order <= 0;
        a += order >= 0;
    }
    return is_worth(cause, before);
}

bool history_change_same_hosts(const struct history_series *s,
                               const struct history_change *c)
{
    return strcmp(before_of(s, c)->hosts, s->run[c->at].hosts) == 0;
}
