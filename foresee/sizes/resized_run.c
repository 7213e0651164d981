/* resized_run.c - a run as it would be with another number of ranks
 *
 * What ranks send and receive is matched anew.  A pattern that does not fit
 * that number leaves receives for which nobody sends, and is refused.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foresee/sizes/resized_run_internal.h"

/* ---- who is like whom ---- */

/* Of 'now' in a row that at a place is like that of 'old'. */
static size_t like_in_row(size_t at, size_t old, size_t now)
{
    size_t fewer = old < now ? old : now;

    if (at < (fewer + 1) / 2)
        return at;
    if (at >= now - fewer / 2)
        return old - (now - at);
    return old / 2;
}

static size_t like(const struct resizing *r, size_t rank)
{
    const struct rank_grid *old = &r->scale->old, *now = &r->scale->now;

    if (now->rows == 0)
        return like_in_row(rank, r->from->ranks, r->made->ranks);
    return like_in_row(rank / now->columns, old->rows, now->rows)
               * old->columns
           + like_in_row(rank % now->columns, old->columns, now->columns);
}

/* The rank that is as far from 'rank' as 'peer' was from 'old'; around the end
 * where that is the shorter way.
 */
static long peer_in_row(long at, long old, long peer, long n, long now)
{
    long far = peer - old;

    if (2 * far > n)
        far -= n;
    else if (2 * far < -n)
        far += n;
    else
        return at + far;
    return (at + far + now) % now;
}

/* In a grid in its row and its column; the number of ranks is nobody. */
static int peer_of(const struct resizing *r, size_t rank, size_t old, int peer)
{
    const struct rank_grid *was = &r->scale->old, *is = &r->scale->now;
    long n = (long)was->columns, now = (long)is->columns, row, column;

    if (is->rows == 0)
        return (int)peer_in_row((long)rank, (long)old, peer,
                                (long)r->from->ranks, (long)r->made->ranks);
    row = peer_in_row((long)rank / now, (long)old / n, peer / n,
                      (long)was->rows, (long)is->rows);
    column = peer_in_row((long)rank % now, (long)old % n, peer % n, n, now);
    return row < 0 || row >= (long)is->rows || column < 0 || column >= now
               ? (int)r->made->ranks
               : (int)(row * now + column);
}

/* ---- work ---- */

/* How many times as much work lies where 'rank' is as where 'old' was, on the
 * way from the first rank to the last.
 */
static double density(const struct resizing *r, size_t rank, size_t old)
{
    double n = (double)r->from->ranks, each = n / (double)r->made->ranks;
    double begin = (double)rank * each;
    double sum =
        recording_work_between(r->work, r->from->ranks, begin, begin + each);

    return r->work[old] > 0 ? sum / each / r->work[old] : 1;
}

size_t resized_run_site(const struct resizing *r, uint32_t site)
{
    return site < r->from->sites ? site : r->from->sites;
}

/* ---- steps ---- */

static void add_send(struct resizing *r,
                     size_t rank,
                     size_t old,
                     struct step *s)
{
    const struct recorded_message *m = &r->from->message[s->item];
    uint32_t made = (uint32_t)r->made->messages;
    int to = peer_of(r, rank, old, m->to);

    r->made->message[made] = *m;
    r->made->message[made].from = (int)rank;
    r->made->message[made].to = to;
    r->made->message[made].bytes = (uint64_t)llround(
        (double)m->bytes * r->scale->bytes[resized_run_site(r, m->site)]);
    r->made->messages++;
    r->sent[s->item] = made;
    r->send[r->sends++] =
        (struct end){ (int)rank, to, m->tag, r->nth[s->item], made, s->item };
    s->item = made;
}

/* Until it is matched its item is the number of the receive. */
static void add_receive(struct resizing *r,
                        size_t rank,
                        size_t old,
                        struct step *s)
{
    const struct recorded_message *m = &r->from->message[s->item];
    uint32_t number = (uint32_t)r->receives;

