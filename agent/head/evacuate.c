/* evacuate.c - have the ranks of hosts that are to be left go on elsewhere
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/head/ctl.h"
#include "agent/head/evacuate.h"

/* A host to stay on. */
struct place {
    const char *name;
    int cores;
    int ranks;
};

static void add_place(struct place *places,
                      int *count,
                      const struct host_pool *pool,
                      const char *name,
                      int ranks)
{
    const struct host_pool_host *known = host_pool_find(pool, name);
    int i = 0;

    if (!*name || (known && known->leaving))
        return;
    while (i < *count && strcmp(places[i].name, name) != 0)
        i++;
    if (i == *count)
        places[(*count)++] = (struct place){
            .name = name, .cores = known && known->cores ? known->cores : 1
        };
    places[i].ranks += ranks;
}

/* The one with the fewest ranks for each core. */
static struct place *least_crowded(struct place *places, int count)
{
    struct place *best = places;

    for (struct place *p = places; p < places + count; p++)
        if ((p->ranks + 1) * best->cores < (best->ranks + 1) * p->cores)
            best = p;
    return best;
}

/* Put together "migrate 1 h2 and migrate 3 h4".  Returns how many ranks that
 * are, or -1.
 */
static int tell_moves(const struct head *a,
                      struct place *places,
                      int count,
                      char text[LOCAL_MESSAGE_PAYLOAD],
                      struct error *err)
{
    const struct generation *now = a->now;
    size_t used = 0;
    int moves = 0;

    text[0] = '\0';
    for (int r = 0; r < now->ranks; r++) {
        const char *host = generation_host(now, r);
        struct place *to;

        if (!host_pool_leaves(&a->pool, host))
            continue;
        if (count == 0)
            return error_set(err, "there is no other host than %s", host);
        to = least_crowded(places, count);
        to->ranks++;
        used += (size_t)snprintf(text + used, LOCAL_MESSAGE_PAYLOAD - used,
                                 "%smigrate %d %s", moves++ ? " and " : "", r,
                                 to->name);
        if (used >= LOCAL_MESSAGE_PAYLOAD)
            return error_set(err, "too many ranks are on hosts to be left");
    }
    return moves;
}

int evacuate_begin(struct head *a, struct error *err)
{
    int room = a->now->ranks + a->pool.count, count = 0, moves;
    struct place *places = calloc((size_t)room + 1, sizeof(*places));
    static char text[LOCAL_MESSAGE_PAYLOAD]; /* it is large */

    if (!places)
        return error_set(err, "out of memory");
    for (int r = 0; r < a->now->ranks; r++)
        add_place(places, &count, &a->pool, generation_host(a->now, r), 1);
    for (int i = 0; i < a->pool.count; i++)
        add_place(places, &count, &a->pool, a->pool.host[i].name, 0);
    moves = tell_moves(a, places, count, text, err);
    free(places);
    if (moves <= 0)
        return moves;
    return ctl_change(a, text, "its host was taken away", err) < 0 ? -1 : 1;
}
