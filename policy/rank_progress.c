/* rank_progress.c - how the ranks of a job get on, seen from outside
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "policy/rank_progress.h"

enum { SENT_RANKS = 512 }; /* more of them are not told apart */

struct rank_progress {
    int ranks;
    struct rank_progress_sample *then; /* the look that counts, of each rank */
    struct rank_progress_sample *last;
    struct rank_progress_sample *before; /* the look that counted until then */
    uint64_t *sent_then; /* bytes, [from * ranks + to], or NULL */
    uint64_t *sent;
    uint64_t *sent_before;
    int looks; /* that have counted, up to two */
};

rank_progress_t *rank_progress_create(int ranks)
{
    rank_progress_t *s = calloc(1, sizeof(*s));
    size_t count = (size_t)ranks;

    if (!s)
        return NULL;
    s->ranks = ranks;
    s->then = calloc(count, sizeof(*s->then));
    s->last = calloc(count, sizeof(*s->last));
    s->before = calloc(count, sizeof(*s->before));
    if (ranks <= SENT_RANKS) {
        s->sent_then = calloc(count * count, sizeof(*s->sent_then));
        s->sent = calloc(count * count, sizeof(*s->sent));
        s->sent_before = calloc(count * count, sizeof(*s->sent_before));
    }
    if (!s->then || !s->last || !s->before) {
        rank_progress_destroy(s);
        return NULL;
    }
    clock_setup();
    return s;
}

void rank_progress_destroy(rank_progress_t *s)
{
    if (s) {
        free(s->then);
        free(s->last);
        free(s->before);
        free(s->sent_then);
        free(s->sent);
        free(s->sent_before);
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
        s->last[sample->rank] = *sample;
}

void rank_progress_take_sent(rank_progress_t *s,
                             const struct rank_progress_sent *sent)
{
    uint32_t ranks = (uint32_t)s->ranks;

    if (s->sent && sent->from < ranks && sent->to < ranks)
        s->sent[(size_t)sent->from * ranks + sent->to] = sent->bytes;
}

struct rank_progress_sample rank_progress_last(const rank_progress_t *s,
                                               int rank)
{
    return s->last[rank];
}

bool rank_progress_running(const rank_progress_t *s)
{
    for (int r = 0; r < s->ranks; r++)
        if (!s->last[r].running)
            return false;
    return true;
}

uint64_t rank_progress_syncs(const rank_progress_t *s)
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

static bool find_stretch(const rank_progress_t *s,
                         int rank,
                         struct stretch *st)
{
    const struct rank_progress_sample *a = &s->then[rank], *b = &s->last[rank];
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

    if (!s->sent || !s->sent_then)
        return;
    rank->sent = calloc((size_t)s->ranks, sizeof(double));
    for (int to = 0; rank->sent && to < s->ranks; to++)
        rank->sent[to] =
            difference(s->sent[at + (size_t)to], s->sent_then[at + (size_t)to])
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

static void copy_sent(const rank_progress_t *s,
                      uint64_t *to,
                      const uint64_t *from)
{
    size_t count = (size_t)s->ranks;

    if (to && from)
        memcpy(to, from, count * count * sizeof(*to));
}

void rank_progress_advance(rank_progress_t *s)
{
    size_t bytes = (size_t)s->ranks * sizeof(*s->then);

    memcpy(s->before, s->then, bytes);
    memcpy(s->then, s->last, bytes);
    copy_sent(s, s->sent_before, s->sent_then);
    copy_sent(s, s->sent_then, s->sent);
    s->looks = s->looks > 0 ? 2 : 1;
}

bool rank_progress_reach_back(rank_progress_t *s)
{
    if (s->looks < 2)
        return false;
    memcpy(s->then, s->before, (size_t)s->ranks * sizeof(*s->then));
    copy_sent(s, s->sent_then, s->sent_before);
    s->looks = 1;
    return true;
}
