/* text.c - a run as text, in the order in which one asks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report/fate.h"
#include "report/insight.h"
#include "report/paper.h"
#include "report/talk.h"
#include "report/text.h"
#include "report/units.h"

enum {
    CALLS = 14, /* lines of each table at most */
    SITES = 16,
    HOSTS = 8,
    FATES = 12,
    RANKS_ALL = 16, /* ranks that are all told */
    RANKS_ENDS = 5, /* of more, the extremes */
    PACES = 8,
    LOOPS = 6,
    BAR = 30,
    CURVE = 60,
};

static bool is_timed(const struct run *run)
{
    return strcmp(run->level, "counts") != 0 && run->sum.wall > 0;
}

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static struct unit_text share_or_dash(double part, double whole)
{
    return unit_share(part, part > 0 ? whole : 0);
}

/* ---- how long ---- */

static void print_program(const struct run *run, struct paper *p)
{
    char line[PAPER_TEXT] = "";
    size_t used = 0;

    for (size_t i = 0; i < run->arguments && used < sizeof(line) - 1; i++)
        used += snprintf(line + used, sizeof(line) - used, "%s%s",
                         i > 0 ? " " : "", run->program[i]);
    fprintf(p->out, "%s\n",
            paper_fit(p, line[0] ? line : "(an unknown program)",
                      PAPER_WIDTH - 1, false));
}

static void moment(uint64_t ns, char text[64])
{
    time_t seconds = ns / 1000000000;
    struct tm tm;

    text[0] = '\0';
    if (ns > 0 && localtime_r(&seconds, &tm))
        strftime(text, 64, ", started %Y-%m-%d %H:%M:%S", &tm);
}

static const char *fit_name(const struct run *run, struct paper *p)
{
    return run->hosts == 1 ? paper_fit(p, run->host[0].name, 30, false) : "";
}

static void print_start(const struct run *run, struct paper *p)
{
    char when[64];

    moment(run->started_ns, when);
    print_program(run, p);
    paper_wrap(p, 2, "%d rank%s on %zu host%s%s%s%s, %s%s", run->size,
               plural(run->size), run->hosts, plural(run->hosts),
               run->hosts == 1 ? " (" : "", fit_name(run, p),
               run->hosts == 1 ? ")" : "",
               run->mpi[0] ? run->mpi : "MPI not started", when);
}

static void print_how_long(const struct run *run, struct paper *p)
{
    char limit[INSIGHT_TEXT];

    print_start(run, p);
    paper_wrap(p, 2, "%s, %s", unit_time(run->wall).text,
               run->complete ? "to the end" : "not complete:");
    if (!run->complete) {
        paper_wrap(p, 4, "%s.", run->reason);
        fate_print(run, p, FATES);
    }
    paper_title(p, "What limits it");
    insight_limit(run, limit);
    paper_wrap(p, 2, "%s", limit);
}

/* ---- where did the time go ---- */

static void print_part(const struct run *run,
                       struct paper *p,
                       const char *name,
                       double s)
{
    fprintf(p->out, "  %-12s %9s %8s  ", name, unit_time(s).text,
            unit_share(s, run->sum.wall).text);
    paper_bar(p, s, run->sum.wall, BAR);
    putc('\n', p->out);
}

static void print_calls(const struct run *run, struct paper *p)
{
    size_t shown = run->calls < CALLS ? run->calls : CALLS;

    fprintf(p->out, "\n  %-24s %9s %9s %8s %9s %11s\n", "call", "calls",
            "time", "of all", "waiting", "bytes");
    for (size_t i = 0; i < shown; i++) {
        const struct run_call *call = &run->call[i];

        fprintf(p->out, "  %s %9s %9s %8s %9s %11s\n",
                paper_fit(p, call->name, 24, true),
                unit_count(call->count).text,
                call->seconds > 0 ? unit_time(call->seconds).text : "-",
                share_or_dash(call->seconds, run->sum.wall).text,
                call->waiting > 0 ? unit_time(call->waiting).text : "-",
                call->bytes > 0 ? unit_bytes(call->bytes).text : "-");
    }
    if (run->calls > shown)
        fprintf(p->out, "  and %zu other calls\n", run->calls - shown);
}

