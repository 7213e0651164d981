/* batch_slurm.c - Slurm, asked by its commands for companions of a job
 *
 * A companion is a job of its own, one node each, which waits in the queue
 * like any other.  Those of one request are an array of jobs, so all come into
 * the queue or none.  Before that, where a site permits it, idle nodes become
 * the job's own (slurm_expand.h).  What there is, is what squeue lists under
 * our name: nothing is remembered that it tells, and whatever is in the queue
 * and is not wanted is cancelled.
 *
 * One command runs at a time.  So what squeue has not listed was submitted
 * later, or is gone.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/batch/batch_kind.h"
#include "agent/batch/slurm_command.h"
#include "agent/batch/slurm_drained_nodes.h"
#include "agent/batch/slurm_expand.h"
#include "agent/batch/slurm_job.h"
#include "agent/batch/slurm_nodes.h"
#include "agent/batch/slurm_options.h"
#include "agent/batch/slurm_pending.h"
#include "agent/batch/slurm_queue.h"
#include "base/system/clock.h"

enum {
    LOOK_MS = 3000,  /* from one squeue to the next, */
    REST_MS = 60000, /* or if nothing is asked for or granted, nor has anybody
                        wanted to know of others for that long */
    NOTICE_S = 120,  /* before a companion is ended that the job survives, */
    APART_S = 60,    /* which it does if its own end is later by so much */
    END_MS = 5000,   /* for what is done when our job ends, */
    AGAIN_US = 500 * 1000, /* which is tried again after so long, */
    SWEEP_MS = 30000       /* and when nobody else is there any more */
};

struct request {
    unsigned number;
    int hosts;
    bool submitted;
    bool merged; /* as many of them as were idle */
    struct request *next;
};

/* A job that holds a host for us, or is to. */
struct companion {
    char id[64];
    char *host; /* NULL while it waits */
    unsigned request;
    int cores;
    double left;    /* seconds until Slurm ends it, if it is >= 0 */
    bool cut;       /* and that before its time limit */
    bool told;      /* that the host is granted, */
    bool warned;    /* and that it goes */
    bool unwanted;  /* it is to be cancelled, */
    bool cancelled; /* and was */
    bool listed;    /* by the last squeue */
    bool merges;    /* it was to become the job's, and has not */
    struct companion *next;
};

enum doing {
    NOTHING,
    LISTING,
    LOOKING,
    SUBMITTING,
    CANCELLING,
    SHRINKING,
    PERMITTING, /* is it permitted to merge? */
    MERGING,
    COMPARING, /* what a head that was lost has merged */
    WAITING,   /* of others that wait, */
    IDLING     /* and of nodes that are idle; a listing comes next */
};

struct batch_slurm {
    struct slurm_job parent;      /* the job that we are in */
    struct slurm_options options; /* in which its companions differ */
    char name[SLURM_JOB_NAME];    /* of its companions */
    struct request *requests;
    struct companion *companions;
    struct slurm_expand merge;
    struct slurm_drained_nodes drains;
    struct string_list parting; /* nodes that the job is to do without, */
    size_t told_parting;        /* as many of them Slurm was told */
    struct batch_queue seen;    /* of others, as of this round of commands, */
    struct batch_queue others;  /* and of the last whole one, */
    bool others_known;          /* if there was any */
    enum doing then;            /* what the round goes on with, */
    bool whole;                 /* and whether all of it was seen so far */
    uint64_t wanted_at; /* somebody wanted to know of others; 0: never */
    unsigned submitted; /* the last request that was */
    bool known;         /* squeue has told what there is, */
    bool fresh;         /* since something was asked for, too */
    uint64_t seen_at;   /* when squeue has told, by the monotonic clock */
    bool looked;        /* at the nodes since then */
    uint64_t listed_at; /* by the monotonic clock; 0: to be done now */
    enum doing doing;
    unsigned about; /* which request is submitted */
    struct slurm_command command;
    struct error failed; /* why the last command did nothing, or "" */
};

/* ---- what is known ---- */

static struct request *find_request(const struct batch_slurm *s,
                                    unsigned number)
{
    struct request *r = s->requests;

    while (r && r->number != number)
        r = r->next;
    return r;
}

