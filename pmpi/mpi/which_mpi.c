/* which_mpi.c - which MPI the program has
 *
 * MPI_Get_library_version() takes two pointers in any MPI.  What MPICH is made
 * into (Intel's, Cray's, MVAPICH) has the same mpi.h, as far as programs can
 * tell, and says whose it is.  A library of the standard's own ABI has other
 * handles, whoever made it, and a name that the standard gives it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "pmpi/mpi/next.h"
#include "pmpi/mpi/which_mpi.h"

enum { VERSION_SIZE = 64 * 1024 /* more than any MPI writes */ };

static bool is_of_mpich(const char *version)
{
    static const char *const names[] = { "MPICH", "MVAPICH", "Intel(R) MPI" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strstr(version, names[i]))
            return true;
    return false;
}

/* The file that the function is in, without its folder. */
static const char *file_of(const void *function)
{
    Dl_info info;

    if (!dladdr(function, &info) || !info.dli_fname)
        return "an unknown MPI";
    return basename(info.dli_fname);
}

struct which_mpi which_mpi(void)
{
    static char version[VERSION_SIZE];
    struct which_mpi mpi = { false, false, "" };
    void *init = next_find_anywhere("PMPI_Init");
    int (*ask)(char *version, int *length);
    const char *file;
    int length;

    *(void **)&ask = next_find_anywhere("PMPI_Get_library_version");
    if (!init && !ask)
        return mpi;
    mpi.found = true;
    file = file_of(ask ? *(void **)&ask : init);
    if (strncmp(file, "libmpi_abi.", 11) == 0) {
        snprintf(mpi.name, sizeof(mpi.name), "the ABI of MPI 5 (%.80s)", file);
    } else if (!ask || ask(version, &length) != 0) {
        snprintf(mpi.name, sizeof(mpi.name), "%.100s", file);
    } else {
        mpi.is_mpich = is_of_mpich(version);
        snprintf(mpi.name, sizeof(mpi.name), "%.*s",
                 (int)strcspn(version, ",\n"), version);
    }
    return mpi;
}
