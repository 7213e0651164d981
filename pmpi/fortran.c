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
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pmpi/calls.h"
#include "pmpi/fortran.h"

/* What is needed of a loaded object's dynamic section. */
struct tables {
    const char *names;
    const ElfW(Sym) * symbols;
    const ElfW(Rela) * jumps;
    size_t jumps_bytes;
    uint64_t bind_now;
};

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

static void *wrapper_of(const char *name)
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
    return found ? call_wrapper[*found] : NULL;
}

static void read_tables(const struct dl_phdr_info *info, struct tables *t)
{
    const ElfW(Dyn) *entry = NULL;

    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            entry =
                (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (; entry && entry->d_tag != DT_NULL; entry++)
        switch (entry->d_tag) {
        case DT_STRTAB:
            t->names = (const void *)entry->d_un.d_ptr;
            break;
        case DT_SYMTAB:
            t->symbols = (const void *)entry->d_un.d_ptr;
            break;
        case DT_JMPREL:
            t->jumps = (const void *)entry->d_un.d_ptr;
            break;
        case DT_PLTRELSZ:
            t->jumps_bytes = entry->d_un.d_val;
            break;
        }
}

/* The table may have been made read-only once it was filled in. */
static void write_slot(void **slot, void *wrapper)
{
    uintptr_t page = sysconf(_SC_PAGESIZE);
    void *start = (void *)((uintptr_t)slot & ~(page - 1));

    if (*slot != wrapper && mprotect(start, page, PROT_READ | PROT_WRITE) == 0)
        *slot = wrapper;
}

static int redirect_if_fortran(struct dl_phdr_info *info,
                               size_t size,
                               void *arg)
{
    struct tables t = { 0 };

    (void)size;
    (void)arg;
    if (!info->dlpi_name || !strstr(info->dlpi_name, "libmpichfort"))
        return 0;
    read_tables(info, &t);
    if (!t.names || !t.symbols || !t.jumps)
        return 0;
    for (size_t i = 0; i < t.jumps_bytes / sizeof(*t.jumps); i++) {
        const ElfW(Rela) *jump = &t.jumps[i];
        const char *name =
            t.names + t.symbols[ELF64_R_SYM(jump->r_info)].st_name;
        void *wrapper = name[0] == 'P' ? wrapper_of(name + 1) : NULL;

        if (wrapper)
            write_slot((void **)(info->dlpi_addr + jump->r_offset), wrapper);
    }
    return 0;
}

void fortran_redirect(void)
{
    dl_iterate_phdr(redirect_if_fortran, NULL);
}

__attribute__((constructor)) static void redirect_at_load(void)
{
    fortran_redirect();
}
