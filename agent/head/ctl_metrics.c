/* ctl_metrics.c - figures of a job, its hosts and ranks as metrics
 *
 * The values of one metric stand together, behind what says of which type it
 * is and what it means.  What is not known has no value.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "agent/core/job_view.h"
#include "agent/head/ctl_metrics.h"
#include "agent/head/ctl_ranks.h"

struct metrics {
    struct head *head;
    FILE *out;
    const struct policy_job *job;
    const char *name; /* of the metric that is written */
    const char *end;  /* of the name of its values */
};

/* Counters have an end to their name in each value. */
static void begin(struct metrics *m,
                  const char *name,
                  const char *type,
                  const char *help)
{
    m->name = name;
    m->end = *type == 'c' ? "_total" : "";
    fprintf(m->out, "# TYPE mitosis_%s %s\n# HELP mitosis_%s %s\n", name, type,
            name, help);
}

/* A text in quotes: a host may be called as it likes. */
static void put_label(FILE *out, const char *key, const char *text)
{
    fprintf(out, "%s=\"", key);
    for (; *text; text++)
        if (*text == '\n')
            fputs("\\n", out);
        else
            fprintf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    fputc('"', out);
}

static void put_job(struct metrics *m)
{
    fprintf(m->out, "mitosis_%s%s{", m->name, m->end);
    put_label(m->out, "job", job_of(m->head->folder));
}

static void put_value(struct metrics *m, double value)
{
    fprintf(m->out, "} %.12g\n", value);
}

static void put(struct metrics *m, double value)
{
    put_job(m);
    put_value(m, value);
}

static void put_of_host(struct metrics *m,
                        const struct policy_host *host,
                        double value)
{
    if (isnan(value))
        return;
    put_job(m);
    fputc(',', m->out);
    put_label(m->out, "host", host->name);
    put_value(m, value);
}

static void put_of_rank(struct metrics *m, int rank, double value)
{
    if (isnan(value))
        return;
    put_job(m);
    fprintf(m->out, ",rank=\"%d\",", rank);
    put_label(m->out, "host", m->job->ranks[rank].host);
    put_value(m, value);
}

static void put_changes(struct metrics *m)
{
    const struct head *a = m->head;
    const struct {
        const char *outcome;
        uint32_t count;
    } outcomes[] = {
        { "done", a->changes - a->given_up },
        { "given up", a->given_up },
    };

    begin(m, "changes", "counter", "Changes that are over.");
    for (size_t i = 0; i < sizeof(outcomes) / sizeof(outcomes[0]); i++) {
        put_job(m);
        fputc(',', m->out);
        put_label(m->out, "outcome", outcomes[i].outcome);
        put_value(m, outcomes[i].count);
    }
    begin(m, "change_under_way", "gauge", "Whether one is under way.");
    put(m, a->change != NULL);
}

static void put_whole(struct metrics *m)
{
    const struct head *a = m->head;
    double left = head_time_left(a);

    begin(m, "ranks", "gauge", "Ranks of the job.");
    put(m, a->now->ranks);
    begin(m, "generation", "gauge", "Its generation, from 1 on.");
    put(m, a->now->number);
    begin(m, "syncs", "counter", "Calls of mito_sync() of the first rank.");
    put(m, (double)ctl_ranks_sync(a));
    put_changes(m);
    if (isnan(left))
        return;
    begin(m, "time_left_seconds", "gauge",
          "Until the batch system ends the job.");
    put(m, left);
}

static void put_hosts(struct metrics *m)
{
    const struct policy_job *job = m->job;

    begin(m, "host_ranks", "gauge", "Ranks of the job on a host.");
    for (int h = 0; h < job->host_count; h++)
        put_of_host(m, &job->hosts[h],
                    ctl_ranks_count_on(job, &job->hosts[h]));
    begin(m, "host_reached", "gauge", "Whether its agent can be reached.");
    for (int h = 0; h < job->host_count; h++)
        put_of_host(m, &job->hosts[h],
                    host_is_reached(&m->head->hosts, job->hosts[h].name));
    begin(m, "host_cores", "gauge", "Its cores, as far as we may use them.");
    for (int h = 0; h < job->host_count; h++)
        put_of_host(m, &job->hosts[h], job->hosts[h].cores);
    begin(m, "host_load_cores", "gauge", "Cores that others use there.");
    for (int h = 0; h < job->host_count; h++)
        put_of_host(m, &job->hosts[h], job->hosts[h].load);
    begin(m, "host_memory_free_bytes", "gauge", "Memory that is free there.");
    for (int h = 0; h < job->host_count; h++)
        put_of_host(m, &job->hosts[h], job->hosts[h].memory_free);
}

static struct rank_progress_sample sample_of(const struct metrics *m, int rank)
{
    return job_view_sample(m->head->overview, rank);
}

/* What its clock counts, from when its host was started on. */
static double seconds(const struct rank_progress_sample *s, uint64_t ticks)
{
    return s->timed ? (double)ticks * s->tick : NAN;
}

static void put_ranks(struct metrics *m)
{
    int ranks = m->job->size;

    begin(m, "rank_syncs", "counter", "Calls of mito_sync() of a rank.");
    for (int r = 0; r < ranks; r++)
        put_of_rank(m, r, (double)ctl_ranks_syncs(m->head, r));
    begin(m, "rank_seconds", "counter", "Its clock: only differences tell.");
    for (int r = 0; r < ranks; r++) {
        struct rank_progress_sample s = sample_of(m, r);

        put_of_rank(m, r, seconds(&s, s.ticks));
    }
    begin(m, "rank_mpi_seconds", "counter",
          "Its time in MPI in its generation.");
    for (int r = 0; r < ranks; r++) {
        struct rank_progress_sample s = sample_of(m, r);

        put_of_rank(m, r, seconds(&s, s.mpi));
    }
}

static void put_all(struct head *a, FILE *out)
{
    struct policy_job *job = ctl_ranks_look(a);
    struct metrics m = { .head = a, .out = out, .job = job };

    put_whole(&m);
    if (job) {
        put_hosts(&m);
        put_ranks(&m);
    }
    fputs("# EOF\n", out);
    policy_job_destroy(job);
}

void ctl_metrics_tell(struct head *a, struct peer *p)
{
    ctl_ranks_answer(a, p, put_all);
}
