/* compare.c - two runs side by side: what got faster, what slower, where
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/append_text.h"
#include "report/model/efficiency.h"
#include "report/model/run_change.h"
#include "report/model/units.h"
#include "report/text/columns.h"
#include "report/text/compare.h"

static const double ALIKE = 0.02; /* a difference that is none */

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

/* What is foreseen knows of no calls, and of no start-up. */
static bool is_one_foreseen(const struct compare *c)
{
    return !c->before->foreseen != !c->after->foreseen;
}

static int add_run(struct compare *c, const struct run *run)
{
    double ranks = run_change_ranks(run);

    if (is_one_foreseen(c))
        return 0;
    for (size_t i = 0; i < run->calls; i++)
        add(c, COMPARE_CALLS, run, run->call[i].name,
            run->call[i].seconds / ranks);
    for (size_t i = 0; i < run->sites; i++) {
        const char *name = run_place(c->arena, &run->site[i]);

        if (!name)
            return -1;
        add(c, COMPARE_SITES, run, name, run->site[i].seconds / ranks);
    }
    /* Of other numbers of ranks none has the work of the same one. */
    for (size_t i = 0; i < run->ranks && c->before->size == c->after->size;
         i++) {
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
    double b = run_change_ranks(c->before), a = run_change_ranks(c->after);
    const struct compare_row parts[] = {
        { "computing", before->compute / b, after->compute / a },
        { "waiting", before->waiting / b, after->waiting / a },
        { "transfer", before->transfer / b, after->transfer / a },
        { "other MPI", before->other / b, after->other / a },
        { "not watched", before->paused / b, after->paused / a },
        { "stood still", before->stopped / b, after->stopped / a },
    };
    struct compare_rows *rows = &c->list[COMPARE_PARTS];

    if (is_one_foreseen(c))
        return;
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

#define say(text, ...) append_text(text, COMPARE_TEXT, __VA_ARGS__)

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

/* Where both have iterations these are what is compared: without what is done
 * once, before and after them.
 */
static bool goes_by_iterations(const struct compare *c)
{
    const struct run *b = c->before, *a = c->after;

    return b->foreseen || a->foreseen
           || (run_change_by_iterations(b, a)
               && efficiency_known(&b->iterations.efficiency)
               && efficiency_known(&a->iterations.efficiency));
}

static void say_efficiency(const struct compare *c, char text[COMPARE_TEXT])
{
    bool rounds = goes_by_iterations(c);
    const struct run_efficiency *b =
        rounds ? &c->before->iterations.efficiency : &c->before->efficiency;
    const struct run_efficiency *a =
        rounds ? &c->after->iterations.efficiency : &c->after->efficiency;

    if (efficiency_known(a) && efficiency_known(b))
        say(text,
            " %s parallel efficiency %s %s instead of %s: load balance %s"
            " instead of %s, communication efficiency %s instead of %s.",
            rounds ? "In iterations the" : "Its",
            c->after->foreseen ? "would be" : "is",
            unit_share(a->parallel, 1).text, unit_share(b->parallel, 1).text,
            unit_share(a->load_balance, 1).text,
            unit_share(b->load_balance, 1).text,
            unit_share(a->communication, 1).text,
            unit_share(b->communication, 1).text);
}

/* What one of them calls an iteration is several of the other one's, or a part
 * of one.  Of the loop that both know the mean round is told.
 */
static void say_two_loops(const struct compare *c, char text[COMPARE_TEXT])
{
    const struct run_iterations *b = &c->before->iterations;
    const struct run_iterations *a = &c->after->iterations;
    const struct run_loop *of_before = run_change_other_loop(b, a);
    const struct run_loop *of_after = run_change_other_loop(a, b);

    if (!of_before && !of_after)
        return;
    say(text,
        " What was found to be an iteration is not the same loop in both:"
        " %.0f rounds recognised by %.200s instead of %.0f by %.200s; so the"
        " whole runs are compared.",
        (double)a->count, a->mark, (double)b->count, b->mark);
    say(text, " A round of the loop of %.200s took %s instead of %s.",
        of_before ? a->mark : b->mark,
        unit_time(of_before ? a->mean : of_after->seconds).text,
        unit_time(of_before ? of_before->seconds : b->mean).text);
}

static void say_iteration(const struct compare *c, char text[COMPARE_TEXT])
{
    struct run_change_time t = run_change_time(c->before, c->after);

    if (!t.iterations) {
        say_two_loops(c, text);
        return;
    }
    say(text, " An iteration %s %s instead of %s",
        c->after->foreseen ? "would take" : "took", unit_time(t.after).text,
        unit_time(t.before).text);
    if (run_change_is_noise(&t))
        say(text, ": no difference, as parts of one run differ by up to %s.",
            unit_time(t.noise).text);
    else
        say(text, ", %s.", compare_words(t.before, t.after).text);
}

static void say_scaling(const struct compare *c, char text[COMPARE_TEXT])
{
    struct run_change_time t = run_change_time(c->before, c->after);
    double ranks = run_change_ranks(c->after) / run_change_ranks(c->before);
    struct run_change_scaling s =
        run_change_scaling(c->before, c->after, t.iterations);

    if (c->before->size == c->after->size || c->before->generations > 1
        || c->after->generations > 1 || run_change_is_noise(&t)
        || s.speed_up <= 0)
        return;
    say(text,
        " With %.3g times the ranks it is %.3g times as fast, if the problem"
        " is the same: %.0f %% of what they could bring.",
        ranks, s.speed_up, 100 * s.of_ideal);
    if (s.computation > 0 && fabs(s.computation - 1) > ALIKE)
        say(text, " They compute %s together.",
            compare_words(s.computation, 1).text);
}

static bool two_programs(const struct compare *c)
{
    return strcmp(run_program(c->before), run_program(c->after)) != 0;
}

static void say_foreseen(const struct compare *c, char text[COMPARE_TEXT])
{
    if (c->before->foreseen && c->after->foreseen)
        say(text, "Both were foreseen by mitosis sim. ");
    else if (is_one_foreseen(c))
        say(text, "%s was foreseen by mitosis sim. ",
            c->after->foreseen ? "It" : "The other");
}

void compare_answer(const struct compare *c, char text[COMPARE_TEXT])
{
    text[0] = '\0';
    if (two_programs(c))
        say(text,
            "These are runs of two programs, %.100s and %.100s, so that their"
            " times tell little about either. ",
            run_program(c->before), run_program(c->after));
    say_foreseen(c, text);
    say(text, "It %s %s instead of %s, %s.",
        c->after->foreseen ? "would take" : "took",
        unit_time(c->after->wall).text, unit_time(c->before->wall).text,
        compare_words(c->before->wall, c->after->wall).text);
    say_iteration(c, text);
    if (!two_programs(c))
        say_scaling(c, text);
    say_efficiency(c, text);
    if (run_timed(c->before) && run_timed(c->after) && !is_one_foreseen(c)) {
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

/* How they were run, and what they sent. */
static void say_running(const struct compare *c, char text[COMPARE_TEXT])
{
    const struct run *b = c->before, *a = c->after;
    double was = bytes_sent(b), is = bytes_sent(a);

    if (fabs(is - was) > ALIKE * was)
        say(text, " Its ranks sent %s to each other instead of %s.",
            unit_bytes(is).text, unit_bytes(was).text);
    if (!is_one_foreseen(c) && fabs(mean_load(a) - mean_load(b)) > 1)
        say(text, " The hosts had a load of %.1f instead of %.1f.",
            mean_load(a), mean_load(b));
    if (strcmp(b->mpi, a->mpi) != 0)
        say(text, " It had %.100s instead of %.100s.", a->mpi, b->mpi);
    if (strcmp(b->level, a->level) != 0)
        say(text, " It was watched at the level %.20s instead of %.20s.",
            a->level, b->level);
}

void compare_terms(const struct compare *c, char text[COMPARE_TEXT])
{
    const struct run *b = c->before, *a = c->after;
    const char *had = a->foreseen ? "would have" : "had";
    const char *was = a->foreseen ? "would be" : "was";

    text[0] = '\0';
    if (!two_programs(c) && !same_program(b, a))
        say(text, " The programs' arguments, or places, differ.");
    if (b->size != a->size)
        say(text, " It %s %d rank%s instead of %d.", had, a->size,
            unit_plural((uint64_t)a->size), b->size);
    if (b->hosts != a->hosts)
        say(text, " It %s on %zu host%s instead of %zu.", was, a->hosts,
            unit_plural(a->hosts), b->hosts);
    if (b->changes != a->changes)
        say(text, " It %s changed %zu time%s instead of %zu.", was, a->changes,
            unit_plural(a->changes), b->changes);
    if (b->iterations.count != a->iterations.count)
        say(text, " It %s %.0f iteration%s instead of %.0f.", had,
            (double)a->iterations.count, unit_plural(a->iterations.count),
            (double)b->iterations.count);
    if (!is_one_foreseen(c))
        say_running(c, text);
    if (!b->complete || !a->complete)
        say(text, " %s not complete.",
            b->complete   ? "It is"
            : a->complete ? "The other one is"
                          : "Both are");
    if (text[0] == ' ')
        memmove(text, text + 1, strlen(text));
}

/* ---- as text ---- */

enum { ROWS = 12, MANY = 9 }; /* and times more that are no percentage */

static const struct {
    const char *title;
    const char *head;
} lists[COMPARE_LISTS] = {
    [COMPARE_PARTS] = { "Where did the time of a rank go", "on average" },
    [COMPARE_CALLS] = { "Which calls", "call, in a rank on average" },
    [COMPARE_SITES] = { "Which places", "place, in a rank on average" },
    [COMPARE_RANKS] = { "Which ranks compute differently", "rank" },
};

static void print_row(const struct compare_row *row, struct columns *p)
{
    double more = row->after - row->before;
    char share[24] = "new", by[40];

    if (row->before > 0 && more < MANY * row->before)
        snprintf(share, sizeof(share), "%+.0f %%", 100 * more / row->before);
    else if (row->before > 0)
        snprintf(share, sizeof(share), "x %.3g", row->after / row->before);
    snprintf(by, sizeof(by), "%c%s", more < 0 ? '-' : '+',
             unit_time(fabs(more)).text);
    fprintf(p->out, "  %s %9s %9s %10s %9s\n",
            columns_fit(p, row->name, 36, true), unit_time(row->before).text,
            unit_time(row->after).text, by, share);
}

static void print_list(const struct compare *c,
                       enum compare_list list,
                       struct columns *p)
{
    const struct compare_rows *rows = &c->list[list];
    size_t shown = rows->count < ROWS ? rows->count : ROWS;

    if (rows->count == 0)
        return;
    columns_title(p, lists[list].title);
    fprintf(p->out, "  %-36s %9s %9s %10s\n", lists[list].head, "before",
            "after", "difference");
    for (size_t i = 0; i < shown; i++)
        print_row(&rows->of[i], p);
    if (rows->count > shown)
        fprintf(p->out, "  and %zu others that differ less\n",
                rows->count - shown);
}

void compare_print(const struct compare *c, const char *name, FILE *out)
{
    bool timed = run_timed(c->before) && run_timed(c->after);
    char text[COMPARE_TEXT];
    struct columns p;

    columns_start(&p, out, columns_utf8());
    columns_wrap(&p, 0, "Compared with %s", columns_fit(&p, name, 200, false));
    compare_answer(c, text);
    columns_wrap(&p, 2, "%s", text);
    compare_terms(c, text);
    if (text[0]) {
        columns_title(&p, "In what else they differ");
        columns_wrap(&p, 2, "%s", text);
    }
    for (int list = 0; list < COMPARE_LISTS && timed; list++)
        print_list(c, list, &p);
    if (!timed)
        columns_wrap(&p, 2, "The calls of one of them were not timed.");
    columns_finish(&p);
}
