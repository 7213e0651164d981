/* text.c - a run as text, in the order in which one asks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "base/append_text.h"
#include "report/model/units.h"
#include "report/text/balance.h"
#include "report/text/columns.h"
#include "report/text/computing_spread.h"
#include "report/text/efficiency_table.h"
#include "report/text/hardware.h"
#include "report/text/progress.h"
#include "report/text/rank_ends.h"
#include "report/text/text.h"
#include "report/text/traffic.h"
#include "report/text/verdict_lines.h"

enum {
    CALLS = 14, /* lines of each table at most */
    SITES = 16,
    FATES = 12,
    PLACES = 40,
    BAR = 30,
    RANKS_TEXT = 80,
};

static const double NEARLY_ALL = 0.99; /* that the rest is not told */
static const double THREADS = 0.05;    /* of computing, that is worth a word */

static struct unit_text share_or_dash(double part, double whole)
{
    return unit_share(part, part > 0 ? whole : 0);
}

/* ---- how long ---- */

static void print_program(const struct run *run, struct columns *p)
{
    char line[COLUMNS_TEXT] = "";

    for (size_t i = 0; i < run->arguments; i++)
        append_text(line, sizeof(line), "%s%s", i > 0 ? " " : "",
                    run->program[i]);
    fprintf(p->out, "%s\n",
            columns_fit(p, line[0] ? line : "(an unknown program)",
                        COLUMNS_WIDTH - 1, false));
}

static void moment(uint64_t ns, char text[64])
{
    time_t seconds = ns / 1000000000;
    struct tm tm;

    text[0] = '\0';
    if (ns > 0 && localtime_r(&seconds, &tm))
        strftime(text, 64, ", started %Y-%m-%d %H:%M:%S", &tm);
}

static const char *fit_name(const struct run *run, struct columns *p)
{
    return run->hosts == 1 ? columns_fit(p, run->host[0].name, 30, false) : "";
}

/* "4 ranks", or of a job that moved "2 to 4 ranks in 3 generations". */
static const char *count_ranks(const struct run *run, char text[RANKS_TEXT])
{
    int least = run_fewest_ranks(run), most = run->size;

    if (least < most)
        snprintf(text, RANKS_TEXT, "%d to %d ranks in %zu generations", least,
                 most, run->generations);
    else if (run->generations > 1)
        snprintf(text, RANKS_TEXT, "%d rank%s in %zu generations", most,
                 unit_plural(most), run->generations);
    else
        snprintf(text, RANKS_TEXT, "%d rank%s", most, unit_plural(most));
    return text;
}

static void print_start(const struct run *run, struct columns *p)
{
    char when[64], ranks[RANKS_TEXT];

    moment(run->started_ns, when);
    print_program(run, p);
    columns_wrap(
        p, 2, "%s on %zu host%s%s%s%s, %s%s", count_ranks(run, ranks),
        run->hosts, unit_plural(run->hosts), run->hosts == 1 ? " (" : "",
        fit_name(run, p), run->hosts == 1 ? ")" : "",
        run->mpi[0] ? run->mpi : "MPI not started", run->foreseen ? "" : when);
    if (run->foreseen)
        columns_wrap(p, 2, "foreseen by mitosis sim: %s", run->foreseen);
}

/* When ranks ended that were killed may not be known. */
static const char *at_least(const struct run *run)
{
    return run->at_least ? "at least " : "";
}

static void print_how_long(const struct run *run, struct columns *p)
{
    print_start(run, p);
    columns_wrap(p, 2, "%s%s, %s", at_least(run), unit_time(run->wall).text,
                 run->complete ? "to the end" : "not complete:");
    if (!run->complete) {
        columns_wrap(p, 4, "%s.", run->reason);
        rank_ends_print(run, p, FATES);
    }
    columns_title(p, "What limits it");
    verdict_lines_print(run, p);
}

/* ---- where did the time go ---- */

static void print_part(const struct run *run,
                       struct columns *p,
                       const char *name,
                       double s)
{
    fprintf(p->out, "  %-12s %9s %8s  ", name, unit_time(s).text,
            unit_share(s, run->sum.wall).text);
    columns_bar(p, s, run->sum.wall, BAR);
    putc('\n', p->out);
}

/* What the ranks did while they computed, where that is known. */
static void print_split(const struct run *run, struct columns *p)
{
    const struct run_times *t = &run->sum;

    if (!run_times_split(t) || t->on_core > NEARLY_ALL * t->compute)
        return;
    print_part(run, p, "  on a core", t->on_core);
    print_part(run, p, "  no core", t->no_core);
    print_part(run, p, "  asleep", t->asleep);
}

/* It is not known what the other threads did for whom. */
static void print_threads(const struct run *run, struct columns *p)
{
    double seconds = run_other_threads(run);

    if (seconds >= THREADS * run->sum.compute)
        columns_wrap(p, 4,
                     "Other threads of the ranks took %s of processor time"
                     " besides. The parts of computing are those of the main"
                     " threads, which sleep while they wait for the others.",
                     unit_time(seconds).text);
}

