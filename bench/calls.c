/* calls.c - what a call of MPI costs, when MPI itself costs nothing
 *
 *     calls            a line for each kind of call: nanoseconds of processor
 *                      time per call, the median of several runs
 *     calls KIND N     just N calls, for who counts instructions
 *
 * Linked with stub.c in place of MPI, and run with and without libmitosis in
 * front.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static const struct {
    const char *name;
    void (*call)(int);
    int calls_each;
} kinds[] = {
    { "send", send_one, 1 },       { "send_deep", deep_send, 1 },
    { "allreduce", allreduce, 1 }, { "irecv+wait", irecv_wait, 2 },
    { "test", test, 1 },
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static void measure(int kind)
{
    double ns[RUNS];

    for (int run = 0; run < RUNS; run++) {
        double start = seconds();

        for (int i = 0; i < CALLS; i++)
            kinds[kind].call(i);
        ns[run] = (seconds() - start) / CALLS / kinds[kind].calls_each * 1e9;
    }
    qsort(ns, RUNS, sizeof(ns[0]), by_value);
    printf("%s %.2f\n", kinds[kind].name, ns[RUNS / 2]);
}

static void just_call(const char *name, int n)
{
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; strcmp(kinds[kind].name, name) == 0 && i < n; i++)
            kinds[kind].call(i);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (argc == 3)
        just_call(argv[1], atoi(argv[2]));
    else
        for (int kind = 0; kind < KINDS; kind++)
            measure(kind);
    MPI_Finalize();
    return 0;
}
