/* next.c - the MPI call behind ours: another tool's, or MPI's own
 *
 * The next MPI_Send after ours in the order of the dynamic linker is that of
 * a tool loaded beside us, or MPI's.  When MPI was loaded late and for the
 * one who loaded it only (RTLD_LOCAL, as Python does), the linker does not
 * show it to us; then we look through all that is loaded.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pmpi/mpi/next.h"
#include "pmpi/mpi/real.h"

enum { NAME_SIZE = 80 };

void *next_call[CALL_COUNT];
void *real_call[CALL_COUNT];
void (*next_on_find)(enum call call);

static void *library; /* MPI, when it is not in the global scope */

/* Keep a handle of the first loaded object that knows PMPI_Init.  Asking the
 * linker takes its lock, which the caller of dl_iterate_phdr() holds but may
 * take again.
 */
static int find_library(struct dl_phdr_info *info, size_t size, void *arg)
{
    const char *path = info->dlpi_name;
    void *handle;

    (void)size;
    (void)arg;
    if (!path || !strchr(path, '/'))
        return 0;
    handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
    if (!handle)
        return 0;
    if (dlsym(handle, "PMPI_Init")) {
        library = handle;
        return 1;
    }
    dlclose(handle);
    return 0;
}

void *next_find_anywhere(const char *name)
{
    void *found = dlsym(RTLD_DEFAULT, name);

    if (found)
        return found;
    if (!library)
        dl_iterate_phdr(find_library, NULL);
    return library ? dlsym(library, name) : NULL;
}

static void end_for_lack_of(const char *name)
{
    fprintf(stderr, "mitosis: the program calls %s, which no MPI here has\n",
            name);
    abort();
}

void *real_find(enum call call)
{
    char name[NAME_SIZE];
    void *found;

    snprintf(name, sizeof(name), "P%s", call_info[call].name);
    found = next_find_anywhere(name);
    if (!found)
        end_for_lack_of(name);
    return real_call[call] = found;
}

void *next_find(enum call call)
{
    void *found = dlsym(RTLD_NEXT, call_info[call].name);

    if (next_on_find)
        next_on_find(call);
    if (!found)
        found = real_find(call);
    __atomic_store_n(&next_call[call], found, __ATOMIC_RELEASE);
    return found;
}

void next_forget(void)
{
    memset(next_call, 0, sizeof(next_call));
}
