/* iteration_loop.h - what is kept of a call path and of a loop
 *
 * See iteration_search.h.  All zero is a valid beginning for every struct
 * here.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_ITERATION_LOOP_H
#define MITOSIS_PROFILE_ITERATION_LOOP_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ITERATION_SEARCH_LOOPS = 8, /* loops kept at a time */
    BEAT_SAMPLES = 4096, /* rounds kept one by one before pairs are joined */
    BEAT_BINS = 640,     /* of the histogram, 16 to each doubling */
    ITERATION_SEARCH_EDGES = 16, /* last recurrences kept of each call path */
    BEAT_RECENT = 4,             /* last marks kept of each loop */
    BEAT_WAITING = 15,           /* rounds that wait to be entered, at most */
};

/* When a call path came. */
struct iteration_search_edge {
    uint64_t tick;
    uint64_t call; /* number of the call, counted from 1 */
    uint64_t mpi;  /* ticks spent in MPI before it */
};

/* What each call path remembers of its recurrences.  A member of a loop just
 * follows that loop, and what is marked with * lies idle meanwhile.
 */
struct iteration_search_mark {
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
    struct iteration_search_edge first; /* * the first one after it */
    uint64_t patience; /* doubled each time a look was in vain */
    uint32_t followed; /* it marks a loop of even rounds, which need not be
                          entered at once: the loop's offset */
    uint32_t pending;  /* rounds that were not entered yet */
    uint32_t most;     /* so many may wait */
    uint32_t brisk;    /* they are so short that entering each would cost more
                          than they do: they are entered as equal ones */
    struct iteration_search_edge
        edge[ITERATION_SEARCH_EDGES]; /* a ring, by count */
};

/* A loop.  Rounds are from one mark to the next, but not across a gap; when
 * there are more than BEAT_SAMPLES of them, each sample is the mean of
 * 'stride' rounds.  A loop within another one is entered many times: each
 * time is a stretch of marks without a gap.
 */
struct iteration_loop {
    uint32_t used;
    uint32_t site;     /* the call path that marks it */
    uint64_t turn;     /* moves on with each mark, never back */
    uint64_t marks;    /* marks seen */
    uint64_t end_tick; /* of the last call that belongs to its last round */
    uint64_t end_call;
    uint64_t reach;   /* calls from mark to end in the last whole round */
    uint64_t tail;    /* ticks from the end of one to the next mark */
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
    uint64_t round_last; /* ticks of the last round */
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
    int64_t mark; /* of the path whose rounds may wait, its mark's offset */
    double filling_ticks;
    double filling_mpi;
    float ticks_of[BEAT_SAMPLES];
    float mpi_of[BEAT_SAMPLES];
    uint32_t histogram[BEAT_BINS]; /* of rounds by ticks, see
                                      iteration_histogram_bin() */
};

/* Whether 'value' is within a quarter of 'before'. */
static inline bool beat_near(uint64_t value, uint64_t before)
{
    return value - (before - before / 4) <= before / 2;
}

#endif /* !MITOSIS_PROFILE_ITERATION_LOOP_H */
