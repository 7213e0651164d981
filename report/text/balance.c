/* balance.c - whether the ranks have equally much to do, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "report/model/units.h"
#include "report/text/balance.h"
#include "report/text/computing_spread.h"

enum {
    HOSTS = 8,      /* lines at most */
    RANKS_ALL = 16, /* ranks that are all told */
    RANKS_ENDS = 5, /* of more, the extremes */
    BAR = 26,
};

static int compare_compute(const void *a, const void *b)
{
    const struct run_rank *const *x = a, *const *y = b;
    double dx = (*x)->times.compute, dy = (*y)->times.compute;

    return dx != dy ? (dx < dy) - (dx > dy)
                    : ((*x)->rank > (*y)->rank) - ((*x)->rank < (*y)->rank);
}

static void print_rank(const struct run_rank *rank,
                       struct columns *p,
                       double whole)
{
    const double pieces[] = { rank->times.compute,
                              rank->times.transfer + rank->times.other,
                              rank->times.waiting };

    fprintf(p->out, "  %6d %s %9s %9s %10s  ", rank->rank,
            columns_fit(p, rank->host, 10, true),
            unit_time(rank->times.compute).text,
            unit_time(rank->times.waiting).text,
            unit_or_dash(unit_bytes, rank->memory_peak_bytes).text);
    columns_pieces(p, pieces, 3, whole, BAR);
    putc('\n', p->out);
}

static bool is_cut_short(const struct run *run)
{
    bool cut = false;

    for (size_t i = 0; i < run->ranks && !cut; i++)
        cut =
            run->rank[i].state == RUN_KILLED || run->rank[i].state == RUN_LOST;
    return cut;
}

static void print_ranks(const struct run *run, struct columns *p)
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
            "\n  %6s %-10s %9s %9s %10s  %s computing %s MPI %s waiting\n",
            "rank", "host", "computing", "waiting", "memory",
            columns_piece(p, 0), columns_piece(p, 1), columns_piece(p, 2));
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

static void print_hosts(const struct run *run, struct columns *p)
{
    size_t shown = run->hosts < HOSTS ? run->hosts : HOSTS;

    fprintf(p->out, "\n  %-20s %6s %6s %6s %12s %12s\n", "host", "ranks",
            "cores", "load", "memory", "of it free");
    for (size_t i = 0; i < shown; i++) {
        const struct run_host *host = &run->host[i];
        char load[16] = "-";

        if (!run->foreseen)
            snprintf(load, sizeof(load), "%.2f", host->load_mean);
        fprintf(p->out, "  %s %6u %6u %6s %12s %12s\n",
                columns_fit(p, host->name, 20, true), host->ranks, host->cores,
                load, unit_or_dash(unit_bytes, host->memory_bytes).text,
                unit_or_dash(unit_bytes, host->memory_free_bytes).text);
    }
    if (run->hosts > shown)
        fprintf(p->out, "  and %zu other hosts\n", run->hosts - shown);
}

static void print_balance(const struct run *run, struct columns *p)
{
    struct computing_spread b = computing_spread(run);

    if (run->ranks <= 1)
        columns_wrap(p, 2, "There is one rank.");
    else
        columns_wrap(p, 2,
                     "%s %d %s, %s%s; the mean is %s, the least %s in rank"
                     " %d.%s",
                     b.shares ? "Rank" : "In all rank", b.slowest,
                     b.shares ? "has the largest share of computing"
                              : "computes longest",
                     computing_spread_figure(&b, b.most).text,
                     b.shares ? " of the time that it was there" : "",
                     computing_spread_figure(&b, b.mean).text,
                     computing_spread_figure(&b, b.least).text, b.fastest,
                     b.most > 1.1 * b.mean ? "" : " That is well balanced.");
}

void balance_print(const struct run *run, struct columns *p)
{
    if (!run_timed(run)) {
        columns_title(p, "The hosts");
        print_hosts(run, p);
        return;
    }
    columns_title(p, "Is it balanced");
    print_balance(run, p);
    print_ranks(run, p);
    if (is_cut_short(run))
        columns_wrap(p, 2,
                     "What ranks that were killed had used is as of the last "
                     "look at them: at least so much.");
    print_hosts(run, p);
}
