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
 * the reader, who sees all ranks.
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

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BEAT_LOOPS = 8,      /* loops kept at a time */
    BEAT_SAMPLES = 4096, /* rounds kept one by one before pairs are joined */
    BEAT_BINS = 640,     /* of the histogram, 16 to each doubling */
    BEAT_EDGES = 16,     /* last recurrences kept of each call path */
    BEAT_RECENT = 4,     /* last marks kept of each loop */
    BEAT_BRISK = 16,     /* rounds of a brisk loop that are entered at once */
};

/* When a call path came. */
struct beat_edge {
    uint64_t tick;
    uint64_t call; /* number of the call, counted from 1 */
    uint64_t mpi;  /* ticks spent in MPI before it */
};

/* What each call path remembers of its recurrences.  A member of a loop just
 * follows that loop, and what is marked with * lies idle meanwhile.
 */
struct beat_mark {
    uint64_t count;
    uint64_t turn;   /* as a member: the loop's turn when it came last */
    uint32_t member; /* the loop whose rounds it shares, by its offset, or 0 */
    uint32_t loop_plus_one; /* the loop that it marks, or 0 */
    uint32_t even;    /* * distances in a row that were like the one before */
    uint32_t need;    /* * so many of them are worth a look */
    uint64_t regular; /* * such distances since the last gap */
    uint64_t last;    /* * number of the call at which it came last */
    uint64_t last_tick; /* * and when */
    uint64_t interval;  /* * distance before that, in calls */
    uint64_t period;    /* * and in ticks */
    uint64_t squares;   /* * sum of the squared distances since the last gap */
    uint64_t far;       /* * a longer distance in calls is a gap */
    uint64_t look;      /* * look at it at this count in any case */
    uint64_t since;     /* * occurrences before the last gap */
    struct beat_edge first; /* * the first one after it */
    uint64_t patience;      /* doubled each time a look was in vain */
    uint32_t brisk;   /* it marks a loop of so short rounds that entering each
                         would cost more than they do: the loop's offset */
    uint32_t pending; /* rounds that were not entered yet */
    struct beat_edge edge[BEAT_EDGES]; /* a ring, by count */
};

/* A loop.  Rounds are from one mark to the next, but not across a gap; when
 * there are more than BEAT_SAMPLES of them, each sample is the mean of
 * 'stride' rounds.  A loop within another one is entered many times: each
 * time is a stretch of marks without a gap.
 */
struct beat_loop {
    uint32_t used;
    uint32_t site;     /* the call path that marks it */
    uint64_t turn;     /* moves on with each mark, never back */
    uint64_t marks;    /* marks seen */
    uint64_t end_tick; /* of the last call that belongs to its last round */
    uint64_t end_call;
    uint64_t rounds;  /* marks that had one before them without a gap */
    uint64_t regular; /* rounds that were like the one before */
    uint64_t first_tick;
    uint64_t first_call;
    uint64_t last_tick; /* of the last mark */
    uint64_t last_call;
    uint64_t last_mpi;
    uint64_t ticks;     /* sum of all rounds */
    uint64_t mpi_ticks; /* of these in MPI */
    uint64_t shortest;  /* ticks */
    uint64_t longest;
    double squares; /* sum of the squares of the rounds' ticks */
    uint64_t calls; /* sum of all rounds */
    double calls_squares;
    uint64_t calls_min; /* calls in a round */
    uint64_t calls_max;
    uint64_t calls_last;
    uint64_t typical;    /* calls in most rounds */
    uint64_t exact;      /* rounds that had so many */
    uint64_t exact_bins; /* sum of these rounds' bins of the histogram */
    uint64_t bins;       /* and of all rounds' */
    uint64_t odd_long;   /* others that took twice as long */
    uint64_t round_last; /* ticks of the last round */
    uint64_t reach;      /* calls from mark to end in the last whole round */
    uint64_t tail_ticks; /* sum over the rounds from their end to the mark */
    uint64_t starts;     /* stretches */
    uint64_t start_mark; /* marks before the last stretch */
    uint64_t start_tick;
    uint64_t best_mark; /* the longest stretch before the last one */
    uint64_t best_marks;
    uint64_t best_tick;
    uint64_t best_end;
    uint64_t recent[BEAT_RECENT]; /* calls of the last marks, a ring */
    uint32_t samples;
    uint32_t stride;   /* rounds in a sample */
    uint32_t filling;  /* rounds in the sample being filled */
    uint32_t enclosed; /* it was found within another loop */
    uint32_t fold;     /* marks that make a round */
    uint32_t folded;   /* those of the round that goes on */
    uint32_t members;  /* paths that were found to take turns with the mark */
    uint32_t standing; /* of 'typical': so many other rounds it outlasts */
    double filling_ticks;
    double filling_mpi;
    float ticks_of[BEAT_SAMPLES];
    float mpi_of[BEAT_SAMPLES];
    uint32_t histogram[BEAT_BINS]; /* of rounds by ticks, see beat_bin() */
};

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

/* Whether 'value' is within a quarter of 'before'. */
static inline bool beat_near(uint64_t value, uint64_t before)
{
    return value - (before - before / 4) <= before / 2;
}

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

/* For the reader, who may see a loop while it changes, or what is left of
 * one: beat_reader.c, and for the last, beat_main.c.
 */

/* The bin of the histogram for a round of 'ticks', and the middle of a bin.
 */
unsigned beat_bin(uint64_t ticks);
double beat_bin_ticks(unsigned bin);

/* Whether it turned out to be a loop: most rounds are like the one before,
 * or all are alike on the whole.
 */
bool beat_sound(const struct beat_loop *l);

/* The number of iterations: start-up and wind-down are left out, the last
 * one, after the last mark, is in.
 */
uint64_t beat_count(const struct beat_loop *l);

/* From the first mark to the end of the last iteration, of these. */
double beat_ticks(const struct beat_loop *l);

/* The last iteration's ticks, which are in no sample: what lies between its
 * last call and the next iteration is taken from the others.  0 when there is
 * no telling.
 */
double beat_last_ticks(const struct beat_loop *l);

/* Which samples belong to the iterations: 'first' and, as the answer, how
 * many from there on.
 */
size_t beat_samples(const struct beat_loop *l, size_t *first);

/* The ticks of which a share of 'q' (0 to 1) of the rounds is not above. */
double beat_quantile(const struct beat_loop *l, double q);

/* The loop whose rounds are the iterations, or -1 when there is none. */
int beat_main(const struct beat *b);

#endif /* !MITOSIS_PROFILE_BEAT_H */
