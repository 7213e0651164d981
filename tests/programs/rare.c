/* rare.c - calls of MPI with work between them, timed from outside
 *
 * Usage: rare CALLS KIBIBYTES [SECONDS PATHS]
 *
 * Makes CALLS calls of MPI_Send to nobody, and reads and writes so much memory
 * before each of them.  Prints how many nanoseconds a call took on average,
 * as a program sees it; those that took longer than 100 us are left out, as
 * something else came between.
 *
 * Then, for that many SECONDS of processor time, calls as often as it can; and
 * at last as many more calls as there are PATHS, each on a call path of its
 * own: last_call(), by_path() 1, 2 ... times, all_paths(), main().
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TOO_LONG_NS = 100 * 1000, LINE = 64 };

static double read_clock(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static double now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

static double processor_time(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static void call(void)
{
    int nothing = 0;

    MPI_Send(&nothing, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

static void compute(volatile char *memory, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += LINE)
        memory[i]++;
}

static double seen_from_outside(int calls, size_t bytes)
{
    char *memory = calloc(bytes + 1, 1);
    double sum = 0;
    int kept = 0;

    for (int i = 0; memory && i < calls; i++) {
        double start, took;

        compute(memory, bytes);
        start = now();
        call();
        took = now() - start;
        if (took < TOO_LONG_NS) {
            sum += took;
            kept++;
        }
    }
    free(memory);
    return kept > 0 ? sum / kept : 0;
}

__attribute__((noinline)) static void last_call(void)
{
    int nothing = 0;

    MPI_Send(&nothing, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
}

__attribute__((noinline)) static void by_path(int depth)
{
    if (depth > 0)
        by_path(depth - 1);
    else
        last_call();
    __asm__ volatile("");
}

__attribute__((noinline)) static void all_paths(int paths)
{
    for (int i = 0; i < paths; i++)
        by_path(i);
}

int main(int argc, char **argv)
{
    int calls = argc > 1 ? atoi(argv[1]) : 1000;
    size_t bytes = argc > 2 ? (size_t)atoi(argv[2]) * 1024 : 0;
    double seconds = argc > 3 ? atof(argv[3]) : 0, start;

    MPI_Init(&argc, &argv);
    printf("%.1f\n", seen_from_outside(calls, bytes));
    start = processor_time();
    while (processor_time() - start < seconds * 1e9)
        for (int i = 0; i < 1000; i++)
            call();
    all_paths(argc > 4 ? atoi(argv[4]) : 0);
    MPI_Finalize();
    return 0;
}
