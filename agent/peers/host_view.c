/* host_view.c - how a job is as the agent of one of its hosts sees it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/peers/host_measure.h"
#include "agent/peers/host_view.h"
#include "job/job.h"

struct host_view {
    char folder[JOB_PATH];
    char own[HOST_NAME];
    host_measure_t *measure;
    struct control *control; /* of 'generation', when ranks are here */
    uint32_t generation;
    rank_progress_t *sight;
    bool begun; /* all ranks here run, and were looked at */
};

host_view_t *host_view_create(const char *folder, const char *own)
{
    host_view_t *v = calloc(1, sizeof(*v));

    if (!v)
        return NULL;
    snprintf(v->folder, sizeof(v->folder), "%s", folder);
    snprintf(v->own, sizeof(v->own), "%s", own);
    v->measure = host_measure_create(folder);
    if (!v->measure) {
        free(v);
        return NULL;
    }
    return v;
}

static void forget(host_view_t *v)
{
    control_close(v->control);
    rank_progress_destroy(v->sight);
    v->control = NULL;
    v->sight = NULL;
    v->begun = false;
    v->generation = 0;
}

void host_view_destroy(host_view_t *v)
{
    if (v) {
        forget(v);
        host_measure_destroy(v->measure);
        free(v);
    }
}

/* ---- measuring ---- */

/* On a host without ranks there is no control file, and none is needed. */
static void turn(host_view_t *v, const struct membership *r)
{
    if (v->generation != r->generation) {
        forget(v);
        v->sight = r->ranks > 0 ? rank_progress_create(r->ranks) : NULL;
        v->generation = r->generation;
    }
    if (!v->control)
        v->control = control_find(v->folder, r->generation, NULL);
    if (v->control && (int)v->control->ranks != r->ranks) {
        control_close(v->control);
        v->control = NULL;
    }
}

/* Returns whether all of these ranks run. */
static bool take(host_view_t *v, const struct host_measure_told *told)
{
    bool running = true;

    for (uint64_t i = 0; v->sight && i < told->head.samples; i++) {
        rank_progress_take(v->sight, &told->samples[i]);
        running = running && told->samples[i].running;
    }
    for (uint64_t i = 0; v->sight && i < told->head.sents; i++)
        rank_progress_take_sent(v->sight, &told->sents[i]);
    return running;
}

static bool measure(host_view_t *v,
                    struct host_measure_head *head,
                    bool *running)
{
    struct host_measure_told told;
    size_t bytes;
    void *message = host_measure_read(v->measure, v->control, NULL, &bytes);
    bool fine = false;

    if (message && host_measure_parse(message, bytes, &told)) {
        fine = true;
        *head = told.head;
        *running = take(v, &told);
        host_measure_free(&told);
    }
    free(message);
    return fine;
}

/* ---- showing ---- */

struct protocol_view *host_view_names(const struct membership *r,
                                      const char *own)
{
    int at = membership_find(r, own), head = membership_find(r, r->head);
    struct protocol_view *v =
        at < 0 ? NULL : protocol_view_create(r->ranks, r->hosts, at);

    if (!v)
        return NULL;
    for (int h = 0; h < r->hosts; h++) {
        strcpy(v->job->hosts[h].name, r->host[h].name);
        if (r->host[h].cores > 0)
            v->job->hosts[h].cores = (int)r->host[h].cores;
        v->job->hosts[h].state = r->host[h].state;
    }
    for (int i = 0; i < r->ranks; i++)
        v->job->ranks[i].host =
            r->where[i] < 0 ? "" : v->job->hosts[r->where[i]].name;
    v->head = head < 0 ? "" : v->job->hosts[head].name;
    protocol_view_derive(v);
    return v;
}

struct protocol_view *host_view_look(host_view_t *v,
                                     const struct membership *r)
{
    struct host_measure_head head;
    bool running = false;
    struct policy_host *host;
    struct protocol_view *view;

    turn(v, r);
    if (!measure(v, &head, &running) || isnan(head.load))
        return NULL;
    view = host_view_names(r, v->own);
    if (!view)
        return NULL;
    host = &view->job->hosts[view->own];
    if (r->host[view->own].cores == 0)
        host->cores = (int)head.cores;
    host->speed = head.speed;
    host->load = head.load;
    host->pressure = head.pressure;
    host->memory_free = head.memory_free;
    host->distance = calloc((size_t)r->hosts, sizeof(double));
    if (v->sight && v->begun)
        rank_progress_fill(v->sight, view->job);
    if (v->sight)
        rank_progress_advance(v->sight);
    v->begun = running;
    protocol_view_derive(view);
    return view;
}
