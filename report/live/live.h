/* live.h - a job while it runs, look by look
 *
 * A look reads a few numbers of each rank's page, which stays mapped, and
 * compares them with those of the look before.  So it costs microseconds a
 * rank and disturbs nobody.  Ranks on other hosts are known as far as the
 * job's agent tells of them.  Only ranks of the generation that is the job at
 * the moment are there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_LIVE_LIVE_H
#define MITOSIS_REPORT_LIVE_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "report/live/remote_ranks.h"
#include "report/model/run.h"

enum { LIVE_NAME = 64, LIVE_PROGRAM = 256 };

struct live_rank {
    int rank;
    int pid;
    size_t host;          /* its place in live_t's hosts */
    enum run_state state; /* never RUN_SUCCEEDED */
    double mpi;           /* share of the time since the last look that it
                             was in MPI, -1 when not known */
    double wait;          /* that of it that it waited for others, as
                             policy/rank_progress.h has it */
    char call[LIVE_NAME]; /* the one it is in, or what else it is about; empty
                             while it computes */
    double inside;        /* seconds that it is in it */
};

struct live_host {
    char name[LIVE_NAME];
    unsigned ranks;
    unsigned cores;
    double load;   /* as the host says, -1 when not known */
    double others; /* cores that others use, -1 when not known */
    double mpi;    /* mean of its ranks, -1 when not known */
    double wait;
    unsigned timed; /* those of which it is */
    bool lost;      /* it cannot be reached */
};

struct live {
    char program[LIVE_PROGRAM]; /* with its arguments, maybe cut */
    unsigned generation;
    int size;        /* ranks that the generation has */
    double seconds;  /* since the job started */
    bool over;       /* none of its ranks runs any more */
    bool moved;      /* another generation than at the last look */
    bool has_rounds; /* iterations were recognised */
    uint64_t rounds; /* of this generation */
    double rate;     /* a second, since the last look; -1 when not known */
    double mpi;      /* mean of all ranks, -1 when not known */
    size_t ranks;    /* those that are there, by host and number */
    const struct live_rank *rank;
    size_t hosts;
    const struct live_host *host;
    size_t changes; /* so far, those that were given up as well */
    const struct run_change *change;
};

typedef struct live_watch live_t;

/* Begin to look at the job in 'folder'.  Returns what live_close() takes, or
 * NULL with the reason in 'err' when there is no memory.
 */
live_t *live_open(const char *folder, struct error *err);

/* Stop that.  NULL is fine. */
void live_close(live_t *w);

/* What the job's agent tells of other hosts is taken in here, and counts at
 * the next look.
 */
struct remote_ranks *live_elsewhere(live_t *w);

/* Look again.  Returns what is seen, good until the next look, or NULL with
 * the reason in 'err' when there is nothing to be seen: no page, or no folder
 * any more.
 */
const struct live *live_look(live_t *w, struct error *err);

#endif /* !MITOSIS_REPORT_LIVE_LIVE_H */
