/* run_ending.h - say in words how a run ended and what could not be seen
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_RUN_ENDING_H
#define MITOSIS_REPORT_GATHER_RUN_ENDING_H

#include "profile/page.h"
#include "report/model/run.h"

/* What the pages say about their own blind spots, added up. */
struct run_ending {
    uint64_t pages;
    uint64_t untimed;
    uint64_t requests_open;
    uint64_t received_unseen;
    uint64_t other_job_count;
    uint64_t other_job_bytes;
    uint64_t other_peers_count;
    uint64_t other_peers_bytes;
    uint64_t lost_sites;
    uint64_t lost_comms;
    uint64_t lost_colls;
    uint64_t lost_objects;
    uint64_t lost_threads;
    uint64_t trace_lost;
    uint64_t paused;    /* ranks that were not watched all the time */
    uint64_t level;     /* the lowest */
    uint64_t no_unwind; /* ranks without the unwinder that they need */
    char tool_before[256];
    char tool_behind[256];
    char remarks[4096]; /* different ones, a line each */
};

/* Add what one page says. */
void run_ending_add(struct run_ending *v, const struct page *p);

/* Decide whether the run is complete, and add the sentences on what was not
 * seen.  run->rank must be there.  Returns -1 when there is no memory.
 */
int run_ending_pass(const struct run_ending *v, struct run *run);

/* A run that did not complete: the launcher ended with 'status', 0 when that
 * is not known, after it was 'asked' to end by a signal, or 0.  If it tells of
 * a signal that ended the ranks, say so in the reason, and if it may be one,
 * that.  Returns -1 when there is no memory.
 */
int run_ending_status(struct run *run, int status, int asked);

#endif /* !MITOSIS_REPORT_GATHER_RUN_ENDING_H */
