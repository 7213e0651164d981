/* retire.c - generations that end while the job goes on
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "agent/core/retire.h"
#include "job/job.h"

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
    if (g->runner.ended >= 0)
        loop_forget(a->loop, g->runner.ended);
    if (g->runner.pid > 0)
        runner_reap(&g->runner);
    if (g->unwanted) {
        job_remove_generation(a->folder, g->number);
        host_say_all(&a->hosts, HOST_MESSAGES_FORGET, g->number, 0);
    }
    PARTS_TELL(a, retired, a, g);
    generation_destroy(g, a->folder);
    retire_look(a);
}

static void on_end(int fd, void *arg)
{
    struct head *a = arg;
    struct generation *g = a->ending;

    while (g->runner.ended != fd)
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
    if (a->retired > 0)
        host_say_all(&a->hosts, HOST_MESSAGES_FORGET, a->retired, 0);
    a->retired = g->number;
}

void retire(struct head *a, struct generation *g)
{
    if (!g->unwanted)
        follow(a, g);
    g->next = a->ending;
    a->ending = g;
    if (g->runner.ended < 0) {
        bury(a, g);
        return;
    }
    loop_forget(a->loop, g->runner.ended);
    loop_watch(a->loop, g->runner.ended, on_end, a, NULL);
}

static bool all_buried(void *arg)
{
    const struct head *a = arg;

    return !a->ending;
}

/* One that was the job may hang at its end, as for a host that is lost.  What
 * it has counted stays, and its runner sees to it once 'mitosis hold' has
 * ended, which waits for us.
 */
void retire_await(struct head *a)
{
    loop_await(a->loop, all_buried, a, END_MS);
    while (a->ending) {
        struct generation *g = a->ending;

        if (g->unwanted)
            generation_end(g);
        else
            g->runner.pid = 0; /* not to be waited for */
        bury(a, g);
    }
}

static void changed(struct head *a, const struct change_outcome *outcome)
{
    (void)outcome;
    retire_look(a);
}

const struct part retire_part = {
    .name = "retire",
    .changed = changed,
};
