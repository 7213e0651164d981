/* mapped_run.c - a recording on a platform, each rank in its place, and what
 * takes how long there
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "foresee/platform/mapped_run_internal.h"

/* ---- messages ---- */

static const struct platform_link *link_of(const struct mapped_run *s,
                                           int a,
                                           int b)
{
    return platform_link(s->platform, s->host[a], s->host[b]);
}

/* The later of two moments; NAN if one has not come. */
static double later(double a, double b)
{
    return isnan(a) || isnan(b) ? NAN : fmax(a, b);
}

static bool is_long(const struct mapped_run *s, uint32_t message)
{
    return s->recording->message[message].bytes > s->platform->eager;
}

bool mapped_run_enters(const struct mapped_run *s, const struct step *step)
{
    switch (step->kind) {
    case STEP_WAIT_SENT:
        return is_long(s, step->item);
    case STEP_WAIT_RECEIVED:
    case STEP_WAIT_JOINED:
        return true;
    default:
        return step->kind == STEP_RETURN && step->item == RETURN_ASKED;
    }
}

/* A short message is under way as soon as it is sent.  A long one moves when
 * both its ends are in calls that wait; within a host the receiver fetches it
 * by himself.
 */
double mapped_run_departure(const struct mapped_run *s,
                            const struct moments *m,
                            uint32_t message)
{
    const struct recorded_message *is = &s->recording->message[message];
    bool within = s->host[is->from] == s->host[is->to];

    if (!is_long(s, message))
        return m->sent[message];
    return later(within ? m->sent[message] : m->inside->sent[message],
                 m->inside->posted[message]);
}

static struct mapped_run_cost message_cost(const struct mapped_run *s,
                                           const struct moments *m,
                                           uint32_t message)
{
    const struct recorded_message *is = &s->recording->message[message];

    return (struct mapped_run_cost){ 1,
                                     (double)is->bytes,
                                     link_of(s, is->from, is->to),
                                     0,
                                     0,
                                     mapped_run_departure(s, m, message) };
}

static double end_of(const struct mapped_run_cost *c)
{
    if (!c->link)
        return c->from;
    return c->from + c->latencies * c->link->latency
           + fmax(c->bytes * c->link->per_byte, c->least) + c->within;
}

double mapped_run_arrival(const struct mapped_run *s,
                          const struct moments *m,
                          uint32_t message)
{
    const struct recorded_message *is = &s->recording->message[message];
    struct mapped_run_cost c = message_cost(s, m, message);
    struct platform_link slowest = *c.link;

    c.link = &slowest;
    if (mapped_run_shares(s, message))
        slowest.per_byte =
            fmax(slowest.per_byte,
                 fmax(s->platform->host[s->host[is->from]].per_byte,
                      s->platform->host[s->host[is->to]].per_byte));
    return end_of(&c);
}

static double arrived(const struct mapped_run *s,
                      const struct moments *m,
                      uint32_t message)
{
    return m->arrived && mapped_run_shares(s, message)
               ? m->arrived[message]
               : mapped_run_arrival(s, m, message);
}

/* What somebody who waits for nobody is busy with its call: as long as that
 * took, but not longer than the message itself takes.
 */
static double busy(const struct mapped_run *s,
                   const struct step *step,
                   const struct mapped_run_cost *c)
{
    struct mapped_run_cost alone = *c;

    alone.from = 0;
    return s->ideal ? 0 : fmin(step->seconds, end_of(&alone));
}

static double sent(const struct mapped_run *s,
                   const struct moments *m,
                   const struct step *step,
                   double now)
{
    struct mapped_run_cost c = message_cost(s, m, step->item);

    if (is_long(s, step->item))
        return arrived(s, m, step->item);
    return now + busy(s, step, &c);
}

/* ---- collectives ---- */

/* Whether only one of each host talks to other hosts. */
static bool goes_by_hosts(const struct mapped_run *s,
                          const struct recorded_collective *c)
{
    return collective_goes_by_hosts(c->kind) && s->comm[c->comm].hosts > 1;
}

static struct collective_cost cost_of(const struct mapped_run *s,
                                      const struct recorded_collective *c)
{
    return collective_cost(c->kind,
                           goes_by_hosts(s, c)
                               ? s->comm[c->comm].hosts
                               : s->recording->comm[c->comm].size,
                           c->most, c->sum);
}

/* Add what members do with those beside them, where there are most of them. As
 * long as nothing is known of the memory there it is like the network.
 */
static void add_within(const struct mapped_run *s,
                       const struct recorded_collective *c,
                       struct mapped_run_cost *cost)
{
    const struct mapped_comm *comm = &s->comm[c->comm];
    const struct platform_link *l =
        platform_link(s->platform, comm->fullest, comm->fullest);
    struct collective_cost more =
        collective_cost_within(c->kind, comm->together, c->most);

