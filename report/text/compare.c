/* compare.c - two runs side by side: what got faster, what slower, where
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/model/units.h"
#include "report/text/compare.h"

static const double ALIKE = 0.02; /* a difference that is none */

/* How many ranks there were, on average over the run. */
static double rank_count(const struct run *run)
{
    if (run->wall > 0 && run->sum.wall > 0)
        return run->sum.wall / run->wall;
    return run->ranks > 0 ? (double)run->ranks : 1;
}

/* ---- rows ---- */

static int compare_names(const void *a, const void *b)
{
    const struct compare_row *x = a, *y = b;

    return strcmp(x->name, y->name);
}

static int compare_differences(const void *a, const void *b)
{
    const struct compare_row *x = a, *y = b;
    double dx = fabs(x->after - x->before), dy = fabs(y->after - y->before);

    return dx != dy ? (dx < dy) - (dx > dy) : compare_names(a, b);
}

/* Put rows of the same name together, and those that changed most first. */
static void join_rows(struct compare_rows *rows)
{
    size_t kept = 0;

    qsort(rows->of, rows->count, sizeof(*rows->of), compare_names);
    for (size_t i = 0; i < rows->count; i++) {
        struct compare_row *row = &rows->of[i];

        if (kept > 0 && strcmp(rows->of[kept - 1].name, row->name) == 0) {
            rows->of[kept - 1].before += row->before;
            rows->of[kept - 1].after += row->after;
        } else {
            rows->of[kept++] = *row;
        }
    }
    rows->count = kept;
    qsort(rows->of, rows->count, sizeof(*rows->of), compare_differences);
}

static void add(struct compare *c,
                enum compare_list list,
                const struct run *run,
                const char *name,
                double seconds)
{
    struct compare_rows *rows = &c->list[list];
    struct compare_row *row = &rows->of[rows->count];

    if (seconds <= 0)
        return;
    rows->count++;
    row->name = name;
    if (run == c->before)
        row->before = seconds;
    else
        row->after = seconds;
}

/* "MPI_Send in exchange (heat.c)" of "exchange (heat.c:120)". */
static const char *name_site(arena_t *a, const struct run_site *site)
{
    const char *frame = site->depth > 0 ? site->frames[0] : "";
    const char *line = strrchr(frame, ':');
    int len = line ? (int)(line - frame) : (int)strlen(frame);

    if (!*frame)
        return site->call;
    return arena_print(a, "%s in %.*s%s", site->call, len, frame,
                       line ? ")" : "");
}

static int add_run(struct compare *c, const struct run *run)
{
    double ranks = rank_count(run);

    for (size_t i = 0; i < run->calls; i++)
        add(c, COMPARE_CALLS, run, run->call[i].name,
            run->call[i].seconds / ranks);
    for (size_t i = 0; i < run->sites; i++) {
        const char *name = name_site(c->arena, &run->site[i]);

        if (!name)
            return -1;
        add(c, COMPARE_SITES, run, name, run->site[i].seconds / ranks);
    }
    for (size_t i = 0; i < run->ranks; i++) {
        const char *name = arena_print(c->arena, "rank %d", run->rank[i].rank);

        if (!name)
            return -1;
        add(c, COMPARE_RANKS, run, name, run->rank[i].times.compute);
    }
    return 0;
}

static void add_parts(struct compare *c)
{
    const struct run_times *before = &c->before->sum, *after = &c->after->sum;
    double b = rank_count(c->before), a = rank_count(c->after);
    const struct compare_row parts[] = {
        { "computing", before->compute / b, after->compute / a },
        { "waiting", before->waiting / b, after->waiting / a },
        { "transfer", before->transfer / b, after->transfer / a },
        { "other MPI", before->other / b, after->other / a },
        { "not watched", before->paused / b, after->paused / a },
        { "stood still", before->stopped / b, after->stopped / a },
    };
    struct compare_rows *rows = &c->list[COMPARE_PARTS];

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (parts[i].before > 0 || parts[i].after > 0)
            rows->of[rows->count++] = parts[i];
}

static int make_room(struct compare *c)
{
    const size_t room[COMPARE_LISTS] = {
        [COMPARE_PARTS] = 8,
        [COMPARE_CALLS] = c->before->calls + c->after->calls,
        [COMPARE_SITES] = c->before->sites + c->after->sites,
        [COMPARE_RANKS] = c->before->ranks + c->after->ranks,
    };

    for (int i = 0; i < COMPARE_LISTS; i++) {
        c->list[i].of =
            arena_take(c->arena, room[i] + 1, sizeof(struct compare_row));
        if (!c->list[i].of)
            return -1;
    }
    return 0;
}

struct compare *compare_create(const struct run *before,
                               const struct run *after)
{
    struct compare *c = calloc(1, sizeof(*c));

    if (!c)
        return NULL;
    c->before = before;
    c->after = after;
    if (!(c->arena = arena_create()) || make_room(c) < 0
        || add_run(c, before) < 0 || add_run(c, after) < 0) {
        compare_destroy(c);
        return NULL;
    }
    add_parts(c);
    for (int i = COMPARE_CALLS; i < COMPARE_LISTS; i++)
        join_rows(&c->list[i]);
    return c;
}

