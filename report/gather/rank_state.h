/* rank_state.h - how a rank is, from when to when it lived, and what it did
 * last
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_RANK_STATE_H
#define MITOSIS_REPORT_GATHER_RANK_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/page.h"
#include "report/gather/computing_split.h"
#include "report/gather/host_clocks.h"
#include "report/model/run.h"

/* What is known about the job, or the generation of it, as a whole. */
enum rank_state_job {
    RANK_STATE_GOES_ON,   /* or not: the processes are looked for */
    RANK_STATE_OVER,      /* just now, so who did not finish was killed */
    RANK_STATE_SUCCEEDED, /* another generation took over; how this one's
                       processes ended is of no interest */
};

struct rank_state {
    enum run_state state;
    bool current;   /* the rank was part of the job at some time */
    uint32_t host;  /* its number, for the caller */
    uint64_t start; /* ticks */
    uint64_t end;
    uint64_t inside_since; /* 0 when it was in no call */
    uint64_t held_since;   /* 0 when it did not stand still for a change */
    bool at_least;         /* it may have lived on after 'end' */
    bool waits;            /* the call it is in may wait; for the caller */
    struct computing_split split; /* for the caller, too */
};

/* What the page 'p' of a rank on 'host' says about it, 'now' in ticks of this
 * host.
 */
struct rank_state rank_state_of(const struct page *p,
                                const struct clocked_host *host,
                                enum rank_state_job job,
                                uint64_t now);

/* Fill in what the page says about the rank as such, and its times in MPI
 * and with watching switched off.
 */
void rank_state_take(struct run_rank *rank,
                     const struct page *p,
                     const struct clocked_host *host,
                     const struct rank_state *life);

/* Add the time in the call that it is in, which the rank has not counted, and
 * find the time it computed.  All other times must be there.
 */
void rank_state_finish(struct run_rank *rank,
                       const struct clocked_host *host,
                       const struct rank_state *life);

#endif /* !MITOSIS_REPORT_GATHER_RANK_STATE_H */
