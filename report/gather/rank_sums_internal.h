/* rank_sums_internal.h - the sums that are made while ranks are added
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_RANK_SUMS_INTERNAL_H
#define MITOSIS_REPORT_GATHER_RANK_SUMS_INTERNAL_H

#include "report/gather/call_paths.h"
#include "report/gather/rank_sums.h"
#include "report/gather/wait_estimate.h"
#include "report/model/list.h"
#include "report/model/table.h"

struct call_sum {
    const char *name;
    uint32_t traits;
    uint64_t count;
    uint64_t untimed;
    uint64_t bytes;
    double seconds;
    uint64_t sizes[SIZE_CLASSES];
};

struct coll_sum {
    uint32_t call;
    uint32_t comm;
    uint64_t count;
    uint64_t bytes;
    double seconds;
    uint64_t sizes[SIZE_CLASSES];
};

struct rank_sums {
    struct run *run;
    table_t *calls; /* of struct call_sum, by name */
    table_t *comms; /* of struct run_comm, by members */
    table_t *colls; /* of struct coll_sum, by call and communicator */
    call_paths_t *paths;
    wait_estimate_t *waiting;
    struct list messages;
    struct list onesided;

    /* of the rank that was added last */
    const struct page *page;
    double tick;
    double init; /* seconds in MPI_Init */
    uint32_t call_of[PAGE_CALLS];
    uint32_t comm_of[PAGE_COMMS];
};

/* The counts of each class as a short list. */
int rank_sums_sizes(arena_t *a,
                    const uint64_t *counts,
                    struct run_sizes *sizes);

#endif /* !MITOSIS_REPORT_GATHER_RANK_SUMS_INTERNAL_H */
