/* placement_resize.c - how many ranks of a resize go to which host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>

#include "agent/change/placement_resize.h"

/* Others have a core when they want more than this of it. */
static const double taken = 0.7;

/* Where the next rank goes, best first. */
enum seat { SEAT_KEPT, SEAT_FREE, SEAT_UNKNOWN, SEAT_SHARED };

/* Cores for us. */
static int room(const struct placement_resize_host *h)
{
    int others = isnan(h->demand) ? 0 : (int)floor(h->demand + 1 - taken);

    return h->cores > others ? h->cores - others : 0;
}

static enum seat next_seat(const struct placement_resize_host *h)
{
    if (h->then >= room(h))
        return SEAT_SHARED;
    if (h->then < h->now)
        return SEAT_KEPT;
    return isnan(h->demand) ? SEAT_UNKNOWN : SEAT_FREE;
}

/* What others want of a core, by the hosts where that is known. */
static double usual_demand(const struct placement_resize_host *hosts,
                           size_t count)
{
    double sum = 0;
    int cores = 0;

    for (size_t i = 0; i < count; i++)
        if (!isnan(hosts[i].demand)) {
            sum += hosts[i].demand;
            cores += hosts[i].cores;
        }
    return cores > 0 ? sum / cores : 0;
}

/* What a core would have to do if one rank more were there. */
static double crowd(const struct placement_resize_host *h, double usual)
{
    double others = isnan(h->demand) ? usual * h->cores : h->demand;

    return (others + h->then + 1) / h->cores;
}

/* Whether the next rank is better there than on one before it in the list. */
static bool is_better(const struct placement_resize_host *a,
                      const struct placement_resize_host *b,
                      double usual)
{
    enum seat one = next_seat(a), other = next_seat(b);

    if (one != other)
        return one < other;
    if (one != SEAT_SHARED)
        return room(a) - a->then > room(b) - b->then;
    if (crowd(a, usual) < crowd(b, usual) || crowd(a, usual) > crowd(b, usual))
        return crowd(a, usual) < crowd(b, usual);
    return a->then < a->now && b->then >= b->now;
}

/* A host of which nobody knows how many cores it has is as the smallest. */
static void guess_cores(struct placement_resize_host *hosts, size_t count)
{
    int least = INT_MAX;

    for (size_t i = 0; i < count; i++)
        if (hosts[i].cores > 0 && hosts[i].cores < least)
            least = hosts[i].cores;
    for (size_t i = 0; i < count; i++)
        if (hosts[i].cores <= 0)
            hosts[i].cores = least < INT_MAX ? least : 1;
}

void placement_resize_divide(struct placement_resize_host *hosts,
                             size_t count,
                             int ranks)
{
    double usual;

    guess_cores(hosts, count);
    usual = usual_demand(hosts, count);
    for (size_t i = 0; i < count; i++)
        hosts[i].then = 0;
    for (int r = 0; r < ranks; r++) {
        struct placement_resize_host *best = hosts;

        for (size_t i = 1; i < count; i++)
            if (is_better(&hosts[i], best, usual))
                best = &hosts[i];
        best->then++;
    }
}
