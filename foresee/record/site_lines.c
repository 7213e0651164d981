/* site_lines.c - in which lines of the program the sites of a recording are
 *
 * A trace has numbers for sites, and a report has lines.  Both count the same
 * calls and take the same clock to them, so what is as often and as long of
 * the same call is the same place.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "foresee/record/site_lines.h"

/* A trace has times in units of about so many seconds, and a call two. */
static const double rounded = 5e-8, near = 1e-5;

static bool is_same(const struct recorded_site *s, const struct run_site *of)
{
    return s->count == of->count
           && fabs(s->seconds - of->seconds)
                  <= rounded * (double)s->count + near * of->seconds;
}

static const char *find_line(const struct recorded_site *s,
                             const struct run *run)
{
    const struct run_site *same = NULL, *only = NULL;
    size_t sames = 0, all = 0;

    for (size_t i = 0; i < run->sites; i++) {
        const struct run_site *of = &run->site[i];

        if (strcmp(of->call, s->call) != 0 || of->depth == 0)
            continue;
        only = of;
        all++;
        if (is_same(s, of)) {
            same = of;
            sames++;
        }
    }
    if (sames == 1)
        return same->frames[0];
    return all == 1 ? only->frames[0] : NULL;
}

void site_lines_find(struct recording *r, const struct run *run)
{
    for (size_t i = 0; i < r->sites; i++)
        r->site[i].line = find_line(&r->site[i], run);
}
