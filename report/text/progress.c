/* progress.c - how a run developed over time, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/append_text.h"
#include "report/model/efficiency.h"
#include "report/model/run_change.h"
#include "report/model/units.h"
#include "report/text/computing_spread.h"
#include "report/text/policies.h"
#include "report/text/progress.h"

enum {
    PACES = 8, /* lines at most */
    LOOPS = 6,
    CURVE = 56,
    CHANGES = 24,
    INCIDENTS = 8,
    CHANGE = 9,  /* columns of the change */
    REASON = 19, /* where the lines below it begin */
};

static const double APART = 1.25; /* mean and median that are not alike */
static const double ALIKE = 0.01; /* what ranks compute */

/* Of a loop that makes the same call again and again only the program can tell
 * how many of them are a step.
 */
static const char one_call[] =
    " That is one MPI call: if a step of the program makes several of these,"
    " each counts as an iteration, unless the program calls MPI_Pcontrol(3)"
    " where a step begins.";

/* The loop whose rounds are all that an iteration is made of, but for fewer
 * calls than one more has: a program that adds up every ten steps has two
 * loops for who sees its calls only, and so has one that solves something in
 * each step.  NULL when there is none.
 */
static const struct run_loop *find_steps(const struct run_iterations *it)
{
    for (size_t i = 0; i < it->loops; i++) {
        const struct run_loop *loop = &it->loop[i];
        uint64_t within = it->count > 0 ? loop->count / it->count : 0;

        if (within >= 2 && within * loop->calls <= it->calls
            && it->calls <= (within + 1) * loop->calls)
            return loop;
    }
    return NULL;
}

/* How often the line that recognises 'loop' is come to in an iteration, by all
 * ways.  A compiler may have made several calls of it: the first step of each
 * iteration is in another place then, and is no round of the loop.
 */
static uint64_t times_in_each(const struct run *run,
                              const struct run_loop *loop)
{
    size_t len = strcspn(loop->mark, " ");
    uint64_t calls = 0;

    if (strncmp(loop->mark + len, " in ", 4) != 0)
        return 0;
    for (size_t i = 0; i < run->sites; i++) {
        const struct run_site *site = &run->site[i];

        if (strlen(site->call) == len
            && strncmp(site->call, loop->mark, len) == 0 && site->depth > 0
            && strcmp(site->frames[0], loop->mark + len + 4) == 0)
            calls += site->count;
    }
    return run->ranks > 0 ? calls / run->ranks / run->iterations.count : 0;
}

static void print_steps(const struct run *run, struct columns *p)
{
    const struct run_iterations *it = &run->iterations;
    const struct run_loop *steps = it->manual ? NULL : find_steps(it);
    uint64_t within = steps ? steps->count / it->count : 0;
    char times[64] = "";

    if (!steps || !steps->mark[0])
        return;
    if (run->generations < 2 && times_in_each(run, steps) == within + 1)
        snprintf(times, sizeof(times), ", which is made %" PRIu64 " times",
                 within + 1);
    columns_wrap(p, 2,
                 "Nearly all of one is %" PRIu64 " rounds of %" PRIu64
                 " MPI call%s, recognised by %s%s: if those are the steps"
                 " of the program, it can say so with MPI_Pcontrol(3)"
                 " where a step begins.",
                 within, steps->calls, unit_plural(steps->calls), steps->mark,
                 times);
}

static void print_paces(const struct run_iterations *it, struct columns *p)
{
    size_t shown = it->paces < PACES ? it->paces : PACES;

    for (size_t i = 0; i < shown; i++)
        fprintf(p->out, "  rank %d: %" PRIu64 " round%s\n", it->pace[i].rank,
                it->pace[i].count, unit_plural(it->pace[i].count));
    if (it->paces > shown)
        fprintf(p->out, "  and %zu other ranks\n", it->paces - shown);
}

