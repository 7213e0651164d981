/* decision.c - what a policy decided, checked
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "job/sizes.h"
#include "policy/decision.h"

void decision_words_clear(struct decision_words *words)
{
    words->text[0] = words->why[0] = '\0';
    words->gain = JOB_UNKNOWN;
    words->request = 0;
}

void decision_clear(struct decision *d)
{
    change_destroy(d->change);
    *d = (struct decision){ .gain = JOB_UNKNOWN };
}

void decision_copy(struct decision *d, const struct decision *from)
{
    struct change *change = change_share(from->change);

    change_destroy(d->change);
    *d = *from;
    d->change = change;
}

const char *decision_text(const struct decision *d)
{
    return d->change ? d->change->text : d->request > 0 ? d->asks : "nothing";
}

static int check_host(const struct policy_job *job,
                      const char *kind,
                      const char *name,
                      struct error *err)
{
    const struct policy_host *host = policy_job_host(job, name);

    if (!host)
        return error_set(err, "%s: there is no host '%s'", kind, name);
    if (host->state == HOST_LEAVING)
        return error_set(err, "%s: host '%s' is to be left", kind, name);
    return 0;
}

/* Hosts must be there to stay; 'idle' is whether all ranks are where they are
 * to be.
 */
static int check_moves(const struct change *c,
                       const struct policy_job *job,
                       bool *idle,
                       struct error *err)
{
    *idle = change_is_only(c, CHANGE_MIGRATE);
    for (int i = 0; i < c->moves; i++) {
        const char *name = c->move[i].host;

        if (check_host(job, "migrate", name, err) < 0)
            return -1;
        if (strcmp(job->ranks[c->move[i].rank].host, name) != 0)
            *idle = false;
    }
    for (int i = 0; i < c->splits; i++)
        if (c->split[i].to
            && check_host(job, "split", c->split[i].to, err) < 0)
            return -1;
    return 0;
}

/* Why it is no good to have so many ranks, or "".  A job that has too many, or
 * too few, yet, may go in the right direction.
 */
static void check_limits(int size,
                         const struct policy_job *job,
                         char *reason,
                         size_t room)
{
    reason[0] = '\0';
    if (size > job->limits.max && size > job->size)
        snprintf(reason, room, "is beyond the limit of %d ranks",
                 job->limits.max);
    if (size < job->limits.min && size < job->size)
        snprintf(reason, room, "is below the limit of %d ranks",
                 job->limits.min);
}

/* The same of the numbers, and the shares, that can be had. */
static void check_sizes(struct decision *d,
                        int size,
                        const struct policy_job *job,
                        char *reason,
                        size_t room)
{
    if ((job->sizes && size != job->size
         && sizes_check(job->sizes, size, &d->refused) < 0)
        || (job->even_shares
            && change_check_even(d->change, size, &d->refused) < 0))
        snprintf(reason, room, "is refused: %.250s", d->refused.text);
}

void decision_make_idle(struct decision *d, const char *reason)
{
    char why[sizeof(d->why)];

    snprintf(why, sizeof(why), "%.100s %.280s%s%.120s", d->change->text,
             reason, *d->why ? "; " : "", d->why);
    strcpy(d->why, why);
    change_destroy(d->change);
    d->change = NULL;
}

int decision_check(struct decision *d,
                   const struct policy_job *job,
                   struct error *err)
{
    const struct change *c = d->change;
    char reason[400];
    bool idle = false;
    int size;

    if (!c)
        return 0;
    idle = change_is_only(c, CHANGE_RESIZE) && c->size == job->size;
    size = idle ? job->size : change_size(c, job->size, err);
    if (size < 0)
        return -1;
    if (!idle && check_moves(c, job, &idle, err) < 0)
        return -1;
    check_limits(size, job, reason, sizeof(reason));
    if (!*reason && !idle)
        check_sizes(d, size, job, reason, sizeof(reason));
    if (idle || *reason)
        decision_make_idle(d, idle ? "would change nothing" : reason);
    return 0;
}

int decision_read(struct decision *d,
                  const struct decision_words *words,
                  const struct policy_job *job,
                  struct error *err)
{
    decision_clear(d);
    strcpy(d->why, words->why);
    d->gain = words->gain;
    d->request = words->request;
    snprintf(d->asks, sizeof(d->asks), "request %d", d->request);
    if (!*words->text)
        return 0;
    d->change = change_parse(words->text, err);
    return d->change ? decision_check(d, job, err) : -1;
}