/* The calls are those of all threads. */
static void print_threads_in_mpi(const struct run *run, struct columns *p)
{
    double seconds = run_other_threads_mpi(run);

    if (seconds > 0)
        columns_wrap(p, 2,
                     "This is the time of the main threads. Other threads of"
                     " the ranks were in MPI for %s besides, which the calls"
                     " below and the lines of code have as well.",
                     unit_time(seconds).text);
}

/* The share of all that a call or a line has, if that is part of it. */
static struct unit_text share_of_all(const struct run *run, double seconds)
{
    return share_or_dash(run_other_threads_mpi(run) > 0 ? 0 : seconds,
                         run->sum.wall);
}

static void print_calls(const struct run *run, struct columns *p)
{
    size_t shown = run->calls < CALLS ? run->calls : CALLS;

    fprintf(p->out, "\n  %-24s %9s %9s %8s %9s %11s\n", "call", "calls",
            "time", "of all", "waiting", "bytes");
    for (size_t i = 0; i < shown; i++) {
        const struct run_call *call = &run->call[i];

        fprintf(p->out, "  %s %9s %9s %8s %9s %11s\n",
                columns_fit(p, call->name, 24, true),
                unit_count(call->count).text,
                unit_or_dash(unit_time, call->seconds).text,
                share_of_all(run, call->seconds).text,
                unit_or_dash(unit_time, call->waiting).text,
                unit_or_dash(unit_bytes, call->bytes).text);
    }
    if (run->calls > shown)
        fprintf(p->out, "  and %zu other calls\n", run->calls - shown);
}

static void print_times(const struct run *run, struct columns *p)
{
    columns_title(p, !run_timed(run) ? "The calls"
                     : run->foreseen ? "Where would the time go"
                                     : "Where did the time go");
    if (run_timed(run)) {
        columns_wrap(
            p, 2,
            "%s of %zu rank%s together%s:", unit_time(run->sum.wall).text,
            run->ranks, unit_plural(run->ranks),
            run->foreseen && run->iterations.found ? ", in their loop" : "");
        print_part(run, p, "computing", run->sum.compute);
        print_split(run, p);
        print_threads(run, p);
        print_part(run, p, "waiting", run->sum.waiting);
        print_part(run, p, "transfer", run->sum.transfer);
        print_part(run, p, "other MPI", run->sum.other);
        if (run->sum.paused > 0)
            print_part(run, p, "not watched", run->sum.paused);
        if (run->sum.stopped > 0) {
            print_part(run, p, run->foreseen ? "standing" : "stood still",
                       run->sum.stopped);
            if (!run->foreseen)
                columns_wrap(
                    p, 4,
                    "That counts all who waited for a change: new ranks"
                    " until they took over, and old ones at the sync of"
                    " a script until the new ones were ready.");
        }
        print_threads_in_mpi(run, p);
    }
    hardware_print(run, p);
    if (run->calls > 0)
        print_calls(run, p);
}

/* ---- which lines of code ---- */

static void print_site(const struct run *run,
                       const struct run_site *site,
                       struct columns *p)
{
    fprintf(p->out, "  %9s %8s %9s %9s  %s\n",
            unit_or_dash(unit_time, site->seconds).text,
            share_of_all(run, site->seconds).text,
            unit_or_dash(unit_time, site->waiting).text,
            unit_count(site->count).text,
            columns_fit(p, site->call, COLUMNS_WIDTH - 45, false));
    for (size_t i = 0; i < site->depth && i < run->depth; i++)
        fprintf(p->out, "%*s%s %s\n", 43, "", i == 0 ? "at" : "from",
                columns_place(p, site->frames[i], 43 + (i == 0 ? 3 : 5)));
}

static void print_sites(const struct run *run, struct columns *p)
{
    size_t shown = run->sites < SITES ? run->sites : SITES;

    columns_title(p, "Which lines of code");
    if (run->sites == 0) {
        columns_wrap(p, 2, "Call sites were not noted.");
        return;
    }
    fprintf(p->out, "  %9s %8s %9s %9s  %s\n", "time", "of all", "waiting",
            "calls", "call");
    for (size_t i = 0; i < shown; i++)
        print_site(run, &run->site[i], p);
    if (run->sites > shown)
        fprintf(p->out, "  and %zu other places\n", run->sites - shown);
}

/* ---- what it cost, and what is not in here ---- */

static void print_cost(const struct run *run, struct columns *p)
{
    const struct run_cost *cost = &run->cost;
    char each[COLUMNS_TEXT] = "too few calls to measure one";

    if (cost->samples > 0)
        snprintf(each, sizeof(each), "%s a call (measured in %s calls)",
                 unit_time(cost->ns_per_call * 1e-9).text,
                 unit_count(cost->samples).text);
    columns_title(p, "What watching cost");
    columns_wrap(
        p, 2,
        "%.2g %% of the ranks' processor time: %s, %s to start and end; %s of"
        " memory a rank.",
        cost->percent, each, unit_time(cost->setup).text,
        unit_bytes(run->ranks ? cost->memory_bytes / run->ranks : 0).text);
}