/* A mark below the curve where each generation but the first begins. */
static void print_marks(const struct run *run, struct columns *p)
{
    size_t samples = run->iterations.samples, at = 0;
    size_t width = samples < CURVE ? samples : CURVE;
    char marks[CURVE + 1];

    memset(marks, ' ', width);
    marks[width] = '\0';
    for (size_t i = 1; i < run->generations; i++) {
        at += run->generation[i - 1].samples;
        if (at < samples)
            marks[at * width / samples] = '^';
    }
    if (run->generations > 1)
        fprintf(p->out, "  %8s  %s  changes\n", "", marks);
}

static void print_curve(const struct run *run, struct columns *p)
{
    const struct run_iterations *it = &run->iterations;

    if (it->samples < 2)
        return;
    fprintf(p->out, "\n  %8s  ", unit_time(it->seconds[0]).text);
    columns_curve(p, it->seconds, it->samples, CURVE);
    fprintf(p->out, "  %s\n", unit_time(it->seconds[it->samples - 1]).text);
    print_marks(run, p);
}

static void print_loops(const struct run_iterations *it, struct columns *p)
{
    size_t shown = it->loops < LOOPS ? it->loops : LOOPS;

    if (it->loops < 2 && it->found)
        return;
    if (it->loops > 0)
        fprintf(p->out, "\n  %10s %9s %7s %8s  %s\n", "rounds", "each",
                "calls", "of all", "loops, recognised by");
    for (size_t i = 0; i < shown; i++) {
        const struct run_loop *loop = &it->loop[i];

        fprintf(
            p->out, "  %10s %9s %7s %8s  %s\n", unit_count(loop->count).text,
            unit_time(loop->seconds).text, unit_count(loop->calls).text,
            unit_share(loop->covers, 1).text,
            columns_place(
                p, loop->mark[0] ? loop->mark : "the program's marks", 41));
    }
}

/* Where one iteration differs much from the next, so do the first and the last
 * ones, and that is no trend.  What rises evenly has a trend that is a little
 * more than its spread.
 */
bool progress_has_trend(const struct run_iterations *it)
{
    return fabs(it->trend) >= 1 && fabs(it->trend) > 100 * it->spread / 2;
}

static void print_trend(const struct run_iterations *it, struct columns *p)
{
    if (!progress_has_trend(it))
        columns_wrap(p, 2, "They take about the same time all along.");
    else
        columns_wrap(p, 2, "They get %s: %+.3g %% from the first to the last.",
                     it->trend > 0 ? "slower" : "faster", it->trend);
}

void progress_iteration(const struct run_iterations *it,
                        char text[PROGRESS_TEXT])
{
    bool apart = it->mean > it->median * APART
                 || (it->mean > 0 && it->median > it->mean * APART);

    if (it->count <= 1)
        snprintf(text, PROGRESS_TEXT, "%s", unit_time(it->median).text);
    else if (apart)
        snprintf(text, PROGRESS_TEXT, "%s (median, mean %s)",
                 unit_time(it->median).text, unit_time(it->mean).text);
    else
        snprintf(text, PROGRESS_TEXT, "%s (median)",
                 unit_time(it->median).text);
}

/* Who has most to do in the iterations may be another rank than over the whole
 * run, which is told elsewhere.
 */
static void print_slowest(const struct run *run, struct columns *p)
{
    const struct run_iterations *it = &run->iterations;
    const struct run_pace *slowest = efficiency_slowest(it);
    int longest = computing_spread(run).slowest;
    char other[64] = "";

    if (it->paces < 2)
        return;
    if (it->imbalance < ALIKE) {
        columns_wrap(p, 2, "All ranks compute equally long in them.");
    } else if (run->generations > 1 || !slowest) {
        columns_wrap(p, 2,
                     "The slowest rank computes %.3g %% longer in them than"
                     " the mean.",
                     100 * it->imbalance);
    } else {
        if (slowest->rank != longest)
            snprintf(other, sizeof(other), "; over the whole run rank %d does",
                     longest);
        columns_wrap(p, 2,
                     "Rank %d computes longest in them, %.3g %% longer than"
                     " the mean%s.",
                     slowest->rank, 100 * it->imbalance, other);
    }
}

/* Where what comes before the first one, or after the last, belongs to an
 * iteration there is nothing to say of it.
 */
