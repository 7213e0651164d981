/* retire.c - generations that end while the job goes on
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "agent/head/ctl_hosts.h"
#include "agent/head/fold_pages.h"
#include "agent/head/retire.h"
#include "agent/head/saved_state.h"

enum { END_MS = 5000 };

void retire_look(struct head *a)
{
    if (!a->ending && !a->change)
        generation_set_crowded(a->now, false);
}

static void bury(struct head *a, struct generation *g)
{
    struct generation **at = &a->ending;

    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    if (g->keeper.ended >= 0)
        loop_forget(a->loop, g->keeper.ended);
    if (g->keeper.pid > 0)
        runner_reap(&g->keeper);
    if (g->unwanted) {
        generation_forget_pages(g, a->folder);
        generation_forget_state(a->folder, g->number, g->ranks);
        host_links_tell_all(a->hub, HOST_MESSAGES_FORGET, g->number, 0);
    } else {
        fold_pages_when_due(a);
    }
    generation_destroy(g, a->folder);
    if (!a->change)
        ctl_hosts_tidy(a);
    saved_state_write(a);
    retire_look(a);
}

static void on_end(int fd, void *arg)
{
    struct head *a = arg;
    struct generation *g = a->ending;

    while (g->keeper.ended != fd)
        g = g->next;
    bury(a, g);
}

/* Ranks that take over still read the state and the mail of those that they
 * follow, but not of those before.
 */
static void follow(struct head *a, const struct generation *g)
{
    if (g->number <= a->retired)
        return; /* an agent before us has seen to it */
    generation_forget_state(a->folder, a->retired, a->retired_ranks);
    if (a->retired > 0)
        host_links_tell_all(a->hub, HOST_MESSAGES_FORGET, a->retired, 0);
    a->retired = g->number;
    a->retired_ranks = g->ranks;
}

void retire(struct head *a, struct generation *g)
{
    for (struct peer *p = a->peers; p; p = p->next)
        if (p->kind == PEER_RANK && p->generation == g->number)
            p->generation = 0;
    if (!g->unwanted)
        follow(a, g);
    g->next = a->ending;
    a->ending = g;
    if (g->keeper.ended < 0) {
        bury(a, g);
        return;
    }
    loop_forget(a->loop, g->keeper.ended);
    loop_watch(a->loop, g->keeper.ended, on_end, a, NULL);
}

static bool all_buried(void *arg)
{
    const struct head *a = arg;

    return !a->ending;
}

void retire_await(struct head *a)
{
    loop_await(a->loop, all_buried, a, END_MS);
    while (a->ending) {
        generation_end(a->ending);
        bury(a, a->ending);
    }
}
