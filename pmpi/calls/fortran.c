/* fortran.c - have the Fortran binding call us
 *
 * What a program with 'use mpi_f08' calls goes from libmpichfort straight to
 * PMPI_Wait and the like (pmodels/mpich #7479), past every tool.  We cannot
 * export PMPI names ourselves, for MPICH uses them within itself.  But
 * libmpichfort calls through its own table of addresses, and there we write
 * in ours.
 *
 * This happens when the program is loaded, as even its MPI_Init comes that
 * way, and again when MPI is started, for a libmpichfort that was loaded
 * later.
 *
 * Open MPI's binding goes past us in the same manner, where we leave it.  Only
 * on its way into MPI_Init() we say why there will be no report.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "pmpi/calls/entry.h"
#include "pmpi/calls/fortran.h"
#include "pmpi/mpi/calls.h"
#include "pmpi/mpi/got_patch.h"
#include "pmpi/mpi/real.h"

static enum call call_by_name[CALL_COUNT];
static bool sorted;

static int by_name(const void *a, const void *b)
{
    return strcmp(call_info[*(const enum call *)a].name,
                  call_info[*(const enum call *)b].name);
}

static int to_name(const void *name, const void *b)
{
    return strcmp(name, call_info[*(const enum call *)b].name);
}

static void *entry_by_name(const char *name)
{
    const enum call *found;

    if (!sorted) {
        for (int i = 0; i < CALL_COUNT; i++)
            call_by_name[i] = i;
        qsort(call_by_name, CALL_COUNT, sizeof(call_by_name[0]), by_name);
        sorted = true;
    }
    found = bsearch(name, call_by_name, CALL_COUNT, sizeof(call_by_name[0]),
                    to_name);
    return found ? entry_of(*found) : NULL;
}

/* Of PMPI_Send that of MPI_Send. */
static void *replacement(const char *name)
{
    return name[0] == 'P' ? entry_by_name(name + 1) : NULL;
}

static int enter_init(int *argc, char ***argv)
{
    entry_look();
    return ((__typeof__(enter_init) *)real_get(CALL_MPI_Init))(argc, argv);
}

static int enter_init_thread(int *argc, char ***argv, int need, int *given)
{
    entry_look();
    return ((__typeof__(enter_init_thread) *)real_get(CALL_MPI_Init_thread))(
        argc, argv, need, given);
}

static const struct got_patch_call of_openmpi[] = {
    { "PMPI_Init", (void *)enter_init, NULL },
    { "PMPI_Init_thread", (void *)enter_init_thread, NULL },
    { NULL, NULL, NULL },
};

void fortran_redirect(void)
{
    got_patch_redirect_by(GOT_PATCH_FORTRAN, replacement);
}

__attribute__((constructor)) static void redirect_at_load(void)
{
    fortran_redirect();
    got_patch_redirect("libmpi_mpifh.", of_openmpi);
}
