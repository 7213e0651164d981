/* course.c - how a run developed over time, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>

#include "report/course.h"
#include "report/units.h"

enum {
    PACES = 8, /* lines at most */
    LOOPS = 6,
    CURVE = 56,
};

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

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
    if (it->paces > 1 && it->imbalance < 0.01)
        paper_wrap(p, 2, "All ranks compute equally long in them.");
    else if (it->paces > 1)
        paper_wrap(p, 2,
                   "The slowest rank computes %.3g %% longer in them than"
                   " the mean.",
                   100 * it->imbalance);
}

void course_print(const struct run *run, struct paper *p)
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
