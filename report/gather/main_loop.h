/* main_loop.h - which of the loops that the ranks went round in is the job's
 *
 * Each rank has its main loop (see profile/iteration_main.h).  What most ranks
 * share is the job's iteration; ranks that go round at a pace of their own, as
 * masters and workers do, are told one by one.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_MAIN_LOOP_H
#define MITOSIS_REPORT_GATHER_MAIN_LOOP_H

#include "profile/page.h"
#include "report/model/run.h"

typedef struct iterations main_loop_t;

/* Start looking, for 'run'.  Returns NULL when there is no memory. */
main_loop_t *main_loop_create(struct run *run);

/* Free it.  NULL is fine. */
void main_loop_destroy(main_loop_t *it);

/* Add the loops of a rank, whose ticks are worth 'tick' seconds and which
 * ran from 'start' to 'end'.  'paths' says which call path each of its sites
 * is; its page in the file 'file', a name that lives on, will be looked at
 * once more.  Returns -1 when there is no memory.
 */
int main_loop_add(main_loop_t *it,
                  int rank,
                  const struct page *p,
                  double tick,
                  uint64_t start,
                  uint64_t end,
                  const uint32_t *paths,
                  const char *file);

/* Decide, and fill in run->iterations.  Returns -1 when there is no memory. */
int main_loop_finish(main_loop_t *it);

#endif /* !MITOSIS_REPORT_GATHER_MAIN_LOOP_H */
