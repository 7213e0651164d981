/* always_late.c - rank 0 comes late to each communication, all others wait
 *
 * Usage: always_late [MILLISECONDS [ROUNDS]]
 *
 * In each round of each of the ways below rank 0 sleeps for that long, and
 * then has 8 bytes to do with each of the others, which wait in the call the
 * way is named after.  None of these is ever in time.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 16 }; /* ranks */

static int rank, size;
static double number;
static MPI_Request request[MOST];
static MPI_Win window;
static MPI_Group others; /* of rank 0 all others, of these rank 0 */

static void send_to_all(void)
{
    for (int i = 1; i < size; i++)
        MPI_Send(&number, 1, MPI_DOUBLE, i, 0, MPI_COMM_WORLD);
}

static void begin(void)
{
    MPI_Irecv(&number, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, request);
}

static void wait_one(void)
{
    if (rank == 0) {
        send_to_all();
    } else {
        begin();
        MPI_Wait(request, MPI_STATUS_IGNORE);
    }
}

static void wait_all(void)
{
    MPI_Status status[1];

    if (rank == 0) {
        send_to_all();
    } else {
        begin();
        MPI_Waitall(1, request, status);
    }
}

static void wait_any(void)
{
    int which;

    if (rank == 0) {
        send_to_all();
    } else {
        begin();
        MPI_Waitany(1, request, &which, MPI_STATUS_IGNORE);
    }
}

static void wait_some(void)
{
    int which, count;
    MPI_Status status;

    if (rank == 0) {
        send_to_all();
    } else {
        begin();
        MPI_Waitsome(1, request, &count, &which, &status);
    }
}

static void start(void)
{
    if (rank == 0) {
        send_to_all();
        return;
    }
    MPI_Recv_init(&number, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, request);
    MPI_Start(request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    MPI_Request_free(request);
}

static void probe(void)
{
    if (rank == 0) {
        send_to_all();
    } else {
        MPI_Probe(0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&number, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
}

static void send_and_receive(void)
{
    double other;

    if (rank > 0) {
        MPI_Sendrecv(&number, 1, MPI_DOUBLE, 0, 0, &other, 1, MPI_DOUBLE, 0, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return;
    }
    send_to_all();
    for (int i = 1; i < size; i++)
        MPI_Recv(&other, 1, MPI_DOUBLE, i, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void scatter(void)
{
    double all[MOST] = { 0 };

    MPI_Scatter(all, 1, MPI_DOUBLE, &number, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void put(void)
{
    if (rank > 0) {
        MPI_Win_post(others, 0, window);
        MPI_Win_wait(window);
        return;
    }
    MPI_Win_start(others, 0, window);
    for (int i = 1; i < size; i++)
        MPI_Put(&number, 1, MPI_DOUBLE, i, 0, 1, MPI_DOUBLE, window);
    MPI_Win_complete(window);
}

static void make_window(void)
{
    static double memory[1];
    static const int zero;
    MPI_Group all;

    MPI_Win_create(memory, sizeof(memory), sizeof(memory[0]), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &window);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    if (rank == 0)
        MPI_Group_excl(all, 1, &zero, &others);
    else
        MPI_Group_incl(all, 1, &zero, &others);
    MPI_Group_free(&all);
}

int main(int argc, char **argv)
{
    static void (*const ways[])(void) = { wait_one,         wait_all, wait_any,
                                          wait_some,        start,    probe,
                                          send_and_receive, scatter,  put };
    int late = argc > 1 ? atoi(argv[1]) : 40;
    int rounds = argc > 2 ? atoi(argv[2]) : 3;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2 || size > MOST)
        MPI_Abort(MPI_COMM_WORLD, 1);
    make_window();
    for (size_t w = 0; w < sizeof(ways) / sizeof(ways[0]); w++)
        for (int i = 0; i < rounds; i++) {
            if (rank == 0)
                usleep((useconds_t)late * 1000);
            ways[w]();
        }
    MPI_Win_free(&window);
    MPI_Group_free(&others);
    if (rank == 0)
        printf("always_late: done\n");
    MPI_Finalize();
    return 0;
}
