/* sight.h - how the ranks of a job get on, seen from outside
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
#ifndef MITOSIS_POLICY_SIGHT_H
#define MITOSIS_POLICY_SIGHT_H

#include "policy/policy_job.h"
#include "profile/page.h"

typedef struct sight sight_t;

/* What is seen of a rank at a moment, as it can be told to another host.
 * Ticks are those of the rank's own one.
 */
struct sight_sample {
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
struct sight_sent {
    uint32_t from;
    uint32_t to;
    uint64_t bytes;
};

/* Look at a rank of this host now: its page 'p', which may be NULL, and the
 * syncs it has reached.
 */
struct sight_sample sight_sample(int rank,
                                 const struct page *p,
                                 uint64_t syncs);

/* What it has sent to whom: returns how many, at most 'most', in 'list'. */
size_t sight_list_sent(int rank,
                       const struct page *p,
                       struct sight_sent *list,
                       size_t most);

/* Begin to look at 'ranks' ranks.  Returns NULL without memory. */
sight_t *sight_create(int ranks);

/* Free it.  NULL is fine. */
void sight_destroy(sight_t *s);

/* Take in what was seen of a rank, and what it has sent.  What cannot be is
 * passed over: it may come from elsewhere.
 */
void sight_take(sight_t *s, const struct sight_sample *sample);
void sight_take_sent(sight_t *s, const struct sight_sent *sent);

/* Look at a rank of this host, and take that in. */
void sight_look(sight_t *s, int rank, const struct page *p, uint64_t syncs);

/* What was seen of one of its ranks last. */
struct sight_sample sight_last(const sight_t *s, int rank);

/* Whether all ranks were seen running. */
bool sight_running(const sight_t *s);

/* How many syncs the slowest rank got on since the look that counts. */
uint64_t sight_syncs(const sight_t *s);

/* Fill in what is known of job->iteration_time and of the ranks' time,
 * compute, wait and sent, from the look that counts to the last one.  The job
 * has as many ranks.
 */
void sight_fill(const sight_t *s, struct policy_job *job);

/* Make the last look the one that counts from now on. */
void sight_advance(sight_t *s);

#endif /* !MITOSIS_POLICY_SIGHT_H */
