/* efficiency.h - how well the ranks' time is used, in the field's figures
 *
 * As the POP project (https://pop-coe.eu) defines them.  Useful is what a rank
 * computes outside MPI; of n ranks that are there for T seconds
 *
 *     load balance  = mean useful time / most useful time of any rank
 *     communication = most useful time of any rank / T
 *     parallel      = load balance * communication = all useful time / (n * T)
 *
 * A job that moved has other ranks after each change.  Of such a one each part
 * of these fractions is summed over its generations, each times its ranks, so
 * that a generation counts for as much as it had to offer.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_MODEL_EFFICIENCY_H
#define MITOSIS_REPORT_MODEL_EFFICIENCY_H

#include <stdbool.h>
#include <stddef.h>

#include "report/model/run.h"

/* What is accepted as good: from here on a figure needs no attention. */
extern const double efficiency_good;

/* Whether the figures were worked out; without times there are none. */
bool efficiency_known(const struct run_efficiency *e);

/* Work out the figures of the whole run and of its iterations from what is
 * known of each rank.  Of a job that moved this is not enough, and they are
 * left as they are.
 */
void efficiency_fill(struct run *run);

/* Split communication efficiency: 'ideal' is the share of the time that the
 * same calls would have taken on a network that costs nothing.
 */
void efficiency_split(struct run_efficiency *e, double ideal);

/* The figures that advice goes by: those of iterations, which are what is
 * repeated, where they are known, else of the whole run.
 */
const struct run_efficiency *efficiency_last(const struct run *run);

/* The figure to work on, a word for it; NULL where none is below what is
 * accepted as good, or communication was not split.
 */
const char *efficiency_worst(const struct run_efficiency *e);

/* Whether a rank's rounds are the job's iterations, but for one or two in a
 * hundred.
 */
bool efficiency_shared(const struct run_iterations *it,
                       const struct run_pace *pace);

/* Of the ranks whose rounds are the iterations, the one that computes longest
 * in one; NULL if there is none.
 */
const struct run_pace *efficiency_slowest(const struct run_iterations *it);

/* What all ranks computed in all iterations together, in seconds. */
double efficiency_useful_in_rounds(const struct run *run);

/* Put the figures of the parts of a job together, for 'to', which has the
 * times of all of them.
 */
void efficiency_join(struct run *to, struct run *const *part, size_t count);

#endif /* !MITOSIS_REPORT_MODEL_EFFICIENCY_H */
