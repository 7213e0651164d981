/* Tests of pmpi/calls/note_bytes.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/calls/note.h"
#include "tests/pmpi/calls/made_up_watch.h"
#include "tests/tap.h"

/* A type that is not basic: 12 bytes. */
enum { DERIVED = 7, DERIVED_BYTES = 12 };

static int type_size_x(MPI_Datatype type, MPI_Count *size)
{
    *size = type == DERIVED ? DERIVED_BYTES : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

/* What the topology of WORLD is. */
static int topology;
static int goes_round;

static int topo_test(MPI_Comm comm, int *status)
{
    (void)comm;
    *status = topology;
    return MPI_SUCCESS;
}

static int cartdim_get(MPI_Comm comm, int *dimensions)
{
    (void)comm;
    *dimensions = 3;
    return MPI_SUCCESS;
}

/* At the lower end of the first dimension, in the middle of the second, at
 * both ends of the third.
 */
static int cart_get(
    MPI_Comm comm, int dimensions, int *size, int *periodic, int *at)
{
    (void)comm;
    for (int i = 0; i < dimensions; i++) {
        size[i] = i < 2 ? 3 : 1;
        at[i] = i == 1;
        periodic[i] = goes_round;
    }
    return MPI_SUCCESS;
}

static int graph_neighbors_count(MPI_Comm comm, int rank, int *count)
{
    (void)comm;
    *count = 10 + rank;
    return MPI_SUCCESS;
}

static int dist_graph_neighbors_count(MPI_Comm comm,
                                      int *in,
                                      int *out,
                                      int *weighted)
{
    (void)comm;
    *in = 5;
    *out = 4;
    *weighted = 0;
    return MPI_SUCCESS;
}

static void start(void)
{
    made_up_watch_start();
    real_call[CALL_MPI_Type_size_x] = (void *)type_size_x;
    real_call[CALL_MPI_Topo_test] = (void *)topo_test;
    real_call[CALL_MPI_Cartdim_get] = (void *)cartdim_get;
    real_call[CALL_MPI_Cart_get] = (void *)cart_get;
    real_call[CALL_MPI_Graph_neighbors_count] = (void *)graph_neighbors_count;
    real_call[CALL_MPI_Dist_graph_neighbors_count] =
        (void *)dist_graph_neighbors_count;
}

/* This rank is 1 in a communicator, or in its side of one. */
static void test_roots(void)
{
    static const struct {
        const char *what;
        bool inter;
        int root;
        bool is;
    } cases[] = {
        { "the root of a communicator, being it", false, 1, true },
        { "the root of a communicator, being another one", false, 0, false },
        { "the root of our side, being it", true, MPI_ROOT, true },
        { "the root of our side, being another one", true, MPI_PROC_NULL,
          false },
        { "the root of the other side, of another rank", true, 0, false },
        { "the root of the other side, of the same rank", true, 1, false },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        start();
        world.inter = cases[i].inter;
        ok(note_is_root(WORLD, cases[i].root) == cases[i].is,
           "%s: this rank is %s", cases[i].what,
           cases[i].is ? "the root" : "not the root");
    }
}

static void test_sizes(void)
{
    static const int counts[] = { 3, 0, -1, 2 };
    static const MPI_Count large[] = { 3, 0, -1, INT64_C(1) << 33 };
    static const MPI_Datatype types[] = { MPI_INT, DERIVED, DERIVED, DERIVED };

    start();
    ok(note_type_size(MPI_INT) == 4 && note_type_size(MPI_DOUBLE) == 8
           && note_type_size(DERIVED) == DERIVED_BYTES
           && note_type_size(MPI_DATATYPE_NULL) == 0
           && note_type_size(DERIVED + 1) == 0,
       "types have a size, or none");
    ok(bytes_of(3, MPI_INT) == 12 && bytes_of(-1, MPI_INT) == 0,
       "a count below zero is of no bytes");
    ok(bytes_of_counts(counts, 4, MPI_INT) == 20,
       "counts of one type are added up");
    ok(bytes_of_types(counts, 4, types) == 12 + 2 * DERIVED_BYTES,
       "so are counts of several types");
    ok(bytes_of_counts_c(large, 4, MPI_INT) == 12 + (UINT64_C(1) << 35),
       "and counts beyond an int");
    ok(bytes_of_types_c(large, 4, types)
           == 12 + (UINT64_C(1) << 33) * DERIVED_BYTES,
       "of several types, too");
}

static void test_ranks(void)
{
    start();
    world.inter = true;
    world.size = 2;
    world.peers = 3;
    ok(note_rank(WORLD) == 1 && note_own_size(WORLD) == 2
           && note_size(WORLD) == 3,
       "who we are, and how many there are on either side, is known");
}

static void test_destinations(void)
{
    static const struct {
        const char *what;
        int topology;
        int goes_round;
        int count;
    } cases[] = {
        { "a grid", MPI_CART, 1, 6 },
        { "a corner of a grid", MPI_CART, 0, 3 },
        { "a graph", MPI_GRAPH, 0, 11 },
        { "a graph of which each rank knows its own part", MPI_DIST_GRAPH, 0,
          4 },
        { "no topology", MPI_UNDEFINED, 0, 0 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        start();
        topology = cases[i].topology;
        goes_round = cases[i].goes_round;
        ok(note_destinations(WORLD) == cases[i].count,
           "in %s there are %d neighbours to send to, not %d", cases[i].what,
           cases[i].count, note_destinations(WORLD));
    }
}

/* To whom nothing goes his part does not count, whatever is said of it. */
static void test_neighbours(void)
{
    static const int counts[] = { 1000, 1, 2, 3, 1000, 1000 };
    static const MPI_Count large[] = { 1000, 1, 2, 3, 1000, 1000 };
    static const MPI_Datatype types[] = { DERIVED, MPI_INT, MPI_INT,
                                          DERIVED, DERIVED, DERIVED };

    start();
    topology = MPI_CART;
    goes_round = 0;
    ok(neighbour_bytes_of_counts(counts, WORLD, MPI_INT) == 24
           && neighbour_bytes_of_counts_c(large, WORLD, MPI_INT) == 24,
       "what goes to three of six neighbours is counted");
    ok(neighbour_bytes_of_types(counts, WORLD, types) == 12 + 3 * DERIVED_BYTES
           && neighbour_bytes_of_types_c(large, WORLD, types)
                  == 12 + 3 * DERIVED_BYTES,
       "of several types, too");
    goes_round = 1;
    ok(neighbour_bytes_of_counts(counts, WORLD, MPI_INT) == 4 * 3006,
       "all six are there in a grid that goes round");
}

int main(void)
{
    test_roots();
    test_sizes();
    test_ranks();
    test_destinations();
    test_neighbours();
    return tap_done();
}
