/* collective.h - which collectives there are, who waits for whom in them, and
 * what they cost
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_RECORD_COLLECTIVE_H
#define MITOSIS_FORESEE_RECORD_COLLECTIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum collective {
    COLLECTIVE_BARRIER,
    COLLECTIVE_BCAST,
    COLLECTIVE_SCATTER,
    COLLECTIVE_GATHER,
    COLLECTIVE_REDUCE,
    COLLECTIVE_ALLGATHER,
    COLLECTIVE_ALLTOALL,
    COLLECTIVE_ALLREDUCE,
    COLLECTIVE_REDUCE_SCATTER,
    COLLECTIVE_SCAN,
    COLLECTIVE_KINDS
};

/* Who waits for whom. */
enum collective_waits {
    COLLECTIVE_ALL,     /* all for the last one */
    COLLECTIVE_ON_ROOT, /* all for the root */
    COLLECTIVE_AT_ROOT, /* the root for all */
    COLLECTIVE_LOWER,   /* each for those before it */
};

/* So many latencies, and so many bytes at the bandwidth, one after another;
 * and, where all ranks of a host send to other hosts at a time, how many each
 * would if all others were there.
 */
struct collective_cost {
    double latencies;
    double bytes;
    double each;
};

/* The kind of the call "MPI_Ibcast", or COLLECTIVE_KINDS when it is none of
 * those that are known here.
 */
enum collective collective_find(const char *call);

/* Whether ranks of several hosts go through it by one rank of each host, which
 * does the rest with those beside it.
 */
bool collective_goes_by_hosts(enum collective kind);

/* A word for it in messages, "barrier". */
const char *collective_name(enum collective kind);

enum collective_waits collective_waits(enum collective kind);

/* What it costs among 'size' ranks, of which one hands in 'most' bytes and all
 * together 'sum', by the algorithm that MPI libraries take for that.
 */
struct collective_cost collective_cost(enum collective kind,
                                       size_t size,
                                       uint64_t most,
                                       uint64_t sum);

/* What is done beside that among 'size' ranks of a host, of which one went
 * through it for all.
 */
struct collective_cost collective_cost_within(enum collective kind,
                                              size_t size,
                                              uint64_t most);

#endif /* !MITOSIS_FORESEE_RECORD_COLLECTIVE_H */
