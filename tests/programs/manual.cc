// manual.cc - the least that a block of C++ of the manual needs around it
//
// Compiled with a block as block.inc; see manual.c.
//
// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <cstdlib>
#include <mitosis.hpp>
#include <unistd.h>
#include <vector>

int main(int argc, char **argv)
{
    const int all = 96, steps = 30;
    const bool fresh = !mito_resumed();
    int rank, ranks, step = 0;
    long wrong = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int rows = all / ranks;
    const std::size_t room = all;
    {
#include "block.inc"
#ifdef CONTAINER
        std::vector<double> &all_rows = CONTAINER;
#else
        double *&all_rows = REGISTERED;
#endif

        for (int i = 0; i < rows; i++)
            all_rows[static_cast<std::size_t>(i)] = fresh ? 1 : 0;
        mito_register("step", &step, NULL, MPI_INT, NULL);
        for (; step < steps; step++) {
            double sum = 0;

            mito_sync();
            for (int i = 0; i < rows; i++)
                sum += all_rows[static_cast<std::size_t>(i)];
            MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
                          MPI_COMM_WORLD);
            wrong += sum != all;
            usleep(2000);
        }
    }
    if (rank == 0)
        std::printf("manual: %s, %d ranks%s\n", wrong ? "wrong" : "ok", ranks,
                    mito_resumed() ? ", carried on" : "");
    static_cast<void>(room);
    MPI_Finalize();
    return wrong != 0;
}
