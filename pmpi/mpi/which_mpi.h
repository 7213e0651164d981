/* which_mpi.h - which MPI the program has
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_MPI_WHICH_MPI_H
#define MITOSIS_PMPI_MPI_WHICH_MPI_H

#include <stdbool.h>

struct which_mpi {
    bool found;     /* there is one at all */
    bool is_mpich;  /* or made of it, so that mpi.h is the one we know */
    char name[128]; /* as it calls itself, "Open MPI v4.1.4" */
};

/* Ask the MPI that is loaded, wherever it was loaded from; that may be done
 * before MPI_Init().
 */
struct which_mpi which_mpi(void);

#endif /* !MITOSIS_PMPI_MPI_WHICH_MPI_H */
