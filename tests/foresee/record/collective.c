/* Tests of foresee/record/collective.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "foresee/record/collective.h"
#include "tests/tap.h"

static void test_names(void)
{
    static const struct {
        const char *call;
        enum collective kind;
    } cases[] = {
        { "MPI_Barrier", COLLECTIVE_BARRIER },
        { "MPI_Ibarrier", COLLECTIVE_BARRIER },
        { "MPI_Bcast", COLLECTIVE_BCAST },
        { "MPI_Bcast_c", COLLECTIVE_BCAST },
        { "MPI_Ibcast_c", COLLECTIVE_BCAST },
        { "MPI_Scatterv", COLLECTIVE_SCATTER },
        { "MPI_Gather", COLLECTIVE_GATHER },
        { "MPI_Igatherv", COLLECTIVE_GATHER },
        { "MPI_Reduce", COLLECTIVE_REDUCE },
        { "MPI_Reduce_scatter", COLLECTIVE_REDUCE_SCATTER },
        { "MPI_Reduce_scatter_block", COLLECTIVE_REDUCE_SCATTER },
        { "MPI_Allgatherv", COLLECTIVE_ALLGATHER },
        { "MPI_Ialltoallw", COLLECTIVE_ALLTOALL },
        { "MPI_Iallreduce", COLLECTIVE_ALLREDUCE },
        { "MPI_Exscan", COLLECTIVE_SCAN },
        { "MPI_Iscan", COLLECTIVE_SCAN },
        { "MPI_Bcasting", COLLECTIVE_KINDS },
        { "MPI_Bcast_init", COLLECTIVE_KINDS },
        { "MPI_Neighbor_allgather", COLLECTIVE_KINDS },
        { "MPI_Start", COLLECTIVE_KINDS },
        { "MPI_", COLLECTIVE_KINDS },
        { "Bcast", COLLECTIVE_KINDS },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        ok(collective_find(cases[i].call) == cases[i].kind, "%s is %s",
           cases[i].call,
           cases[i].kind < COLLECTIVE_KINDS ? collective_name(cases[i].kind)
                                            : "none of those known");
}

static void test_costs(void)
{
    static const struct {
        enum collective kind;
        size_t size;
        uint64_t most, sum;
        double latencies, bytes, each;
    } cases[] = {
        { COLLECTIVE_BARRIER, 1, 0, 0, 0, 0, 0 },
        { COLLECTIVE_ALLREDUCE, 1, 100, 100, 0, 0, 0 },
        { COLLECTIVE_BARRIER, 2, 0, 0, 1, 0, 0 },
        { COLLECTIVE_BARRIER, 5, 0, 0, 3, 0, 0 },
        { COLLECTIVE_BCAST, 8, 1000, 1000, 3, 3000, 0 },
        { COLLECTIVE_BCAST, 8, 80000, 80000, 10, 140000, 0 },
        { COLLECTIVE_BCAST, 4, 80000, 80000, 2, 160000, 0 },
        { COLLECTIVE_ALLREDUCE, 4, 100, 400, 2, 200, 100 },
        { COLLECTIVE_ALLREDUCE, 4, 4000, 16000, 4, 6000, 8000 },
        { COLLECTIVE_REDUCE, 4, 2048, 8192, 2, 4096, 0 },
        { COLLECTIVE_REDUCE, 4, 4096, 8192, 4, 6144, 4096 },
        { COLLECTIVE_GATHER, 4, 100, 400, 2, 300, 0 },
        { COLLECTIVE_ALLGATHER, 4, 100, 400, 2, 300, 400 },
        { COLLECTIVE_ALLGATHER, 4, 150000, 600000, 2, 450000, 0 },
        { COLLECTIVE_SCATTER, 4, 400, 700, 2, 300, 0 },
        { COLLECTIVE_REDUCE_SCATTER, 4, 400, 1600, 2, 300, 400 },
        { COLLECTIVE_ALLTOALL, 4, 400, 1600, 3, 300, 400 },
        { COLLECTIVE_SCAN, 4, 100, 400, 2, 200, 0 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct collective_cost c = collective_cost(
            cases[i].kind, cases[i].size, cases[i].most, cases[i].sum);

        ok(c.latencies == cases[i].latencies && c.bytes == cases[i].bytes
               && c.each == cases[i].each,
           "%s of %ju bytes among %zu ranks costs %g latencies, %g bytes",
           collective_name(cases[i].kind), (uintmax_t)cases[i].most,
           cases[i].size, c.latencies, c.bytes);
    }
}

static void test_within(void)
{
    struct collective_cost c =
        collective_cost_within(COLLECTIVE_ALLREDUCE, 4, 100);

    ok(c.latencies == 4 && c.bytes == 400,
       "within a host an allreduce comes together, and is told again");
    c = collective_cost_within(COLLECTIVE_BCAST, 4, 100);
    ok(c.latencies == 2 && c.bytes == 200, "a broadcast is only told");
    c = collective_cost_within(COLLECTIVE_BARRIER, 1, 0);
    ok(c.latencies == 0, "and who is alone there needs nobody");
    ok(collective_goes_by_hosts(COLLECTIVE_REDUCE)
           && !collective_goes_by_hosts(COLLECTIVE_ALLTOALL),
       "a reduction goes by hosts, and not what all send to all");
}

int main(void)
{
    test_names();
    test_costs();
    test_within();
    return tap_done();
}
