/* wait_estimate.h - tell waiting for other ranks from moving data
 *
 * No clock shows it, so it is an estimate: a call needs what the fastest one
 * like it took, and what it took beyond that it waited.  Alike are calls of
 * the same name and size class, and calls from the same place in the program;
 * the one that leaves less waiting counts.  The fastest is that of all
 * ranks, because a rank that waits in every round never makes a fast call.
 * Where every message is late there is none, so no message needs more than it
 * would on a very slow network, see slowest_network.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_WAIT_ESTIMATE_H
#define MITOSIS_REPORT_GATHER_WAIT_ESTIMATE_H

#include "profile/page.h"
#include "report/model/run.h"

typedef struct wait_estimate wait_estimate_t;

/* Start.  Returns NULL when there is no memory. */
wait_estimate_t *wait_estimate_create(void);

/* Free it.  NULL is fine. */
void wait_estimate_destroy(wait_estimate_t *w);

/* Add what the rank that is number 'rank' of the run did in the call that is
 * number 'call': 'record', together 'seconds', with ticks worth 'tick'.
 * Returns -1 when there is no memory.
 */
int wait_estimate_add_call(wait_estimate_t *w,
                           size_t rank,
                           uint32_t call,
                           const struct call_record *record,
                           double seconds,
                           double tick);

/* Add what it did of that on the path that is number 'path'.  All calls of
 * the rank must have been added.
 */
int wait_estimate_add_path(wait_estimate_t *w,
                           uint32_t call,
                           uint32_t path,
                           const struct call_site_record *site,
                           double tick);

/* Whether time in a call with these traits can be waiting. */
bool wait_estimate_possible(uint32_t traits);

/* Decide: fill in the waiting, transfer and other times of the 'ranks' at
 * 'rank', whose time in MPI is there, and forget the rest but what follows.
 * Returns -1 when there is no memory.
 */
int wait_estimate_split(wait_estimate_t *w,
                        struct run_rank *rank,
                        size_t ranks);

/* The waiting of all ranks in a call and on a path, after that. */
double wait_estimate_in_call(const wait_estimate_t *w, uint32_t call);
double wait_estimate_on_path(const wait_estimate_t *w, uint32_t path);

/* The waiting in what the n-th call of wait_estimate_add_path() added, from 0.
 */
double wait_estimate_added(const wait_estimate_t *w, size_t n);

#endif /* !MITOSIS_REPORT_GATHER_WAIT_ESTIMATE_H */
