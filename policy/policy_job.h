/* policy_job.h - what a policy is shown of a job
 *
 * A plain record.  It is filled in from a job that runs (by the agent), from
 * a recorded one (recorded.h) or by hand (synthetic_job.h); a policy cannot
 * tell. What each field means to a policy is told in field.c, in the one table
 * that shows them to Lua and that the manual is compared with.
 *
 * What is not known is JOB_UNKNOWN, and nil to a policy.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_POLICY_JOB_H
#define MITOSIS_POLICY_POLICY_JOB_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "policy/scaling.h"

#define JOB_UNKNOWN ((double)NAN)

enum { POLICY_HOST_NAME = 256 };

struct serialize;
struct sizes;

struct policy_rank {
    int rank;
    const char *host; /* the name of one of the job's hosts */
    double time;
    double compute;
    double wait;
    double rows;
    double *sent; /* bytes in an iteration to each rank, or NULL */
};

enum policy_host_state { HOST_MEMBER, HOST_JOINED, HOST_LEAVING, HOST_STATES };

/* As policies know them: "member" and so on. */
extern const char *const policy_host_word[HOST_STATES];

struct policy_host {
    char name[POLICY_HOST_NAME];
    int cores;
    double speed;
    double load;
    double pressure;
    double memory_free;
    int ranks;
    enum policy_host_state state;
    double *distance;  /* to each host, or NULL */
    double *bandwidth; /* the same */

    /* By policy_job_derive(). */
    double demand;
    double free;
    double over;
    const char *state_word;

    const struct serialize *profile; /* by profile_apply(), or NULL */
};

struct policy_limits {
    int min;
    int max;
    int preferred;
};

/* The batch system. */
struct policy_queue {
    bool known;
    int pending;
    double least_nodes;
    int idle_nodes;
    int own_nodes;
    int spare_nodes;
};

struct policy_job {
    uint64_t iteration;
    double iterations_left;
    double time;
    double time_left;
    int size;
    double iteration_time;
    struct policy_limits limits;
    const struct sizes *sizes; /* that can be had; NULL for all */
    bool even_shares;          /* are all that its ranks can have */
    double state_bytes;
    double change_seconds;
    int changes;
    double since_change;
    double last_gain;
    double random;
    struct policy_queue queue;
    struct scaling scaling;    /* for job.predict() */
    struct policy_rank *ranks; /* 'size' of them */
    struct policy_host *hosts;
    int host_count;

    /* By policy_job_derive(). */
    double median_time;
    double efficiency;
    double cores;
    double free_cores;
    double untried_cores;
    int offered;
    int slowest;
    int fastest;
    int idlest_host;
};

/* Read "2-16" or "2-16,8": least, most, preferred, which is 0 when it is not
 * given.  Returns -1 with the reason in 'err', and 'limits' as they were.
 */
int policy_limits_read(struct policy_limits *limits,
                       const char *text,
                       struct error *err);

/* Make a job of 'size' ranks, all on the first of 'hosts' hosts, with nothing
 * else known.  Returns NULL without memory.
 */
struct policy_job *policy_job_create(int size, int hosts);

/* Free it.  NULL is fine. */
void policy_job_destroy(struct policy_job *job);

/* The host of that name, or NULL. */
struct policy_host *policy_job_host(const struct policy_job *job,
                                    const char *name);

/* The number from 0 to 1 that stands for chance in question 'n': the same
 * each time, and unlike that of the next one.
 */
double policy_job_random(uint64_t n);

/* What others use of 'cores' that they share with 'ranks' busy ranks, when
 * they would use 'demand' alone; and the other way round.
 */
double policy_job_load(double demand, int ranks, int cores);
double policy_job_demand(double load, int ranks, int cores);

/* Set each rank's 'wait' by its 'compute': of ranks that do the same the one
 * that is in MPI the shortest waits the least, so what the others are there
 * longer than that one counts as waiting.
 */
void policy_job_find_waits(struct policy_job *job);

/* Work out what follows from the rest; or only, once it was changed, from
 * what the hosts are then.
 */
void policy_job_derive(struct policy_job *job);
void policy_job_sum_up(struct policy_job *job);

#endif /* !MITOSIS_POLICY_POLICY_JOB_H */
