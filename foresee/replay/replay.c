/* replay.c - play a recording again on a platform
 *
 * A loop over events in the order of time.  An event is that a rank goes on;
 * it does so until it computes, or waits for something whose end is known, and
 * is given its next event then; or until it waits for somebody who has not
 * come yet.  Whoever comes wakes those that wait for him.  When a message
 * arrives that shares the network of its hosts with others, these tell.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/checksum.h"
#include "foresee/replay/event_queue.h"
#include "foresee/replay/replay.h"
#include "foresee/replay/shared_cores.h"
#include "foresee/replay/transfers.h"

struct actor {
    double now;
    size_t next;      /* step */
    size_t outside;   /* what began from this step on was in no call that waits
                         yet */
    bool waits;       /* for somebody, so it has no event */
    bool kept;        /* by somebody, in this call */
    bool computes;    /* on cores that are shared, so it has no event, */
    double since;     /* from then on */
    uint64_t returns; /* from calls that waited */
    size_t marks;     /* iterations begun */
    bool done;        /* or stands still */
};

struct replay {
    const struct mapped_run *mapped;
    struct outcome outcome;
    size_t from; /* iterations */
    size_t stop; /* SIZE_MAX: there is none */
    struct moments moments;
    struct actor *actor;
    event_queue_t *queue;   /* of ranks that go on */
    transfers_t *transfers; /* NULL: hosts share nothing */
    shared_cores_t *cores;  /* NULL: who computes needs not know of others */
    size_t done;            /* ranks */
    bool no_memory;
};

static void push(struct replay *p, size_t rank)
{
    event_queue_push(p->queue, p->actor[rank].now, rank);
}

/* ---- waking others ---- */

static const struct step *step_of(const struct replay *p, size_t rank)
{
    return &p->mapped->recording->rank[rank].step[p->actor[rank].next];
}

static void wake(struct replay *p, int rank, uint32_t item)
{
    struct actor *a = &p->actor[rank];

    if (!a->waits || step_of(p, (size_t)rank)->item != item)
        return;
    a->waits = false;
    push(p, (size_t)rank);
}

/* Wake those for whom 'rank' may have been the last one missing, by moments
 * 'm' of those that have come.
 */
static void wake_members(struct replay *p,
                         const struct moments *m,
                         int rank,
                         uint32_t which)
{
    const struct recording *r = p->mapped->recording;
    const struct recorded_collective *c = &r->collective[which];
    const struct recorded_comm *comm = &r->comm[c->comm];
    bool lower = collective_waits(c->kind) == COLLECTIVE_LOWER;

    if (m->complete[which] < comm->size && rank != c->root && !lower
        && !mapped_run_goes_by_tree(p->mapped, c))
        return;
    for (size_t i = lower ? (size_t)comm->place[rank] : 0;
         i < (lower ? m->through[which] : comm->size); i++)
        if (p->actor[comm->member[i]].waits
            && step_of(p, (size_t)comm->member[i])->kind == STEP_WAIT_JOINED)
            wake(p, comm->member[i], which);
}

/* Whether a message that shares the network leaves, now that one of its ends
 * has come.
 */
static bool leaves(const struct replay *p, uint32_t message)
{
    return p->transfers && mapped_run_shares(p->mapped, message)
           && !isnan(mapped_run_departure(p->mapped, &p->moments, message));
}

static bool is_short(const struct replay *p, uint32_t message)
{
    const struct mapped_run *s = p->mapped;

    return s->recording->message[message].bytes <= s->platform->eager;
}

static void leave(struct replay *p, double when, uint32_t message)
{
    const struct mapped_run *s = p->mapped;
    const struct recorded_message *m = &s->recording->message[message];

    if (transfers_start(p->transfers, when, s->host[m->from], s->host[m->to],
                        m->bytes, message)
        < 0)
        p->no_memory = true;
}

