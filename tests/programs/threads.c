/* threads.c - four threads in each rank send at the same time
 *
 * Messages, r+1 being 0 after the last rank, t = 0 ... 3 being the thread and
 * the tag:
 *   r -> r+1   for each t 10 of 4 * (t + 1) bytes, by MPI_Isend, taken by
 *              MPI_Irecv: 40 messages and 400 bytes in all
 * Calls of each thread: MPI_Irecv 10, MPI_Isend 10, and for t = 0 and 1
 * MPI_Wait 20, for t = 2 and 3 MPI_Test as often as it takes, at least 20.
 * MPI_Init_thread asks for MPI_THREAD_MULTIPLE.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

enum { THREADS = 4, TIMES = 10 };

static int left, right;

static void complete(int tag, MPI_Request *request)
{
    int flag = 0;

    if (tag < 2)
        MPI_Wait(request, MPI_STATUS_IGNORE);
    while (tag >= 2 && !flag) {
        MPI_Test(request, &flag, MPI_STATUS_IGNORE);
        sched_yield();
    }
}

static void *talk(void *argument)
{
    int tag = *(int *)argument;
    int out[THREADS] = { 0 }, in[THREADS];
    MPI_Request receive, send;

    for (int i = 0; i < TIMES; i++) {
        MPI_Irecv(in, tag + 1, MPI_INT, left, tag, MPI_COMM_WORLD, &receive);
        out[tag] = 100 * tag + i;
        MPI_Isend(out, tag + 1, MPI_INT, right, tag, MPI_COMM_WORLD, &send);
        complete(tag, &receive);
        complete(tag, &send);
        if (in[tag] != out[tag])
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int rank, size, provided, tags[THREADS];
    pthread_t threads[THREADS];

    alarm(120); /* whatever happens, this ends */
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 2);
    for (int t = 0; t < THREADS; t++) {
        tags[t] = t;
        if (pthread_create(&threads[t], NULL, talk, &tags[t]) != 0)
            MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    if (rank == 0)
        printf("threads: %d of them done\n", THREADS);
    MPI_Finalize();
    return 0;
}
