/* evacuate.c - have the ranks of hosts that are to be left go on elsewhere
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/change/changeover.h"
#include "agent/decide/decide.h"
#include "agent/head/evacuate.h"

/* A host to stay on. */
struct place {
    const char *name;
    int cores;
    int ranks;
};

static void add_place(struct place *places,
                      int *count,
                      const struct host_list *hosts,
                      const char *name,
                      int ranks)
{
    const struct host *known = host_find_offered(hosts, name);
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

/* Write "migrate 1 h2 and migrate 3 h4".  Returns how many ranks that are, or
 * -1.
 */
static int tell_moves(const struct head *a,
                      struct place *places,
                      int count,
                      FILE *out,
                      struct error *err)
{
    const struct generation *now = a->now;
    int moves = 0;

    for (int r = 0; r < now->ranks; r++) {
        const char *host = generation_host(now, r);
        struct place *to;

        if (!host_leaves(&a->hosts, host))
            continue;
        if (count == 0)
            return error_set(err, "there is no other host than %s", host);
        to = least_crowded(places, count);
        to->ranks++;
        fprintf(out, "%smigrate %d %s", moves++ ? " and " : "", r, to->name);
    }
    return moves;
}

/* Have the ranks go where 'places' has room.  Returns 1, or 0 when there are
 * none to go, or -1.
 */
static int move_away(struct head *a,
                     struct place *places,
                     int count,
                     struct error *err)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    int moves = out ? tell_moves(a, places, count, out, err) : 0, rc = moves;
    struct change *change = NULL;

    if (!out || fclose(out) != 0)
        rc = error_set(err, "out of memory");
    else if (moves > 0 && bytes >= LOCAL_MESSAGE_PAYLOAD)
        rc = error_set(err, "too many ranks are on hosts to be left");
    else if (moves > 0 && !(change = change_parse(text, err)))
        rc = -1;
    else if (moves > 0)
        rc = changeover_ask(a, change, "its host was taken away", err) < 0 ? -1
                                                                           : 1;
    change_destroy(change);
    free(text);
    return rc;
}

int evacuate_begin(struct head *a, struct error *err)
{
    int room = a->now->ranks + host_count_offered(&a->hosts), count = 0, rc;
    struct place *places = calloc((size_t)room + 1, sizeof(*places));

    if (!places)
        return error_set(err, "out of memory");
    for (int r = 0; r < a->now->ranks; r++)
        add_place(places, &count, &a->hosts, generation_host(a->now, r), 1);
    for (const struct host *h = NULL; (h = host_next_offered(&a->hosts, h));)
        add_place(places, &count, &a->hosts, h->name, 0);
    rc = move_away(a, places, count, err);
    free(places);
    return rc;
}

/* Whether there is a host to be left of which the policy has not heard, and no
 * time at which one has to be empty.
 */
static bool is_for_policy(struct head *a)
{
    bool asks = false;

    for (struct host *h = a->hosts.first; h; h = h->next) {
        if (!h->leaving)
            h->considered = false;
        else if (generation_ranks_on(a->now, h->name) > 0 && h->goes_at > 0)
            return false;
        else if (generation_ranks_on(a->now, h->name) > 0 && !h->considered)
            asks = true;
    }
    return asks;
}

static int ask_policy(struct head *a)
{
    int rc = decide_now(a);

    for (struct host *h = a->hosts.first; rc >= 0 && h; h = h->next)
        h->considered = h->leaving;
    return rc;
}

int evacuate_soon(struct head *a, struct error *err)
{
    int asked = is_for_policy(a) ? ask_policy(a) : 0;

    if (asked < 0)
        return 0;
    return asked > 0 ? 1 : evacuate_begin(a, err);
}
