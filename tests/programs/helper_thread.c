/* helper_thread.c - a malleable program with a thread that calls MPI, too
 *
 *     helper_thread DOING STEPS
 *
 * Beside the steps a thread is in MPI_Iprobe() again and again ("probe"), or
 * sends to itself ("exchange"), on a communicator of its own; or there are
 * some that each look at a descriptor, which is open as long as the program
 * runs ("watch"), as threads of MPI do, and abort when it is not.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <mpi.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROWS = 10000, TAG = 5, WATCHERS = 4 };

static const struct timespec pause_time = { .tv_nsec = 5000000 },
                             poll_time = { .tv_nsec = 200000 };

static MPI_Comm own;
static atomic_bool ending;

static void *probe(void *none)
{
    int there;

    while (!ending) {
        MPI_Iprobe(MPI_ANY_SOURCE, TAG, own, &there, MPI_STATUS_IGNORE);
        nanosleep(&poll_time, NULL);
    }
    return none;
}

static void *exchange(void *none)
{
    int out = 1, in;

    while (!ending) {
        MPI_Sendrecv(&out, 1, MPI_INT, 0, TAG, &in, 1, MPI_INT, 0, TAG, own,
                     MPI_STATUS_IGNORE);
        nanosleep(&poll_time, NULL);
    }
    return none;
}

static void *watch(void *none)
{
    int ends[2];
    struct pollfd end = { .events = POLLIN };

    if (pipe(ends) != 0)
        abort();
    end.fd = ends[0];
    while (!ending)
        if (poll(&end, 1, 0) != 0)
            abort();
    return none;
}

static void start(pthread_t *thread, const char *doing)
{
    void *(*does)(void *) = strcmp(doing, "probe") == 0   ? probe
                            : strcmp(doing, "watch") == 0 ? watch
                                                          : exchange;

    MPI_Comm_dup(MPI_COMM_SELF, &own);
    for (int i = 1; does == watch && i < WATCHERS; i++)
        if (pthread_create(thread, NULL, does, NULL) == 0)
            pthread_detach(*thread);
    pthread_create(thread, NULL, does, NULL);
}

static void end(pthread_t thread)
{
    ending = true;
    pthread_join(thread, NULL);
    MPI_Comm_free(&own);
}

int main(int argc, char **argv)
{
    int provided, rank, ranks, step = 0, rows, first = 0;
    int steps = argc > 2 ? atoi(argv[2]) : 0;
    long sum = 0, all, *x;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    rows = ROWS / ranks + (rank < ROWS % ranks);
    MPI_Exscan(&rows, &first, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    x = malloc((size_t)rows * sizeof(*x));
    if (argc < 3 || provided < MPI_THREAD_MULTIPLE || !x)
        MPI_Abort(MPI_COMM_WORLD, 2);
    for (int i = 0; i < rows; i++)
        x[i] = first + i;
    start(&thread, argv[1]);
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("x", &x, &rows, MPI_LONG, NULL);
    for (; step < steps; step++) {
        mito_sync();
        nanosleep(&pause_time, NULL);
        for (int i = 0; i < rows; i++)
            x[i] = (x[i] * 3 + step) % 1000003;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    end(thread);
    for (int i = 0; i < rows; i++)
        sum += x[i];
    MPI_Reduce(&sum, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("sum %ld\n", all);
    free(x);
    return MPI_Finalize();
}
