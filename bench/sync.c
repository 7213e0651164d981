/* sync.c - what mito_sync() costs when there is nothing to do
 *
 *     sync off|on [N]    ns a call, with nothing registered or one variable;
 *                        with N just so many calls, for who counts
 *                        instructions
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CALLS = 10 * 1000 * 1000, RUNS = 5 };

static double ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    double best = 1e18;
    int here = 0, calls;

    MPI_Init(&argc, &argv);
    if (argc > 1 && strcmp(argv[1], "on") == 0)
        mito_register("here", &here, NULL, MPI_INT, NULL);
    mito_sync();
    for (int run = 0; argc < 3 && run < RUNS; run++) {
        double start = ns(), each;

        for (int i = 0; i < CALLS; i++)
            here += mito_sync();
        each = (ns() - start) / CALLS;
        best = each < best ? each : best;
    }
    calls = argc > 2 ? atoi(argv[2]) : 0;
    for (int i = 0; i < calls; i++)
        here += mito_sync();
    if (argc < 3)
        printf("%.2f\n", best);
    MPI_Finalize();
    return here;
}
