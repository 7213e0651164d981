/* clocks.h - bring the clocks of the ranks together
 *
 * Each rank's moments count from a start that is known to some milliseconds
 * only, and on several hosts by clocks that differ.  But nothing arrives
 * before it was sent: the fastest messages each way tell by how much two
 * clocks are apart, if both ways take equally long.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_RECORD_CLOCKS_H
#define MITOSIS_FORESEE_RECORD_CLOCKS_H

#include "foresee/record/recording.h"

/* Shift the moments of each rank of the recording; the first rank to start
 * does so at 0.  Returns -1 with the reason in 'err' when there is no memory.
 */
int clocks_align(struct recording *r, struct error *err);

#endif /* !MITOSIS_FORESEE_RECORD_CLOCKS_H */
