/* ctl_ranks.c - all ranks and hosts of a job, for who looks at it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agent/core/host_links.h"
#include "agent/core/job_view.h"
#include "agent/head/ctl_ranks.h"

enum { ANSWER_MS = 100 }; /* for outposts to measure; they take a few */

/* Nobody may ever ask, and then nothing is measured. */
static job_view_t *watcher_of(struct head *a)
{
    if (!a->overview)
        a->overview = job_view_create(a->folder);
    return a->overview;
}

static void tell_host(const struct head *a,
                      FILE *out,
                      const struct policy_host *host)
{
    fprintf(out, "host %s %d %.3f %.3f %.0f%s\n", host->name, host->cores,
            host->load, host->pressure, host->memory_free,
            host_is_reached(&a->hosts, host->name) ? "" : " lost");
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t syncs_seen(const job_view_t *view, int rank)
{
    return view ? job_view_sample(view, rank).syncs : 0;
}

/* What is told of a rank elsewhere while nothing is under way is old. */
uint64_t ctl_ranks_syncs(const struct head *a, int rank)
{
    uint64_t told = atomic_load(&a->now->control->slot[rank].count);
    uint64_t seen =
        most(syncs_seen(a->view, rank), syncs_seen(a->overview, rank));

    return most(generation_first_sync(a->now), most(seen, told));
}

uint64_t ctl_ranks_sync(const struct head *a)
{
    uint64_t sync = 0;

    for (int r = 0; r < a->now->ranks; r++)
        sync = most(sync, ctl_ranks_syncs(a, r));
    return sync;
}

const char *ctl_ranks_state(const struct head *a, int rank)
{
    const struct control_slot *slot = &a->now->control->slot[rank];

    if (a->overview && atomic_load(&slot->state) == SLOT_EMPTY
        && job_view_sample(a->overview, rank).running)
        return "running";
    if (generation_first_sync(a->now) > 0
        && atomic_load(&slot->state) == SLOT_EMPTY)
        return "taking over";
    return generation_state_word(a->now, rank);
}

static void tell_rank(const struct head *a,
                      FILE *out,
                      const struct policy_rank *rank)
{
    struct rank_progress_sample s = job_view_sample(a->overview, rank->rank);
    double clock = s.timed ? (double)s.ticks * s.tick : JOB_UNKNOWN;
    double mpi = s.timed ? (double)s.mpi * s.tick : JOB_UNKNOWN;

    fprintf(out, "rank %d %s %llu %.9f %.9f %s\n", rank->rank, rank->host,
            (unsigned long long)ctl_ranks_syncs(a, rank->rank), clock, mpi,
            ctl_ranks_state(a, rank->rank));
}

struct policy_job *ctl_ranks_look(struct head *a)
{
    job_view_t *w = watcher_of(a);

    if (!w)
        return NULL;
    job_view_look(w, a->now);
    return job_view_job(w, a->now, &a->hosts);
}

static void put(struct head *a, FILE *out)
{
    struct policy_job *job = ctl_ranks_look(a);

    if (!job)
        return;
    fprintf(out, "generation %u %d\n", a->now->number, a->now->ranks);
    for (int h = 0; h < job->host_count; h++)
        tell_host(a, out, &job->hosts[h]);
    for (int r = 0; r < job->size; r++)
        tell_rank(a, out, &job->ranks[r]);
    policy_job_destroy(job);
}

/* ---- answers ---- */

static bool is_awaited(const struct head *a)
{
    for (const struct peer *p = a->peers; p; p = p->next)
        if (p->awaits_look)
            return true;
    return false;
}

/* Tell all who wait what is known by now. */
static void answer_all(void *arg)
{
    struct head *a = arg;

    loop_cancel(a->loop, answer_all, a);
    for (struct peer *p = a->peers; p; p = p->next) {
        head_put_t *put = p->awaits_look;

        p->awaits_look = NULL;
        if (!put)
            continue;
        head_answer_all(a, p, put);
        head_finish(p, 0);
    }
}

/* Who asks while others wait does not make these wait longer; nor is one
 * question forgotten for the next of the same user.
 */
void ctl_ranks_answer(struct head *a, struct peer *p, head_put_t *put)
{
    job_view_t *w = watcher_of(a);

    if (p->awaits_look)
        answer_all(a);
    if (w)
        job_view_look(w, a->now); /* what comes is of this generation */
    host_links_measure(a->links, a->now);
    if (!is_awaited(a))
        loop_after(a->loop, ANSWER_MS, answer_all, a);
    p->awaits_look = put;
    if (host_links_is_measured(a->links))
        answer_all(a);
}

void ctl_ranks_tell(struct head *a, struct peer *p)
{
    ctl_ranks_answer(a, p, put);
}

/* ---- as JSON ---- */

static void emit_known(struct emit *e, const char *key, double value)
{
    if (isnan(value))
        emit_null(e, key);
    else
        emit_number(e, key, value, 12);
}

int ctl_ranks_count_on(const struct policy_job *job,
                       const struct policy_host *h)
{
    int count = 0;

    for (int r = 0; r < job->size; r++)
        count += strcmp(job->ranks[r].host, h->name) == 0;
    return count;
}

void ctl_ranks_emit_hosts(struct head *a, struct emit *e)
{
    struct policy_job *job = ctl_ranks_look(a);

    for (int h = 0; job && h < job->host_count; h++) {
        const struct policy_host *host = &job->hosts[h];

        emit_object(e, NULL, false);
        emit_text(e, "host", host->name);
        emit_integer(e, "ranks", ctl_ranks_count_on(job, host));
        emit_bool(e, "reached", host_is_reached(&a->hosts, host->name));
        emit_integer(e, "cores", host->cores);
        emit_known(e, "load", host->load);
        emit_known(e, "pressure", host->pressure);
        emit_known(e, "memory_free_bytes", host->memory_free);
        emit_end(e);
    }
    policy_job_destroy(job);
}

/* ---- what outposts measure ---- */

static void on_host_said(struct head *a,
                         const char *host,
                         const struct local_message_head *head,
                         const char *payload)
{
    if (head->type != HOST_MESSAGES_MEASURED)
        return;
    if (a->overview)
        job_view_take(a->overview, host, head->generation, payload,
                      head->bytes);
    if (is_awaited(a) && host_links_is_measured(a->links))
        answer_all(a);
}

static void stop(struct head *a)
{
    answer_all(a);
}

const struct part ctl_ranks_part = {
    .name = "look",
    .stop = stop,
    .host_said = on_host_said,
};
