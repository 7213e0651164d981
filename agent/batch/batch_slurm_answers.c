/* batch_slurm_answers.c - what Slurm's commands said, and what follows
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/batch/batch_slurm_internal.h"
#include "agent/batch/slurm_nodes.h"
#include "agent/batch/slurm_pending.h"
#include "agent/batch/slurm_queue.h"
#include "base/system/clock.h"

enum {
    NOTICE_S = 120, /* before a companion is ended that the job survives, */
    APART_S = 60    /* which it does if its own end is later by so much */
};

/* The companion of that id, which is new if need be.  Returns NULL without
 * memory.
 */
static struct companion *companion_of(struct batch_slurm *s, const char *id)
{
    struct companion **at = &s->companions;

    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    if (!*at && (*at = calloc(1, sizeof(**at))))
        snprintf((*at)->id, sizeof((*at)->id), "%s", id);
    return *at;
}

static bool waits(const struct batch_slurm *s, unsigned request)
{
    for (const struct companion *c = s->companions; c; c = c->next)
        if (c->request == request && !c->host)
            return true;
    return false;
}

/* Of all our jobs those that are companions, and the one that we are in. */
static void take_job(struct batch_slurm *s, const struct slurm_queue_job *j)
{
    struct companion *c;
    unsigned request;
    bool merges = sscanf(j->comment, SLURM_EXPAND_COMMENT, &request) == 1;

    slurm_job_take(&s->parent, j);
    if (strcmp(j->name, s->name) != 0 || j->state == SLURM_QUEUE_ENDS
        || (!merges && sscanf(j->comment, SLURM_JOB_COMMENT, &request) != 1)
        || !(c = companion_of(s, j->id)))
        return;
    c->listed = true;
    c->request = request;
    c->merges = merges;
    c->unwanted = c->unwanted || merges;
    if (merges || j->state != SLURM_QUEUE_RUNS)
        return;
    if (!c->host && *j->nodes)
        c->host = strdup(j->nodes);
    c->cores = j->cores;
    c->left = j->left;
    c->cut = j->cut;
}

static void read_listing(struct batch_slurm *s, char *text)
{
    struct slurm_queue_job job;

    s->parent.found = false;
    for (struct companion *c = s->companions; c; c = c->next)
        c->listed = false;
    while (slurm_queue_next(&text, (double)clock_wall() * 1e-9, &job))
        take_job(s, &job);
}

/* Some may be there of a head that was lost while it submitted them. */
static void find_submitted(struct batch_slurm *s)
{
    for (const struct companion *c = s->companions; c; c = c->next) {
        struct request *r = batch_slurm_find_request(s, c->request);

        if (c->merges)
            continue;
        if (r)
            r->submitted = true;
        if (c->request > s->submitted)
            s->submitted = c->request;
    }
}

/* Slurm, or a user, has ended one that holds a host. */
static void tell_gone(const struct batch_listener *l,
                      const struct companion *c)
{
    struct error text;

    error_set(&text, "Slurm has ended job %s, which held %s", c->id, c->host);
    l->odd(l->arg, text.text);
    l->leaves(l->arg, c->host, 0);
}

/* Whether it ends before the job does: it is preempted, or somebody has set
 * its time, so that it ends soon.
 */
static bool ends_early(const struct batch_slurm *s, const struct companion *c)
{
    const struct slurm_job *p = &s->parent;
    int apart = c->cut ? 0 : APART_S;

    return c->left >= 0 && (c->cut || c->left <= NOTICE_S) && p->found
           && (p->left == SLURM_QUEUE_UNLIMITED || p->left > c->left + apart);
}

static void tell_cut(const struct batch_listener *l, const struct companion *c)
{
    struct error text;

    error_set(&text,
              "Slurm ends job %s, which holds %s, in %.0f s, before its time "
              "is over",
              c->id, c->host, c->left);
    l->odd(l->arg, text.text);
}

