/* job_view.c - see how a job is, for its policy
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/job_view.h"
#include "agent/peers/host_measure.h"
#include "base/system/host.h"
#include "job/job.h"
#include "migrate/transfer/manifest_file.h"
#include "net/loop.h"
#include "policy/host_lookup.h"
#include "policy/rank_progress.h"

enum { LOOKUP_MS = 20 };

/* What is older says nothing of how busy a host is. */
static const double fresh_seconds = 60;

/* What a host told of itself last. */
struct told {
    char name[HOST_NAME];
    double when; /* by loop_now() */
    struct host_measure_head head;
    struct link_seen *links; /* head.links of them */
    bool looked_up;          /* what its name stands for is known: */
    struct host_lookup at;
    struct told *next;
};

struct job_view {
    char folder[JOB_PATH];
    host_measure_t *measure;
    rank_progress_t *sight;
    int ranks;
    uint32_t generation;
    bool begun; /* all ranks run, and were looked at */
    bool *here;
    bool *registered; /* what it has is known */
    double *rows;
    double state_bytes;
    struct told *told;
};

job_view_t *job_view_create(const char *folder)
{
    job_view_t *w = calloc(1, sizeof(*w));

    if (!w)
        return NULL;
    snprintf(w->folder, sizeof(w->folder), "%s", folder);
    w->measure = host_measure_create(folder);
    if (!w->measure) {
        free(w);
        return NULL;
    }
    return w;
}

static void forget(job_view_t *w)
{
    rank_progress_destroy(w->sight);
    free(w->here);
    free(w->registered);
    free(w->rows);
    w->sight = NULL;
    w->here = NULL;
    w->registered = NULL;
    w->rows = NULL;
    w->ranks = 0;
    w->begun = false;
}

void job_view_destroy(job_view_t *w)
{
    struct told *next;

    if (!w)
        return;
    for (struct told *t = w->told; t; t = next) {
        next = t->next;
        free(t->links);
        free(t);
    }
    forget(w);
    host_measure_destroy(w->measure);
    free(w);
}

/* ---- a generation ---- */

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

/* What ranks elsewhere have registered comes here some time. */
static void read_state(job_view_t *w, const struct generation *g)
{
    for (int r = 0; r < w->ranks; r++) {
        struct manifest *m;

        if (w->registered[r]
            || !(m = manifest_file_read(w->folder, g->number, r, NULL)))
            continue;
        w->registered[r] = true;
        if (isnan(w->state_bytes))
            w->state_bytes = 0;
        w->state_bytes += add_up(m, &w->rows[r]);
        manifest_destroy(m);
    }
}

void job_view_turn(job_view_t *w, const struct generation *g)
{
    size_t count = (size_t)g->ranks;

    forget(w);
    w->generation = g->number;
    w->sight = rank_progress_create(g->ranks);
    w->here = calloc(count, sizeof(*w->here));
    w->registered = calloc(count, sizeof(*w->registered));
    w->rows = calloc(count, sizeof(*w->rows));
    if (!w->sight || !w->here || !w->registered || !w->rows) {
        forget(w);
        return;
    }
    w->ranks = g->ranks;
    w->state_bytes = JOB_UNKNOWN;
    for (int r = 0; r < w->ranks; r++)
        w->rows[r] = JOB_UNKNOWN;
    job_view_look(w, g);
}

/* ---- what is measured ---- */

static struct told *told_of(const job_view_t *w, const char *name)
{
    struct told *t = w->told;

    while (t && strcmp(t->name, name) != 0)
        t = t->next;
    return t;
}

/* The same, made when it is not there.  Returns NULL without memory. */
static struct told *need_told(job_view_t *w, const char *host)
{
    struct told *t = told_of(w, host);

    if (!t && (t = calloc(1, sizeof(*t)))) {
        snprintf(t->name, sizeof(t->name), "%s", host);
        t->next = w->told;
        w->told = t;
    }
    return t;
}

bool job_view_take(job_view_t *w,
                   const char *host,
                   uint32_t generation,
                   const void *message,
                   size_t bytes)
{
    struct told *t = need_told(w, host);
    struct host_measure_told m;

    if (!t || !host_measure_parse(message, bytes, &m))
        return false;
    if (!t->looked_up)
        t->looked_up = host_lookup_find(host, LOOKUP_MS, &t->at);
    t->head = m.head;
    t->when = loop_now();
    if (w->sight && generation == w->generation) {
        for (uint64_t i = 0; i < m.head.samples; i++)
            rank_progress_take(w->sight, &m.samples[i]);
        for (uint64_t i = 0; i < m.head.sents; i++)
            rank_progress_take_sent(w->sight, &m.sents[i]);
    }
    free(t->links);
    t->links = m.links;
    m.links = NULL;
    host_measure_free(&m);
    return true;
}

/* Measure here as outposts do elsewhere. */
static void look_here(job_view_t *w, const struct generation *g)
{
    size_t bytes;
    void *message;

    for (int r = 0; r < w->ranks; r++)
        w->here[r] = generation_is_here(g, r);
    message = host_measure_read(w->measure, g->control, w->here, &bytes);
    if (message)
        job_view_take(w, host_own(), g->number, message, bytes);
    free(message);
}

uint64_t job_view_look(job_view_t *w, const struct generation *g)
{
    if (w->generation != g->number)
        job_view_turn(w, g);
    if (w->ranks != g->ranks)
        return 0;
    look_here(w, g);
    if (w->begun)
        return rank_progress_syncs(w->sight);
    w->begun = rank_progress_running(w->sight);
    if (w->begun)
        rank_progress_advance(w->sight);
    return 0;
}

