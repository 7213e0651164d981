/* calls.c - what a call of MPI costs, when MPI itself costs nothing
 *
 * Linked with stub.c in place of MPI, and run with and without libmitosis in
 * front.  Prints a line for each kind of call: its name and the nanoseconds
 * per call, the median of several runs.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CALLS = 1000 * 1000, RUNS = 9 };

static double buffer[128];

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void send_one(int i)
{
    MPI_Send(buffer, 16, MPI_DOUBLE, 1 + i % 4, 0, MPI_COMM_WORLD);
}

static void allreduce(int i)
{
    (void)i;
    MPI_Allreduce(buffer, buffer + 1, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void irecv_wait(int i)
{
    MPI_Request request;

    MPI_Irecv(buffer, 1, MPI_DOUBLE, i % 4, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void test(int i)
{
    static MPI_Request request = (MPI_Request)0x6c000003;
    int flag;

    (void)i;
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
}

/* Frames between main and the call, as a library has them. */
__attribute__((noinline)) static void third(int i)
{
    send_one(i);
    __asm__ volatile("");
}

__attribute__((noinline)) static void second(int i)
{
    third(i);
    __asm__ volatile("");
}

__attribute__((noinline)) static void deep_send(int i)
{
    second(i);
    __asm__ volatile("");
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void measure(const char *name, void (*call)(int), int calls_each)
{
    double ns[RUNS];

    for (int run = 0; run < RUNS; run++) {
        double start = seconds();

        for (int i = 0; i < CALLS; i++)
            call(i);
        ns[run] = (seconds() - start) / CALLS / calls_each * 1e9;
    }
    qsort(ns, RUNS, sizeof(ns[0]), by_value);
    printf("%-14s %7.2f\n", name, ns[RUNS / 2]);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    measure("send", send_one, 1);
    measure("send_deep", deep_send, 1);
    measure("allreduce", allreduce, 1);
    measure("irecv+wait", irecv_wait, 2);
    measure("test", test, 1);
    MPI_Finalize();
    return 0;
}
