/* decision.c - what a policy decided, checked
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "policy/decision.h"

static int check_migrate(const struct change *c,
                         const struct policy_job *job,
                         bool *idle,
                         struct error *err)
{
    const struct policy_host *host = policy_job_host(job, c->host);

    if (!host)
        return error_set(err, "migrate: there is no host '%s'", c->host);
    if (host->state == HOST_LEAVING)
        return error_set(err, "migrate: host '%s' is to be left", c->host);
    *idle = strcmp(job->ranks[c->rank].host, c->host) == 0;
    return 0;
}

/* One rank fewer than the least is fine for a job that has fewer yet. */
static int check_limits(int size,
                        const struct policy_job *job,
                        struct error *err)
{
    if (size > job->limits.max && size > job->size)
        return error_set(err, "%d ranks are more than the limit of %d", size,
                         job->limits.max);
    if (size < job->limits.min && size < job->size)
        return error_set(err, "%d ranks are fewer than the limit of %d", size,
                         job->limits.min);
    return 0;
}

static void make_idle(struct decision *d)
{
    char text[256];

    snprintf(text, sizeof(text), "%.150s would change nothing%s", d->text,
             *d->why ? "; " : "");
    d->text[0] = '\0';
    memmove(d->why + strlen(text), d->why,
            strnlen(d->why, sizeof(d->why) - strlen(text) - 1) + 1);
    d->why[sizeof(d->why) - 1] = '\0';
    memcpy(d->why, text, strlen(text));
}

int decision_check(struct decision *d,
                   const struct policy_job *job,
                   struct error *err)
{
    static struct change c;
    bool idle = false;
    int size;

    if (!*d->text)
        return 0;
    if (change_parse(&c, d->text, err) < 0)
        return -1;
    idle = c.kind == CHANGE_RESIZE && c.size == job->size;
    size = idle ? job->size : change_size(&c, job->size, err);
    if (size < 0 || check_limits(size, job, err) < 0)
        return -1;
    if (c.kind == CHANGE_MIGRATE && check_migrate(&c, job, &idle, err) < 0)
        return -1;
    if (idle)
        make_idle(d);
    return 0;
}
