/* mpi_bugs.c - faults that versions of MPI are known for
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "pmpi/mpi/mpi_bugs.h"

enum { MENDED = 412 }; /* MPICH 4.1.2 */

bool mpi_bugs_hangs_at_end(const char *version)
{
    int major, minor = 0, patch = 0;

    return sscanf(version, "MPICH Version: %d.%d.%d", &major, &minor, &patch)
               >= 2
           && (major * 10 + minor) * 10 + patch < MENDED
           && strstr(version, "ch4:ucx");
}