static void arrive(struct replay *p)
{
    const struct recorded_message *m;
    double when = transfers_next(p->transfers);
    int64_t message = transfers_take(p->transfers);

    if (message == TRANSFERS_NONE)
        return;
    m = &p->mapped->recording->message[message];
    p->moments.arrived[message] = when;
    wake(p, m->to, (uint32_t)message);
    wake(p, m->from, (uint32_t)message);
}

/* Wake who is at the other end of the message. */
static void wake_other(struct replay *p, const struct step *step)
{
    const struct recorded_message *m =
        &p->mapped->recording->message[step->item];

    wake(p, step->kind == STEP_SEND ? m->to : m->from, step->item);
}

/* The rank begins something. */
static void come(struct replay *p, size_t rank, const struct step *step)
{
    const struct recording *r = p->mapped->recording;
    double now = p->actor[rank].now;

    moments_note(&p->moments, r, (int)rank, step, now);
    if (step->kind == STEP_JOIN) {
        const struct recorded_collective *c = &r->collective[step->item];

        if (!mapped_run_needs_inside(p->mapped, c) || c->root == (int)rank)
            wake_members(p, &p->moments, (int)rank, step->item);
        return;
    }
    if (step->kind == STEP_SEND && is_short(p, step->item)
        && leaves(p, step->item))
        leave(p, now, step->item);
    wake_other(p, step);
}

/* The rank is in a call that waits, for what it has begun so far, too. */
static void enter(struct replay *p, size_t rank)
{
    const struct recording *r = p->mapped->recording;
    struct actor *a = &p->actor[rank];

    for (; a->outside < a->next; a->outside++) {
        const struct step *step = &r->rank[rank].step[a->outside];

        moments_note(p->moments.inside, r, (int)rank, step, a->now);
        if (step->kind == STEP_JOIN
            && mapped_run_needs_inside(p->mapped, &r->collective[step->item]))
            wake_members(p, p->moments.inside, (int)rank, step->item);
        if ((step->kind != STEP_SEND && step->kind != STEP_RECEIVE)
            || is_short(p, step->item))
            continue;
        if (leaves(p, step->item))
            leave(p, a->now, step->item);
        wake_other(p, step);
    }
}

/* ---- steps ---- */

_Static_assert(PLATFORM_DELAYS == 256, "two halves of four bits are shuffled");

/* A number for the rank's next return.  In as many as there are delays each
 * of these comes once, in an order of chance: so a delay that was rare stays
 * rare.  Two halves of a number that change each other in turn shuffle all.
 */
static uint64_t draw(struct actor *a, size_t rank)
{
    uint64_t n = a->returns++;
    uint64_t key = checksum_word(rank + 1, n / PLATFORM_DELAYS + 1);
    uint64_t left = n >> 4 & 15, right = n & 15;

    for (int turn = 0; turn < 4; turn++) {
        uint64_t mixed = left ^ (checksum_word(key + turn, right) >> 32 & 15);

        left = right;
        right = mixed;
    }
    return left << 4 | right;
}

/* By how much the rank comes late to what it waited for.  One that has a core
 * of its own does not leave it.
 */
static double lateness(const struct replay *p,
                       size_t rank,
                       const struct step *step)
{
    const struct mapped_run *s = p->mapped;
    struct actor *a = &p->actor[rank];

    if (s->platform->host[s->host[rank]].delay_shared && p->cores
        && !shared_cores_are_wanted(p->cores, rank))
        return 0;
    return platform_delay(
        s->platform, s->host[rank],
        platform_call(step->item == RETURN_COLLECTIVE, a->kept),
        draw(a, rank));
}

/* Return from a call, which may be late if the rank waited in it. */
static void go_back(struct replay *p, size_t rank, const struct step *step)
{
    const struct mapped_run *s = p->mapped;
    struct actor *a = &p->actor[rank];

    if (step_has_waited(step))
        a->now += lateness(p, rank, step);
    else if (!s->ideal)
        a->now += step->seconds * s->slower[rank];
    a->kept = false;
}

