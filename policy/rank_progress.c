/* rank_progress.c - how the ranks of a job get on, seen from outside
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/system/clock.h"
#include "policy/rank_progress.h"

enum { SENT_RANKS = 512 }; /* more of them are not told apart */

struct look {
    struct rank_progress_sample *rank; /* of each */
    uint64_t *sent; /* bytes, [from * ranks + to], or NULL */
};

struct rank_progress {
    int ranks;
    struct look then; /* the one that counts */
    struct look last;
    struct look before; /* the one that counted until then */
    int looks;          /* that have counted, up to two */
};

static bool make(struct look *l, int ranks)
{
    size_t count = (size_t)ranks;

    l->rank = calloc(count, sizeof(*l->rank));
    if (ranks <= SENT_RANKS)
        l->sent = calloc(count * count, sizeof(*l->sent));
    return l->rank;
}

static void forget(struct look *l)
{
    free(l->rank);
    free(l->sent);
}

static void copy(const rank_progress_t *s,
                 struct look *to,
                 const struct look *from)
{
    size_t count = (size_t)s->ranks;

    memcpy(to->rank, from->rank, count * sizeof(*to->rank));
    if (to->sent && from->sent)
        memcpy(to->sent, from->sent, count * count * sizeof(*to->sent));
}

rank_progress_t *rank_progress_create(int ranks)
{
    rank_progress_t *s = calloc(1, sizeof(*s));

    if (!s)
        return NULL;
    s->ranks = ranks;
    if (!make(&s->then, ranks) || !make(&s->last, ranks)
        || !make(&s->before, ranks)) {
        rank_progress_destroy(s);
        return NULL;
    }
    clock_setup();
    return s;
}

void rank_progress_destroy(rank_progress_t *s)
{
    if (s) {
        forget(&s->then);
        forget(&s->last);
        forget(&s->before);
        free(s);
    }
}

/* Before a rank has taken over, its page and its count are not the job's. */
static bool is_running(const struct page *p, uint64_t syncs)
{
    return p && (p->generation < 2 || (p->took_over && syncs > p->first_sync));
}

/* The rank may be in the middle of a call, which counts so far. */
struct rank_progress_sample rank_progress_sample(int rank,
                                                 const struct page *p,
                                                 uint64_t syncs)
{
    struct rank_progress_sample sample = { .rank = (uint32_t)rank,
                                           .syncs = syncs };
    uint64_t inside;

    sample.running = is_running(p, syncs);
    if (!p || p->level < LEVEL_TIMES)
        return sample;
    sample.timed = 1;
    sample.ticks = clock_ticks();
    inside = *(const volatile uint64_t *)&p->inside_since;
    sample.mpi = *(const volatile uint64_t *)&p->mpi_ticks;
    if (inside > 0 && inside < sample.ticks)
        sample.mpi += sample.ticks - inside;
    sample.held = *(const volatile uint64_t *)&p->held_ticks;
    sample.tick = p->tick_ns * 1e-9;
    return sample;
}

size_t rank_progress_list_sent(int rank,
                               const struct page *p,
                               struct rank_progress_sent *list,
                               size_t most)
{
    const struct peer_record *peer;
    struct page_peers peers;
    size_t count = 0;

    if (!p)
        return 0;
    page_peers_begin(&peers, p);
    while (count < most && (peer = page_peers_next(&peers)))
        if (peer->sent_bytes > 0)
            list[count++] = (struct rank_progress_sent){
                (uint32_t)rank, peer->rank_plus_one - 1, peer->sent_bytes
            };
    page_peers_end(&peers);
    return count;
}

void rank_progress_take(rank_progress_t *s,
                        const struct rank_progress_sample *sample)
{
    if (sample->rank < (uint32_t)s->ranks)
        s->last.rank[sample->rank] = *sample;
}

void rank_progress_take_sent(rank_progress_t *s,
                             const struct rank_progress_sent *sent)
{
    uint32_t ranks = (uint32_t)s->ranks;

    if (s->last.sent && sent->from < ranks && sent->to < ranks)
        s->last.sent[(size_t)sent->from * ranks + sent->to] = sent->bytes;
}

struct rank_progress_sample rank_progress_last(const rank_progress_t *s,
                                               int rank)
{
    return s->last.rank[rank];
}

bool rank_progress_running(const rank_progress_t *s)
{
    for (int r = 0; r < s->ranks; r++)
        if (!s->last.rank[r].running)
            return false;
    return true;
}

uint64_t rank_progress_syncs(const rank_progress_t *s)
{
    uint64_t least = UINT64_MAX;

    for (int r = 0; r < s->ranks; r++) {
        uint64_t syncs = s->last.rank[r].syncs - s->then.rank[r].syncs;

        if (s->last.rank[r].syncs < s->then.rank[r].syncs)
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

static bool find_stretch(const rank_progress_t *s,
                         int rank,
                         struct stretch *st)
{
    const struct rank_progress_sample *a = &s->then.rank[rank],
                                      *b = &s->last.rank[rank];
    double ticks =
        difference(b->ticks, a->ticks) - difference(b->held, a->held);

    if (!a->timed || !b->timed || b->syncs <= a->syncs || ticks <= 0)
        return false;
    st->syncs = (double)(b->syncs - a->syncs);
    st->iteration = ticks * b->tick / st->syncs;
    st->mpi = difference(b->mpi, a->mpi) / ticks;
    if (st->mpi > 1)
        st->mpi = 1;
    return true;
}

static void fill_sent(const rank_progress_t *s,
                      const struct stretch *st,
                      struct policy_rank *rank)
{
    size_t at = (size_t)rank->rank * (size_t)s->ranks;

    if (!s->last.sent || !s->then.sent)
        return;
    rank->sent = calloc((size_t)s->ranks, sizeof(double));
    for (int to = 0; rank->sent && to < s->ranks; to++)
        rank->sent[to] = difference(s->last.sent[at + (size_t)to],
                                    s->then.sent[at + (size_t)to])
                         / st->syncs;
}

void rank_progress_fill(const rank_progress_t *s, struct policy_job *job)
{
    double sum = 0;
    struct stretch st;
    int known = 0;

    for (int r = 0; r < s->ranks; r++) {
        if (!find_stretch(s, r, &st))
            continue;
        job->ranks[r].compute = 1 - st.mpi;
        sum += st.iteration;
        known++;
    }
    if (known > 0)
        job->iteration_time = sum / known;
    policy_job_find_waits(job);
    for (int r = 0; r < s->ranks; r++) {
        struct policy_rank *rank = &job->ranks[r];

        if (!find_stretch(s, r, &st))
            continue;
        rank->time = st.iteration * (1 - rank->wait);
        fill_sent(s, &st, rank);
    }
}

void rank_progress_advance(rank_progress_t *s)
{
    copy(s, &s->before, &s->then);
    copy(s, &s->then, &s->last);
    s->looks = s->looks > 0 ? 2 : 1;
}

bool rank_progress_reach_back(rank_progress_t *s)
{
    if (s->looks < 2)
        return false;
    copy(s, &s->then, &s->before);
    s->looks = 1;
    return true;
}
