/* hooks.c - a malleable program that gets its state ready when there is a
 * change
 *
 *     hooks STEPS [WAY [GATE]]
 *
 * The numbers that it goes on with are in memory that it does not register;
 * what is registered has them only from one function of mito_before() on, and
 * is empty again after one of mito_after().  The sum of them is printed at the
 * end, and what is called when by rank 0.  The ways are below; one that is
 * "slow" waits for the file GATE in a function of mito_after(), a minute at
 * most.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <errno.h>
#include <mitosis.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 1000, GATE_MS = 60 * 1000 };

static int rank, ranks, step, mine, packs;
static double *rows, *work;
static int message, received;
static MPI_Request request = MPI_REQUEST_NULL;
static const char *way = "", *gate = "";

static bool is(const char *name)
{
    return strcmp(way, name) == 0;
}

static void say(const char *when, const char *what)
{
    if (rank == 0)
        printf("step %d: %s %s\n", step, when, what);
}

static void share(void)
{
    mine = ROWS / ranks + (rank < ROWS % ranks);
}

/* All ranks are here together, and what they say to each other arrives. */
static void talk(void)
{
    int sum = 0, one = 1, got = 0;

    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Sendrecv(&one, 1, MPI_INT, (rank + 1) % ranks, 3, &got, 1, MPI_INT,
                 (rank + ranks - 1) % ranks, 3, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (sum != ranks || got != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

static void first_before(void *arg)
{
    memcpy(rows, work, (size_t)mine * sizeof(*rows));
    say("before", arg);
}

static void second_before(void *arg)
{
    talk();
    say("before", arg);
    if (is("sync") && (mito_sync() != MITO_SAME || mito_sync() != MITO_SAME))
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (is("request") && rank == 0)
        MPI_Irecv(&message, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD,
                  &request);
    if (is("message") && rank == 0)
        MPI_Send(&step, 1, MPI_INT, ranks - 1, 5, MPI_COMM_WORLD);
}

/* Each time the memory is another, and as large as it has to be. */
static void first_after(void *arg)
{
    free(work);
    work = malloc((size_t)mine * sizeof(*work));
    memcpy(work, rows, (size_t)mine * sizeof(*work));
    memset(rows, 0xff, (size_t)mine * sizeof(*rows));
    say("after", arg);
}

static void await_gate(void)
{
    for (int ms = 0; access(gate, F_OK) < 0 && ms < GATE_MS; ms++)
        usleep(1000);
}

static void second_after(void *arg)
{
    if (is("slow") && rank == 0)
        await_gate();
    talk();
    say("after", arg);
    if (is("sync"))
        mito_sync();
    if (is("request") && rank == 0) {
        MPI_Cancel(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (is("message") && rank == ranks - 1)
        MPI_Recv(&received, 1, MPI_INT, 0, 5, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* A piece of state that cannot be read the first time. */
static size_t size(void *arg)
{
    (void)arg;
    return 1;
}
static int pack(void *bytes, void *arg)
{
    (void)arg;
    *(char *)bytes = 1;
    return packs++ == 0 && !mito_resumed() && rank == ranks - 1;
}
static int unpack(const void *bytes,
                  size_t count,
                  int part,
                  int parts,
                  int which,
                  int of,
                  void *arg)
{
    (void)bytes, (void)count, (void)part, (void)parts, (void)which;
    (void)of, (void)arg;
    return 0;
}

static void register_all(void)
{
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("rows", &rows, &mine, MPI_DOUBLE, NULL);
    if (is("pack"))
        mito_register("fails", NULL, NULL, MPI_BYTE,
                      &(mito_layout){ .spread = MITO_LOCAL,
                                      .size = size,
                                      .pack = pack,
                                      .unpack = unpack });
}

static void give_functions(void)
{
    static char one[] = "one", two[] = "two";

    mito_before(first_before, one);
    mito_before(second_before, two);
    mito_before(second_before, two);
    mito_after(first_after, one);
    mito_after(second_after, two);
    mito_after(first_after, one);
    if (is("null"))
        mito_before(NULL, NULL);
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 60;
    double sum = 0, all = 0;

    way = argc > 2 ? argv[2] : "";
    gate = argc > 3 ? argv[3] : "";
    if (is("early"))
        give_functions();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    share();
    rows = calloc((size_t)mine, sizeof(*rows));
    work = calloc((size_t)mine, sizeof(*work));
    register_all();
    if (!is("early"))
        give_functions();
    for (; step < steps; step++) {
        errno = ENOTTY;
        mito_sync();
        if (errno != ENOTTY)
            printf("mito_sync() has set errno to %d\n", errno);
        if (is("late") && step == 0)
            mito_after(first_after, NULL);
        for (int i = 0; i < mine; i++)
            work[i] += 1;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < mine; i++)
        sum += work[i];
    MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("sum %g\n", all);
    MPI_Finalize();
    return 0;
}
