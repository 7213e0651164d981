/* calls.c - what a call of MPI costs, when MPI itself costs nothing
 *
 *     calls            a line for each kind of call: nanoseconds of processor
 *                      time per call, the median of several runs
 *     calls KIND       the nanoseconds of that kind alone
 *     calls KIND N     just N calls, for who counts instructions
 *
 * Linked with stub.c in place of MPI, and run with and without libmitosis in
 * front.  The kinds 'nobody' and 'six' need no other rank, and can be run with
 * a real MPI, too.
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

/* To and from nobody, so that MPI has nothing to do. */
static void send_to_nobody(int i)
{
    (void)i;
    MPI_Send(buffer, 16, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

/* What an iteration of many programs is. */
static void six_calls(int i)
{
    MPI_Request request[4];
    MPI_Status status[4];

    (void)i;
    for (int k = 0; k < 2; k++)
        MPI_Irecv(buffer, 8, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                  &request[k]);
    for (int k = 2; k < 4; k++)
        MPI_Isend(buffer, 8, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                  &request[k]);
    MPI_Waitall(4, request, status);
    MPI_Allreduce(buffer, buffer + 1, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
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
    { "test", test, 1 },           { "nobody", send_to_nobody, 1 },
    { "six", six_calls, 6 },
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static void measure(int kind)
{
    double ns[RUNS];
    int each = kinds[kind].calls_each;

    for (int run = 0; run < RUNS; run++) {
        double start = seconds();

        for (int i = 0; i < CALLS / each; i++)
            kinds[kind].call(i);
        ns[run] = (seconds() - start) / (CALLS / each * each) * 1e9;
    }
    qsort(ns, RUNS, sizeof(ns[0]), by_value);
    printf("%s %.2f\n", kinds[kind].name, ns[RUNS / 2]);
}

/* All kinds, or the one of this name. */
static void measure_all(const char *name)
{
    for (int kind = 0; kind < KINDS; kind++)
        if (!name || strcmp(kinds[kind].name, name) == 0)
            measure(kind);
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
        measure_all(argc == 2 ? argv[1] : NULL);
    MPI_Finalize();
    return 0;
}
