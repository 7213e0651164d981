/* recurrence.h - how evenly a call path recurs
 *
 * A path's occurrences without a gap between them are its stretch.  A look
 * at a path keeps its stretch up to date and asks whether it recurs evenly
 * enough to be the mark of a loop.  There are three ways to be: a few
 * distances of exactly the same number of calls (fewer of them the longer
 * they are, because long ones do not come about by chance); some more that
 * are about the same; many that vary, but less than chance would have it.
 * The distances between random events have a standard deviation as large as
 * their mean.
 *
 * The writer's part of struct iteration_search_mark, see iteration_search.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_RECURRENCE_H
#define MITOSIS_PROFILE_RECURRENCE_H

#include "profile/iteration_loop.h"

/* Even distances, beyond the first, for a path to be looked at. */
enum { RECURRENCE_NEED = 2 };

/* The occurrence 'ago' before the last one, of ITERATION_SEARCH_EDGES known.
 */
static inline const struct iteration_search_edge *recurrence_edge(
    const struct iteration_search_mark *m, uint64_t ago)
{
    return &m->edge[(m->count - 1 - ago) % ITERATION_SEARCH_EDGES];
}

/* How long it had been since the one before that, in calls and in ticks. */
static inline uint64_t recurrence_distance(
    const struct iteration_search_mark *m, uint64_t ago)
{
    return recurrence_edge(m, ago)->call - recurrence_edge(m, ago + 1)->call;
}

static inline uint64_t recurrence_period(const struct iteration_search_mark *m,
                                         uint64_t ago)
{
    return recurrence_edge(m, ago)->tick - recurrence_edge(m, ago + 1)->tick;
}

/* How many distances its stretch has. */
static inline uint64_t recurrence_rounds(const struct iteration_search_mark *m)
{
    return m->count - 1 - m->since;
}

/* The stretch begins with the occurrence 'ago' before the last one. */
void recurrence_begin(struct iteration_search_mark *m, uint64_t ago);

/* Bring the path's stretch up to date. */
void recurrence_follow(struct iteration_search_mark *m);

/* How many of the last distances are the same number of calls. */
uint64_t recurrence_exact(const struct iteration_search_mark *m);

/* Whether it recurs evenly enough to be the mark of a loop.  What came before
 * it did is no longer in the stretch then.
 */
bool recurrence_convinces(struct iteration_search_mark *m);

/* A path may come several times in each round, at distances that repeat:
 * 2, 2, 8, 2, 2, 8 ...  Returns how many distances a round has, 0 when there
 * is no such pattern.
 */
unsigned recurrence_pattern(const struct iteration_search_mark *m);

/* It was looked at in vain: not again before long. */
void recurrence_be_patient(struct iteration_search_mark *m);

/* Where nobody followed it for a while, begin with the occurrences that are
 * known.
 */
void recurrence_resume(struct iteration_search_mark *m);

#endif /* !MITOSIS_PROFILE_RECURRENCE_H */