/* Compute for as long as that takes whatever others do. */
static void spend(struct replay *p, size_t rank, double seconds)
{
    p->actor[rank].now += seconds;
    outcome_compute(&p->outcome, rank, seconds);
}

/* Compute, which others may make slower that are not there yet. */
static void compute(struct replay *p, size_t rank, const struct step *step)
{
    double asleep = step_asleep(p->mapped->recording, step);
    double seconds = (step->seconds - asleep) * p->mapped->slower[rank];
    struct actor *a = &p->actor[rank];

    if (p->cores && seconds > 0 && shared_cores_share(p->cores, rank)) {
        a->computes = true;
        a->since = a->now;
        shared_cores_start(p->cores, a->now, rank, seconds);
        return;
    }
    spend(p, rank, seconds + asleep);
}

/* Go through one step, or begin to wait for somebody or to compute. */
static void take(struct replay *p, size_t rank, const struct step *step)
{
    const struct mapped_run *s = p->mapped;
    struct actor *a = &p->actor[rank];
    double end;

    if (mapped_run_enters(s, step))
        enter(p, rank);
    switch (step->kind) {
    case STEP_COMPUTE:
        if (step_is_work(step))
            compute(p, rank, step);
        else
            spend(p, rank, step->seconds);
        break;
    case STEP_MARK:
        a->marks++;
        outcome_mark(&p->outcome, rank, a->now);
        break;
    case STEP_RETURN:
        go_back(p, rank, step);
        break;
    case STEP_SEND:
    case STEP_RECEIVE:
    case STEP_JOIN:
        come(p, rank, step);
        break;
    default:
        end = mapped_run_wait(s, &p->moments, (int)rank, step, a->now);
        a->waits = isnan(end);
        if (a->waits)
            break;
        a->kept |= mapped_run_is_kept(s, &p->moments, (int)rank, step, a->now);
        a->now = end;
    }
}

/* Those that are done, or stand still, are in MPI. */
static void end(struct replay *p, size_t rank)
{
    enter(p, rank);
    p->actor[rank].done = true;
    p->done++;
    outcome_end(&p->outcome, rank, p->actor[rank].now);
}

/* Stand still at the end of the iterations that are played. */
static void stand(struct replay *p, size_t rank)
{
    while (p->outcome.rank[rank].marks <= p->outcome.iterations)
        outcome_mark(&p->outcome, rank, p->actor[rank].now);
    end(p, rank);
}

/* The step is over. */
static void pass(struct replay *p, size_t rank)
{
    struct actor *a = &p->actor[rank];

    if (a->next++ == p->mapped->recording->rank[rank].loop_end)
        outcome_mark(&p->outcome, rank, a->now);
}

/* Go on until time passes. */
static void act(struct replay *p, size_t rank)
{
    const struct recorded_rank *of = &p->mapped->recording->rank[rank];
    struct actor *a = &p->actor[rank];
    double before = a->now;

    while (a->next < of->steps) {
        if (of->step[a->next].kind == STEP_MARK && a->marks == p->stop) {
            stand(p, rank);
            return;
        }
        take(p, rank, &of->step[a->next]);
        if (a->waits || a->computes)
            return;
        pass(p, rank);
        if (a->now > before) {
            push(p, rank);
            return;
        }
    }
    end(p, rank);
}

/* Somebody has computed what there was. */
static void go_on_computed(struct replay *p)
{
    double when = shared_cores_next(p->cores);
    size_t rank = shared_cores_take(p->cores);
    struct actor *a;
    double asleep;

    if (rank == SHARED_CORES_OTHER)
        return;
    a = &p->actor[rank];
    a->computes = false;
    a->now = when;
    asleep = step_asleep(p->mapped->recording, step_of(p, rank));
    a->now += asleep;
    outcome_compute(&p->outcome, rank, a->now - a->since);
    pass(p, rank);
    if (asleep > 0)
        push(p, rank);
    else
        act(p, rank);
}

