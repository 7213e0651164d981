/* wait_estimate.h - tell waiting for other ranks from moving data
 *
 * No clock shows it, so it is an estimate: a call needs what the fastest one
 * like it took, and what it took beyond that it waited.  Alike are calls of
 * the same name and size class, and calls from the same place in the program;
 * the one that leaves less waiting counts.  The fastest is that of all
 * ranks, because a rank that waits in every round never makes a fast call.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_WAIT_ESTIMATE_H
#define MITOSIS_REPORT_GATHER_WAIT_ESTIMATE_H

#include "profile/page.h"
#include "report/model/run.h"

typedef struct waiting waiting_t;

/* Start.  Returns NULL when there is no memory. */
waiting_t *waiting_create(void);

/* Free it.  NULL is fine. */
void waiting_destroy(waiting_t *w);

/* Add what the rank that is number 'rank' of the run did in the call that is
 * number 'call': 'record', together 'seconds', with ticks worth 'tick'.
 * Returns -1 when there is no memory.
 */
int waiting_add_call(waiting_t *w,
                     size_t rank,
                     uint32_t call,
                     const struct call_record *record,
                     double seconds,
                     double tick);

/* Add what it did of that on the path that is number 'path'.  All calls of
 * the rank must have been added.
 */
int waiting_add_path(waiting_t *w,
                     uint32_t call,
                     uint32_t path,
                     const struct site_record *site,
                     double tick);

/* Whether time in a call with these traits can be waiting. */
bool waiting_possible(uint32_t traits);

/* Decide: fill in the waiting, transfer and other times of the 'ranks' at
 * 'rank', whose time in MPI is there, and forget the rest but what follows.
 * Returns -1 when there is no memory.
 */
int waiting_split(waiting_t *w, struct run_rank *rank, size_t ranks);

/* The waiting of all ranks in a call and on a path, after that. */
double waiting_in_call(const waiting_t *w, uint32_t call);
double waiting_on_path(const waiting_t *w, uint32_t path);

#endif /* !MITOSIS_REPORT_GATHER_WAIT_ESTIMATE_H */
