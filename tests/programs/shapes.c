/* shapes.c - who talks to whom, in the shapes that programs are made of
 *
 *     shapes ring|all|transpose|farm|groups [STEPS]
 *
 * In each step a rank works, which is a sleep of a millisecond, and of twenty
 * in rank 2, which is the slow one on however busy a machine; then
 *   ring       4096 bytes go to the next rank,
 *   all        512 bytes go from each rank to each other one,
 *   transpose  they go there by MPI_Alltoall,
 *   farm       rank 0 hands 64 bytes of work to who asks with as many, and
 *              only the others work,
 *   groups     2048 bytes go to the next rank of one's half of the ranks, and
 *              256 between the first ranks of both.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SLOW = 2, MOST = 64 * 1024 };

static char out[MOST], in[MOST];
static int rank, size;
static MPI_Comm half; /* of the ranks */

static void work(void)
{
    struct timespec t = { 0, rank == SLOW ? 20000000 : 1000000 };

    nanosleep(&t, NULL);
}

static void exchange(int bytes, int to, int from, MPI_Comm comm)
{
    MPI_Sendrecv(out, bytes, MPI_BYTE, to, 0, in, bytes, MPI_BYTE, from, 0,
                 comm, MPI_STATUS_IGNORE);
}

static void next_in(int bytes, MPI_Comm comm)
{
    int me, all;

    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &all);
    exchange(bytes, (me + 1) % all, (me + all - 1) % all, comm);
}

static void step_ring(void)
{
    work();
    next_in(4096, MPI_COMM_WORLD);
}

static void step_all(void)
{
    work();
    for (int by = 1; by < size; by++)
        exchange(512, (rank + by) % size, (rank + size - by) % size,
                 MPI_COMM_WORLD);
}

static void step_transpose(void)
{
    work();
    MPI_Alltoall(out, 512, MPI_BYTE, in, 512, MPI_BYTE, MPI_COMM_WORLD);
}

/* As many tasks as there are workers, for whoever comes. */
static void step_farm(void)
{
    MPI_Status who;

    if (rank == 0)
        for (int i = 1; i < size; i++) {
            MPI_Recv(in, 64, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                     &who);
            MPI_Send(out, 64, MPI_BYTE, who.MPI_SOURCE, 0, MPI_COMM_WORLD);
        }
    else {
        MPI_Send(out, 64, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        MPI_Recv(in, 64, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        work();
    }
}

static void step_groups(void)
{
    work();
    next_in(2048, half);
    if (rank % (size / 2) == 0)
        exchange(256, size / 2 - rank, size / 2 - rank, MPI_COMM_WORLD);
}

static const struct {
    const char *name;
    void (*step)(void);
} shapes[] = {
    { "ring", step_ring },           { "all", step_all },
    { "transpose", step_transpose }, { "farm", step_farm },
    { "groups", step_groups },
};

int main(int argc, char **argv)
{
    int steps = argc > 2 ? atoi(argv[2]) : 20;
    void (*step)(void) = NULL;

    alarm(120); /* whatever happens, this ends */
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
        if (argc > 1 && strcmp(argv[1], shapes[i].name) == 0)
            step = shapes[i].step;
    if (!step)
        return 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, size > 1 && rank >= size / 2, rank, &half);
    MPI_Comm_set_name(half, "half");
    for (int i = 0; i < steps; i++)
        step();
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
