/* computing_spread.c - how the time that ranks spend computing is spread
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "report/text/computing_spread.h"

static const double ALIKE = 0.9; /* of the time the longest was there */

/* As the page has it, report/export/page/ranks.js. */
static bool there_alike(const struct run *run)
{
    double longest = 0;
    bool alike = true;

    for (size_t i = 0; i < run->ranks; i++)
        longest = fmax(longest, run->rank[i].times.wall);
    for (size_t i = 0; i < run->ranks; i++)
        alike &= run->rank[i].times.wall > ALIKE * longest;
    return alike || !(longest > 0);
}

static double figure_of(const struct run_rank *rank, bool shares)
{
    const struct run_times *t = &rank->times;

    if (!shares)
        return t->compute;
    return t->wall > 0 ? t->compute / t->wall : 0;
}

struct computing_spread computing_spread(const struct run *run)
{
    struct computing_spread b = { .shares = !there_alike(run),
                                  .fastest = -1,
                                  .slowest = -1 };

    for (size_t i = 0; i < run->ranks; i++) {
        const struct run_rank *rank = &run->rank[i];
        double compute = figure_of(rank, b.shares);

        b.mean += compute / run->ranks;
        if (b.slowest < 0 || compute > b.most) {
            b.most = compute;
            b.slowest = rank->rank;
        }
        if (b.fastest < 0 || compute < b.least) {
            b.least = compute;
            b.fastest = rank->rank;
        }
    }
    return b;
}

struct unit_text computing_spread_figure(const struct computing_spread *b,
                                         double figure)
{
    return b->shares ? unit_share(figure, 1) : unit_time(figure);
}