static void forget_request(struct batch_slurm *s, unsigned number)
{
    struct request **at = &s->requests, *r;

    while ((r = *at) && r->number != number)
        at = &r->next;
    if (r) {
        *at = r->next;
        free(r);
    }
}

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

/* Forget those that are gone; or all. */
static void forget_companions(struct batch_slurm *s, bool all)
{
    struct companion **at = &s->companions, *c;

    while ((c = *at))
        if (all || !c->listed) {
            *at = c->next;
            free(c->host);
            free(c);
        } else {
            at = &c->next;
        }
}

static bool waits(const struct batch_slurm *s, unsigned request)
{
    for (const struct companion *c = s->companions; c; c = c->next)
        if (c->request == request && !c->host)
            return true;
    return false;
}

static bool is_on_the_way(const struct batch_slurm *s)
{
    const struct companion *c = s->companions;

    while (c && !c->merges)
        c = c->next;
    return c;
}

/* What squeue has told, or is about to, is not all any more. */
static void look_again(struct batch_slurm *s)
{
    s->fresh = false;
    s->listed_at = 0;
}

/* ---- commands ---- */

/* Start one, whose words are freed. */
static int start(struct batch_slurm *s,
                 enum doing doing,
                 struct string_list *words,
                 struct error *err)
{
    int rc = slurm_command_start(&s->command, words, err);

    string_list_clear(words);
    s->doing = rc == 0 ? doing : NOTHING;
    return rc;
}

/* ---- what squeue says ---- */

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
        struct request *r = find_request(s, c->request);

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
        } else if (!c->host && !find_request(s, c->request)) {
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
        forget_request(s, number);
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
    forget_companions(s, false);
    warn(s, l);
    end_requests(s, l);
}

/* ---- what the other commands say ---- */

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
    struct request *r = find_request(s, s->about);

    s->fresh = false;
    if (a->status != 0 && is_away(a))
        return;
    look_again(s);
    if (s->about > s->submitted)
        s->submitted = s->about;
    if (s->about == s->merge.request)
        slurm_expand_forget(&s->merge);
    if (r && a->status == 0)
        r->submitted = true;
    if (r && a->status != 0) {
        forget_request(s, s->about);
        l->denied(l->arg, s->about, a->err.text);
    }
}

/* What is still there, by the next squeue, is cancelled once more. */
static void fail_to_cancel(struct batch_slurm *s)
{
    s->fresh = false;
    for (struct companion *c = s->companions; c; c = c->next)
        c->cancelled = false;
}

/* Whether the job is not yet entered in slurmdbd after its last resize. */
static bool is_entering(const struct batch_slurm *s, const struct error *said)
{
    return s->merge.permit == SLURM_EXPAND_PERMITTED
           && strstr(said->text, "try again in a bit");
}

