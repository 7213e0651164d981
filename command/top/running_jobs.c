/* running_jobs.c - the jobs that run on this host, look by look
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "command/common/ask.h"
#include "command/common/jobs.h"
#include "command/top/log_line.h"
#include "command/top/running_jobs.h"
#include "job/job_host.h"

static void destroy(struct running_job *job)
{
    if (job->watch)
        ask_end(&job->agent.fd);
    live_close(job->watch);
    free(job);
}

static struct running_job *create(const char *folder)
{
    struct running_job *job = calloc(1, sizeof(*job));

    if (!job)
        return NULL;
    strcpy(job->folder, folder);
    if (!(job->watch = live_open(folder, NULL))) {
        free(job);
        return NULL;
    }
    poll_agent_start(&job->agent, live_elsewhere(job->watch));
    return job;
}

static bool is_known(const struct running_jobs *j, const char *folder)
{
    for (size_t i = 0; i < j->count; i++)
        if (strcmp(j->job[i]->folder, folder) == 0)
            return true;
    return false;
}

static void add(const char *folder, void *arg)
{
    struct running_jobs *j = arg;
    struct running_job *job;

    if (is_known(j, folder) || job_is_elsewhere(folder)
        || !jobs_running(folder)
        || !grow(&j->job, sizeof(*j->job), j->count, &j->room)
        || !(job = create(folder)))
        return;
    j->job[j->count++] = job;
}

static int compare(const void *a, const void *b)
{
    const struct running_job *const *x = a, *const *y = b;
    int c = strcmp(job_of((*x)->folder), job_of((*y)->folder));

    return c ? c : strcmp((*x)->folder, (*y)->folder);
}

/* What its agent was asked at the look before is heard at this one. */
static void look(struct running_job *job)
{
    poll_agent_hear(&job->agent, 0);
    job->live = live_look(job->watch, NULL);
    job->gone = job->live ? job->live->over : !jobs_running(job->folder);
    if (!job->gone)
        poll_agent_ask(&job->agent, job->folder);
}

void running_jobs_look(struct running_jobs *j)
{
    size_t kept = 0;

    job_list(j->pages, add, j);
    if (j->count > 0)
        qsort(j->job, j->count, sizeof(*j->job), compare);
    for (size_t i = 0; i < j->count; i++) {
        look(j->job[i]);
        if (j->job[i]->gone)
            destroy(j->job[i]);
        else
            j->job[kept++] = j->job[i];
    }
    j->count = kept;
}

void running_jobs_clear(struct running_jobs *j)
{
    for (size_t i = 0; i < j->count; i++)
        destroy(j->job[i]);
    free(j->job);
    *j = (struct running_jobs){ .pages = j->pages };
}

void running_jobs_pace(const struct running_job *job, char *text, size_t size)
{
    const struct remote_ranks *told = live_elsewhere(job->watch);
    const struct live *l = job->live;

    if (l && l->has_rounds && l->rate >= 0)
        snprintf(text, size, "%s iterations/s", log_line_rate(l->rate).text);
    else if (told->known && told->syncs > 0 && told->rate >= 0)
        snprintf(text, size, "%s syncs/s", log_line_rate(told->rate).text);
    else
        snprintf(text, size, "-");
}