static void print_times(const struct run *run, struct paper *p)
{
    paper_title(p, "Where did the time go");
    if (is_timed(run)) {
        paper_wrap(p, 2,
                   "%s of %zu rank%s together:", unit_time(run->sum.wall).text,
                   run->ranks, plural(run->ranks));
        print_part(run, p, "computing", run->sum.compute);
        print_part(run, p, "waiting", run->sum.waiting);
        print_part(run, p, "transfer", run->sum.transfer);
        print_part(run, p, "other MPI", run->sum.other);
        if (run->sum.paused > 0)
            print_part(run, p, "not watched", run->sum.paused);
    }
    if (run->calls > 0)
        print_calls(run, p);
}

/* ---- is it balanced ---- */

static int compare_compute(const void *a, const void *b)
{
    const struct run_rank *const *x = a, *const *y = b;
    double dx = (*x)->times.compute, dy = (*y)->times.compute;

    return dx != dy ? (dx < dy) - (dx > dy)
                    : ((*x)->rank > (*y)->rank) - ((*x)->rank < (*y)->rank);
}

static void print_rank(const struct run_rank *rank,
                       struct paper *p,
                       double whole)
{
    const double pieces[] = { rank->times.compute,
                              rank->times.transfer + rank->times.other,
                              rank->times.waiting };

    fprintf(p->out, "  %6d %s %9s %9s %10s  ", rank->rank,
            paper_fit(p, rank->host, 11, true),
            unit_time(rank->times.compute).text,
            unit_time(rank->times.waiting).text,
            unit_bytes(rank->memory_peak_bytes).text);
    paper_pieces(p, pieces, 3, whole, BAR - 4);
    putc('\n', p->out);
}

static void print_ranks(const struct run *run, struct paper *p)
{
    const struct run_rank **sorted =
        malloc((run->ranks + 1) * sizeof(*sorted));
    double whole = 0;

    if (!sorted)
        return;
    for (size_t i = 0; i < run->ranks; i++) {
        sorted[i] = &run->rank[i];
        whole = fmax(whole, run->rank[i].times.wall);
    }
    qsort(sorted, run->ranks, sizeof(*sorted), compare_compute);
    fprintf(p->out,
            "\n  %6s %-11s %9s %9s %10s  %s computing %s MPI %s waiting\n",
            "rank", "host", "computing", "waiting", "memory",
            paper_piece(p, 0), paper_piece(p, 1), paper_piece(p, 2));
    for (size_t i = 0; i < run->ranks; i++) {
        if (run->ranks > RANKS_ALL && i == RANKS_ENDS) {
            i = run->ranks - RANKS_ENDS;
            fprintf(p->out, "     ... %zu between\n",
                    run->ranks - 2 * RANKS_ENDS);
        }
        print_rank(sorted[i], p, whole);
    }
    free(sorted);
}

static void print_hosts(const struct run *run, struct paper *p)
{
    size_t shown = run->hosts < HOSTS ? run->hosts : HOSTS;

    fprintf(p->out, "\n  %-20s %6s %6s %6s %12s %12s\n", "host", "ranks",
            "cores", "load", "memory", "of it free");
    for (size_t i = 0; i < shown; i++) {
        const struct run_host *host = &run->host[i];

        fprintf(p->out, "  %s %6u %6u %6.2f %12s %12s\n",
                paper_fit(p, host->name, 20, true), host->ranks, host->cores,
                host->load_mean, unit_bytes(host->memory_bytes).text,
                unit_bytes(host->memory_free_bytes).text);
    }
    if (run->hosts > shown)
        fprintf(p->out, "  and %zu other hosts\n", run->hosts - shown);
}

static void print_balance(const struct run *run, struct paper *p)
{
    struct insight_balance b = insight_balance(run);

    paper_title(p, "Is it balanced");
    if (is_timed(run) && run->ranks > 1)
        paper_wrap(p, 2,
                   "Computing takes rank %d longest, %s; the mean is %s, the"
                   " least %s in rank %d.%s",
                   b.slowest, unit_time(b.most).text, unit_time(b.mean).text,
                   unit_time(b.least).text, b.fastest,
                   b.most > 1.1 * b.mean ? "" : " That is well balanced.");
    else if (run->ranks == 1)
        paper_wrap(p, 2, "There is one rank.");
    if (is_timed(run))
        print_ranks(run, p);
    print_hosts(run, p);
}

/* ---- which lines of code ---- */