static void warn(struct batch_slurm *s, const struct batch_listener *l)
{
    for (struct companion *c = s->companions; c; c = c->next)
        if (c->told && !c->unwanted && !c->warned && ends_early(s, c)) {
            c->warned = true;
            if (c->cut)
                tell_cut(l, c);
            l->leaves(l->arg, c->host, c->left);
        }
}

/* What is granted, is not wanted or has gone by itself. */
static void tell_hosts(struct batch_slurm *s, const struct batch_listener *l)
{
    for (struct companion *c = s->companions; c; c = c->next)
        if (!c->listed && c->told && !c->unwanted) {
            tell_gone(l, c);
        } else if (c->listed && c->host && !c->told && !c->unwanted) {
            c->told = true;
            l->granted(l->arg, c->request, c->host, c->cores);
        } else if (!c->host && !batch_slurm_find_request(s, c->request)) {
            c->unwanted = true;
        }
}

/* A request of which nothing waits any more is over. */
static void end_requests(struct batch_slurm *s, const struct batch_listener *l)
{
    struct request *next;

    for (struct request *r = s->requests; r; r = next) {
        unsigned number = r->number;

        next = r->next;
        if (!r->submitted || waits(s, number))
            continue;
        batch_slurm_forget_request(s, number);
        l->denied(l->arg, number, "Slurm has nothing more of it in its queue");
    }
}

/* What is idle, and of that what is ours by now, is told at once: or a policy
 * would see nodes go that are about to be granted.
 */
static void take_others(struct batch_slurm *s)
{
    if (s->then == LISTING && s->whole) {
        s->others = s->seen;
        s->others_known = true;
    }
    s->then = NOTHING;
}

static void take_listing(struct batch_slurm *s,
                         const struct batch_listener *l,
                         char *text)
{
    read_listing(s, text);
    take_others(s);
    find_submitted(s);
    s->known = true;
    s->fresh = s->listed_at > 0;
    s->seen_at = clock_monotonic();
    s->looked = false;
    tell_hosts(s, l);
    batch_slurm_forget_companions(s, false);
    warn(s, l);
    end_requests(s, l);
}

/* Whether the controller is away, so that nobody has decided anything. */
static bool is_away(const struct slurm_answer *a)
{
    static const char *const words[] = {
        "Unable to contact", "timed out",   "Connection refused",
        "Zero Bytes",        "temporarily", "Communication"
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strstr(a->err.text, words[i]))
            return true;
    return a->lost;
}

/* If the controller is away it may have heard of it all the same, which squeue
 * tells once it is back.
 */
static void take_submission(struct batch_slurm *s,
                            const struct batch_listener *l,
                            const struct slurm_answer *a)
{
    struct request *r = batch_slurm_find_request(s, s->about);

    s->fresh = false;
    if (a->status != 0 && is_away(a))
        return;
    batch_slurm_look_again(s);
    if (s->about > s->submitted)
        s->submitted = s->about;
    if (s->about == s->merge.request)
        slurm_expand_forget(&s->merge);
    if (r && a->status == 0)
        r->submitted = true;
    if (r && a->status != 0) {
        batch_slurm_forget_request(s, s->about);
        l->denied(l->arg, s->about, a->err.text);
    }
}

/* Slurm may have a reason why a job cannot do without a node. */
static void take_shrinking(struct batch_slurm *s,
                           const struct batch_listener *l,
                           const struct slurm_answer *a)
{
    struct string_list rest = { 0 };
    struct error text;

    s->fresh = false; /* of the nodes that the job has */
    if (a->status != 0 && (is_away(a) || batch_slurm_is_entering(s, &a->err)))
        return;
    batch_slurm_look_again(s);
    if (a->status != 0) {
        error_set(&text, "Slurm does not take back nodes of job %s: %.500s",
                  s->parent.number, a->err.text);
        l->odd(l->arg, text.text);
    }
    for (size_t i = s->told_parting; i < s->parting.count; i++)
        string_list_add(&rest, "%s", s->parting.text[i]);
    string_list_clear(&s->parting);
    s->parting = rest;
}

