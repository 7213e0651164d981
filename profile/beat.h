/* beat.h - find the main loop of a program in its stream of calls
 *
 * Nobody marks an iteration.  But in a loop the same call paths come again
 * and again at even distances, and the call paths of the outer loop come
 * rarest.  So each call path counts how evenly it recurs; one that does so
 * often enough is made the mark of a loop, and from then on the time of each
 * of its rounds is kept.  A few loops are kept at a time: an outer one, the
 * ones within it, and those that came before or after.  Which of them is the
 * iteration is decided by the reader, who sees all ranks.
 *
 * Looking for the rarest even mark instead of an exact repetition costs a
 * few nanoseconds a call and lets the inner loops vary with the data.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BEAT_H
#define MITOSIS_BEAT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BEAT_LOOPS = 8,     /* loops kept at a time */
    BEAT_SAMPLES = 4096, /* rounds kept one by one before pairs are joined */
    BEAT_BINS = 640,    /* of the histogram, 16 to each doubling */
    BEAT_EDGES = 4,     /* first recurrences kept of each call path */
    BEAT_START = 4,     /* recurrences before a path may become a mark */
};

/* What each call path remembers of its recurrences. */
struct beat_mark {
    uint64_t count;
    uint64_t regular;  /* how many came after about the same distance */
    uint64_t last;     /* number of the call at which it came last */
    uint64_t interval; /* distance before that, in calls */
    uint64_t edge_tick[BEAT_EDGES]; /* when it came the first few times */
    uint64_t edge_call[BEAT_EDGES];
    uint64_t edge_mpi[BEAT_EDGES];
    uint32_t loop_plus_one; /* the loop that it marks, or 0 */
    uint32_t reserved;
};

/* A loop.  Rounds are from one mark to the next; when there are more than
 * BEAT_SAMPLES of them, each sample is the mean of 'stride' rounds.
 */
struct beat_loop {
    uint32_t used;
    uint32_t site;      /* the call path that marks it */
    uint64_t marks;     /* marks seen: rounds + 1 */
    uint64_t regular;   /* as in the mark */
    uint64_t first_tick;
    uint64_t first_call;
    uint64_t last_tick; /* of the last mark */
    uint64_t last_call;
    uint64_t last_mpi;
    uint64_t end_tick;  /* of the last call that belongs to its last round */
    uint64_t ticks;     /* sum of all rounds */
    uint64_t mpi_ticks; /* of these in MPI */
    uint64_t shortest;  /* ticks */
    uint64_t longest;
    double squares;     /* sum of the squares of the rounds' ticks */
    uint64_t calls_min; /* calls in a round */
    uint64_t calls_max;
    uint32_t samples;
    uint32_t stride;    /* rounds in a sample */
    uint32_t filling;   /* rounds in the sample being filled */
    uint32_t reserved;
    double filling_ticks;
    double filling_mpi;
    float ticks_of[BEAT_SAMPLES];
    float mpi_of[BEAT_SAMPLES];
    uint32_t histogram[BEAT_BINS]; /* of rounds by ticks, see beat_bin() */
};

struct beat {
    uint64_t calls;  /* calls seen */
    uint32_t manual; /* marks are made by the program, MPI_Pcontrol() */
    uint32_t reserved;
    struct beat_loop loop[BEAT_LOOPS];
};

#endif /* !MITOSIS_BEAT_H */
