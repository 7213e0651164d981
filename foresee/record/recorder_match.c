/* recorder_match.c - give messages to sends and receives
 *
 * Both are sorted by sender, receiver, communicator and tag, and by when they
 * were begun among those that are the same in all four.  Then the first send
 * goes with the first receive, and so on.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "foresee/record/recorder.h"
#include "foresee/record/recorder_internal.h"

static int compare_channels(const struct posting *x, const struct posting *y)
{
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    if (x->comm != y->comm)
        return x->comm < y->comm ? -1 : 1;
    return (x->tag > y->tag) - (x->tag < y->tag);
}

/* Postings lie in the order in which they were begun. */
static int compare(const void *a, const void *b)
{
    const struct posting *const *x = a, *const *y = b;
    int channels = compare_channels(*x, *y);

    return channels ? channels : (*x > *y) - (*x < *y);
}

/* Those that were not taken back, sorted; the caller frees the list. */
static struct posting **sorted(const struct postings *all, size_t *count)
{
    struct posting **list =
        malloc((all->count + 1) * sizeof(struct posting *));

    *count = 0;
    for (size_t i = 0; list && i < all->count; i++)
        if (!all->of[i].dropped)
            list[(*count)++] = &all->of[i];
    if (list)
        qsort(list, *count, sizeof(struct posting *), compare);
    return list;
}

/* Each send becomes a message, and so do receives that find one. */
static int make_messages(struct recording *made,
                         struct posting **send,
                         size_t sends,
                         struct posting **receive,
                         size_t receives)
{
    size_t at = 0;

    made->message = malloc((sends + 1) * sizeof(*made->message));
    if (!made->message)
        return -1;
    for (size_t i = 0; i < sends; i++) {
        struct posting *s = send[i];

        while (at < receives && compare_channels(receive[at], s) < 0)
            at++;
        s->message = (uint32_t)made->messages;
        if (at < receives && compare_channels(receive[at], s) == 0)
            receive[at++]->message = s->message;
        made->message[made->messages++] =
            (struct recorded_message){ s->from, s->to, s->tag, s->bytes,
                                       s->site };
    }
    return 0;
}

/* A trace may not tell what a wildcard got. */
static const char *name(const char *what, int number, char text[32])
{
    if (number == TRACE_ANY)
        snprintf(text, 32, "any %s", what);
    else
        snprintf(text, 32, "%s %d", what, number);
    return text;
}

/* The receive, which is waited for behind so many steps of its rank. */
static int missing(const struct recording *r,
                   const struct posting *p,
                   size_t steps,
                   struct error *err)
{
    char from[32], tag[32], when[48] = "";
    size_t marks = 0;

    for (size_t i = 0; i < steps; i++)
        marks += r->rank[p->to].step[i].kind == STEP_MARK;
    if (marks > 0)
        snprintf(when, sizeof(when), " in its iteration %zu", marks);
    return error_set(
        err,
        "rank %d received a message of %s with %s that nobody "
        "sent, by %s%s: the trace is not whole",
        p->to, name("rank", p->from, from), name("tag", p->tag, tag),
        p->site < r->sites ? r->site[p->site].call : "a call", when);
}

/* Have the steps of messages name these.  What is left over becomes a step
 * without any effect.
 */
static int name_messages(const recorder_t *r,
                         struct recorded_rank *rank,
                         struct error *err)
{
    size_t kept = 0;

    for (size_t i = 0; i < rank->steps; i++) {
        struct step step = rank->step[i];
        const struct posting *p = NULL;

        if (step.kind == STEP_SEND || step.kind == STEP_WAIT_SENT)
            p = &r->sends.of[step.item];
        if (step.kind == STEP_RECEIVE || step.kind == STEP_WAIT_RECEIVED)
            p = &r->receives.of[step.item];
        if (p && p->message == RECORDING_NOTHING) {
            if (step.kind == STEP_WAIT_RECEIVED)
                return missing(r->recording, p, kept, err);
            continue;
        }
        if (p)
            step.item = p->message;
        rank->step[kept++] = step;
    }
    rank->steps = kept;
    return 0;
}

int recorder_match(recorder_t *r, struct error *err)
{
    struct recording *made = r->recording;
    size_t sends, receives;
    struct posting **send = sorted(&r->sends, &sends);
    struct posting **receive = sorted(&r->receives, &receives);
    int rc = -1;

    if (!send || !receive
        || make_messages(made, send, sends, receive, receives) < 0)
        error_set(err, "no memory to match %zu messages", r->sends.count);
    else
        rc = 0;
    free(send);
    free(receive);
    for (size_t i = 0; rc == 0 && i < made->ranks; i++)
        rc = name_messages(r, &made->rank[i], err);
    return rc;
}