static void print_site(const struct run *run,
                       const struct run_site *site,
                       struct paper *p)
{
    fprintf(p->out, "  %9s %8s %9s %9s  %s\n",
            site->seconds > 0 ? unit_time(site->seconds).text : "-",
            share_or_dash(site->seconds, run->sum.wall).text,
            site->waiting > 0 ? unit_time(site->waiting).text : "-",
            unit_count(site->count).text,
            paper_fit(p, site->call, PAPER_WIDTH - 45, false));
    for (size_t i = 0; i < site->depth; i++)
        fprintf(p->out, "%*s%s %s\n", 43, "", i == 0 ? "at" : "from",
                paper_fit(p, site->frames[i],
                          PAPER_WIDTH - 44 - (i == 0 ? 3 : 5), false));
}

static void print_sites(const struct run *run, struct paper *p)
{
    size_t shown = run->sites < SITES ? run->sites : SITES;

    paper_title(p, "Which lines of code");
    if (run->sites == 0) {
        paper_wrap(p, 2, "Call sites were not noted.");
        return;
    }
    fprintf(p->out, "  %9s %8s %9s %9s  %s\n", "time", "of all", "waiting",
            "calls", "call");
    for (size_t i = 0; i < shown; i++)
        print_site(run, &run->site[i], p);
    if (run->sites > shown)
        fprintf(p->out, "  and %zu other places\n", run->sites - shown);
}

/* ---- how did it develop ---- */

static void print_paces(const struct run_iterations *it, struct paper *p)
{
    size_t shown = it->paces < PACES ? it->paces : PACES;

    for (size_t i = 0; i < shown; i++)
        fprintf(p->out, "  rank %d: %" PRIu64 " rounds\n", it->pace[i].rank,
                it->pace[i].count);
    if (it->paces > shown)
        fprintf(p->out, "  and %zu other ranks\n", it->paces - shown);
}

static void print_curve(const struct run_iterations *it, struct paper *p)
{
    if (it->samples < 2)
        return;
    fprintf(p->out, "\n  %8s  ", unit_time(it->seconds[0]).text);
    paper_curve(p, it->seconds, it->samples, CURVE);
    fprintf(p->out, "  %s\n", unit_time(it->seconds[it->samples - 1]).text);
}

static void print_loops(const struct run_iterations *it, struct paper *p)
{
    size_t shown = it->loops < LOOPS ? it->loops : LOOPS;

    if (it->loops < 2 && it->found)
        return;
    if (it->loops > 0)
        fprintf(p->out, "\n  %10s %9s %7s %8s  %s\n", "rounds", "each",
                "calls", "of all", "loops, recognised by");
    for (size_t i = 0; i < shown; i++) {
        const struct run_loop *loop = &it->loop[i];

        fprintf(p->out, "  %10s %9s %7s %8s  %s\n",
                unit_count(loop->count).text, unit_time(loop->seconds).text,
                unit_count(loop->calls).text, unit_share(loop->covers, 1).text,
                paper_fit(p, loop->mark, PAPER_WIDTH - 44, false));
    }
}

static void print_trend(const struct run_iterations *it, struct paper *p)
{
    if (fabs(it->trend) < 1)
        paper_wrap(p, 2, "They take about the same time all along.");
    else
        paper_wrap(p, 2, "They get %s: %+.3g %% from the first to the last.",
                   it->trend > 0 ? "slower" : "faster", it->trend);
}

static void print_found(const struct run_iterations *it, struct paper *p)
{
    paper_wrap(
        p, 2,
        "%" PRIu64 " iterations of %s, with %" PRIu64 " MPI call%s each%s%s.",
        it->count, unit_time(it->median).text, it->calls, plural(it->calls),
        it->manual ? ", as marked by the program" : "",
        it->agreed ? "" : "; not all ranks share them");
    if (it->mark[0] && !it->manual)
        paper_wrap(p, 2, "Recognised by %s.", it->mark);
    paper_wrap(p, 2,
               "From %s to %s, nine of ten up to %s; before the first %s,"
               " after the last %s.",
               unit_time(it->min).text, unit_time(it->max).text,
               unit_time(it->p90).text, unit_time(it->start_up).text,
               unit_time(it->wind_down).text);
    print_trend(it, p);
    if (it->paces > 1)
        paper_wrap(p, 2,
                   "The slowest rank computes %.3g %% longer in them than"
                   " the mean.",
                   100 * it->imbalance);
}

