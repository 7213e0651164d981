/* sight.c - how the ranks of a job get on, seen from outside
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "policy/sight.h"

enum { SENT_RANKS = 512 }; /* more of them are not told apart */

/* What was seen of a rank at a time.  Ticks are those of the host's clock. */
struct look {
    bool seen;
    uint64_t ticks;
    uint64_t mpi;
    uint64_t held;
    uint64_t syncs;
};

struct sight {
    int ranks;
    struct look *then; /* the look that counts, of each rank */
    struct look *last;
    double *tick;        /* seconds, of each rank's host */
    uint64_t *sent_then; /* bytes, [from * ranks + to], or NULL */
    uint64_t *sent;
};

sight_t *sight_create(int ranks)
{
    sight_t *s = calloc(1, sizeof(*s));
    size_t count = (size_t)ranks;

    if (!s)
        return NULL;
    s->ranks = ranks;
    s->then = calloc(count, sizeof(*s->then));
    s->last = calloc(count, sizeof(*s->last));
    s->tick = calloc(count, sizeof(*s->tick));
    if (ranks <= SENT_RANKS) {
        s->sent_then = calloc(count * count, sizeof(*s->sent_then));
        s->sent = calloc(count * count, sizeof(*s->sent));
    }
    if (!s->then || !s->last || !s->tick) {
        sight_destroy(s);
        return NULL;
    }
    clock_setup();
    return s;
}

void sight_destroy(sight_t *s)
{
    if (s) {
        free(s->then);
        free(s->last);
        free(s->tick);
        free(s->sent_then);
        free(s->sent);
        free(s);
    }
}

static void look_at_peers(sight_t *s, int rank, const struct page *p)
{
    uint64_t *sent = s->sent + (size_t)rank * (size_t)s->ranks;

    for (uint64_t i = 0; i < p->peers; i++) {
        const struct peer_record *peer = &p->peer[i];

        if (peer->rank_plus_one > 0
            && peer->rank_plus_one <= (uint32_t)s->ranks)
            sent[peer->rank_plus_one - 1] = peer->sent_bytes;
    }
}

/* The rank may be in the middle of a call, which counts so far. */
void sight_look(sight_t *s, int rank, const struct page *p, uint64_t syncs)
{
    struct look *last = &s->last[rank];
    uint64_t inside;

    if (!p || p->level < LEVEL_TIMES) {
        last->seen = false;
        last->syncs = syncs;
        return;
    }
    last->ticks = clock_ticks();
    inside = *(const volatile uint64_t *)&p->inside_since;
    last->mpi = *(const volatile uint64_t *)&p->mpi_ticks;
    if (inside > 0 && inside < last->ticks)
        last->mpi += last->ticks - inside;
    last->held = *(const volatile uint64_t *)&p->held_ticks;
    last->syncs = syncs;
    last->seen = true;
    s->tick[rank] = p->tick_ns * 1e-9;
    if (s->sent)
        look_at_peers(s, rank, p);
}

uint64_t sight_syncs(const sight_t *s)
{
    uint64_t least = UINT64_MAX;

    for (int r = 0; r < s->ranks; r++) {
        uint64_t syncs = s->last[r].syncs - s->then[r].syncs;

        if (s->last[r].syncs < s->then[r].syncs)
            syncs = 0;
        least = syncs < least ? syncs : least;
    }
    return least == UINT64_MAX ? 0 : least;
}

static double difference(uint64_t later, uint64_t earlier)
{
    return later > earlier ? (double)(later - earlier) : 0;
}

/* What a rank did between the two looks. */
struct stretch {
    double iteration; /* seconds of one */
    double mpi;       /* the share of it in MPI */
    double syncs;
};

static bool find_stretch(const sight_t *s, int rank, struct stretch *st)
{
    const struct look *a = &s->then[rank], *b = &s->last[rank];
    double ticks =
        difference(b->ticks, a->ticks) - difference(b->held, a->held);

    if (!a->seen || !b->seen || b->syncs <= a->syncs || ticks <= 0)
        return false;
    st->syncs = (double)(b->syncs - a->syncs);
    st->iteration = ticks * s->tick[rank] / st->syncs;
    st->mpi = difference(b->mpi, a->mpi) / ticks;
    if (st->mpi > 1)
        st->mpi = 1;
    return true;
}

static void fill_sent(const sight_t *s,
                      const struct stretch *st,
                      struct policy_rank *rank)
{
    size_t at = (size_t)rank->rank * (size_t)s->ranks;

    if (!s->sent || !s->sent_then)
        return;
    rank->sent = calloc((size_t)s->ranks, sizeof(double));
    for (int to = 0; rank->sent && to < s->ranks; to++)
        rank->sent[to] =
            difference(s->sent[at + (size_t)to], s->sent_then[at + (size_t)to])
            / st->syncs;
}

void sight_fill(const sight_t *s, struct policy_job *job)
{
    double least_mpi = 1, sum = 0;
    struct stretch st;
    int known = 0;

    for (int r = 0; r < s->ranks; r++) {
        if (!find_stretch(s, r, &st))
            continue;
        least_mpi = st.mpi < least_mpi ? st.mpi : least_mpi;
        sum += st.iteration;
        known++;
    }
    if (known > 0)
        job->iteration_time = sum / known;
    for (int r = 0; r < s->ranks; r++) {
        struct policy_rank *rank = &job->ranks[r];

        if (!find_stretch(s, r, &st))
            continue;
        rank->compute = 1 - st.mpi;
        rank->wait = st.mpi - least_mpi;
        rank->time = st.iteration * (1 - rank->wait);
        fill_sent(s, &st, rank);
    }
}

void sight_advance(sight_t *s)
{
    size_t count = (size_t)s->ranks;

    memcpy(s->then, s->last, count * sizeof(*s->then));
    if (s->sent && s->sent_then)
        memcpy(s->sent_then, s->sent, count * count * sizeof(*s->sent));
}