static void print_range(const struct run_iterations *it, struct columns *p)
{
    char text[2 * PROGRESS_TEXT];

    snprintf(text, sizeof(text), "From %s to %s, nine of ten up to %s",
             unit_time(it->min).text, unit_time(it->max).text,
             unit_time(it->p90).text);
    if (it->start_up > 0)
        append_text(text, sizeof(text), "; before the first %s",
                    unit_time(it->start_up).text);
    if (it->wind_down > 0)
        append_text(text, sizeof(text), "%s after the last %s",
                    it->start_up > 0 ? "," : ";",
                    unit_time(it->wind_down).text);
    columns_wrap(p, 2, "%s.", text);
}

static void print_found(const struct run *run, struct columns *p)
{
    const struct run_iterations *it = &run->iterations;
    char each[PROGRESS_TEXT];

    progress_iteration(it, each);
    columns_wrap(
        p, 2,
        "%" PRIu64 " iteration%s of %s, with %" PRIu64 " MPI call%s each%s%s.",
        it->count, unit_plural(it->count), each, it->calls,
        unit_plural(it->calls), it->manual ? ", as marked by the program" : "",
        it->agreed ? "" : "; not all ranks share them");
    if (run->generations > 1 && it->reason[0])
        columns_wrap(p, 2, "They were %s.", it->reason);
    if (it->mark[0] && !it->manual)
        columns_wrap(p, 2, "Recognised by %s.%s", it->mark,
                     it->calls == 1 ? one_call : "");
    print_steps(run, p);
    print_range(it, p);
    if (run->generations < 2)
        print_trend(it, p);
    print_slowest(run, p);
}

/* ---- changes ---- */

static const char *more_or_less(double gain)
{
    return gain < 0 ? "more" : "less";
}

/* What it was to save and what it saved, of iterations' time. */
static void write_gain(const struct run_change *change,
                       char *text,
                       size_t size)
{
    double expected = change->predicted_gain, came = change->realised_gain;

    text[0] = '\0';
    if (fabs(expected) > 0 && change->before > 0 && change->after > 0)
        snprintf(text, size, "; %.0f %% %s time expected, %.0f %% %s came",
                 fabs(expected) * 100, more_or_less(expected),
                 fabs(came) * 100, more_or_less(came));
}

/* What does not fit into the table is told below it. */
static bool fits(const char *order)
{
    return *order && strlen(order) <= CHANGE;
}

/* What was ordered where that did not fit, why, and what came of it. */
static void print_reason(const struct run_change *change, struct columns *p)
{
    const char *order = change->order ? change->order : "";
    const char *first = fits(order) ? "" : order;
    const char *then = *first && change->why[0] ? ": " : "";
    char gain[96];

    write_gain(change, gain, sizeof(gain));
    if (!change->done)
        columns_wrap(p, REASON, "%s%s%s%sgiven up: %s", first, then,
                     change->why, *first || change->why[0] ? "; " : "",
                     change->outcome);
    else if (*first || change->why[0])
        columns_wrap(p, REASON, "%s%s%s%s", first, then, change->why, gain);
}

static void print_change(const struct run_change *change, struct columns *p)
{
    const char *order = change->order ? change->order : "";
    char ranks[32], times[64] = "-";

    snprintf(ranks, sizeof(ranks), "%d -> %d", change->from, change->to);
    if (change->before > 0 && change->after > 0)
        snprintf(times, sizeof(times), "%s -> %s",
                 unit_time(change->before).text,
                 unit_time(change->after).text);
    fprintf(p->out, "  %8s %6s  %s", unit_time(change->at).text,
            unit_count(change->sync).text,
            columns_fit(p, fits(order) ? order : change->what, CHANGE, true));
    fprintf(p->out, " %8s %6s %7s %7s  %s\n", ranks,
            unit_or_dash(unit_bytes_short, change->bytes).text,
            unit_or_dash(unit_time, change->ready).text,
            unit_or_dash(unit_time, change->stopped).text, times);
    print_reason(change, p);
}