/* ---- the beginning ---- */

/* What comes before the iteration was done at 'start'. */
static void skip(struct replay *p, size_t rank, double start)
{
    const struct recorded_rank *of = &p->mapped->recording->rank[rank];
    struct actor *a = &p->actor[rank];

    a->now = start;
    for (; a->next < of->steps; a->next++) {
        const struct step *step = &of->step[a->next];

        if (step->kind == STEP_MARK && a->marks++ == p->from)
            break;
        a->returns += step_has_waited(step);
        moments_note(&p->moments, p->mapped->recording, (int)rank, step,
                     start);
        moments_note(p->moments.inside, p->mapped->recording, (int)rank, step,
                     start);
        if ((step->kind == STEP_SEND || step->kind == STEP_RECEIVE)
            && leaves(p, step->item))
            p->moments.arrived[step->item] =
                mapped_run_arrival(p->mapped, &p->moments, step->item);
    }
    a->marks = p->from;
    a->outside = a->next;
}

static int make_room(struct replay *p, struct error *err)
{
    const struct recording *r = p->mapped->recording;
    const struct platform *on = p->mapped->platform;

    if (moments_create(&p->moments, r, err) < 0
        || moments_follow(&p->moments, r, err) < 0
        || outcome_create(&p->outcome, r, p->from, err) < 0)
        return -1;
    if (p->mapped->recording->yields
        && !(p->cores = shared_cores_create(p->mapped)))
        return error_set(err, "no memory for the cores of %zu hosts",
                         on->hosts);
    if (!platform_shares(on))
        return 0;
    p->transfers = transfers_create(on);
    if (p->transfers)
        return moments_await(&p->moments, r, err);
    return error_set(err, "no memory for messages between %zu hosts",
                     on->hosts);
}

static void begin(struct replay *p, double start)
{
    const struct recording *r = p->mapped->recording;

    for (size_t i = 0; i < r->ranks; i++) {
        if (p->from > 0)
            skip(p, i, start);
        else
            p->actor[i].now = start + r->rank[i].start;
        push(p, i);
    }
}

replay_t *replay_create(const struct mapped_run *s,
                        size_t from,
                        double start,
                        struct error *err)
{
    struct replay *p = calloc(1, sizeof(*p));

    if (p) {
        *p = (struct replay){ .mapped = s, .from = from, .stop = SIZE_MAX };
        p->actor = calloc(s->recording->ranks + 1, sizeof(*p->actor));
        p->queue = event_queue_create(s->recording->ranks);
    }
    if (!p || !p->actor || !p->queue)
        error_set(err, "no memory to replay %zu ranks", s->recording->ranks);
    else if (make_room(p, err) == 0) {
        begin(p, start);
        return p;
    }
    replay_destroy(p);
    return NULL;
}

void replay_destroy(replay_t *p)
{
    if (!p)
        return;
    outcome_destroy(&p->outcome);
    moments_destroy(&p->moments);
    free(p->actor);
    event_queue_destroy(p->queue);
    transfers_destroy(p->transfers);
    shared_cores_destroy(p->cores);
    free(p);
}

void replay_stop(replay_t *p, size_t iteration)
{
    if (iteration - p->from >= p->outcome.iterations)
        return;
    p->stop = iteration;
    p->outcome.iterations = iteration - p->from;
}

static int no_room_for_others(struct error *err)
{
    return error_set(err, "no memory for what computes beside ranks");
}

int replay_expect_others(replay_t *p, struct error *err)
{
    return p->cores && shared_cores_expect_others(p->cores) < 0
               ? no_room_for_others(err)
               : 0;
}

int replay_add_other(
    replay_t *p, size_t host, double when, double seconds, struct error *err)
{
    return p->cores
                   && shared_cores_add_other(p->cores, when, host, seconds) < 0
               ? no_room_for_others(err)
               : 0;
}

