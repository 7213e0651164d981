/* collective.c - which collectives there are, who waits for whom in them, and
 * what they cost
 *
 * Short ones go up and down a tree, or double the ranks that know all in each
 * round; long ones cut the data in pieces that go around.  The limits between
 * both are those that MPI libraries have had for long; they matter little,
 * since both cost about the same there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "foresee/record/collective.h"

enum {
    LONG_BCAST = 12288, /* bytes from which pieces go around */
    LONG_REDUCE = 2048,
    LONG_GATHER = 524288, /* of all, from which they go from rank to rank */
    FEW = 8,              /* ranks below which a tree is as good */
};

static const struct {
    const char *name;
    enum collective_waits waits;
} kinds[COLLECTIVE_KINDS] = {
    [COLLECTIVE_BARRIER] = { "barrier", COLLECTIVE_ALL },
    [COLLECTIVE_BCAST] = { "bcast", COLLECTIVE_ON_ROOT },
    [COLLECTIVE_SCATTER] = { "scatter", COLLECTIVE_ON_ROOT },
    [COLLECTIVE_GATHER] = { "gather", COLLECTIVE_AT_ROOT },
    [COLLECTIVE_REDUCE] = { "reduce", COLLECTIVE_AT_ROOT },
    [COLLECTIVE_ALLGATHER] = { "allgather", COLLECTIVE_ALL },
    [COLLECTIVE_ALLTOALL] = { "alltoall", COLLECTIVE_ALL },
    [COLLECTIVE_ALLREDUCE] = { "allreduce", COLLECTIVE_ALL },
    [COLLECTIVE_REDUCE_SCATTER] = { "reduce_scatter", COLLECTIVE_ALL },
    [COLLECTIVE_SCAN] = { "scan", COLLECTIVE_LOWER },
};

/* What calls are called, behind "MPI_" and, if they only begin, an "I". */
static const struct {
    const char *call;
    enum collective kind;
} calls[] = {
    { "barrier", COLLECTIVE_BARRIER },
    { "bcast", COLLECTIVE_BCAST },
    { "scatter", COLLECTIVE_SCATTER },
    { "scatterv", COLLECTIVE_SCATTER },
    { "gather", COLLECTIVE_GATHER },
    { "gatherv", COLLECTIVE_GATHER },
    { "reduce", COLLECTIVE_REDUCE },
    { "allgather", COLLECTIVE_ALLGATHER },
    { "allgatherv", COLLECTIVE_ALLGATHER },
    { "alltoall", COLLECTIVE_ALLTOALL },
    { "alltoallv", COLLECTIVE_ALLTOALL },
    { "alltoallw", COLLECTIVE_ALLTOALL },
    { "allreduce", COLLECTIVE_ALLREDUCE },
    { "reduce_scatter", COLLECTIVE_REDUCE_SCATTER },
    { "reduce_scatter_block", COLLECTIVE_REDUCE_SCATTER },
    { "scan", COLLECTIVE_SCAN },
    { "exscan", COLLECTIVE_SCAN },
};

/* Whether 'text' is 'call', the first letter maybe large, and then nothing or
 * the ending of calls with large counts.
 */
static int is_call(const char *text, const char *call)
{
    size_t len = strlen(call);

    return *text && (*text | 0x20) == *call
           && strncmp(text + 1, call + 1, len - 1) == 0
           && (!text[len] || strcmp(text + len, "_c") == 0);
}

enum collective collective_find(const char *call)
{
    if (strncmp(call, "MPI_", 4) != 0)
        return COLLECTIVE_KINDS;
    call += 4;
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
        if (is_call(call, calls[i].call)
            || (*call == 'I' && is_call(call + 1, calls[i].call)))
            return calls[i].kind;
    return COLLECTIVE_KINDS;
}

const char *collective_name(enum collective kind)
{
    return kinds[kind].name;
}

enum collective_waits collective_waits(enum collective kind)
{
    return kinds[kind].waits;
}

/* How often 'size' can be halved, rounded up. */
static double rounds(size_t size)
{
    double n = 0;

    for (size_t reached = 1; reached < size; reached *= 2)
        n++;
    return n;
}

struct collective_cost collective_cost(enum collective kind,
                                       size_t size,
                                       uint64_t most,
                                       uint64_t sum)
{
    double lg = rounds(size), n = (double)size;
    double others = n > 0 ? (n - 1) / n : 0;
    double each = (double)most, all = (double)sum;

    if (size < 2)
        return (struct collective_cost){ 0 };
    switch (kind) {
    case COLLECTIVE_BCAST:
        if (most < LONG_BCAST || size < FEW)
            return (struct collective_cost){ lg, lg * each, 0 };
        return (struct collective_cost){ lg + n - 1, 2 * others * each, 0 };
    case COLLECTIVE_REDUCE:
        if (most <= LONG_REDUCE)
            return (struct collective_cost){ lg, lg * each, 0 };
        return (struct collective_cost){ 2 * lg, 2 * others * each, each };
    case COLLECTIVE_ALLREDUCE:
        if (most <= LONG_REDUCE)
            return (struct collective_cost){ lg, lg * each, each };
        return (struct collective_cost){ 2 * lg, 2 * others * each, 2 * each };
    case COLLECTIVE_GATHER:
        return (struct collective_cost){ lg, others * all, 0 };
    case COLLECTIVE_ALLGATHER:
        return (struct collective_cost){ lg, others * all,
                                         sum < LONG_GATHER ? all : 0 };
    case COLLECTIVE_SCATTER:
        return (struct collective_cost){ lg, others * each, 0 };
    case COLLECTIVE_REDUCE_SCATTER:
        return (struct collective_cost){ lg, others * each, each };
    case COLLECTIVE_ALLTOALL:
        return (struct collective_cost){ n - 1, others * each, each };
    case COLLECTIVE_SCAN:
        return (struct collective_cost){ lg, lg * each, 0 };
    default:
        return (struct collective_cost){ lg, 0, 0 };
    }
}

bool collective_goes_by_hosts(enum collective kind)
{
    return kind == COLLECTIVE_BARRIER || kind == COLLECTIVE_BCAST
           || kind == COLLECTIVE_REDUCE || kind == COLLECTIVE_ALLREDUCE;
}

/* Where all wait for all the others of a host come to the one, and hear of it
 * when it is done.
 */
struct collective_cost collective_cost_within(enum collective kind,
                                              size_t size,
                                              uint64_t most)
{
    bool all = collective_waits(kind) == COLLECTIVE_ALL;
    enum collective first =
        kind == COLLECTIVE_ALLREDUCE ? COLLECTIVE_REDUCE : kind;
    struct collective_cost cost = collective_cost(first, size, most, 0);
    struct collective_cost back =
        collective_cost(COLLECTIVE_BCAST, size, most, 0);

    if (!all)
        return cost;
    return (struct collective_cost){ cost.latencies + back.latencies,
                                     cost.bytes + back.bytes, 0 };
}
