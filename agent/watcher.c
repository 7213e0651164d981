/* watcher.c - see how a job is, for its policy
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/watcher.h"
#include "migrate/notice.h"
#include "policy/measure.h"
#include "policy/sight.h"
#include "profile/files.h"
#include "profile/job.h"

struct watcher {
    char folder[JOB_PATH];
    measure_t *measure;
    sight_t *sight;
    int ranks;
    bool begun;         /* all ranks run, and were looked at */
    struct page **page; /* of each rank, NULL while it is not there */
    int *pid;
    double *rows;
    double state_bytes;
};

watcher_t *watcher_create(const char *folder)
{
    watcher_t *w = calloc(1, sizeof(*w));

    if (!w)
        return NULL;
    snprintf(w->folder, sizeof(w->folder), "%s", folder);
    w->measure = measure_create("");
    if (!w->measure) {
        free(w);
        return NULL;
    }
    return w;
}

static void forget(watcher_t *w)
{
    for (int r = 0; w->page && r < w->ranks; r++)
        page_close(w->page[r]);
    sight_destroy(w->sight);
    free(w->page);
    free(w->pid);
    free(w->rows);
    w->sight = NULL;
    w->page = NULL;
    w->pid = NULL;
    w->rows = NULL;
    w->ranks = 0;
    w->begun = false;
}

void watcher_destroy(watcher_t *w)
{
    if (w) {
        forget(w);
        measure_destroy(w->measure);
        free(w);
    }
}

/* Bytes of what one rank holds; 'rows' are those of the largest item that is
 * spread over the ranks.
 */
static double add_up(const struct manifest *m, double *rows)
{
    double sum = 0, most = -1;

    for (size_t i = 0; i < m->count; i++) {
        const struct item *item = &m->items[i];
        double bytes = (double)item_bytes(item, item->count);

        sum += bytes;
        if (item->spread == ITEM_REPLICATED || item->spread == ITEM_LOCAL
            || bytes <= most)
            continue;
        most = bytes;
        *rows = (double)item->count;
    }
    return sum;
}

static void read_state(watcher_t *w, const struct generation *g)
{
    w->state_bytes = JOB_UNKNOWN;
    for (int r = 0; r < w->ranks; r++) {
        struct manifest *m = notice_read(w->folder, g->number, r, NULL);

        w->rows[r] = JOB_UNKNOWN;
        if (!m)
            continue;
        if (isnan(w->state_bytes))
            w->state_bytes = 0;
        w->state_bytes += add_up(m, &w->rows[r]);
        manifest_destroy(m);
    }
}

static struct page *open_page(const watcher_t *w, uint32_t number, int rank)
{
    char name[FILES_NAME], path[JOB_PATH + FILES_NAME + 1];

    files_page(name, number, rank);
    snprintf(path, sizeof(path), "%s/%s", w->folder, name);
    return page_open(path, NULL);
}

void watcher_turn(watcher_t *w, const struct generation *g)
{
    size_t count = (size_t)g->ranks;

    forget(w);
    measure_restart(w->measure);
    w->sight = sight_create(g->ranks);
    w->page = calloc(count, sizeof(*w->page));
    w->pid = calloc(count, sizeof(*w->pid));
    w->rows = calloc(count, sizeof(*w->rows));
    if (!w->sight || !w->page || !w->pid || !w->rows) {
        forget(w);
        return;
    }
    w->ranks = g->ranks;
    read_state(w, g);
    watcher_look(w, g);
}

/* Whether a rank is past the sync at which it took over: before that its page
 * and its count are not the job's.
 */
static bool is_running(const struct page *p, uint64_t syncs)
{
    return p && (p->generation < 2 || (p->took_over && syncs > p->first_sync));
}

static void look(watcher_t *w, const struct generation *g, bool *running)
{
    *running = true;
    for (int r = 0; r < w->ranks; r++) {
        const struct control_slot *slot = &g->control->slot[r];
        uint64_t syncs = atomic_load(&slot->count);

        if (!w->page[r])
            w->page[r] = open_page(w, g->number, r);
        w->pid[r] = atomic_load(&slot->pid);
        sight_look(w->sight, r, w->page[r], syncs);
        *running = *running && is_running(w->page[r], syncs);
    }
}

uint64_t watcher_look(watcher_t *w, const struct generation *g)
{
    struct policy_host host;
    bool running;

    if (w->ranks != g->ranks)
        return 0;
    look(w, g, &running);
    if (w->begun)
        return sight_syncs(w->sight);
    w->begun = running;
    if (w->begun) {
        sight_advance(w->sight);
        measure_host(w->measure, w->pid, (size_t)w->ranks, &host);
    }
    return 0;
}

struct policy_job *watcher_job(watcher_t *w, const struct generation *g)
{
    struct policy_job *job = policy_job_create(g->ranks, 1);
    struct policy_host *host;

    if (!job)
        return NULL;
    host = &job->hosts[0];
    gethostname(host->name, sizeof(host->name) - 1);
    job->iteration = generation_count(g);
    if (w->ranks != g->ranks)
        return job;
    measure_host(w->measure, w->pid, (size_t)w->ranks, host);
    sight_fill(w->sight, job);
    job->state_bytes = w->state_bytes;
    for (int r = 0; r < w->ranks; r++)
        job->ranks[r].rows = w->rows[r];
    return job;
}

void watcher_rest(watcher_t *w)
{
    if (w->sight)
        sight_advance(w->sight);
}
