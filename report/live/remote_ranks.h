/* remote_ranks.h - the ranks and hosts of a job that are not here, as its
 * agent tells
 *
 * An answer comes line by line, and counts when it is whole.  Ranks tell how
 * much time has passed and how much of it they were in MPI; two answers say
 * what share that was in between.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_LIVE_REMOTE_RANKS_H
#define MITOSIS_REPORT_LIVE_REMOTE_RANKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/system/host.h"
#include "report/model/list.h"

enum { REMOTE_RANKS_STATE = 24 };

struct remote_ranks_host {
    char name[HOST_NAME];
    unsigned cores;
    double load; /* that is not the job's; not a number when not known */
    bool lost;   /* it cannot be reached */
};

struct remote_ranks_rank {
    int rank;
    char host[HOST_NAME];
    char state[REMOTE_RANKS_STATE]; /* "running", or what else */
    uint64_t syncs;
    double clock; /* seconds, or not a number */
    double mpi;
    double share; /* in MPI since the answer before; -1 when not known */
};

struct remote_ranks {
    bool known; /* the agent has answered and is still there */
    unsigned generation;
    int size;
    uint64_t syncs;    /* that the first rank has reached */
    double rate;       /* of them in a second, -1 when not known */
    struct list hosts; /* of struct remote_ranks_host */
    struct list ranks; /* of struct remote_ranks_rank, by number */
    struct {
        unsigned generation;
        int size;
        struct list hosts, ranks;
    } coming;
};

/* Nothing is known. */
void remote_ranks_start(struct remote_ranks *e);

/* Forget all. */
void remote_ranks_clear(struct remote_ranks *e);

/* An answer begins.  Then come its lines, with or without a newline; what is
 * none of those in agent/head/ctl_ranks.h is passed over.  It ends, or the
 * agent is gone before it does.
 */
void remote_ranks_begin(struct remote_ranks *e);
void remote_ranks_take(struct remote_ranks *e, const char *line);
void remote_ranks_end(struct remote_ranks *e);
void remote_ranks_lose(struct remote_ranks *e);

#endif /* !MITOSIS_REPORT_LIVE_REMOTE_RANKS_H */
