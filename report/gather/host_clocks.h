/* host_clocks.h - the hosts of a job, on one time line
 *
 * Each host has a counter of its own.  Among the ranks of a host it tells the
 * time exactly; between hosts their clocks have to do.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_HOST_CLOCKS_H
#define MITOSIS_REPORT_GATHER_HOST_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/page.h"
#include "report/model/run.h"

typedef struct host_clocks host_clocks_t;

/* A host, and when its ranks ran. */
struct clocked_host {
    struct run_host is;
    bool here;             /* we are on it */
    double tick;           /* seconds */
    bool guessed;          /* the tick, by lack of a rank that knows */
    uint64_t reference;    /* the same moment in ticks ... */
    uint64_t reference_ns; /* ... and of CLOCK_REALTIME */
    uint64_t start;
    uint64_t end;
    double load_sum;
    uint64_t load_samples;
    struct host_load loads; /* the longest series of its ranks ... */
    uint64_t loads_from;    /* ... which began then, ticks */
};

/* Start with none, for 'run'.  Returns NULL when there is no memory. */
host_clocks_t *host_clocks_create(struct run *run);

/* Free them.  NULL is fine. */
void host_clocks_destroy(host_clocks_t *h);

/* The host of the rank whose page this is; its number goes into 'number'.
 * Returns NULL when there is no memory.
 */
struct clocked_host *host_clocks_find(host_clocks_t *h,
                                      const struct page *p,
                                      uint32_t *number);

/* The host with that number, until another one is found. */
struct clocked_host *host_clocks_at(host_clocks_t *h, uint32_t number);

/* Take in what a rank knows about its host, where it ran from 'start' to
 * 'end'.
 */
void host_clocks_add(struct clocked_host *host,
                     const struct page *p,
                     uint64_t start,
                     uint64_t end);

/* Put the hosts into the run, and when it started and ended.  Returns -1 when
 * there is no memory.
 */
int host_clocks_finish(host_clocks_t *h);

/* A host's ticks as seconds since the start of the run, after that. */
double host_clocks_moment(host_clocks_t *h,
                          const struct clocked_host *host,
                          uint64_t ticks);

/* From one moment to another, or 0 if that is earlier, in seconds. */
double host_clocks_seconds(const struct clocked_host *host,
                           uint64_t from,
                           uint64_t to);

#endif /* !MITOSIS_REPORT_GATHER_HOST_CLOCKS_H */
