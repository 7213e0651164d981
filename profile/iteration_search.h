/* iteration_search.h - find the main loop of a program in its stream of calls
 *
 * Nobody marks an iteration.  But in a loop the same call paths come again
 * and again at even distances, and the call paths of the outer loop come
 * rarest.  So each call path counts how evenly it recurs; one that does so
 * often enough is made the mark of a loop, and from then on the time of each
 * of its rounds is kept.  Other paths that come once in each round of a loop
 * become its members; the last of them says where its last round ends.  A
 * few loops are kept at a time: an outer one, the ones within it, and those
 * that came before or after.  Which of them is the iteration is decided by
 * the reader, who sees all ranks (iteration_reader.h, iteration_main.h).
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
#ifndef MITOSIS_PROFILE_ITERATION_SEARCH_H
#define MITOSIS_PROFILE_ITERATION_SEARCH_H

#include "profile/iteration_loop.h"

struct iteration_search {
    uint64_t calls;      /* calls seen */
    uint64_t first_tick; /* of the first of them */
    uint64_t last_tick;  /* and of the last */
    uint32_t manual;     /* marks are made by the program, MPI_Pcontrol() */
    uint32_t reserved;
    struct iteration_loop loop[ITERATION_SEARCH_LOOPS];
};

/* The rarer parts of iteration_search_call(): a member whose loop went on
 * without it, and a path that is no member of a loop.
 */
void iteration_search_leave(struct iteration_search *b,
                            struct iteration_search_mark *m,
                            uint32_t site,
                            uint64_t tick,
                            uint64_t mpi_ticks);
void iteration_search_other(struct iteration_search *b,
                            struct iteration_search_mark *m,
                            uint32_t site,
                            uint64_t tick,
                            uint64_t mpi_ticks);

/* A mark that is not just counted: enter the rounds before it.  Returns
 * whether it passes then.
 */
bool iteration_search_stop(struct iteration_search *b,
                           struct iteration_search_mark *m);

/* A mark of a loop that is followed: whether it needs no more than to be
 * counted.  Its round waits to be entered with others, all of which had the
 * same number of calls.
 */
static inline bool iteration_search_passes(struct iteration_search *b,
                                           struct iteration_search_mark *m,
                                           uint64_t tick)
{
    struct iteration_loop *l =
        (struct iteration_loop *)((char *)b + m->followed);

    if (__builtin_expect(
            m->pending == m->most || b->calls - m->last != m->interval, 0)
        && !iteration_search_stop(b, m))
        return false;
    if (!m->brisk) {
        l->reach = l->end_call - m->last;
        l->tail = tick - l->end_tick;
    }
    m->pending++;
    m->last = b->calls;
    l->marks++;
    l->turn++;
    l->end_tick = tick;
    l->end_call = b->calls;
    return true;
}

/* The main thread called MPI from the path 'site', whose mark is 'm', at
 * 'tick', after 'mpi_ticks' ticks in earlier calls.
 */
static inline __attribute__((always_inline)) void iteration_search_call(
    struct iteration_search *b,
    struct iteration_search_mark *m,
    uint32_t site,
    uint64_t tick,
    uint64_t mpi_ticks)
{
    struct iteration_search_edge *edge =
        &m->edge[m->count++ % ITERATION_SEARCH_EDGES];

    b->last_tick = tick;
    edge->call = ++b->calls;
    edge->tick = tick;
    edge->mpi = mpi_ticks;
    if (__builtin_expect(m->member != 0, 1)) {
        struct iteration_loop *l =
            (struct iteration_loop *)((char *)b + m->member);

        if (__builtin_expect(l->turn == m->turn + 1, 1)) {
            m->turn++;
            l->end_tick = tick;
            l->end_call = b->calls;
        } else {
            iteration_search_leave(b, m, site, tick, mpi_ticks);
        }
    } else if (!m->followed || !iteration_search_passes(b, m, tick)) {
        iteration_search_other(b, m, site, tick, mpi_ticks);
    }
}

/* Enter what waits of all loops but the brisk ones, before somebody reads them
 * for good.  Until then up to BEAT_WAITING rounds of a loop, and some
 * milliseconds, are missing in its sums.
 */
void iteration_search_settle(struct iteration_search *b);

/* The rank stands between two iterations, at 'tick', and may go no further:
 * there ends what it did in the loops whose last call was its last one.
 */
void iteration_search_stand(struct iteration_search *b, uint64_t tick);

/* The program marks the begin of an iteration itself.  From the first one on
 * loop[0] is the program's, and others are known beside it.
 */
void iteration_search_manual(struct iteration_search *b,
                             uint64_t tick,
                             uint64_t mpi_ticks);

#endif /* !MITOSIS_PROFILE_ITERATION_SEARCH_H */
