/* crossing.c - messages that cross every sync, between all ranks
 *
 *     crossing STEPS WAY [GATE]
 *
 * What a rank sends to each other one in a step is received in the next.  At
 * step 5 all wait for the file GATE to be there.  The ways: with "split",
 * rank 0 sends on a communicator that was split, too; with "many", there are
 * many messages of a page each; "paused" is not watched from step 3 on, and
 * "pending" neither, while a receive lasts for as long as the program; "plain"
 * does nothing of this.  A message that is lost ends the program.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    NUMBERS = 1024,
    MANY = 12,
    PAUSE_STEP = 3,
    GATE_STEP = 5,
    GATE_MS = 120 * 1000,
    STEP_US = 2000,
    LONGEST_S = 120,
};

static int rank, ranks;
static const char *way = "plain";
static MPI_Comm split;

static int is(const char *name)
{
    return strcmp(way, name) == 0;
}

static int number(int from, int step, int i)
{
    return from * 1000003 + step * 1009 + i;
}

static int messages(void)
{
    return is("many") ? MANY : 2;
}

static void send(int step)
{
    int numbers[NUMBERS] = { 0 };

    for (int to = 0; to < ranks; to++)
        for (int i = 0; to != rank && i < messages(); i++) {
            numbers[0] = number(rank, step, i);
            MPI_Send(numbers, is("many") ? NUMBERS : 1, MPI_INT, to, 7,
                     MPI_COMM_WORLD);
        }
    numbers[0] = step;
    for (int to = 1; is("split") && rank == 0 && to < ranks; to++)
        MPI_Send(numbers, 1, MPI_INT, ranks - 1 - to, 8, split);
}

/* Returns how much is wrong with what comes. */
static int receive(int step)
{
    int numbers[NUMBERS], wrong = 0;

    for (int from = 0; from < ranks; from++)
        for (int i = 0; from != rank && i < messages(); i++) {
            MPI_Recv(numbers, NUMBERS, MPI_INT, from, 7, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            wrong += numbers[0] != number(from, step, i);
        }
    if (is("split") && rank != 0) {
        MPI_Recv(numbers, 1, MPI_INT, ranks - 1, 8, split, MPI_STATUS_IGNORE);
        wrong += numbers[0] != step;
    }
    return wrong;
}

static void await(const char *gate)
{
    for (int ms = 0; *gate && access(gate, F_OK) < 0 && ms < GATE_MS; ms++)
        usleep(1000);
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 20;
    const char *gate = argc > 3 ? argv[3] : "";
    int step = 0, wrong = 0, last = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    mito_layout local = { .spread = MITO_LOCAL };

    if (argc > 2)
        way = argv[2];
    alarm(LONGEST_S);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &split);
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("wrong", &wrong, NULL, MPI_INT, &local);
    for (; step <= steps; step++) {
        mito_sync();
        if (step > 0)
            wrong += receive(step - 1);
        if (step == PAUSE_STEP && (is("paused") || is("pending")))
            MPI_Pcontrol(0);
        if (step == PAUSE_STEP && is("pending"))
            MPI_Irecv(&last, 1, MPI_INT, rank, 9, MPI_COMM_WORLD, &request);
        if (step == GATE_STEP)
            await(gate);
        if (step < steps)
            send(step);
        usleep(STEP_US);
    }
    if (is("pending")) {
        MPI_Send(&step, 1, MPI_INT, rank, 9, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        wrong += last != step;
    }
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("crossing: %s after %d steps\n", wrong ? "wrong" : "ok", steps);
    MPI_Comm_free(&split);
    MPI_Finalize();
    return wrong != 0;
}
