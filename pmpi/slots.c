/* slots.c - have a library's calls of others come to us
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pmpi/slots.h"

struct order {
    const char *library;
    void *(*find)(const char *name);
};

/* What is needed of a loaded object's dynamic section. */
struct tables {
    const char *names;
    const ElfW(Sym) * symbols;
    const ElfW(Rela) * jumps;
    size_t jumps_bytes;
    uint64_t bind_now;
};

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

static int redirect_object(struct dl_phdr_info *info, size_t size, void *arg)
{
    const struct order *order = arg;
    struct tables t = { 0 };

    (void)size;
    if (!info->dlpi_name || !strstr(info->dlpi_name, order->library))
        return 0;
    read_tables(info, &t);
    if (!t.names || !t.symbols || !t.jumps)
        return 0;
    for (size_t i = 0; i < t.jumps_bytes / sizeof(*t.jumps); i++) {
        const ElfW(Rela) *jump = &t.jumps[i];
        const char *name =
            t.names + t.symbols[ELF64_R_SYM(jump->r_info)].st_name;
        void *ours = order->find(name);

        if (ours)
            write_slot((void **)(info->dlpi_addr + jump->r_offset), ours);
    }
    return 0;
}

void slots_redirect(const char *library, void *(*find)(const char *name))
{
    struct order order = { library, find };

    dl_iterate_phdr(redirect_object, &order);
}