void compare_destroy(struct compare *c)
{
    if (c) {
        arena_destroy(c->arena);
        free(c);
    }
}

/* ---- words ---- */

struct compare_words compare_words(double before, double after)
{
    struct compare_words w = { "" };
    double ratio = before > 0 ? after / before : 0;

    if (before <= 0 && after <= 0)
        snprintf(w.text, sizeof(w.text), "none");
    else if (before <= 0)
        snprintf(w.text, sizeof(w.text), "new");
    else if (fabs(ratio - 1) < ALIKE)
        snprintf(w.text, sizeof(w.text), "about the same");
    else if (ratio < 1)
        snprintf(w.text, sizeof(w.text), "%.0f %% less", 100 * (1 - ratio));
    else if (ratio < 2)
        snprintf(w.text, sizeof(w.text), "%.0f %% more", 100 * (ratio - 1));
    else
        snprintf(w.text, sizeof(w.text), "%.3g times as much", ratio);
    return w;
}

static void say(char text[COMPARE_TEXT], const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static void say(char text[COMPARE_TEXT], const char *fmt, ...)
{
    size_t used = strlen(text);
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text + used, COMPARE_TEXT - used, fmt, ap);
    va_end(ap);
}

static void say_most(const struct compare *c,
                     const struct compare_rows *rows,
                     const char *intro,
                     char text[COMPARE_TEXT])
{
    const struct compare_row *most = NULL;

    for (size_t i = 0; i < rows->count; i++)
        if (!most || compare_differences(&rows->of[i], most) < 0)
            most = &rows->of[i];
    if (!most || fabs(most->after - most->before) < ALIKE * c->before->wall)
        return;
    say(text, " %s is in %.200s: %s a rank instead of %s.", intro, most->name,
        unit_time(most->after).text, unit_time(most->before).text);
}

void compare_answer(const struct compare *c, char text[COMPARE_TEXT])
{
    const struct run_iterations *b = &c->before->iterations;
    const struct run_iterations *a = &c->after->iterations;

    text[0] = '\0';
    say(text, "It took %s instead of %s, %s.", unit_time(c->after->wall).text,
        unit_time(c->before->wall).text,
        compare_words(c->before->wall, c->after->wall).text);
    if (b->found && a->found)
        say(text, " An iteration took %s instead of %s, %s.",
            unit_time(a->median).text, unit_time(b->median).text,
            compare_words(b->median, a->median).text);
    if (run_timed(c->before) && run_timed(c->after)) {
        say_most(c, &c->list[COMPARE_PARTS], "The largest difference", text);
        say_most(c, &c->list[COMPARE_SITES], "Of places, the largest", text);
    }
}

/* ---- what may explain it ---- */

static bool same_program(const struct run *a, const struct run *b)
{
    if (a->arguments != b->arguments)
        return false;
    for (size_t i = 0; i < a->arguments; i++)
        if (strcmp(a->program[i], b->program[i]) != 0)
            return false;
    return true;
}

static double bytes_sent(const struct run *run)
{
    double bytes = 0;

    for (size_t i = 0; i < run->messages; i++)
        bytes += run->message[i].bytes;
    return bytes;
}

static double mean_load(const struct run *run)
{
    double load = 0;

    for (size_t i = 0; i < run->hosts; i++)
        load += run->host[i].load_mean / run->hosts;
    return load;
}

void compare_terms(const struct compare *c, char text[COMPARE_TEXT])
{
    const struct run *b = c->before, *a = c->after;
    double was = bytes_sent(b), is = bytes_sent(a);

    text[0] = '\0';
    if (!same_program(b, a))
        say(text, " The programs or their arguments differ.");
    if (b->size != a->size)
        say(text, " It had %d rank%s instead of %d.", a->size,
            unit_plural((uint64_t)a->size), b->size);
    if (b->hosts != a->hosts)
        say(text, " It was on %zu host%s instead of %zu.", a->hosts,
            unit_plural(a->hosts), b->hosts);
    if (b->changes != a->changes)
        say(text, " It was changed %zu time%s instead of %zu.", a->changes,
            unit_plural(a->changes), b->changes);
    if (b->iterations.count != a->iterations.count)
        say(text, " It had %.0f iteration%s instead of %.0f.",
            (double)a->iterations.count, unit_plural(a->iterations.count),
            (double)b->iterations.count);
    if (fabs(is - was) > ALIKE * was)
        say(text, " Its ranks sent %s to each other instead of %s.",
            unit_bytes(is).text, unit_bytes(was).text);
    if (fabs(mean_load(a) - mean_load(b)) > 1)
        say(text, " The hosts had a load of %.1f instead of %.1f.",
            mean_load(a), mean_load(b));
    if (strcmp(b->mpi, a->mpi) != 0)
        say(text, " It had %.100s instead of %.100s.", a->mpi, b->mpi);
    if (strcmp(b->level, a->level) != 0)
        say(text, " It was watched at the level %.20s instead of %.20s.",
            a->level, b->level);
    if (!b->complete || !a->complete)
        say(text, " %s not complete.",
            b->complete   ? "It is"
            : a->complete ? "The other one is"
                          : "Both are");
    if (text[0] == ' ')
        memmove(text, text + 1, strlen(text));
}
