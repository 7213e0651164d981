/* table.c - a large table that never changes, and a number that does
 *
 *     table STEPS MEGABYTES
 *
 * The table is spread over the ranks, and looked through at the end.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { STEP_US = 2000 };

/* What is at a place of the whole: bits that do not pack. */
static uint64_t entry(uint64_t i)
{
    i = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    i = (i ^ i >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    i = (i ^ i >> 27) * UINT64_C(0x94d049bb133111eb);
    return i ^ i >> 31;
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 100, rank, ranks, step = 0;
    size_t total = (size_t)(argc > 2 ? atoi(argv[2]) : 1) * 1000000 / 8;
    mito_layout constant = { .constant = true };
    uint64_t first, *table;
    size_t count, wrong = 0, sum = 0, all = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    first = total * (size_t)rank / (size_t)ranks;
    count = total * (size_t)(rank + 1) / (size_t)ranks - first;
    table = malloc((count + 1) * sizeof(*table));
    for (size_t i = 0; i < count; i++)
        table[i] = mito_resumed() ? 0 : entry(first + i);
    mito_register("table", &table, &count, MPI_UINT64_T, &constant);
    mito_register("step", &step, NULL, MPI_INT, NULL);
    for (; step < steps; step++) {
        if (mito_sync() == MITO_CHANGED) {
            MPI_Comm_rank(MPI_COMM_WORLD, &rank);
            MPI_Comm_size(MPI_COMM_WORLD, &ranks);
        }
        usleep(STEP_US);
        MPI_Allreduce(&count, &sum, 1, MPI_UNSIGNED_LONG, MPI_SUM,
                      MPI_COMM_WORLD);
    }
    first = 0;
    MPI_Exscan(&count, &first, 1, MPI_UNSIGNED_LONG, MPI_SUM, MPI_COMM_WORLD);
    for (size_t i = 0; i < count; i++)
        wrong += table[i] != entry((rank ? first : 0) + i);
    MPI_Reduce(&wrong, &all, 1, MPI_UNSIGNED_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("table: %s\n", all == 0 && sum == total ? "ok" : "wrong");
    free(table);
    MPI_Finalize();
    return 0;
}
