/* rank_loops.h - what is kept of the loops that each rank went round in
 *
 * What report/gather/main_loop.h is made of: which of the loops are the job's
 * iterations (main_loop.c), the time of each (iteration_times.c), and what is
 * said about them (rank_loops.c).
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_RANK_LOOPS_H
#define MITOSIS_REPORT_GATHER_RANK_LOOPS_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/iteration_loop.h"
#include "report/model/list.h"
#include "report/model/run.h"

/* What is kept of a loop. */
struct loop_head {
    unsigned which; /* of the page's loops */
    uint32_t site;
    uint32_t path;
    uint64_t count;
    uint64_t calls; /* in a round */
    uint64_t stride;
    double seconds; /* of all iterations together */
    double mean;
    double compute; /* in a round */
    double low;     /* the 10th percentile */
    double median;
    double p90;
    double shortest;
    double longest;
    double last; /* the last iteration, 0 when not known */
    double wind_down;
};

struct rank_loops {
    int rank;
    const char *file;
    double tick;
    double wall;
    bool manual;
    unsigned loops;
    int main; /* which of 'loop', or -1 */
    struct loop_head loop[ITERATION_SEARCH_LOOPS];
};

struct iterations {
    struct run *run;
    struct list ranks; /* of struct rank_loops */
    uint64_t calls;    /* that could have been part of a loop */
};

/* Whether these are as many rounds, but for one or two in a hundred. */
static inline bool rank_loops_alike(uint64_t count, uint64_t wanted)
{
    uint64_t off = count > wanted ? count - wanted : wanted - count;

    return off <= wanted / 50;
}

/* The rank's loop of so many rounds, or NULL. */
static inline const struct loop_head *rank_loops_shared(
    const struct rank_loops *r, uint64_t count)
{
    if (r->main < 0 || !rank_loops_alike(r->loop[r->main].count, count))
        return NULL;
    return &r->loop[r->main];
}

/* Say how the iterations whose times are known went.  Returns 0, or
 * -1 when memory is short.
 */
int rank_loops_describe(const struct iterations *it, uint64_t count);

/* Note the loops that the first rank which shares the iteration knows, or just
 * the first rank that knows any.  Returns as above.
 */
int rank_loops_list(const struct iterations *it, uint64_t count);

/* Note the pace of each rank that has a loop, its own or the shared one.
 * Returns as above.
 */
int rank_loops_paces(const struct iterations *it);

#endif /* !MITOSIS_REPORT_GATHER_RANK_LOOPS_H */
