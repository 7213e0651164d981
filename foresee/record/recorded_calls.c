/* recorded_calls.c - the calls of a recording, and how long each waited
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "foresee/record/recorded_calls.h"

/* What is being worked out. */
struct working {
    const struct recording *recording;
    struct recorded_calls *calls;
    struct moments moments;
};

/* ---- who is waited for ---- */

static double joined(const struct working *w, uint32_t which, int rank)
{
    return w->moments.joined[recording_member(w->recording, which, rank)];
}

/* When the last member before the rank came. */
static double last_before(const struct working *w, uint32_t which, int rank)
{
    const struct recorded_comm *comm =
        &w->recording->comm[w->recording->collective[which].comm];
    double last = NAN;

    for (int i = 0; i < comm->place[rank]; i++)
        last = fmax(last, joined(w, which, comm->member[i]));
    return last;
}

static double awaited_in(const struct working *w, uint32_t which, int rank)
{
    const struct recorded_collective *c = &w->recording->collective[which];

    switch (collective_waits(c->kind)) {
    case COLLECTIVE_ALL:
        return w->moments.last[which];
    case COLLECTIVE_ON_ROOT:
        return joined(w, which, c->root);
    case COLLECTIVE_AT_ROOT:
        return rank == c->root ? w->moments.last[which] : NAN;
    case COLLECTIVE_LOWER:
        return last_before(w, which, rank);
    }
    return NAN;
}

/* Until when the step waits for another rank; NAN: for none that is known.  A
 * send that is over before its receive is posted did not wait for that.
 */
static double awaited(const struct working *w,
                      int rank,
                      const struct step *s,
                      double end)
{
    switch (s->kind) {
    case STEP_WAIT_RECEIVED:
        return w->moments.sent[s->item];
    case STEP_WAIT_SENT:
        return w->moments.posted[s->item] <= end ? w->moments.posted[s->item]
                                                 : NAN;
    case STEP_WAIT_JOINED:
        return awaited_in(w, s->item, rank);
    default:
        return NAN;
    }
}

/* ---- calls ---- */

/* What follows a call begins when it ends. */
static double end_of(const struct recorded_rank *of, size_t ret)
{
    const struct step *s = &of->step[ret];

    if (ret + 1 < of->steps && s[1].kind == STEP_COMPUTE)
        return s[1].at;
    return ret + 1 == of->steps ? of->end : s->at + s->seconds;
}

/* Make a call of the steps from 'first' to its return. */
static void take_call(
    struct working *w, int rank, size_t first, size_t ret, uint32_t site)
{
    const struct recorded_rank *of = &w->recording->rank[rank];
    double start = of->step[ret].at, end = fmax(start, end_of(of, ret));
    double until = start;

    for (size_t i = first; i < ret; i++) {
        const struct step *s = &of->step[i];

        until = fmax(until, awaited(w, rank, s, end));
        if (s->kind == STEP_WAIT_RECEIVED)
            w->calls->received[s->item] = end;
    }
    w->calls->call[rank][w->calls->count[rank]++] =
        (struct recorded_call){ start, end, fmin(until, end) - start, site };
}

static int take_rank(struct working *w, int rank)
{
    const struct recorded_rank *of = &w->recording->rank[rank];
    uint32_t site = RECORDING_NOTHING;
    size_t first = 0, count = 0;

    for (size_t i = 0; i < of->steps; i++)
        count += of->step[i].kind == STEP_RETURN;
    w->calls->call[rank] = malloc((count + 1) * sizeof(**w->calls->call));
    if (!w->calls->call[rank])
        return -1;
    for (size_t i = 0; i < of->steps; i++) {
        if (of->step[i].kind == STEP_COMPUTE)
            site = of->step[i].item;
        if (of->step[i].kind != STEP_RETURN)
            continue;
        take_call(w, rank, first, i, site);
        first = i + 1;
        site = RECORDING_NOTHING;
    }
    return 0;
}

static int take_all(struct working *w)
{
    const struct recording *r = w->recording;
    struct recorded_calls *c = w->calls;

    c->ranks = r->ranks;
    c->count = calloc(r->ranks + 1, sizeof(*c->count));
    c->call = calloc(r->ranks + 1, sizeof(*c->call));
    c->received = malloc((r->messages + 1) * sizeof(*c->received));
    if (!c->count || !c->call || !c->received)
        return -1;
    for (size_t i = 0; i < r->messages; i++)
        c->received[i] = NAN;
    moments_note_recorded(&w->moments, r);
    for (size_t i = 0; i < r->ranks; i++)
        if (take_rank(w, (int)i) < 0)
            return -1;
    c->sent = w->moments.sent;
    w->moments.sent = NULL;
    return 0;
}

struct recorded_calls *recorded_calls_create(const struct recording *r,
                                             struct error *err)
{
    struct working w = { .recording = r };

    if (moments_create(&w.moments, r, err) < 0)
        return NULL;
    if (!(w.calls = calloc(1, sizeof(*w.calls))) || take_all(&w) < 0) {
        recorded_calls_destroy(w.calls);
        w.calls = NULL;
        error_set(err, "no memory for the calls of %zu ranks", r->ranks);
    }
    moments_destroy(&w.moments);
    return w.calls;
}

void recorded_calls_destroy(struct recorded_calls *c)
{
    if (!c)
        return;
    for (size_t i = 0; c->call && i < c->ranks; i++)
        free(c->call[i]);
    free(c->call);
    free(c->count);
    free(c->sent);
    free(c->received);
    free(c);
}
