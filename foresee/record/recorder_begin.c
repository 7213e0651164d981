/* recorder_begin.c - make steps of what calls begin
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "base/grow.h"
#include "foresee/record/recorder_internal.h"

static int refuse(const struct recorder_place *p, const char *why)
{
    return error_set(p->err, "rank %d: %s %s, which is not replayed yet",
                     p->rank, p->call->name, why);
}

/* From now on the request stands for this wait. */
static int begin_request(const struct recorder_place *p,
                         uint64_t request,
                         enum step_kind wait,
                         uint32_t item)
{
    struct rank_so_far *of = &p->recorder->rank[p->rank];

    if (!grow(&of->pending, sizeof(*of->pending), of->pendings,
              &of->pending_room))
        return recorder_no_memory(p->err);
    of->pending[of->pendings++] = (struct pending){ request, wait, item };
    return 0;
}

/* ---- messages ---- */

static int post(struct postings *all,
                const struct posting *posting,
                uint32_t *item,
                struct error *err)
{
    if (all->count >= RECORDING_NOTHING
        || !grow(&all->of, sizeof(*all->of), all->count, &all->room))
        return recorder_no_memory(err);
    *item = (uint32_t)all->count;
    all->of[all->count++] = *posting;
    return 0;
}

static int add_message(const struct recorder_place *p,
                       const struct trace_act *a)
{
    bool sends = a->kind == TRACE_SEND || a->kind == TRACE_SEND_BEGIN;
    struct posting posting = { sends ? p->rank : a->peer,
                               sends ? a->peer : p->rank,
                               a->tag,
                               a->comm,
                               a->bytes,
                               p->site,
                               false,
                               RECORDING_NOTHING };
    uint32_t item = RECORDING_NOTHING;

    if (a->peer == TRACE_NONE)
        return 0;
    if (post(sends ? &p->recorder->sends : &p->recorder->receives, &posting,
             &item, p->err)
            < 0
        || recorder_add(p, sends ? STEP_SEND : STEP_RECEIVE, item) < 0)
        return -1;
    return a->kind == TRACE_SEND || a->kind == TRACE_RECV
               ? 0
               : begin_request(p, a->request,
                               sends ? STEP_WAIT_SENT : STEP_WAIT_RECEIVED,
                               item);
}

/* ---- collectives ---- */

static int new_collective(const struct recorder_place *p,
                          uint64_t comm,
                          const struct recorded_collective *collective)
{
    struct recording *made = p->recorder->recording;
    struct comm_so_far *c = &p->recorder->comm[comm];

    if (!grow(&made->collective, sizeof(*collective), made->collectives,
              &p->recorder->collective_room)
        || !grow(&c->collective, sizeof(*c->collective), c->count, &c->room))
        return recorder_no_memory(p->err);
    c->collective[c->count++] = (uint32_t)made->collectives;
    made->collective[made->collectives] = *collective;
    made->collective[made->collectives++].first = made->members;
    made->members += made->comm[comm].size;
    return 0;
}

/* Make room to count those on each of the communicators told so far. */
static int count_joined(const struct recorder_place *p)
{
    struct rank_so_far *of = &p->recorder->rank[p->rank];
    size_t room = p->recorder->comm_room;
    size_t *joined = realloc(of->joined, room * sizeof(*joined));

    if (!joined)
        return recorder_no_memory(p->err);
    for (size_t i = of->joined_room; i < room; i++)
        joined[i] = 0;
    of->joined = joined;
    of->joined_room = room;
    return 0;
}

/* Find the collective that is the rank's next on this communicator. */
static int join(const struct recorder_place *p,
                const struct trace_act *a,
                enum collective kind,
                uint32_t *item)
{
    struct recording *made = p->recorder->recording;
    struct rank_so_far *of = &p->recorder->rank[p->rank];
    struct recorded_collective wanted = {
        .kind = kind, .comm = a->comm, .root = a->peer, .site = p->site
    };
    struct comm_so_far *c = &p->recorder->comm[a->comm];
    struct recorded_collective *found;

    if (a->comm >= of->joined_room && count_joined(p) < 0)
        return -1;
    if (of->joined[a->comm] == c->count
        && new_collective(p, a->comm, &wanted) < 0)
        return -1;
    *item = c->collective[of->joined[a->comm]++];
    found = &made->collective[*item];
    if (found->kind != kind || found->root != a->peer)
        return error_set(p->err,
                         "rank %d: its %s is a %s of other ranks of the same "
                         "communicator",
                         p->rank, p->call->name, collective_name(found->kind));
    found->sum += a->bytes;
    if (a->bytes > found->most)
        found->most = a->bytes;
    return 0;
}

static int add_collective(const struct recorder_place *p,
                          const struct trace_act *a)
{
    const struct recording *made = p->recorder->recording;
    enum collective kind = collective_find(p->call->name);
    bool rooted;
    uint32_t item = RECORDING_NOTHING;

    if (kind == COLLECTIVE_KINDS)
        return refuse(p, "is a collective of a kind");
    if (a->comm >= made->comms || made->comm[a->comm].place[p->rank] < 0)
        return refuse(p, "is on a communicator of unknown members");
    if (made->comm[a->comm].inter)
        return refuse(p, "is a collective of an inter-communicator");
    rooted = collective_waits(kind) == COLLECTIVE_ON_ROOT
             || collective_waits(kind) == COLLECTIVE_AT_ROOT;
    if (rooted
        && (a->peer < 0 || (size_t)a->peer >= made->ranks
            || made->comm[a->comm].place[a->peer] < 0))
        return refuse(p, "has a root outside of its communicator");
    if (join(p, a, kind, &item) < 0 || recorder_add(p, STEP_JOIN, item) < 0)
        return -1;
    return a->kind == TRACE_COLL
               ? 0
               : begin_request(p, a->request, STEP_WAIT_JOINED, item);
}

/* ---- acts ---- */

static int check_act(const struct recorder_place *p, const struct trace_act *a)
{
    bool message = a->kind == TRACE_SEND || a->kind == TRACE_RECV
                   || a->kind == TRACE_SEND_BEGIN
                   || a->kind == TRACE_RECV_BEGIN
                   || a->kind == TRACE_RECV_DONE;

    if (a->kind == TRACE_PUT || a->kind == TRACE_GET)
        return refuse(p, "is one-sided");
    if (a->peer == TRACE_STRANGER)
        return refuse(p, "talks to another job");
    if (message && a->peer >= 0
        && (size_t)a->peer >= p->recorder->recording->ranks)
        return error_set(
            p->err, "rank %d: %s names rank %d, and the run has %zu", p->rank,
            p->call->name, a->peer, p->recorder->recording->ranks);
    return 0;
}

static int begin_act(const struct recorder_place *p, const struct trace_act *a)
{
    switch (a->kind) {
    case TRACE_SEND:
    case TRACE_SEND_BEGIN:
    case TRACE_RECV:
    case TRACE_RECV_BEGIN:
        return add_message(p, a);
    case TRACE_COLL:
    case TRACE_COLL_BEGIN:
        return add_collective(p, a);
    default:
        return 0;
    }
}

int recorder_begin_acts(const struct recorder_place *p, uint32_t *item)
{
    const struct recorded_rank *of = &p->recorder->recording->rank[p->rank];

    for (size_t i = 0; i < p->call->acts; i++) {
        size_t before = of->steps;

        item[i] = RECORDING_NOTHING;
        if (check_act(p, &p->call->act[i]) < 0
            || begin_act(p, &p->call->act[i]) < 0)
            return -1;
        if (of->steps > before)
            item[i] = of->step[before].item;
    }
    return 0;
}
