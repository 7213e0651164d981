/* rank_progress.h - how the ranks of a job get on, seen from outside
 *
 * Two looks at the ranks' pages, and how many syncs they have reached, say
 * how long an iteration took between them, and how much of that was
 * computing.
 *
 * How much of its time in MPI a rank waits no clock tells; what counts as that
 * policy_job_find_waits() says.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_RANK_PROGRESS_H
#define MITOSIS_POLICY_RANK_PROGRESS_H

#include "policy/policy_job.h"
#include "profile/page.h"

typedef struct rank_progress rank_progress_t;

/* What is seen of a rank at a moment, as it can be told to another host.
 * Ticks are those of the rank's own one.
 */
struct rank_progress_sample {
    uint32_t rank;
    uint32_t running; /* it is past the sync at which it took over */
    uint64_t timed;   /* what follows is known, but 'syncs' always is */
    uint64_t ticks;
    uint64_t mpi;
    uint64_t held;
    uint64_t syncs;
    double tick; /* seconds */
};

/* Bytes that one rank has sent to another, so far. */
struct rank_progress_sent {
    uint32_t from;
    uint32_t to;
    uint64_t bytes;
};

/* Look at a rank of this host now: its page 'p', which may be NULL, and the
 * syncs it has reached.
 */
struct rank_progress_sample rank_progress_sample(int rank,
                                                 const struct page *p,
                                                 uint64_t syncs);

/* What it has sent to whom: returns how many, at most 'most', in 'list'. */
size_t rank_progress_list_sent(int rank,
                               const struct page *p,
                               struct rank_progress_sent *list,
                               size_t most);

/* Begin to look at 'ranks' ranks.  Returns NULL without memory. */
rank_progress_t *rank_progress_create(int ranks);

/* Free it.  NULL is fine. */
void rank_progress_destroy(rank_progress_t *s);

/* Take in what was seen of a rank, and what it has sent.  What cannot be is
 * passed over: it may come from elsewhere.
 */
void rank_progress_take(rank_progress_t *s,
                        const struct rank_progress_sample *sample);
void rank_progress_take_sent(rank_progress_t *s,
                             const struct rank_progress_sent *sent);

/* What was seen of one of its ranks last. */
struct rank_progress_sample rank_progress_last(const rank_progress_t *s,
                                               int rank);

/* Whether all ranks were seen running. */
bool rank_progress_running(const rank_progress_t *s);

/* How many syncs the slowest rank got on since the look that counts. */
uint64_t rank_progress_syncs(const rank_progress_t *s);

/* Fill in what is known of job->iteration_time and of the ranks' time,
 * compute, wait and sent, from the look that counts to the last one.  The job
 * has as many ranks.
 */
void rank_progress_fill(const rank_progress_t *s, struct policy_job *job);

/* Make the last look the one that counts from now on. */
void rank_progress_advance(rank_progress_t *s);

/* Have the look count again that did before the last rank_progress_advance().
 * Returns false when there is none, or when that was done already.
 */
bool rank_progress_reach_back(rank_progress_t *s);

#endif /* !MITOSIS_POLICY_RANK_PROGRESS_H */