    if (!goes_by_hosts(s, c))
        return;
    if (l->known) {
        cost->within = more.latencies * l->latency + more.bytes * l->per_byte;
    } else {
        cost->latencies += more.latencies;
        cost->bytes += more.bytes;
    }
}

/* The slowest link between two members, of those as slow one between hosts;
 * NULL where there is but one member.
 */
static const struct platform_link *find_slowest(
    const struct mapped_run *s, const struct recorded_collective *c)
{
    const struct recorded_comm *comm = &s->recording->comm[c->comm];
    const struct platform_link *slowest = NULL;
    struct collective_cost cost = cost_of(s, c);
    size_t seen = SIZE_MAX; /* host */
    double most = -1;

    for (size_t i = 1; i < comm->size; i++) {
        size_t host = s->host[comm->member[i]];
        const struct platform_link *l;
        double time;

        if (host == seen)
            continue;
        seen = host;
        l = link_of(s, comm->member[0], comm->member[i]);
        time = cost.latencies * l->latency + cost.bytes * l->per_byte;
        if (time > most
            || (host != s->host[comm->member[0]] && !(time < most))) {
            most = time;
            slowest = l;
        }
    }
    return slowest;
}

/* The same, which all members ask for, looked for once. */
static const struct platform_link *slowest_link(const struct mapped_run *s,
                                                uint32_t which)
{
    if (!s->slowest[which])
        s->slowest[which] = find_slowest(s, &s->recording->collective[which]);
    return s->slowest[which];
}

/* When the last of the members up to this place came. */
static double last_of(const struct recorded_collective *c,
                      const struct moments *m,
                      uint32_t which,
                      size_t place)
{
    double last = -INFINITY;

    if (m->through[which] <= place)
        return NAN;
    for (size_t i = 0; i <= place; i++)
        last = fmax(last, m->joined[c->first + i]);
    return last;
}

/* What goes through several hands waits for each of them, and so does what is
 * long.  The rest is handed in.
 */
bool mapped_run_needs_inside(const struct mapped_run *s,
                             const struct recorded_collective *c)
{
    enum collective_waits waits = collective_waits(c->kind);

    return c->most > s->platform->eager || mapped_run_goes_by_tree(s, c)
           || ((waits == COLLECTIVE_ALL || waits == COLLECTIVE_LOWER)
               && s->recording->comm[c->comm].size > 2);
}

/* When the last one comes whom the rank waits for. */
static double awaited(const struct mapped_run *s,
                      const struct moments *m,
                      uint32_t which,
                      int rank)
{
    const struct recorded_collective *c = &s->recording->collective[which];
    const struct recorded_comm *comm = &s->recording->comm[c->comm];
    size_t place = (size_t)comm->place[rank];
    bool is_long = c->most > s->platform->eager;
    double own, root;

    if (mapped_run_needs_inside(s, c))
        m = m->inside;
    own = m->joined[c->first + place];
    switch (collective_waits(c->kind)) {
    case COLLECTIVE_LOWER:
        return last_of(c, m, which, place);
    case COLLECTIVE_ON_ROOT:
    case COLLECTIVE_AT_ROOT:
        root = m->joined[recording_member(s->recording, which, c->root)];
        if ((collective_waits(c->kind) == COLLECTIVE_AT_ROOT
             && rank == c->root)
            || (rank == c->root && is_long))
            break;
        if (collective_waits(c->kind) == COLLECTIVE_AT_ROOT && !is_long)
            return own;
        return later(own, root);
    default:
        break;
    }
    return m->complete[which] < comm->size ? NAN : m->last[which];
}

/* Whether the rank is done when it has handed in what it has. */
static bool goes_on(const struct mapped_run *s,
                    const struct recorded_collective *c,
                    int rank)
{
    enum collective_waits waits = collective_waits(c->kind);

    return c->most <= s->platform->eager
           && ((waits == COLLECTIVE_ON_ROOT && rank == c->root)
               || (waits == COLLECTIVE_AT_ROOT && rank != c->root));
}

static struct mapped_run_cost join_cost(const struct mapped_run *s,
                                        const struct moments *m,
                                        uint32_t which,
                                        int rank)
{
    const struct recorded_collective *c = &s->recording->collective[which];
    struct collective_cost is = cost_of(s, c);
    struct mapped_run_cost cost = {
        .latencies = is.latencies,
        .bytes = is.bytes,
        .least = is.bytes * s->comm[c->comm].per_byte,
        .from = awaited(s, m, which, rank),
    };

    if (!isnan(cost.from))
        cost.link = slowest_link(s, which);
    if (!goes_by_hosts(s, c))
        cost.least =
            fmax(cost.least, is.each * s->comm[c->comm].per_byte_each);
    add_within(s, c, &cost);
    return cost;
}

