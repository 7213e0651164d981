/* note_bytes.c - how much a call moves, and among how many
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/calls/note.h"
#include "pmpi/handles/comm.h"
#include "pmpi/mpi/real.h"
#include "pmpi/watch/watch.h"

/* ---- sizes ---- */

uint64_t note_derived_size(MPI_Datatype type)
{
    MPI_Count size = 0;

    if (type != MPI_DATATYPE_NULL)
        REAL(MPI_Type_size_x)(type, &size);
    return size > 0 ? size : 0;
}

/* MPICH keeps the size in bytes in the status, in two parts, and beside the
 * upper one whether the communication was cancelled.
 */
uint64_t note_status_bytes(const MPI_Status *status)
{
    uint64_t high = (uint32_t)status->count_hi_and_cancelled >> 1;

    return high << 32 | (uint32_t)status->count_lo;
}

/* ---- ranks ---- */

int note_rank(MPI_Comm handle)
{
    int rank;

    watch_lock();
    rank = comm_find(handle)->rank;
    watch_unlock();
    return rank;
}

int note_own_size(MPI_Comm handle)
{
    int size;

    watch_lock();
    size = comm_find(handle)->size;
    watch_unlock();
    return size;
}

int note_size(MPI_Comm handle)
{
    int size;

    watch_lock();
    size = comm_find(handle)->peers;
    watch_unlock();
    return size;
}

bool note_is_root(MPI_Comm handle, int root)
{
    comm_t *c;
    bool is;

    if (root == MPI_ROOT || root == MPI_PROC_NULL)
        return root == MPI_ROOT;
    watch_lock();
    c = comm_find(handle);
    is = !c->inter && c->rank == root;
    watch_unlock();
    return is;
}

/* ---- neighbours ---- */

enum { DIMENSIONS = 32 }; /* of a grid whose ends are looked for */

/* At an end of a grid that does not go round there is MPI_PROC_NULL.  A grid
 * has two neighbours in each dimension.
 */
static uint64_t absent_in_grid(MPI_Comm handle, int dimensions)
{
    int size[DIMENSIONS], periodic[DIMENSIONS], at[DIMENSIONS];
    uint64_t absent = 0;

    if (dimensions > DIMENSIONS
        || REAL(MPI_Cart_get)(handle, dimensions, size, periodic, at)
               != MPI_SUCCESS)
        return 0;
    for (int i = 0; i < dimensions; i++) {
        uint64_t below = !periodic[i] && at[i] == 0;
        uint64_t above = !periodic[i] && at[i] == size[i] - 1;

        absent |= (below | above << 1) << 2 * i;
    }
    return absent;
}

/* How many there are in the arguments of a call, and the bits of those that
 * nothing goes to.
 */
static int find_neighbours(MPI_Comm handle, uint64_t *absent)
{
    int topology = MPI_UNDEFINED, in, out = 0, weighted;

    *absent = 0;
    REAL(MPI_Topo_test)(handle, &topology);
    switch (topology) {
    case MPI_CART:
        REAL(MPI_Cartdim_get)(handle, &out);
        *absent = absent_in_grid(handle, out);
        return 2 * out;
    case MPI_GRAPH:
        REAL(MPI_Graph_neighbors_count)(handle, note_rank(handle), &out);
        return out;
    case MPI_DIST_GRAPH:
        REAL(MPI_Dist_graph_neighbors_count)(handle, &in, &out, &weighted);
        return out;
    default:
        return 0;
    }
}

int note_destinations(MPI_Comm handle)
{
    uint64_t absent;
    int count = find_neighbours(handle, &absent);

    return count - __builtin_popcountll(absent);
}

/* ---- sums ---- */

/* 'absent' has the bits of those that nothing goes to. */
#define SUM(counts, n, absent, size)                                          \
    uint64_t sum = 0;                                                         \
                                                                              \
    for (int i = 0; i < (n); i++)                                             \
        if ((counts)[i] > 0 && !is_absent(absent, i))                         \
            sum += (uint64_t)(counts)[i] * (size);                            \
    return sum

static inline bool is_absent(uint64_t absent, int i)
{
    return i < 64 && (absent >> i & 1);
}

/* For ints and for large counts. */
#define BYTES_OF(suffix, count_type)                                          \
    uint64_t bytes_of_counts##suffix(const count_type *counts, int n,         \
                                     MPI_Datatype type)                       \
    {                                                                         \
        uint64_t size = note_type_size(type);                                 \
                                                                              \
        SUM(counts, n, 0, size);                                              \
    }                                                                         \
                                                                              \
    uint64_t bytes_of_types##suffix(const count_type *counts, int n,          \
                                    const MPI_Datatype *types)                \
    {                                                                         \
        SUM(counts, n, 0, note_type_size(types[i]));                          \
    }                                                                         \
                                                                              \
    uint64_t neighbour_bytes_of_counts##suffix(                               \
        const count_type *counts, MPI_Comm handle, MPI_Datatype type)         \
    {                                                                         \
        uint64_t absent, size = note_type_size(type);                         \
        int n = find_neighbours(handle, &absent);                             \
                                                                              \
        SUM(counts, n, absent, size);                                         \
    }                                                                         \
                                                                              \
    uint64_t neighbour_bytes_of_types##suffix(                                \
        const count_type *counts, MPI_Comm handle, const MPI_Datatype *types) \
    {                                                                         \
        uint64_t absent;                                                      \
        int n = find_neighbours(handle, &absent);                             \
                                                                              \
        SUM(counts, n, absent, note_type_size(types[i]));                     \
    }

BYTES_OF(, int)
BYTES_OF(_c, MPI_Count)
