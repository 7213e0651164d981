/* latent.c - a ring in which messages are under way at every sync
 *
 * What a rank sends in one step its neighbour receives in the next, on
 * MPI_COMM_WORLD and on a duplicate, several of each with the same tag, so
 * that their order matters.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MESSAGES = 3, NUMBERS = 50, TAG = 7 };

static int rank, ranks;
static MPI_Comm twin;

/* What message 'i' of 'from' in step 'step' brings. */
static int number(int from, int step, int i, int n)
{
    return from * 1000003 + step * 1009 + i * 101 + n;
}

static void send(int step, MPI_Comm comm)
{
    int numbers[NUMBERS];

    for (int i = 0; i < MESSAGES; i++) {
        for (int n = 0; n < NUMBERS; n++)
            numbers[n] = number(rank, step, i, n) + (comm == twin);
        MPI_Send(numbers, 1 + (step + i) % NUMBERS, MPI_INT,
                 (rank + 1) % ranks, TAG, comm);
    }
}

/* Returns how much is wrong with what comes. */
static int receive(int step, MPI_Comm comm, long *sum)
{
    int from = (rank + ranks - 1) % ranks, wrong = 0;

    for (int i = 0; i < MESSAGES; i++) {
        int numbers[NUMBERS], count;
        MPI_Status status;

        MPI_Recv(numbers, NUMBERS, MPI_INT, from, MPI_ANY_TAG, comm, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        wrong += count != 1 + (step + i) % NUMBERS;
        for (int n = 0; n < count; n++) {
            wrong += numbers[n] != number(from, step, i, n) + (comm == twin);
            *sum += numbers[n];
        }
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 100;
    int step = 0, wrong = 0;
    long sum = 0, all;
    mito_layout local = { .spread = MITO_LOCAL };

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("wrong", &wrong, NULL, MPI_INT, &local);
    mito_register("sum", &sum, NULL, MPI_LONG, &local);
    for (; step <= steps; step++) {
        mito_sync();
        if (step > 0) {
            wrong += receive(step - 1, twin, &sum);
            wrong += receive(step - 1, MPI_COMM_WORLD, &sum);
        }
        if (step < steps) {
            send(step, MPI_COMM_WORLD);
            send(step, twin);
        }
        usleep(2000);
    }
    MPI_Reduce(&sum, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("latent: %s, sum %ld\n", wrong ? "wrong" : "ok", all);
    MPI_Comm_free(&twin);
    MPI_Finalize();
    return wrong != 0;
}
