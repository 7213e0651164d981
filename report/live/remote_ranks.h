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
#include <stddef.h>
#include <stdint.h>

#include "report/model/list.h"

enum { ELSEWHERE_NAME = 64, ELSEWHERE_STATE = 24 };

struct elsewhere_host {
    char name[ELSEWHERE_NAME];
    unsigned cores;
    double load; /* that is not the job's; not a number when not known */
    bool lost;   /* it cannot be reached */
};

struct elsewhere_rank {
    int rank;
    char host[ELSEWHERE_NAME];
    char state[ELSEWHERE_STATE]; /* "running", or what else */
    uint64_t syncs;
    double clock; /* seconds, or not a number */
    double mpi;
    double share; /* in MPI since the answer before; -1 when not known */
};

struct elsewhere {
    bool known; /* the agent has answered and is still there */
    unsigned generation;
    int size;
    uint64_t syncs;    /* that the first rank has reached */
    double rate;       /* of them in a second, -1 when not known */
    struct list hosts; /* of struct elsewhere_host */
    struct list ranks; /* of struct elsewhere_rank, by number */
    struct {
        unsigned generation;
        int size;
        struct list hosts, ranks;
    } coming;
};

/* Nothing is known. */
void elsewhere_start(struct elsewhere *e);

/* Forget all. */
void elsewhere_clear(struct elsewhere *e);

/* An answer begins.  Then come its lines, with or without a newline; what is
 * none of those in agent/head/ctl_look.h is passed over.  It ends, or the
 * agent is gone before it does.
 */
void elsewhere_begin(struct elsewhere *e);
void elsewhere_take(struct elsewhere *e, const char *line);
void elsewhere_end(struct elsewhere *e);
void elsewhere_lose(struct elsewhere *e);

#endif /* !MITOSIS_REPORT_LIVE_REMOTE_RANKS_H */
