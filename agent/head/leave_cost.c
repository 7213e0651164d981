/* leave_cost.c - whether a host can be empty before it goes
 *
 * Times are told in seconds throughout, however many: they are compared with
 * a notice, which is in seconds, too.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "agent/head/leave_cost.h"
#include "report/model/units.h"

static double needed(const struct leave_cost *c)
{
    return c->change.ready + c->change.stop + c->change.stopped;
}

bool leave_cost_fits(const struct leave_cost *c)
{
    return c->change.changes == 0 || needed(c) <= c->had;
}

/* "2 ranks with 128 MiB" */
static void say_ranks(const struct leave_cost *c, struct error *text)
{
    const char *plural = unit_plural((uint64_t)c->ranks);

    if (isnan(c->bytes))
        error_set(text, "%d rank%s with state of unknown size", c->ranks,
                  plural);
    else
        error_set(text, "%d rank%s with %s", c->ranks, plural,
                  unit_bytes(c->bytes).text);
}

void leave_cost_say(const struct leave_cost *c,
                    const char *host,
                    struct error *text)
{
    struct error ranks;

    say_ranks(c, &ranks);
    if (c->change.changes == 0)
        error_set(text,
                  "%s: %.100s go on elsewhere within %.2f s; no change of "
                  "this job has shown yet how long that takes",
                  host, ranks.text, c->had);
    else
        error_set(
            text,
            "%s%s %.2f s: to have %.100s go on elsewhere takes about "
            "%.2f s, %.2f s until new ranks are ready, up to %.2f s until "
            "all have come to a mito_sync() and %.2f s that they stand "
            "still, by %d change%s before",
            host,
            leave_cost_fits(c) ? " is to be empty in" : " cannot be empty in",
            c->had, ranks.text, needed(c), c->change.ready, c->change.stop,
            c->change.stopped, c->change.changes,
            unit_plural((uint64_t)c->change.changes));
}
