/* measure_sharing.c - what a host has for all messages that it sends at once
 *
 * One rank may reach the bandwidth of its host's network alone, or not.  Two
 * tell: together they are as fast as one, or twice as fast.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdbool.h>

#include <mpi.h>

#include "base/system/clock.h"
#include "probe/measure_internal.h"

enum { TAG_COUNT = 16, TAG_READY, TAG_BYTES, TAG_DONE, TURNS = 3 };

/* Wait for each other without a byte. */
static void meet(int other)
{
    MPI_Sendrecv(NULL, 0, MPI_BYTE, other, TAG_READY, NULL, 0, MPI_BYTE, other,
                 TAG_READY, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void take(int from, char *bytes, int count)
{
    MPI_Request all;

    MPI_Irecv(bytes, count, MPI_BYTE, from, TAG_BYTES, MPI_COMM_WORLD, &all);
    meet(from);
    MPI_Wait(&all, MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, MPI_BYTE, from, TAG_DONE, MPI_COMM_WORLD);
}

/* Returns how many seconds it took, with 'beside', if that is not -1, which
 * sends at the same time.
 */
static double give(int to, int beside, char *bytes, int count)
{
    uint64_t start;

    meet(to);
    if (beside >= 0)
        meet(beside);
    start = clock_monotonic();
    MPI_Send(bytes, count, MPI_BYTE, to, TAG_BYTES, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_BYTE, to, TAG_DONE, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    if (beside >= 0)
        meet(beside);
    return (double)(clock_monotonic() - start) * 1e-9;
}

/* A leader tells the other rank of its host. */
static int agree(const int rank[2], int own, int count)
{
    if (own == rank[0])
        MPI_Send(&count, 1, MPI_INT, rank[1], TAG_COUNT, MPI_COMM_WORLD);
    else
        MPI_Recv(&count, 1, MPI_INT, rank[0], TAG_COUNT, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    return count;
}

/* In the best of some turns, by so many of the ranks. */
static double try_ranks(const struct measure_hosts *hosts,
                        int ranks,
                        int own,
                        char *bytes,
                        int count)
{
    double best = INFINITY;

    for (int turn = 0; turn < TURNS; turn++)
        for (int i = 0; i < ranks; i++) {
            if (own == hosts->takes[i])
                take(hosts->sends[i], bytes, count);
            if (own == hosts->sends[i])
                best = fmin(best, give(hosts->takes[i],
                                       ranks > 1 ? hosts->sends[1 - i] : -1,
                                       bytes, count));
        }
    return ranks * count / best;
}

void measure_sharing(struct probe *p,
                     const struct measure_hosts *hosts,
                     char *bytes,
                     int count)
{
    bool sends = p->rank == hosts->sends[0] || p->rank == hosts->sends[1];
    double one, both;

    count = agree(sends ? hosts->sends : hosts->takes, p->rank, count);
    both = try_ranks(hosts, 2, p->rank, bytes, count);
    one = try_ranks(hosts, 1, p->rank, bytes, count);
    if (p->rank == hosts->sends[0])
        probe_say(p, "shared %s %s %.0f %.0f", p->host[hosts->sends[0]],
                  p->host[hosts->takes[0]], one, both);
}
