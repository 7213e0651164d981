/* rounds.h - the rounds of a loop, as they are kept
 *
 * The writer's part of struct iteration_loop, see iteration_search.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_ROUNDS_H
#define MITOSIS_PROFILE_ROUNDS_H

#include "profile/iteration_loop.h"

/* A count as a real number.  None comes near 2^63, and for the others the
 * processor has one instruction.
 */
static inline double rounds_real(uint64_t n)
{
    return (double)(int64_t)n;
}

/* Whether most distances are like the one before: more than random ones are
 * likely to be.
 */
static inline bool rounds_are_even(uint64_t regular, uint64_t rounds)
{
    double n = (double)rounds - 1;
    double over = (double)regular - 0.55 * n;

    return over > 0 && over * over > 0.36 * n;
}

/* Whether distances, of which sum and sum of squares are given, vary less
 * than random ones: of these the mean square is twice the squared mean.
 */
static inline bool rounds_vary_little(double sum,
                                      double squares,
                                      uint64_t rounds)
{
    double n = (double)rounds;

    return squares * n < (1.3 - 1.6 / n) * sum * sum;
}

/* The site of the loop that the program marks. */
#define ROUNDS_MANUAL UINT32_MAX

/* Begin a loop without rounds in the place of another one.  'fold' marks
 * make a round.
 */
void rounds_begin(struct iteration_loop *l, uint32_t site, unsigned fold);

/* The 'n'th mark since the one entered last, with even rounds between. */
void rounds_mark(struct iteration_loop *l,
                 uint64_t n,
                 uint64_t tick,
                 uint64_t call,
                 uint64_t mpi);

/* Whether the rounds to come need not be entered one by one, as long as they
 * have 'calls' calls: all else that entering one changes is known.
 */
bool rounds_may_wait(const struct iteration_loop *l, uint64_t calls);

/* Enter 'n' such rounds.  The marks are in 'ring', the last one at 'last';
 * where their rounds end was noted when they came.
 */
void rounds_enter(
    struct iteration_loop *l,
    const struct iteration_search_edge ring[ITERATION_SEARCH_EDGES],
    uint64_t last,
    unsigned n);

/* Where one path is called several times in each round - once in each
 * direction, say - and no other path marks the rounds, the calls come evenly
 * but the time between them does not: the program computes only after the
 * last of them.  Returns how many rounds so far are really one, or 1, which
 * the first ROUNDS_FOLD_SAMPLES samples tell.  It is 1 where other calls come
 * in some of the rounds, as these mark what takes longer there.
 */
enum { ROUNDS_FOLD_SAMPLES = 256 };

unsigned rounds_find_fold(const struct iteration_loop *l);

/* Make each 'fold' rounds one, those so far and those to come. */
void rounds_fold(struct iteration_loop *l, unsigned fold);

#endif /* !MITOSIS_PROFILE_ROUNDS_H */