/* ---- the whole ---- */

/* Say for what the first rank waits that is not done. */
static int stuck(const struct replay *p, struct error *err)
{
    const struct recording *r = p->mapped->recording;
    size_t rank = 0;
    const struct step *step;

    while (p->actor[rank].done)
        rank++;
    step = step_of(p, rank);
    if (step->kind == STEP_WAIT_JOINED)
        return error_set(
            err, "rank %zu waits in a %s for others that never join it", rank,
            collective_name(r->collective[step->item].kind));
    if (step->kind == STEP_WAIT_SENT)
        return error_set(
            err,
            "rank %zu waits for rank %d to receive a message with "
            "tag %d, which it never does",
            rank, r->message[step->item].to, r->message[step->item].tag);
    return error_set(err,
                     "rank %zu waits for a message of rank %d with tag %d, "
                     "which is never sent",
                     rank, r->message[step->item].from,
                     r->message[step->item].tag);
}

/* Where iterations of ranks begin in the middle of a talk some wait for those
 * that stand still already: then they do so where they are.
 */
static int finish(struct replay *p, struct error *err)
{
    size_t ranks = p->mapped->recording->ranks, waiting = 0;

    for (size_t i = 0; i < ranks; i++)
        waiting += !p->actor[i].done;
    if (waiting > 0 && (p->stop == SIZE_MAX || waiting == ranks))
        return stuck(p, err);
    for (size_t i = 0; i < ranks; i++)
        if (!p->actor[i].done)
            stand(p, i);
    return 0;
}

/* Have the next thing happen that does so before 'when', if there is one. */
static bool go_on(struct replay *p, double when)
{
    double rank = event_queue_next(p->queue);
    double message = p->transfers ? transfers_next(p->transfers) : INFINITY;
    double computed = p->cores ? shared_cores_next(p->cores) : INFINITY;

    if (!(fmin(fmin(rank, message), computed) < when) || p->no_memory)
        return false;
    if (rank <= message && rank <= computed)
        act(p, event_queue_pop(p->queue));
    else if (message <= computed)
        arrive(p);
    else
        go_on_computed(p);
    return true;
}

int replay_until(replay_t *p, double when, struct error *err)
{
    while (go_on(p, when))
        ;
    if (p->no_memory)
        return error_set(err, "no memory for messages that are under way");
    if (p->done == p->mapped->recording->ranks
        || (event_queue_is_empty(p->queue)
            && !(p->transfers && isfinite(transfers_next(p->transfers)))
            && !(p->cores && isfinite(shared_cores_next(p->cores)))))
        return finish(p, err);
    return isfinite(when) ? 1
                          : error_set(err, "it would take longer than can be "
                                           "reckoned with");
}

/* What a rank computes is counted as it begins, or, where it shares a core,
 * when it is done.
 */
struct replay_rank replay_rank(const replay_t *p, size_t rank, double when)
{
    const struct recorded_rank *of = &p->mapped->recording->rank[rank];
    const struct actor *a = &p->actor[rank];
    struct replay_rank is = { a->next, a->marks,
                              p->outcome.rank[rank].so_far };

    if (a->next > 0 && a->now > when
        && of->step[a->next - 1].kind == STEP_COMPUTE)
        is.computed -= a->now - when;
    if (a->computes)
        is.computed += when - a->since;
    return is;
}

struct outcome replay_take(replay_t *p)
{
    struct outcome o = p->outcome;

    p->outcome = (struct outcome){ 0 };
    return o;
}

int replay(const struct mapped_run *s,
           size_t from,
           size_t to,
           struct outcome *o,
           struct error *err)
{
    replay_t *p = replay_create(s, from, 0, err);
    int rc = -1;

    if (p) {
        replay_stop(p, to);
        rc = replay_until(p, INFINITY, err);
        if (rc == 0)
            *o = replay_take(p);
    }
    replay_destroy(p);
    return rc;
}