/* The same of a broadcast that is followed: what it costs since the last one
 * came whom the rank waits for, as if all its ways were as slow as the
 * slowest.
 */
static struct mapped_run_cost passing_cost(const struct mapped_run *s,
                                           const struct moments *m,
                                           uint32_t which,
                                           int rank)
{
    const struct recorded_collective *c = &s->recording->collective[which];
    struct mapped_run_passage is = mapped_run_pass(s, m, which, rank);
    struct mapped_run_cost cost = { .latencies = is.times,
                                    .bytes = is.times * (double)c->most,
                                    .from = is.when };

    if (isnan(is.when))
        return cost;
    cost.link = slowest_link(s, which);
    cost.from = 2 * is.when - end_of(&cost);
    return cost;
}

/* What a short one of a root brings is there already when it came before. */
static double joined(const struct mapped_run *s,
                     const struct moments *m,
                     int rank,
                     const struct step *step,
                     double now)
{
    const struct recorded_collective *c =
        &s->recording->collective[step->item];
    struct mapped_run_cost cost = join_cost(s, m, step->item, rank);

    if (goes_on(s, c, rank))
        return now + busy(s, step, &cost);
    if (mapped_run_goes_by_tree(s, c))
        return mapped_run_pass(s, m, step->item, rank).when;
    if (collective_waits(c->kind) == COLLECTIVE_ON_ROOT
        && c->most <= s->platform->eager && !isnan(cost.from))
        cost.from =
            m->joined[recording_member(s->recording, step->item, c->root)];
    return end_of(&cost);
}

/* ---- both ---- */

double mapped_run_wait(const struct mapped_run *s,
                       const struct moments *m,
                       int rank,
                       const struct step *step,
                       double now)
{
    double end = now;

    if (step->kind == STEP_WAIT_SENT)
        end = sent(s, m, step, now);
    else if (step->kind == STEP_WAIT_JOINED)
        end = joined(s, m, rank, step, now);
    else if (step->kind == STEP_WAIT_RECEIVED)
        end = arrived(s, m, step->item);
    return later(now, end);
}

struct mapped_run_cost mapped_run_cost(const struct mapped_run *s,
                                       const struct moments *m,
                                       int rank,
                                       const struct step *step)
{
    if (step->kind == STEP_WAIT_RECEIVED
        || (step->kind == STEP_WAIT_SENT && is_long(s, step->item)))
        return message_cost(s, m, step->item);
    if (step->kind == STEP_WAIT_JOINED
        && !goes_on(s, &s->recording->collective[step->item], rank))
        return mapped_run_goes_by_tree(s,
                                       &s->recording->collective[step->item])
                   ? passing_cost(s, m, step->item, rank)
                   : join_cost(s, m, step->item, rank);
    return (struct mapped_run_cost){ 0, 0, NULL, 0, 0, -INFINITY };
}

bool mapped_run_is_kept(const struct mapped_run *s,
                        const struct moments *m,
                        int rank,
                        const struct step *step,
                        double now)
{
    return mapped_run_cost(s, m, rank, step).from > now;
}

/* ---- links ---- */

static int check_pair(const struct mapped_run *s,
                      int a,
                      int b,
                      struct error *err)
{
    const char *host = s->platform->host[s->host[a]].name;

    if (link_of(s, a, b)->known)
        return 0;
    if (a == b)
        return error_set(err,
                         "nothing is known of the memory within %s, where "
                         "rank %d sends to itself",
                         host, a);
    if (s->host[a] == s->host[b])
        return error_set(err,
                         "nothing is known of the memory within %s, where "
                         "ranks %d and %d are",
                         host, a, b);
    return error_set(
        err,
        "nothing is known of the network between %s and %s, where "
        "ranks %d and %d are",
        host, s->platform->host[s->host[b]].name, a, b);
}

int mapped_run_check_links(const struct mapped_run *s, struct error *err)
{
    const struct recording *r = s->recording;

    for (size_t i = 0; i < r->messages; i++)
        if (check_pair(s, r->message[i].from, r->message[i].to, err) < 0)
            return -1;
    for (size_t i = 0; i < r->collectives; i++) {
        const struct recorded_comm *comm = &r->comm[r->collective[i].comm];

        for (size_t k = 1; k < comm->size; k++)
            if (check_pair(s, comm->member[0], comm->member[k], err) < 0)
                return -1;
    }
    return 0;
}
