/* ctl_look.c - all ranks and hosts of a job, for who looks at it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/decide/job_view.h"
#include "agent/head/ctl_look.h"
#include "base/host.h"

/* Nobody may ever ask, and then nothing is measured. */
static job_view_t *watcher_of(struct head *a)
{
    if (!a->overview)
        a->overview = job_view_create(a->folder);
    return a->overview;
}

static bool is_reached(const struct head *a, const char *name)
{
    return host_is_own(name) || host_links_reaches(a->hub, name);
}

static void tell_host(const struct head *a,
                      FILE *out,
                      const struct policy_host *host)
{
    fprintf(out, "host %s %d %.3f %.3f %.0f%s\n", host->name, host->cores,
            host->load, host->pressure, host->memory_free,
            is_reached(a, host->name) ? "" : " lost");
}

/* The sync at which the ranks took over: none is before that, even one that
 * has not counted on from there yet.
 */
static uint64_t first_sync(const struct head *a)
{
    return a->now->number > 1
                   && atomic_load(&a->record->successor) == a->now->number
               ? atomic_load(&a->record->successor_sync)
               : 0;
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* What is told of a rank elsewhere while nothing is under way is old. */
uint64_t ctl_look_syncs(const struct head *a, int rank)
{
    uint64_t told = atomic_load(&a->now->control->slot[rank].count);
    uint64_t seen = a->overview ? job_view_sample(a->overview, rank).syncs : 0;

    return most(first_sync(a), most(seen, told));
}

uint64_t ctl_look_sync(const struct head *a)
{
    return most(first_sync(a), generation_count(a->now));
}

const char *ctl_look_state(const struct head *a, int rank)
{
    const struct control_slot *slot = &a->now->control->slot[rank];

    if (a->overview && atomic_load(&slot->state) == SLOT_EMPTY
        && job_view_sample(a->overview, rank).running)
        return "running";
    if (first_sync(a) > 0 && atomic_load(&slot->state) == SLOT_EMPTY)
        return "taking over";
    return generation_state_word(a->now, rank);
}

static void tell_rank(const struct head *a,
                      FILE *out,
                      const struct policy_rank *rank)
{
    struct sight_sample s = job_view_sample(a->overview, rank->rank);
    double clock = s.timed ? (double)s.ticks * s.tick : JOB_UNKNOWN;
    double mpi = s.timed ? (double)s.mpi * s.tick : JOB_UNKNOWN;

    fprintf(out, "rank %d %s %llu %.9f %.9f %s\n", rank->rank, rank->host,
            (unsigned long long)ctl_look_syncs(a, rank->rank), clock, mpi,
            ctl_look_state(a, rank->rank));
}

/* What is known now; the outposts' answers to this come afterwards. */
static struct policy_job *look(struct head *a)
{
    job_view_t *w = watcher_of(a);

    if (!w)
        return NULL;
    host_links_tell_all(a->hub, HOST_MESSAGES_MEASURE, a->now->number, 0);
    job_view_look(w, a->now);
    return job_view_job(w, a->now, &a->pool);
}

void ctl_look_tell(struct head *a, struct peer *p)
{
    struct policy_job *job = look(a);
    char *text = NULL;
    size_t bytes;
    FILE *out = job ? open_memstream(&text, &bytes) : NULL;

    if (out) {
        fprintf(out, "generation %u %d\n", a->now->number, a->now->ranks);
        for (int h = 0; h < job->host_count; h++)
            tell_host(a, out, &job->hosts[h]);
        for (int r = 0; r < job->size; r++)
            tell_rank(a, out, &job->ranks[r]);
        if (fclose(out) == 0)
            head_answer_lines(p, text, bytes);
    }
    free(text);
    policy_job_destroy(job);
}

/* ---- as JSON ---- */

static void put_number(FILE *out, const char *name, double value)
{
    if (isnan(value))
        fprintf(out, ",\"%s\":null", name);
    else
        fprintf(out, ",\"%s\":%.12g", name, value);
}

static int ranks_on(const struct policy_job *job, const struct policy_host *h)
{
    int count = 0;

    for (int r = 0; r < job->size; r++)
        count += strcmp(job->ranks[r].host, h->name) == 0;
    return count;
}

void ctl_look_put_hosts(struct head *a, FILE *out)
{
    struct policy_job *job = look(a);

    for (int h = 0; job && h < job->host_count; h++) {
        const struct policy_host *host = &job->hosts[h];

        fprintf(out,
                "%s{\"host\":\"%s\",\"ranks\":%d,\"reached\":%s,"
                "\"cores\":%d",
                h > 0 ? ",\n" : "", host->name, ranks_on(job, host),
                is_reached(a, host->name) ? "true" : "false", host->cores);
        put_number(out, "load", host->load);
        put_number(out, "pressure", host->pressure);
        put_number(out, "memory_free_bytes", host->memory_free);
        fprintf(out, "}");
    }
    policy_job_destroy(job);
}

/* ---- what outposts measure ---- */

void ctl_look_measured(struct head *a,
                       const char *host,
                       const struct local_message_head *head,
                       const char *payload)
{
    if (a->overview)
        job_view_take(a->overview, host, head->generation, payload,
                      head->bytes);
}

void ctl_look_stop(struct head *a)
{
    job_view_destroy(a->overview);
    a->overview = NULL;
}