/* Slurm may have a reason why a job cannot do without a node. */
static void take_shrinking(struct batch_slurm *s,
                           const struct batch_listener *l,
                           const struct slurm_answer *a)
{
    struct string_list rest = { 0 };
    struct error text;

    s->fresh = false; /* of the nodes that the job has */
    if (a->status != 0 && (is_away(a) || is_entering(s, &a->err)))
        return;
    look_again(s);
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
    struct request *r = find_request(s, number);
    const char *host;
    int cores = 0, count = 0;

    for (; slurm_expand_next(&text, &host, &cores); count++)
        l->granted(l->arg, number, host, cores);
    s->merge.lost = false;
    look_again(s);
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
        forget_request(s, number);
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

/* What came of the command that was under way. */
static void take(struct batch_slurm *s,
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
        fail_to_cancel(s);
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

/* ---- what is to be done next ---- */

static bool is_unwanted(const struct batch_slurm *s)
{
    const struct companion *c = s->companions;

    while (c && (!c->unwanted || c->cancelled))
        c = c->next;
    return c;
}

static int start_cancelling(struct batch_slurm *s, struct error *err)
{
    struct string_list words = { 0 };

    string_list_add(&words, "scancel");
    string_list_add(&words, "--quiet");
    for (struct companion *c = s->companions; c; c = c->next)
        if (c->unwanted && !c->cancelled) {
            c->cancelled = true;
            string_list_add(&words, "%s", c->id);
        }
    if (start(s, CANCELLING, &words, err) == 0)
        return 0;
    fail_to_cancel(s);
    return -1;
}

static struct request *find_new(const struct batch_slurm *s)
{
    struct request *r = s->requests;

    while (r && r->submitted)
        r = r->next;
    return r;
}

static int start_submitting(struct batch_slurm *s,
                            struct request *r,
                            const struct batch_listener *l,
                            struct error *err)
{
    struct string_list words = { 0 };
    struct error why;
    unsigned number = r->number;

    s->about = number;
    if (slurm_job_submit(&s->parent, &s->options, s->name, number, r->hosts,
                         &words, &why)
        == 0)
        return start(s, SUBMITTING, &words, err);
    forget_request(s, number);
    if (s->merge.request == number)
        slurm_expand_forget(&s->merge);
    l->denied(l->arg, number, why.text);
    return 0;
}

static int start_listing(struct batch_slurm *s, struct error *err)
{
    struct string_list words = { 0 };

    s->listed_at = clock_monotonic();
    slurm_queue_words(&words);
    return start(s, LISTING, &words, err);
}

/* How it is with the nodes of the job and those that were granted. */
static int start_looking(struct batch_slurm *s, struct error *err)
{
    struct string_list words = { 0 };
    char *names = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&names, &bytes);
    int rc;

    s->looked = true;
    if (!out)
        return error_set(err, "out of memory");
    fputs(s->parent.nodes, out);
    for (const struct companion *c = s->companions; c; c = c->next)
        if (c->host)
            fprintf(out, ",%s", c->host);
    rc = fclose(out) == 0 ? 0 : error_set(err, "out of memory");
    if (rc == 0) {
        slurm_nodes_words(names, &words);
        rc = start(s, LOOKING, &words, err);
    }
    free(names);
    return rc;
}

static int start_shrinking(struct batch_slurm *s, struct error *err)
{
    struct string_list words = { 0 };

    s->told_parting = s->parting.count;
    slurm_job_shrink(&s->parent, &s->parting, &words);
    return start(s, SHRINKING, &words, err);
}

/* Its nodes are asked for as they are known by now, so the next head can tell
 * which have come since.
 */
static int start_merging(struct batch_slurm *s,
                         struct request *r,
                         struct error *err)
{
    struct string_list words = { 0 };

    if (s->merge.permit == SLURM_EXPAND_NOT_ASKED) {
        slurm_expand_permit_words(&s->parent, &words);
        return start(s, PERMITTING, &words, err);
    }
    if (s->merge.request != r->number) {
        r->merged = !slurm_expand_announce(&s->merge, r->number, &s->parent);
        return 0;
    }
    slurm_expand_words(&s->parent, s->name, r->number, r->hosts, &words);
    return start(s, MERGING, &words, err);
}

static int start_comparing(struct batch_slurm *s, struct error *err)
{
    struct string_list words = { 0 };

    slurm_expand_since_words(&s->merge, &s->parent, &words);
    return start(s, COMPARING, &words, err);
}

static bool may_merge(const struct batch_slurm *s, const struct request *r)
{
    return s->merge.permit != SLURM_EXPAND_REFUSED && !r->merged
           && s->parent.found;
}

/* NULL before the first listing tells. */
static const char *partition_of(const struct batch_slurm *s)
{
    return s->parent.had.text[SLURM_OPTION_PARTITION];
}

static bool wants_others(const struct batch_slurm *s)
{
    double since = (double)(clock_monotonic() - s->wanted_at) * 1e-6;

    return s->wanted_at > 0 && since < REST_MS && s->parent.found
           && partition_of(s);
}

/* A round of commands: others that wait, nodes that are idle, our own jobs. */
static int start_round(struct batch_slurm *s, struct error *err)
{
    struct string_list words = { 0 };
    enum doing doing = s->then != NOTHING            ? s->then
                       : s->fresh && wants_others(s) ? WAITING
                                                     : LISTING;

    if (doing == LISTING)
        return start_listing(s, err);
    if (doing == WAITING)
        slurm_pending_words(partition_of(s), &words);
    else
        slurm_pending_idle_words(partition_of(s), &words);
    return start(s, doing, &words, err);
}

/* As long as nothing is asked for or granted, Slurm is left alone for longer.
 */
static bool is_due(const struct batch_slurm *s)
{
    double since = (double)(clock_monotonic() - s->listed_at) * 1e-6;
    bool busy = !s->fresh || s->requests || s->companions
                || s->parting.count > 0 || wants_others(s);

    return s->listed_at == 0 || since > (busy ? LOOK_MS : REST_MS);
}

static int start_next(struct batch_slurm *s,
                      const struct batch_listener *l,
                      struct error *err)
{
    bool settles = s->merge.lost && s->parent.found;
    struct request *r = settles ? NULL : find_new(s);

    if (s->then != NOTHING)
        return start_round(s, err);
    if (s->fresh && !*s->failed.text) {
        if (is_unwanted(s))
            return start_cancelling(s, err);
        if (settles && !is_on_the_way(s))
            return start_comparing(s, err);
        if (!settles && s->parting.count > 0)
            return start_shrinking(s, err);
        if (r && may_merge(s, r))
            return start_merging(s, r, err);
        if (r)
            return start_submitting(s, r, l, err);
        if (!s->looked && s->parent.found && s->parent.nodes)
            return start_looking(s, err);
    }
    return is_due(s) ? start_round(s, err) : 0;
}

static int poll_slurm(void *state,
                      const struct batch_listener *l,
                      struct error *err)
{
    struct batch_slurm *s = state;
    struct slurm_answer answer;

    if (s->doing != NOTHING && slurm_command_poll(&s->command, &answer)) {
        take(s, l, &answer);
        slurm_command_clear(&answer);
    }
    if (s->doing == NOTHING && start_next(s, l, err) < 0)
        return -1;
    return *s->failed.text ? error_set(err, "%s", s->failed.text) : 0;
}

/* ---- what is asked ---- */

static int request(void *state, unsigned number, int hosts, struct error *err)
{
    struct batch_slurm *s = state;
    struct request **at = &s->requests;

    while (*at && (*at)->number != number)
        at = &(*at)->next;
    if (*at)
        return 0;
    if (!(*at = calloc(1, sizeof(**at))))
        return error_set(err, "out of memory");
    (*at)->number = number;
    (*at)->hosts = hosts;
    (*at)->submitted = number <= s->submitted;
    look_again(s);
    return 0;
}

/* What is submitted at this moment is found by squeue, and not wanted. */
static int cancel(void *state, unsigned number, struct error *err)
{
    struct batch_slurm *s = state;

    (void)err;
    forget_request(s, number);
    if (s->merge.request == number && s->doing != MERGING && !s->merge.lost)
        slurm_expand_forget(&s->merge);
    for (struct companion *c = s->companions; c; c = c->next)
        if (c->request == number && !c->host)
            c->unwanted = true;
    return 0;
}

static int release(void *state,
                   unsigned number,
                   const char *host,
                   struct error *err)
{
    struct batch_slurm *s = state;
    bool is_companion = false;

    if (!s->known)
        return error_set(err, "Slurm has not answered yet");
    for (struct companion *c = s->companions; c; c = c->next)
        if (c->request == number && c->host && strcmp(c->host, host) == 0)
            is_companion = c->unwanted = true;
    if (!is_companion)
        string_list_add(&s->parting, "%s", host);
    return 0;
}

static bool look(void *state, struct batch_queue *q)
{
    struct batch_slurm *s = state;

    s->wanted_at = clock_monotonic();
    if (s->others_known)
        *q = s->others;
    return s->others_known;
}

/* ---- begin and end ---- */

static int check(const char *where, struct error *err)
{
    static const char *const names[] = { "squeue", "sinfo", "sbatch",
                                         "scancel", "scontrol" };
    struct slurm_options options;
    int rc = slurm_options_read(where, &options, err);

    slurm_options_clear(&options);
    if (rc < 0)
        return -1;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (!slurm_command_exists(names[i]))
            return error_set(err, "there is no %s in PATH", names[i]);
    return 0;
}

static void *open_batch(const char *where,
                        const char *job,
                        const char *mark,
                        struct error *err)
{
    struct batch_slurm *s;
    struct slurm_job parent;
    char *end;

    if (check(where, err) < 0 || slurm_job_find(&parent, err) < 0)
        return NULL;
    if (!(s = calloc(1, sizeof(*s))))
        return error_null(err, "out of memory");
    if (slurm_options_read(where, &s->options, err) < 0) {
        slurm_options_clear(&s->options);
        free(s);
        return NULL;
    }
    s->parent = parent;
    slurm_job_name(&parent, job, s->name);
    s->submitted = (unsigned)strtoul(mark, &end, 10);
    slurm_expand_load(&s->merge, end);
    for (int i = 0; i < SLURM_OPTIONS; i++)
        if (s->options.text[i])
            s->merge.permit = SLURM_EXPAND_REFUSED;
    return s;
}

/* As of the last squeue, and less by what has gone by since. */
static double time_left(const void *state)
{
    const struct batch_slurm *s = state;
    double since = (double)(clock_monotonic() - s->seen_at) * 1e-9;

    return s->parent.found && s->parent.left >= 0
               ? fmax(0, s->parent.left - since)
               : (double)NAN;
}

static void mark(const void *state, FILE *out)
{
    const struct batch_slurm *s = state;

    fprintf(out, "%u", s->submitted);
    slurm_expand_save(&s->merge, out);
}

/* Run 'words', which are freed, to their end. */
static int run(struct string_list *words, int ms, struct error *err)
{
    struct slurm_command command;
    struct slurm_answer answer = { 0 };
    int rc = slurm_command_start(&command, words, err);

    string_list_clear(words);
    if (rc < 0)
        return -1;
    slurm_command_wait(&command, ms, &answer);
    if (answer.status != 0)
        rc = error_set(err, "%.500s", answer.err.text);
    slurm_command_clear(&answer);
    return rc;
}

static int cancel_all(const char *name, int ms, struct error *err)
{
    struct string_list words = { 0 };
    struct error why;

    slurm_job_cancel(name, &words);
    return run(&words, ms, &why) == 0
               ? 0
               : error_set(err, "scancel --name=%s: %s", name, why.text);
}

/* What is under way may bring more into the queue, or to the job, so that
 * comes first.
 */
static void finish_command(struct batch_slurm *s)
{
    struct slurm_answer answer = { 0 };
    const char *host;
    char *at;
    int cores = 0;

    if (s->doing == NOTHING)
        return;
    slurm_command_wait(&s->command, END_MS, &answer);
    at = answer.out;
    while (s->doing == MERGING && slurm_expand_next(&at, &host, &cores))
        string_list_add(&s->parting, "%s", host);
    slurm_command_clear(&answer);
}

static void shrink_at_end(const struct batch_slurm *s)
{
    uint64_t until = clock_monotonic() + END_MS * UINT64_C(1000000);
    struct string_list words = { 0 };
    struct error err;

    do
        slurm_job_shrink(&s->parent, &s->parting, &words);
    while (run(&words, END_MS, &err) < 0 && is_entering(s, &err)
           && clock_monotonic() < until && usleep(AGAIN_US) == 0);
}

static void close_batch(void *state)
{
    struct batch_slurm *s = state;
    struct error err;

    finish_command(s);
    if (s->submitted > 0 || s->doing == SUBMITTING || s->merge.request > 0)
        cancel_all(s->name, END_MS, &err);
    if (s->parting.count > 0)
        shrink_at_end(s);
    while (s->requests)
        forget_request(s, s->requests->number);
    forget_companions(s, true);
    slurm_drained_nodes_clear(&s->drains);
    string_list_clear(&s->parting);
    slurm_job_clear(&s->parent);
    slurm_options_clear(&s->options);
    slurm_expand_forget(&s->merge);
    free(s);
}

static int sweep(const char *where, const char *job, struct error *err)
{
    struct slurm_job parent;
    char name[SLURM_JOB_NAME];

    (void)where;
    if (slurm_job_find(&parent, err) < 0)
        return 0;
    slurm_job_name(&parent, job, name);
    return cancel_all(name, SWEEP_MS, err);
}

const struct batch_kind batch_slurm = {
    .name = "slurm",
    .options = "KEY=VALUE,...",
    .apart = true,
    .check = check,
    .open = open_batch,
    .close = close_batch,
    .request = request,
    .cancel = cancel,
    .release = release,
    .poll = poll_slurm,
    .look = look,
    .time_left = time_left,
    .mark = mark,
    .sweep = sweep,
};