    r->got[s->item] = number;
    r->receive[r->receives++] = (struct end){ peer_of(r, rank, old, m->from),
                                              (int)rank,
                                              m->tag,
                                              r->nth[s->item],
                                              RECORDING_NOTHING,
                                              number };
    s->item = number;
}

enum { NAMED = 4, MEMBERS = 100 };

/* Name the call that is made among some ranks, its line and these ranks. */
static int refuse_some(const struct resizing *r,
                       const struct recorded_collective *c)
{
    const struct recorded_comm *comm = &r->from->comm[c->comm];
    const struct recorded_site *site =
        c->site < r->from->sites ? &r->from->site[c->site] : NULL;
    char members[MEMBERS];
    size_t used = 0;

    for (size_t i = 0; i < comm->size && i < NAMED; i++)
        used += (size_t)snprintf(members + used, sizeof(members) - used,
                                 "%s%d", i > 0 ? ", " : "", comm->member[i]);
    if (comm->size > NAMED)
        snprintf(members + used, sizeof(members) - used, " ...");
    return error_set(
        r->err,
        "%s%s%s among ranks %s, which are %zu of %zu: who would be in that "
        "communicator with %zu is not known: %s",
        site ? site->call : collective_name(c->kind),
        site && site->line ? " in " : "", site && site->line ? site->line : "",
        members, comm->size, r->from->ranks, r->made->ranks, r->scale->why);
}

/* At another size there are communicators of all ranks, those of one, in which
 * nobody waits, and lines of a grid.
 */
static int add_join(struct resizing *r, size_t rank, struct step *s)
{
    const struct recorded_collective *c = &r->from->collective[s->item];
    size_t size = r->from->comm[c->comm].size;

    if (size == r->from->ranks || r->made->ranks == r->from->ranks)
        return 0;
    if (size > 1)
        return r->lines ? resized_run_grid_join(r, rank, s)
                        : refuse_some(r, c);
    *s = (struct step){ STEP_COMPUTE, 0, RECORDING_NOTHING, s->at, 0 };
    return 0;
}

static int add_rank(struct resizing *r, size_t rank)
{
    size_t old = like(r, rank);
    const struct recorded_rank *from = &r->from->rank[old];
    struct recorded_rank *to = &r->made->rank[rank];
    size_t begin = recording_loop_begin(from);
    double more = density(r, rank, old);
    int rc = 0;

    *to = *from;
    if (!(to->step = calloc(from->steps + 1, sizeof(*to->step))))
        return error_set(r->err, "no memory for another number of ranks");
    for (size_t i = 0; i < from->steps && rc == 0; i++) {
        struct step *s = &to->step[i];

        *s = from->step[i];
        if (step_is_work(s) && i >= begin)
            s->seconds *=
                more * r->scale->compute[resized_run_site(r, s->item)];
        else if (s->kind == STEP_SEND)
            add_send(r, rank, old, s);
        else if (s->kind == STEP_RECEIVE)
            add_receive(r, rank, old, s);
        else if (s->kind == STEP_WAIT_SENT)
            s->item = r->sent[s->item];
        else if (s->kind == STEP_WAIT_RECEIVED)
            s->item = r->got[s->item];
        else if (s->kind == STEP_JOIN || s->kind == STEP_WAIT_JOINED)
            rc = add_join(r, rank, s);
    }
    return rc;
}

/* ---- collectives ---- */

static int add_comm(struct resizing *r, size_t which)
{
    size_t ranks = r->made->ranks;
    const struct recorded_comm *from = &r->from->comm[which];
    struct recorded_comm *c = &r->made->comm[which];
    bool all = from->size == r->from->ranks;

    c->member = calloc(ranks + 1, sizeof(*c->member));
    c->place = calloc(ranks + 1, sizeof(*c->place));
    r->made->comms++;
    if (!c->member || !c->place)
        return error_set(r->err, "no memory for another number of ranks");
    if (ranks == r->from->ranks) {
        c->size = from->size;
        memcpy(c->member, from->member, from->size * sizeof(*c->member));
        memcpy(c->place, from->place, ranks * sizeof(*c->place));
        return 0;
    }
    c->size = all ? ranks : 0;
    for (size_t i = 0; i < ranks; i++) {
        c->member[i] = (int)i;
        c->place[i] = all ? (int)i : -1;
    }
    return 0;
}

