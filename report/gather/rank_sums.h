/* rank_sums.h - add up what the ranks counted
 *
 * Pages are added one by one; what is the same thing in several ranks (a
 * call, a call path, a communicator) is found again by its name, its
 * addresses in the file or its members.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_RANK_SUMS_H
#define MITOSIS_REPORT_GATHER_RANK_SUMS_H

#include "report/model/page_copy.h"
#include "report/model/run.h"

typedef struct rank_sums rank_sums_t;

/* Start adding up for 'run', which must live longer.  Returns NULL when
 * there is no memory.
 */
rank_sums_t *rank_sums_create(struct run *run);

/* Free it.  NULL is fine. */
void rank_sums_destroy(rank_sums_t *t);

/* Add the counts in the page 'im' of the rank that is to be number 'index'
 * of run->rank, with ticks worth 'tick' seconds, and fill in what 'rank'
 * says about messages.  Into paths[PAGE_SITES] goes which call path each
 * site became.  Returns -1 when there is no memory.
 */
int rank_sums_add(rank_sums_t *t,
                  const page_copy_t *im,
                  size_t index,
                  double tick,
                  struct run_rank *rank,
                  uint32_t *paths);

/* An address of the rank added last as the file's, in a library or program
 * that the ranks share.
 */
struct run_frame rank_sums_frame(rank_sums_t *t, uint64_t address);

/* The shared name of a call of the rank added last, or NULL. */
const char *rank_sums_call(const rank_sums_t *t, uint32_t call);

/* Whether time in this call can be time waiting for other ranks. */
bool rank_sums_waits(const rank_sums_t *t, uint32_t call);

/* Put the sums into the run, the ranks' waiting times too.  run->rank must
 * be there, with times.mpi.  Returns -1 when there is no memory.
 */
int rank_sums_finish(rank_sums_t *t);

#endif /* !MITOSIS_REPORT_GATHER_RANK_SUMS_H */
