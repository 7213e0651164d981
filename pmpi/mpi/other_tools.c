/* other_tools.c - other libraries that stand between the program and MPI
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "pmpi/mpi/next.h"
#include "pmpi/mpi/other_tools.h"
#include "pmpi/mpi/real.h"

static const char *library_of(const void *address)
{
    Dl_info info;

    return address && dladdr(address, &info) && info.dli_fname ? info.dli_fname
                                                               : "";
}

/* Tools need not have every call: these are in any. */
static const enum call probes[] = { CALL_MPI_Init, CALL_MPI_Send,
                                    CALL_MPI_Finalize };

void other_tools_find(struct page *page)
{
    const char *ours = library_of((const void *)other_tools_find);

    for (size_t i = 0; i < sizeof(probes) / sizeof(probes[0]); i++) {
        const char *first =
            library_of(dlsym(RTLD_DEFAULT, call_info[probes[i]].name));
        const char *next = library_of(next_get(probes[i]));
        const char *mpi = library_of(real_get(probes[i]));

        if (strcmp(first, ours) != 0 && strcmp(first, mpi) != 0)
            snprintf(page->tool_before, sizeof(page->tool_before), "%s",
                     first);
        if (strcmp(next, mpi) != 0)
            snprintf(page->tool_behind, sizeof(page->tool_behind), "%s", next);
    }
}