size_t resized_run_root(size_t place, size_t old, size_t now)
{
    return place + 1 == old || place >= now ? now - 1 : place;
}

static void add_collective(struct resizing *r, size_t which)
{
    const struct recorded_collective *from = &r->from->collective[which];
    struct recorded_collective *to = &r->made->collective[which];
    double more = r->scale->bytes[resized_run_site(r, from->site)];
    double ranks = (double)r->made->ranks / (double)r->from->ranks;

    *to = *from;
    if (from->root >= 0)
        to->root = (int)resized_run_root((size_t)from->root, r->from->ranks,
                                         r->made->ranks);
    to->most = (uint64_t)llround((double)from->most * more);
    to->sum = (uint64_t)llround((double)from->sum * more * ranks);
    to->first = r->made->members;
    r->made->members += r->made->comm[to->comm].size;
    r->made->collectives++;
}

/* ---- the whole ---- */

static bool make_room(struct resizing *r, size_t ranks)
{
    const struct recording *from = r->from;
    size_t most = 0;

    for (size_t i = 0; i < ranks; i++) {
        r->made->ranks = ranks;
        most += from->rank[like(r, i)].steps;
    }
    r->nth = calloc(from->messages + 1, sizeof(*r->nth));
    r->received = calloc(from->messages + 1, sizeof(*r->received));
    r->work = calloc(from->ranks + 1, sizeof(*r->work));
    r->sent = calloc(from->messages + 1, sizeof(*r->sent));
    r->got = calloc(from->messages + 1, sizeof(*r->got));
    r->send = calloc(most + 1, sizeof(*r->send));
    r->receive = calloc(most + 1, sizeof(*r->receive));
    r->made->rank = calloc(ranks + 1, sizeof(*r->made->rank));
    r->made->message = calloc(most + 1, sizeof(*r->made->message));
    r->made->comm = calloc(from->comms + 1, sizeof(*r->made->comm));
    r->made->collective =
        calloc(from->collectives + 1, sizeof(*r->made->collective));
    return r->nth && r->received && r->work && r->sent && r->got && r->send
           && r->receive && r->made->rank && r->made->message && r->made->comm
           && r->made->collective;
}

static int make(struct resizing *r)
{
    r->made->yields = r->from->yields;
    r->made->taken = r->from->taken;
    for (size_t i = 0; i < r->from->ranks; i++)
        r->work[i] =
            recording_loop_work(&r->from->rank[i]) * r->scale->pace[i];
    if (resized_run_number_messages(r) < 0)
        return -1;
    for (size_t i = 0; i < r->from->comms; i++)
        if (add_comm(r, i) < 0)
            return -1;
    for (size_t i = 0; i < r->from->collectives; i++)
        add_collective(r, i);
    if (r->scale->now.rows > 0 && r->made->ranks != r->from->ranks
        && resized_run_grid_begin(r) < 0)
        return -1;
    for (size_t i = 0; i < r->made->ranks; i++)
        if (add_rank(r, i) < 0)
            return -1;
    return resized_run_match(r);
}

struct recording *resized_run(const struct recording *from,
                              size_t ranks,
                              const struct resized_run_scale *scale,
                              struct error *err)
{
    struct resizing r = { .from = from, .scale = scale, .err = err };
    int rc = -1;

    r.made = calloc(1, sizeof(*r.made));
    if (!r.made || !make_room(&r, ranks))
        error_set(err, "no memory for %zu ranks", ranks);
    else
        rc = make(&r);
    free(r.nth);
    free(r.received);
    free(r.work);
    free(r.sent);
    free(r.got);
    free(r.send);
    free(r.receive);
    resized_run_grid_end(&r);
    if (rc == 0)
        return r.made;
    recording_destroy(r.made);
    return NULL;
}