/* Where the job stood still, of all changes. */
static void print_phases(const struct run *run, struct columns *p)
{
    struct run_phases sum = { 0 };
    double stopped = 0;

    for (size_t i = 0; i < run->changes; i++) {
        const struct run_phases *one = &run->change[i].phases;

        stopped += run->change[i].stopped;
        sum.stop += one->stop;
        sum.plan += one->plan;
        sum.copy += one->copy;
        sum.verify += one->verify;
        sum.resume += one->resume;
    }
    if (stopped > 0 && !run->foreseen)
        columns_wrap(p, 2,
                     "The job stood still for %s, %s of it to move and verify "
                     "the state; before that the first to stop waited %s for "
                     "the last.",
                     unit_time(stopped).text,
                     unit_time(sum.plan + sum.copy + sum.verify).text,
                     unit_time(sum.stop).text);
}

/* What the program's start-up cost each time, while the job went on. */
static void print_start_ups(const struct run *run, struct columns *p)
{
    double cpu = 0;

    for (size_t i = 0; i < run->generations; i++)
        cpu += run->generation[i].start_up_cpu;
    if (cpu > 0)
        columns_wrap(p, 2,
                     "Beside the job, starting the new ranks took %s of "
                     "processor time.",
                     unit_time(cpu).text);
}

/* "At 3.2 s the agent was lost." */
static void print_incidents(const struct run *run, struct columns *p)
{
    size_t shown = run->incidents < INCIDENTS ? run->incidents : INCIDENTS;

    for (size_t i = 0; i < shown; i++)
        columns_wrap(p, 2, "%c%s.",
                     toupper((unsigned char)run->incident[i][0]),
                     run->incident[i] + 1);
    if (run->incidents > shown)
        columns_wrap(p, 2, "And %zu other incidents.", run->incidents - shown);
}

static void print_changes(const struct run *run, struct columns *p)
{
    size_t shown = run->changes < CHANGES ? run->changes : CHANGES;

    if (run->changes == 0)
        return;
    fprintf(p->out, "\n  %8s %6s  %-*s %8s %6s %7s %7s  %s\n", "at", "sync",
            CHANGE, "change", "ranks", "bytes", "ready", "stopped",
            "iteration");
    for (size_t i = 0; i < shown; i++)
        print_change(&run->change[i], p);
    if (run->changes > shown)
        fprintf(p->out, "  and %zu other changes\n", run->changes - shown);
    print_phases(run, p);
    print_start_ups(run, p);
}

void progress_count(const struct run_change *change,
                    size_t count,
                    char text[PROGRESS_TEXT])
{
    size_t done = 0;

    for (size_t i = 0; i < count; i++)
        done += change[i].done;
    snprintf(text, PROGRESS_TEXT, "%zu change%s", done, unit_plural(done));
    if (done < count)
        append_text(text, PROGRESS_TEXT, ", %zu given up", count - done);
}

void progress_summary(const struct run *run, struct columns *p)
{
    double stopped = 0, waited = run_change_waited(run);
    char count[PROGRESS_TEXT];

    for (size_t i = 0; i < run->changes; i++)
        stopped += run->change[i].stopped;
    if (run->changes == 0)
        return;
    progress_count(run->change, run->changes, count);
    columns_wrap(p, 2, "%s; the job %s still for %s%s%s", count,
                 run->foreseen ? "would stand" : "stood",
                 unit_time(stopped).text,
                 waited > 0 ? ", after its first ranks had waited " : "",
                 waited > 0 ? unit_time(waited).text : "");
}

void progress_print(const struct run *run, struct columns *p)
{
    const struct run_iterations *it = &run->iterations;

    columns_title(p, run->foreseen ? "How would it develop"
                                   : "How did it develop");
    if (it->found) {
        print_found(run, p);
        print_curve(run, p);
    } else {
        columns_wrap(p, 2, "No iterations found: %s.",
                     it->reason[0] ? it->reason : "none were looked for");
        print_paces(it, p);
    }
    print_loops(it, p);
    print_changes(run, p);
    print_incidents(run, p);
    policies_print(run, p);
}
