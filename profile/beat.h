/* beat.h - find the main loop of a program in its stream of calls
 *
 * Nobody marks an iteration.  But in a loop the same call paths come again
 * and again at even distances, and the call paths of the outer loop come
 * rarest.  So each call path counts how evenly it recurs; one that does so
 * often enough is made the mark of a loop, and from then on the time of each
 * of its rounds is kept.  Other paths that come once in each round of a loop
 * become its members; the last of them says where its last round ends.  A
 * few loops are kept at a time: an outer one, the ones within it, and those
 * that came before or after.  Which of them is the iteration is decided by
 * the reader, who sees all ranks (beat_reader.h, beat_main.h).
 *
 * Where no path comes just once in each round, one that comes several times
 * at distances that repeat is taken, and so many of its marks make a round.
 *
 * Looking for the rarest even mark instead of an exact repetition costs a
 * few nanoseconds a call and lets the inner loops vary with the data.
 *
 * All zero is a valid beginning for every struct here.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_BEAT_H
#define MITOSIS_PROFILE_BEAT_H

#include "profile/beat_loop.h"

struct beat {
    uint64_t calls;      /* calls seen */
    uint64_t first_tick; /* of the first of them */
    uint64_t last_tick;  /* and of the last */
    uint32_t manual;     /* marks are made by the program, MPI_Pcontrol() */
    uint32_t reserved;
    struct beat_loop loop[BEAT_LOOPS];
};

/* The rarer part of beat_call(). */
void beat_look(struct beat *b,
               struct beat_mark *m,
               uint32_t site,
               uint64_t tick,
               uint64_t mpi_ticks);

/* Enter the rounds of a brisk loop before this one, which is different. */
void beat_flush(struct beat *b, struct beat_mark *m);

/* A mark of a brisk loop: whether it needs no more than to be counted. */
static inline bool beat_passes(struct beat *b,
                               struct beat_mark *m,
                               uint32_t site,
                               uint64_t tick)
{
    struct beat_loop *l = (struct beat_loop *)((char *)b + m->brisk);

    if (__builtin_expect(l->site != site, 0)) {
        m->brisk = 0;
        m->pending = 0;
        return false;
    }
    if (__builtin_expect(b->calls - m->last != m->interval, 0)) {
        beat_flush(b, m);
        return false;
    }
    if (m->pending == BEAT_BRISK - 1)
        return false;
    m->pending++;
    m->last = b->calls;
    m->last_tick = tick;
    l->marks++;
    l->turn++;
    l->end_tick = tick;
    l->end_call = b->calls;
    return true;
}

/* A call from a path that is no member of a loop. */
static inline void beat_other(struct beat *b,
                              struct beat_mark *m,
                              uint32_t site,
                              uint64_t tick,
                              uint64_t mpi_ticks)
{
    uint64_t distance = b->calls - m->last;
    uint64_t time = tick - m->last_tick;
    bool even = beat_near(distance, m->interval) || beat_near(time, m->period);

    m->even = even ? m->even + 1 : 0;
    m->regular += even;
    m->squares += distance * distance;
    m->interval = distance;
    m->period = time;
    m->last = b->calls;
    m->last_tick = tick;
    if (__builtin_expect(
            m->even >= m->need || distance > m->far || m->count >= m->look, 0))
        beat_look(b, m, site, tick, mpi_ticks);
}

/* The main thread called MPI from the path 'site', whose mark is 'm', at
 * 'tick', after 'mpi_ticks' ticks in earlier calls.
 */
static inline void beat_call(struct beat *b,
                             struct beat_mark *m,
                             uint32_t site,
                             uint64_t tick,
                             uint64_t mpi_ticks)
{
    struct beat_edge *edge = &m->edge[m->count++ % BEAT_EDGES];

    b->last_tick = tick;
    edge->call = ++b->calls;
    edge->tick = tick;
    edge->mpi = mpi_ticks;
    if (__builtin_expect(m->member != 0, 1)) {
        struct beat_loop *l = (struct beat_loop *)((char *)b + m->member);

        if (__builtin_expect(l->turn == m->turn + 1, 1)) {
            m->turn++;
            l->end_tick = tick;
            l->end_call = b->calls;
        } else {
            beat_look(b, m, site, tick, mpi_ticks);
        }
    } else if (!m->brisk || !beat_passes(b, m, site, tick)) {
        beat_other(b, m, site, tick, mpi_ticks);
    }
}

/* The program marks the begin of an iteration itself.  From the first one on
 * loop[0] is the program's, and others are known beside it.
 */
void beat_manual(struct beat *b, uint64_t tick, uint64_t mpi_ticks);

#endif /* !MITOSIS_PROFILE_BEAT_H */