static void print_unseen(const struct run *run, struct columns *p)
{
    columns_title(p, "What was not seen");
    if (run->unseens == 0)
        columns_wrap(p, 2, "Nothing that we know of.");
    for (size_t i = 0; i < run->unseens; i++)
        columns_wrap(p, 2, "- %s", run->unseen[i]);
}

void text_print(const struct run *run, FILE *out)
{
    struct columns p;

    columns_start(&p, out, columns_utf8());
    print_how_long(run, &p);
    efficiency_table_print(run, &p);
    print_times(run, &p);
    balance_print(run, &p);
    if (!run->foreseen) {
        columns_title(&p, "Who talks to whom");
        traffic_print(run, &p);
        print_sites(run, &p);
    }
    progress_print(run, &p);
    if (!run->foreseen)
        print_cost(run, &p);
    print_unseen(run, &p);
    columns_finish(&p);
}

/* ---- the short table ---- */

static void summarize_times(const struct run *run, struct columns *p)
{
    const double pieces[] = { run->sum.compute,
                              run->sum.transfer + run->sum.other,
                              run->sum.waiting };
    char ranks[RANKS_TEXT], efficiency[EFFICIENCY_TABLE_TEXT];

    columns_wrap(p, 2, "%s%s, %s on %zu host%s", at_least(run),
                 unit_time(run->wall).text, count_ranks(run, ranks),
                 run->hosts, unit_plural(run->hosts));
    if (!run_timed(run))
        return;
    efficiency_table_line(run, efficiency);
    columns_wrap(p, 2, "%s", efficiency);
    columns_wrap(p, 2, "computing %s, waiting %s, transfer %s, other MPI %s",
                 unit_share(run->sum.compute, run->sum.wall).text,
                 unit_share(run->sum.waiting, run->sum.wall).text,
                 unit_share(run->sum.transfer, run->sum.wall).text,
                 unit_share(run->sum.other, run->sum.wall).text);
    fprintf(p->out, "  ");
    columns_pieces(p, pieces, 3, run->sum.wall, COLUMNS_WIDTH - 4);
    putc('\n', p->out);
}

static void summarize_balance(const struct run *run, struct columns *p)
{
    struct computing_spread b = computing_spread(run);

    if (run_timed(run) && run->ranks > 1)
        columns_wrap(p, 2, "rank %d %s, %s%s; mean %s, least %s", b.slowest,
                     b.shares ? "has the largest share of computing"
                              : "computes longest",
                     computing_spread_figure(&b, b.most).text,
                     b.shares ? " of its time" : "",
                     computing_spread_figure(&b, b.mean).text,
                     computing_spread_figure(&b, b.least).text);
}

static void summarize_sites(const struct run *run, struct columns *p)
{
    for (size_t i = 0; i < run->sites && i < 3; i++) {
        const struct run_site *site = &run->site[i];
        const char *call = columns_fit(p, site->call, 24, false);

        if (site->seconds <= 0)
            break;
        fprintf(p->out, "  %8s %7s  ", unit_time(site->seconds).text,
                share_of_all(run, site->seconds).text);
        fprintf(p->out, "%s at ", call);
        fprintf(p->out, "%s\n",
                columns_place(p, site->frames[0], 24 + strlen(call)));
    }
}

static void summarize_iterations(const struct run *run, struct columns *p)
{
    const struct run_iterations *it = &run->iterations;

    char trend[32] = "", each[PROGRESS_TEXT];

    progress_iteration(it, each);
    if (run->generations < 2 && progress_has_trend(it))
        snprintf(trend, sizeof(trend), ", trend %+.*f %%",
                 fabs(it->trend) < 9.95 ? 1 : 0, it->trend);
    if (it->found)
        columns_wrap(p, 2, "%" PRIu64 " iteration%s of %s, %s to %s%s",
                     it->count, unit_plural(it->count), each,
                     unit_time(it->min).text, unit_time(it->max).text, trend);
    else
        columns_wrap(p, 2, "no iterations: %s", it->reason);
}

void text_summary(const struct run *run, FILE *out)
{
    char cause[VERDICT_LINES_TEXT];
    struct columns p;

    columns_start(&p, out, columns_utf8());
    verdict_lines_cause(run, &run->verdict, cause);
    columns_wrap(&p, 0, "mitosis: %s", cause);
    if (!run->complete) {
        columns_wrap(&p, 2, "not complete: %s", run->reason);
        rank_ends_print(run, &p, 3);
    }
    summarize_times(run, &p);
    summarize_balance(run, &p);
    summarize_sites(run, &p);
    summarize_iterations(run, &p);
    progress_summary(run, &p);
    columns_finish(&p);
}

void text_now(const struct run *run, FILE *out)
{
    struct columns p;

    columns_start(&p, out, columns_utf8());
    print_start(run, &p);
    columns_wrap(&p, 2, "after %s", unit_time(run->wall).text);
    if (!run->complete)
        columns_wrap(&p, 2, "%s", run->reason);
    columns_title(&p, "Where the ranks are");
    rank_ends_print(run, &p, PLACES);
    print_times(run, &p);
    columns_finish(&p);
}
