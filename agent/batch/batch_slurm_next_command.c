/* batch_slurm_next_command.c - which command of Slurm is run next
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "agent/batch/batch_slurm_internal.h"
#include "agent/batch/slurm_nodes.h"
#include "agent/batch/slurm_pending.h"
#include "agent/batch/slurm_queue.h"
#include "base/system/clock.h"

enum {
    LOOK_MS = 3000, /* from one squeue to the next, */
    REST_MS = 60000 /* or if nothing is asked for or granted, nor has anybody
                       wanted to know of others for that long */
};

static bool is_on_the_way(const struct batch_slurm *s)
{
    const struct companion *c = s->companions;

    while (c && !c->merges)
        c = c->next;
    return c;
}

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

    string_list_add_all(&words, "scancel", "--quiet", NULL);
    for (struct companion *c = s->companions; c; c = c->next)
        if (c->unwanted && !c->cancelled) {
            c->cancelled = true;
            string_list_add(&words, "%s", c->id);
        }
    if (start(s, CANCELLING, &words, err) == 0)
        return 0;
    batch_slurm_cancel_again(s);
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
    batch_slurm_forget_request(s, number);
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

int batch_slurm_next_command(struct batch_slurm *s,
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
