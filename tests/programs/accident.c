/* accident.c - a program that meets a bad end, in a way of your choice
 *
 * Usage: accident MODE [ITERATIONS]
 *
 * After 10 iterations, or as many as you say, rank 1 meets its end:
 *   segv     it writes to address 0
 *   abort    it calls abort()
 *   kill     it raises SIGKILL
 *   term     it raises SIGTERM
 *   oom      it takes memory until there is no more, and calls abort()
 *   heavy    it computes for 3 s, in 100 MiB, says so, and waits to be killed;
 *            a minute later SIGALRM
 *   exit     it calls exit(3), without MPI_Finalize
 *   _exit    it calls _exit(4), likewise
 *   hang     it waits for a message that nobody sends; a minute later SIGALRM
 *   early    it calls MPI_Finalize at once, for which it waits likewise
 *   late     all compute for a second before they call MPI_Init, and all is
 *            well
 *   return   all ranks return 0 from main, without MPI_Finalize
 *   none     nothing happens, and all is well
 * The others wait in an MPI_Barrier.  Takes at least 2 ranks.  With segv and
 * _exit rank 1 meets its end when rank 0 is in a call of MPI for sure, an
 * MPI_Sendrecv_replace.
 *
 * Messages, r+1 being 0 after the last rank:
 *   r -> r+1   ITERATIONS of 400 bytes, by MPI_Sendrecv
 * Calls on each rank: MPI_Sendrecv and MPI_Allreduce (of 4 bytes) ITERATIONS,
 * MPI_Barrier 1 before the end, and 1 more that is waited in.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { COUNT = 100, MEGABYTE = 1 << 20 };

static void iterate(int rank, int size)
{
    int out[COUNT] = { 0 }, in[COUNT], sum;

    MPI_Sendrecv(out, COUNT, MPI_INT, (rank + 1) % size, 0, in, COUNT, MPI_INT,
                 (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

/* The blocks are chained, so that the compiler cannot leave them out. */
static void take_all_memory(void)
{
    struct rlimit limit = { 1 << 30, 1 << 30 };
    void **last = NULL, **next;

    setrlimit(RLIMIT_AS, &limit);
    while ((next = malloc(MEGABYTE))) {
        *next = last;
        last = next;
    }
    abort();
}

/* For so long of processor time, without a call of MPI. */
static void compute(int seconds)
{
    size_t bytes = (size_t)100 * MEGABYTE;
    volatile char *memory = calloc(bytes, 1);

    while (memory && clock() < seconds * CLOCKS_PER_SEC)
        for (size_t i = 0; i < bytes; i += 64)
            memory[i]++;
}

static void meet_end(const char *mode)
{
    int nothing;
    volatile int *volatile nowhere = NULL;

    if (strcmp(mode, "segv") == 0)
        *nowhere = 1;
    else if (strcmp(mode, "abort") == 0)
        abort();
    else if (strcmp(mode, "abort_mpi") == 0)
        MPI_Abort(MPI_COMM_WORLD, 5);
    else if (strcmp(mode, "kill") == 0)
        raise(SIGKILL);
    else if (strcmp(mode, "heavy") == 0) {
        compute(3);
        puts("accident: computed");
        fflush(stdout);
        pause();
    } else if (strcmp(mode, "term") == 0)
        raise(SIGTERM);
    else if (strcmp(mode, "exit") == 0)
        exit(3);
    else if (strcmp(mode, "_exit") == 0)
        _exit(4);
    else if (strcmp(mode, "oom") == 0)
        take_all_memory();
    else if (strcmp(mode, "hang") == 0)
        MPI_Recv(&nothing, 1, MPI_INT, 0, 99, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    else if (strcmp(mode, "early") == 0)
        MPI_Finalize();
}

/* Rank 0 waits for an answer in the call whose message rank 1 has then. */
static void wait_for_first(int rank)
{
    int nothing = 0;

    if (rank == 0)
        MPI_Sendrecv_replace(&nothing, 1, MPI_INT, 1, 98, 1, 98,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (rank == 1)
        MPI_Recv(&nothing, 1, MPI_INT, 0, 98, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "none";
    int rank, size, iterations = argc > 2 ? atoi(argv[2]) : 10;

    alarm(120); /* whatever happens, this ends */
    if (strcmp(mode, "late") == 0)
        compute(1);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < iterations; i++)
        iterate(rank, size);
    if (rank == 0) {
        printf("accident: %s after %d iterations\n", mode, iterations);
        fflush(stdout);
    }
    MPI_Barrier(MPI_COMM_WORLD); /* what is printed comes before the end */
    if (strcmp(mode, "return") == 0)
        return 0;
    if (strcmp(mode, "segv") == 0 || strcmp(mode, "_exit") == 0)
        wait_for_first(rank);
    if (rank == 1)
        meet_end(mode);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
