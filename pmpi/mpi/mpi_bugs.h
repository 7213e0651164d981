/* mpi_bugs.h - faults that versions of MPI are known for
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_MPI_MPI_BUGS_H
#define MITOSIS_PMPI_MPI_MPI_BUGS_H

#include <stdbool.h>

/* Whether MPI_Finalize() may hang over a network, going by what
 * MPI_Get_library_version() says.
 */
bool mpi_bugs_hangs_at_end(const char *version);

#endif /* !MITOSIS_PMPI_MPI_MPI_BUGS_H */