static void print_development(const struct run *run, struct paper *p)
{
    const struct run_iterations *it = &run->iterations;

    paper_title(p, "How did it develop");
    if (it->found) {
        print_found(it, p);
        print_curve(it, p);
    } else {
        paper_wrap(p, 2, "No iterations found: %s.",
                   it->reason[0] ? it->reason : "none were looked for");
        print_paces(it, p);
    }
    print_loops(it, p);
}

/* ---- what it cost, and what is not in here ---- */

static void print_cost(const struct run *run, struct paper *p)
{
    const struct run_cost *cost = &run->cost;

    paper_title(p, "What watching cost");
    paper_wrap(
        p, 2,
        "%.2g %% of the ranks' time: %s a call (measured in %s calls),"
        " %s to start and end; %s of memory a rank.",
        cost->percent, unit_time(cost->ns_per_call * 1e-9).text,
        unit_count(cost->samples).text, unit_time(cost->setup).text,
        unit_bytes(run->ranks ? cost->memory_bytes / run->ranks : 0).text);
}

static void print_unseen(const struct run *run, struct paper *p)
{
    paper_title(p, "What was not seen");
    if (run->unseens == 0)
        paper_wrap(p, 2, "Nothing that we know of.");
    for (size_t i = 0; i < run->unseens; i++)
        paper_wrap(p, 2, "- %s", run->unseen[i]);
}

void text_print(const struct run *run, FILE *out, bool utf8)
{
    struct paper p;

    paper_start(&p, out, utf8);
    print_how_long(run, &p);
    print_times(run, &p);
    print_balance(run, &p);
    paper_title(&p, "Who talks to whom");
    talk_print(run, &p);
    print_sites(run, &p);
    print_development(run, &p);
    print_cost(run, &p);
    print_unseen(run, &p);
    paper_finish(&p);
}

/* ---- the short table ---- */

static void summarize_sites(const struct run *run, struct paper *p)
{
    for (size_t i = 0; i < run->sites && i < 3; i++) {
        const struct run_site *site = &run->site[i];

        if (site->seconds <= 0)
            break;
        fprintf(p->out, "  %8s %7s  %s at %s\n", unit_time(site->seconds).text,
                unit_share(site->seconds, run->sum.wall).text, site->call,
                paper_fit(p, site->frames[0],
                          PAPER_WIDTH - 25 - strlen(site->call), false));
    }
}

static void summarize_iterations(const struct run *run, struct paper *p)
{
    const struct run_iterations *it = &run->iterations;

    if (it->found)
        paper_wrap(
            p, 2, "%" PRIu64 " iterations of %s, %s to %s, trend %+.2g %%",
            it->count, unit_time(it->median).text, unit_time(it->min).text,
            unit_time(it->max).text, it->trend);
    else
        paper_wrap(p, 2, "no iterations: %s", it->reason);
}

void text_summary(const struct run *run,
                  const char *where,
                  FILE *out,
                  bool utf8)
{
    const double pieces[] = { run->sum.compute,
                              run->sum.transfer + run->sum.other,
                              run->sum.waiting };
    char limit[INSIGHT_TEXT];
    struct paper p;

    paper_start(&p, out, utf8);
    insight_limit(run, limit);
    paper_wrap(&p, 0, "mitosis: %s", limit);
    if (!run->complete) {
        paper_wrap(&p, 2, "not complete: %s", run->reason);
        fate_print(run, &p, 3);
    }
    fprintf(out, "  %s, %d rank%s", unit_time(run->wall).text, run->size,
            plural(run->size));
    if (is_timed(run)) {
        fprintf(out, ": computing %s, waiting %s, transfer %s, other %s\n  ",
                unit_share(run->sum.compute, run->sum.wall).text,
                unit_share(run->sum.waiting, run->sum.wall).text,
                unit_share(run->sum.transfer, run->sum.wall).text,
                unit_share(run->sum.other, run->sum.wall).text);
        paper_pieces(&p, pieces, 3, run->sum.wall, PAPER_WIDTH - 4);
    }
    putc('\n', out);
    summarize_sites(run, &p);
    summarize_iterations(run, &p);
    if (where)
        paper_wrap(&p, 2, "all of it: mitosis report %s", where);
    paper_finish(&p);
}