static void refuse_merging(struct batch_slurm *s,
                           const struct batch_listener *l,
                           const char *why)
{
    struct error text;

    s->merge.permit = SLURM_EXPAND_REFUSED;
    error_set(
        &text,
        "hosts do not become those of job %s, but are companions: %.500s",
        s->parent.number, why);
    l->note(l->arg, text.text);
}

static void take_permit(struct batch_slurm *s,
                        const struct batch_listener *l,
                        const struct slurm_answer *a)
{
    struct error why;

    if (a->status != 0 && is_away(a))
        return;
    if (a->status != 0)
        refuse_merging(s, l, a->err.text);
    else if (slurm_expand_permitted(a->out, &why) < 0)
        refuse_merging(s, l, why.text);
    else
        s->merge.permit = SLURM_EXPAND_PERMITTED;
}

/* Hosts that are the job's own by now, be it by us or by a head before us. */
static void take_merged(struct batch_slurm *s,
                        const struct batch_listener *l,
                        char *text)
{
    unsigned number = s->merge.request;
    struct request *r = batch_slurm_find_request(s, number);
    const char *host;
    int cores = 0, count = 0;

    for (; slurm_expand_next(&text, &host, &cores); count++)
        l->granted(l->arg, number, host, cores);
    s->merge.lost = false;
    batch_slurm_look_again(s);
    if (r) {
        r->merged = true;
        r->hosts -= count;
    }
    if (r && r->hosts > 0)
        return;
    slurm_expand_forget(&s->merge);
    if (number > s->submitted)
        s->submitted = number;
    if (r)
        batch_slurm_forget_request(s, number);
}

/* Who wants more than is idle has the rest wait in the queue.  A command that
 * has not ended by itself may have done it all the same.
 */
static void take_merging(struct batch_slurm *s,
                         const struct batch_listener *l,
                         const struct slurm_answer *a)
{
    if (a->status != 0 && is_away(a)) {
        s->merge.lost = true;
        s->fresh = false;
        return;
    }
    take_merged(s, l, a->out);
    if (a->status != 0 && !slurm_expand_is_busy(a->err.text))
        refuse_merging(s, l, a->err.text);
}

void batch_slurm_take_answer(struct batch_slurm *s,
                             const struct batch_listener *l,
                             struct slurm_answer *a)
{
    static const char *const names[] = {
        [LISTING] = "squeue",     [LOOKING] = "sinfo",
        [SUBMITTING] = "sbatch",  [CANCELLING] = "scancel",
        [SHRINKING] = "scontrol", [PERMITTING] = "scontrol",
        [MERGING] = "salloc",     [COMPARING] = "scontrol",
        [WAITING] = "squeue",     [IDLING] = "sinfo"
    };
    enum doing done = s->doing;
    bool failed = a->status != 0 && (done == LISTING || is_away(a));

    s->doing = NOTHING;
    if (done == LISTING && failed)
        s->then = NOTHING;
    if (failed)
        error_set(&s->failed, "%s: %.900s; it is asked again", names[done],
                  a->err.text);
    else if (done == LISTING)
        s->failed.text[0] = '\0';
    if (done == LISTING && !failed)
        take_listing(s, l, a->out);
    else if (done == LOOKING && a->status == 0)
        slurm_drained_nodes_take(&s->drains, a->out, l);
    else if (done == SUBMITTING)
        take_submission(s, l, a);
    else if (done == CANCELLING && a->status == 0)
        s->listed_at = 0;
    else if (done == CANCELLING)
        batch_slurm_cancel_again(s);
    else if (done == SHRINKING)
        take_shrinking(s, l, a);
    else if (done == PERMITTING)
        take_permit(s, l, a);
    else if (done == MERGING)
        take_merging(s, l, a);
    else if (done == COMPARING && a->status == 0)
        take_merged(s, l, a->out);
    else if (done == WAITING && a->status == 0)
        slurm_pending_take(&s->seen, a->out);
    else if (done == IDLING && a->status == 0)
        slurm_pending_idle_take(&s->seen, a->out);
    if (done == WAITING || done == IDLING) {
        s->whole = a->status == 0;
        s->then = done == WAITING && s->whole ? IDLING : LISTING;
    }
}
