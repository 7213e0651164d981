/* restart.c - take the place of a head that was killed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/change/changeover.h"
#include "agent/core/host_links.h"
#include "agent/core/retire.h"
#include "agent/core/saved_state.h"
#include "agent/decide/decide.h"
#include "agent/head/fold_pages.h"
#include "agent/head/restart.h"

enum { GATHER_MS = 3000 };

static const double spare_seconds = 0.6; /* for outposts without ranks */

/* ---- what there is ---- */

static bool has_control(const struct head *a, uint32_t number)
{
    char path[JOB_PATH + 32];

    snprintf(path, sizeof(path), "%s/control-%u", a->folder, number);
    return access(path, F_OK) == 0;
}

/* One that is there, with its runner. */
static struct generation *find(struct head *a,
                               uint32_t number,
                               struct error *err)
{
    struct control *control = control_find(a->folder, number, err);
    int ranks = control ? (int)control->ranks : 0;
    struct generation *g;

    control_close(control);
    g = ranks > 0 ? generation_create(a->folder, &a->hosts, a->record, number,
                                      ranks, err)
                  : NULL;
    if (!g)
        return NULL;
    runner_adopt(&g->runner, &g->control->runner);
    return g;
}

/* Where ranks are that are not here, their outposts will tell. */
static void forget_places(const struct generation *g)
{
    for (int r = 0; r < g->ranks; r++)
        if (atomic_load(&g->control->slot[r].process.pid) == 0)
            atomic_store(&g->control->slot[r].state, SLOT_EMPTY);
}

int restart_find(struct head *a, struct error *err)
{
    uint32_t job;

    a->record = control_find(a->folder, 1, err);
    if (!a->record || saved_state_read(a, err) < 0)
        return -1;
    job = atomic_load(&a->record->successor);
    job = job ? job : 1;
    if (a->generations < job)
        a->generations = job;
    while (has_control(a, a->generations + 1))
        a->generations++;
    a->now = find(a, job, err);
    if (!a->now)
        return -1;
    forget_places(a->now);
    return 0;
}

/* The first rank has become 'mitosis hold' when the job is another one. */
static void on_first_end(int fd, void *arg)
{
    struct head *a = arg;

    loop_forget(a->loop, fd);
    close(fd);
    if (a->now->number == 1)
        head_end(a, 1);
}

void restart_watch(struct head *a)
{
    bool first = a->now->number == 1;
    int fd = first ? process_id_open(&a->record->slot[0].process)
                   : a->now->runner.ended;

    if (fd < 0)
        head_end(a, 1);
    else if (first)
        loop_watch(a->loop, fd, on_first_end, a, NULL);
    else
        head_watch_end(a, a->now);
}

/* ---- outposts ---- */

struct gathering {
    const struct head *agent;
    double since;
};

static bool all_posts(const struct gathering *g)
{
    const struct string_list *posts = &g->agent->saved->posts;

    for (size_t i = 0; i < posts->count; i++)
        if (!host_is_reached(&g->agent->hosts, posts->text[i]))
            return false;
    return true;
}

/* Outposts where no rank is may have been let go meanwhile.  When the job has
 * ended they still have its pages.
 */
static bool all_there(void *arg)
{
    const struct gathering *g = arg;

    if (g->agent->ended)
        return all_posts(g);
    return generation_is_placed(g->agent->now)
           && (all_posts(g) || loop_now() - g->since > spare_seconds);
}

static void start(struct head *a, const struct settings *settings)
{
    struct gathering g = { a, loop_now() };

    (void)settings;
    if (!a->saved || !host_links_is_open(a->links))
        return;
    loop_await(a->loop, all_there, &g, GATHER_MS);
    if (generation_is_placed(a->now))
        return;
    for (size_t i = 0; i < a->saved->posts.count; i++)
        host_links_expect(a->links, a->saved->posts.text[i]);
}

const struct part restart_part = {
    .name = "restart",
    .start = start,
};

/* ---- what was under way ---- */

/* Generations that are not the job, not any more or not after all. */
static void retire_others(struct head *a)
{
    for (uint32_t n = 1; n <= a->generations; n++) {
        struct generation *g = NULL;

        if (n == a->now->number || (n == 1 && a->saved->job != 1)
            || !has_control(a, n) || !(g = find(a, n, NULL)))
            continue;
        if (n > a->now->number) {
            g->unwanted = true;
            generation_end(g);
        }
        retire(a, g);
    }
}

/* Ranks that are past the script's next step are stopped for it like for any
 * other change.
 */
static void set_horizon(struct head *a)
{
    uint64_t next = change_schedule_horizon(&a->script, 0);

    a->now->own_pace = false;
    generation_set_horizon(
        a->now, next > generation_count(a->now) ? next : CONTROL_NEVER);
}

void restart_settle(struct head *a)
{
    struct change_forecast forecast = decide_forecast(a);

    changeover_settle(a, &forecast);
    fold_pages_resume(a);
    retire_others(a);
    set_horizon(a);
    retire_look(a);
}
