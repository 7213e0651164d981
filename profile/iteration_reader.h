/* iteration_reader.h - how a loop went, for who reads the page
 *
 * The reader may see a loop while it changes, or what is left of one.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_ITERATION_READER_H
#define MITOSIS_PROFILE_ITERATION_READER_H

#include <stddef.h>

#include "profile/iteration_loop.h"

/* Whether it turned out to be a loop: most rounds are like the one before,
 * or all are alike on the whole.
 */
bool iteration_reader_sound(const struct iteration_loop *l);

/* The number of iterations: start-up and wind-down are left out, the last
 * one, after the last mark, is in.
 */
uint64_t iteration_reader_count(const struct iteration_loop *l);

/* Whether the last of these was begun and not ended, as it has fewer calls
 * than the one before; 'm' is the mark of its path.  That says something of a
 * rank that did not come to its end: others may make fewer calls in the last
 * one.
 */
bool iteration_reader_is_cut_off(const struct iteration_loop *l,
                                 const struct iteration_search_mark *m);

/* From the first mark to the end of the last iteration, of these. */
double iteration_reader_ticks(const struct iteration_loop *l);

/* The last iteration's ticks, which are in no sample: what lies between its
 * last call and the next iteration is as it was in the one before, unless the
 * rank stood there.  0 when there is no telling.
 */
double iteration_reader_last_ticks(const struct iteration_loop *l);

/* Which samples belong to the iterations: 'first' and, as the answer, how
 * many from there on.
 */
size_t iteration_reader_samples(const struct iteration_loop *l, size_t *first);

/* The ticks of which a share of 'q' (0 to 1) of the rounds is not above. */
double iteration_reader_quantile(const struct iteration_loop *l, double q);

#endif /* !MITOSIS_PROFILE_ITERATION_READER_H */