struct rank_progress_sample job_view_sample(const job_view_t *w, int rank)
{
    static const struct rank_progress_sample none;

    return w->sight && rank < w->ranks ? rank_progress_last(w->sight, rank)
                                       : none;
}

void job_view_rest(job_view_t *w)
{
    if (w->sight && w->begun)
        rank_progress_advance(w->sight);
}

bool job_view_reach_back(job_view_t *w)
{
    return w->sight && w->begun && rank_progress_reach_back(w->sight);
}

/* ---- as a job ---- */

/* Add a host that is not there yet. */
static void add_host(struct policy_job *job, const char *name)
{
    struct policy_host *host = &job->hosts[job->host_count];

    if (!*name || policy_job_host(job, name))
        return;
    snprintf(host->name, sizeof(host->name), "%s", name);
    job->host_count++;
}

/* This host, those of the ranks, and those that wait for some. */
static struct policy_job *make_job(const struct generation *g,
                                   const struct host_list *hosts)
{
    int count = 1 + g->ranks;
    struct policy_job *job;

    for (const struct host *h = hosts->first; h; h = h->next)
        count++;
    job = policy_job_create(g->ranks, count);
    if (!job)
        return NULL;
    job->host_count = 0;
    add_host(job, host_own());
    for (int r = 0; r < g->ranks; r++)
        add_host(job, generation_host(g, r));
    for (const struct host *h = NULL; (h = host_next_joined(hosts, h));)
        add_host(job, h->name);
    for (const struct host *h = NULL; (h = host_next_offered(hosts, h));)
        add_host(job, h->name);
    for (int r = 0; r < g->ranks; r++) {
        struct policy_host *host = policy_job_host(job, generation_host(g, r));

        if (host)
            job->ranks[r].host = host->name;
    }
    return job;
}

static void fill_host(struct policy_host *host, const struct told *t)
{
    if (!t)
        return;
    host->cores = (int)t->head.cores;
    host->speed = t->head.speed;
    host->load = t->head.load;
    host->pressure = t->head.pressure;
    host->memory_free = t->head.memory_free;
}

bool job_view_measured(const job_view_t *w,
                       const char *name,
                       int ranks,
                       struct policy_host *host)
{
    const struct told *t = w ? told_of(w, name) : NULL;

    if (!t || isnan(t->head.load) || loop_now() - t->when > fresh_seconds)
        return false;
    fill_host(host, t);
    host->demand = policy_job_demand(host->load, ranks, host->cores);
    return true;
}

double job_view_beside(double load, int cores, int told)
{
    double left = load - (cores - told);

    return cores <= told || isnan(load) ? load : left > 0 ? left : 0;
}

/* What the connections of 'from' say of those to 'to', or NULL. */
static const struct link_seen *find_link(const struct told *from,
                                         const struct told *to)
{
    for (uint64_t i = 0; i < from->head.links; i++)
        for (size_t k = 0; k < to->at.count; k++)
            if (memcmp(from->links[i].address, to->at.address[k],
                       sizeof(to->at.address[k]))
                == 0)
                return &from->links[i];
    return NULL;
}

/* How far host number 'h' is from the others, and how fast. */
static void fill_links(struct policy_job *job, int h, const job_view_t *w)
{
    size_t count = (size_t)job->host_count;
    struct policy_host *host = &job->hosts[h];
    const struct told *from = told_of(w, host->name);

    host->distance = calloc(count, sizeof(*host->distance));
    host->bandwidth = calloc(count, sizeof(*host->bandwidth));
    if (!host->distance || !host->bandwidth)
        return;
    for (int to = 0; to < job->host_count; to++) {
        const struct told *other = told_of(w, job->hosts[to].name);
        const struct link_seen *link =
            from && other ? find_link(from, other) : NULL;

        host->distance[to] = to == h ? 0
                             : link  ? link->seconds * 1e6
                                     : JOB_UNKNOWN;
        host->bandwidth[to] = link && link->bytes_per_second > 0
                                  ? link->bytes_per_second
                                  : JOB_UNKNOWN;
    }
}

/* What is said of a host, which nobody may have measured yet. */
static void mark_host(struct policy_host *host,
                      const struct generation *g,
                      const struct host_list *hosts)
{
    const struct host *known = host_find_offered(hosts, host->name);

    if (known && known->cores > 0) {
        host->load = job_view_beside(host->load, host->cores, known->cores);
        host->cores = known->cores;
    }
    host->state =
        host_state(hosts, host->name, generation_ranks_on(g, host->name) > 0);
}

/* What is told of a rank elsewhere while nothing is under way is old. */
static uint64_t syncs_of(const job_view_t *w, const struct generation *g)
{
    uint64_t most = generation_count(g);

    for (int r = 0; r < g->ranks; r++) {
        uint64_t seen = job_view_sample(w, r).syncs;

        most = seen > most ? seen : most;
    }
    return most;
}

struct policy_job *job_view_job(job_view_t *w,
                                const struct generation *g,
                                const struct host_list *hosts)
{
    struct policy_job *job = make_job(g, hosts);

    if (!job)
        return NULL;
    job->iteration = syncs_of(w, g);
    for (int h = 0; h < job->host_count; h++) {
        fill_host(&job->hosts[h], told_of(w, job->hosts[h].name));
        fill_links(job, h, w);
        mark_host(&job->hosts[h], g, hosts);
    }
    if (w->ranks != g->ranks)
        return job;
    read_state(w, g);
    rank_progress_fill(w->sight, job);
    job->state_bytes = w->state_bytes;
    for (int r = 0; r < w->ranks; r++)
        job->ranks[r].rows = w->rows[r];
    return job;
}
