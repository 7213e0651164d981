/* got_patch.c - have a library's calls of others come to us
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pmpi/mpi/got_patch.h"

/* A slot of a function that is called past the table of jumps (-fno-plt). */
#if defined __x86_64__
enum { RELOCATION_OF_SLOT = R_X86_64_GLOB_DAT };
#elif defined __aarch64__
enum { RELOCATION_OF_SLOT = R_AARCH64_GLOB_DAT };
#else
enum { RELOCATION_OF_SLOT = -1 };
#endif

struct order {
    const char *library;
    void *(*find)(const char *name); /* or NULL, with these: */
    const struct got_patch_call *calls;
    size_t shared; /* letters that all their names begin with */
};

/* What is needed of a loaded object's dynamic section. */
struct tables {
    const char *names;
    const ElfW(Sym) * symbols;
    const ElfW(Rela) * jumps;
    size_t jumps_bytes;
    const ElfW(Rela) * others;
    size_t others_bytes;
    uintptr_t closed, closed_end; /* made read-only once it was filled in */
};

static void read_tables(const struct dl_phdr_info *info, struct tables *t)
{
    const ElfW(Dyn) *entry = NULL;

    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];

        if (part->p_type == PT_DYNAMIC)
            entry = (const void *)(info->dlpi_addr + part->p_vaddr);
        if (part->p_type == PT_GNU_RELRO) {
            t->closed = info->dlpi_addr + part->p_vaddr;
            t->closed_end = t->closed + part->p_memsz;
        }
    }
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
        case DT_RELA:
            t->others = (const void *)entry->d_un.d_ptr;
            break;
        case DT_RELASZ:
            t->others_bytes = entry->d_un.d_val;
            break;
        }
}

static void write_slot(const struct tables *t, void **slot, void *wrapper)
{
    uintptr_t page = sysconf(_SC_PAGESIZE);
    uintptr_t start = (uintptr_t)slot & ~(page - 1);

    if (*slot == wrapper
        || mprotect((void *)start, page, PROT_READ | PROT_WRITE) < 0)
        return;
    *slot = wrapper;
    if (start >= (t->closed & ~(page - 1))
        && start + page <= (t->closed_end & ~(page - 1)))
        mprotect((void *)start, page, PROT_READ);
}

/* Most names do not even begin as those that are looked for. */
static void *find_ours(const struct order *order, const char *name)
{
    if (order->find)
        return order->find(name);
    if (strncmp(name, order->calls->name, order->shared) != 0)
        return NULL;
    for (const struct got_patch_call *c = order->calls; c->name && c->ours;
         c++)
        if (strcmp(name, c->name) == 0)
            return !c->real || *(void **)c->real ? c->ours : NULL;
    return NULL;
}

static void redirect_slot(const struct order *order,
                          const struct dl_phdr_info *info,
                          const struct tables *t,
                          const ElfW(Rela) * at)
{
    const char *name = t->names + t->symbols[ELF64_R_SYM(at->r_info)].st_name;
    void *ours = find_ours(order, name);

    if (ours)
        write_slot(t, (void **)(info->dlpi_addr + at->r_offset), ours);
}

static int has_name(struct dl_phdr_info *info, size_t size, void *library)
{
    (void)size;
    return info->dlpi_name && strstr(info->dlpi_name, library);
}

/* To ask for one that is not loaded would have the linker look for it, twice
 * in each process that has us in front.
 */
bool got_patch_find(const char *library, const struct got_patch_call *calls)
{
    void *from = RTLD_NEXT;
    bool all = true;

    if (library && !dl_iterate_phdr(has_name, (void *)library))
        return false;
    if (library && !(from = dlopen(library, RTLD_LAZY | RTLD_NOLOAD)))
        return false;
    for (; calls->name; calls++)
        all = (*(void **)calls->real = dlsym(from, calls->name)) && all;
    return all;
}

/* Our own calls are not the program's, and go where they always went. */
static bool is_ours(const struct dl_phdr_info *info)
{
    uintptr_t here = (uintptr_t)is_ours - info->dlpi_addr;

    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];

        if (part->p_type == PT_LOAD && here >= part->p_vaddr
            && here - part->p_vaddr < part->p_memsz)
            return true;
    }
    return false;
}

/* Whether one of the names, with '|' between them, is in the path. */
static bool is_of(const char *path, const char *names)
{
    for (size_t length; *names; names += length + (names[length] == '|')) {
        length = strcspn(names, "|");
        if (memmem(path, strlen(path), names, length))
            return true;
    }
    return false;
}

static int redirect_object(struct dl_phdr_info *info, size_t size, void *arg)
{
    const struct order *order = arg;
    struct tables t = { 0 };

    (void)size;
    if (!info->dlpi_name || is_ours(info)
        || (*order->library && !is_of(info->dlpi_name, order->library)))
        return 0;
    read_tables(info, &t);
    if (!t.names || !t.symbols || (uintptr_t)t.names < info->dlpi_addr)
        return 0; /* the kernel's own is not as the linker leaves others */
    for (size_t i = 0; t.jumps && i < t.jumps_bytes / sizeof(*t.jumps); i++)
        redirect_slot(order, info, &t, &t.jumps[i]);
    for (size_t i = 0; t.others && i < t.others_bytes / sizeof(*t.others); i++)
        if (ELF64_R_TYPE(t.others[i].r_info) == RELOCATION_OF_SLOT)
            redirect_slot(order, info, &t, &t.others[i]);
    return 0;
}

void got_patch_redirect(const char *library,
                        const struct got_patch_call *calls)
{
    const char *first = calls->name;
    struct order order = { library, NULL, calls, strlen(first) };

    for (; calls->name && calls->ours; calls++) {
        size_t same = 0;

        while (same < order.shared && calls->name[same] == first[same])
            same++;
        order.shared = same;
    }
    dl_iterate_phdr(redirect_object, &order);
}

void got_patch_redirect_by(const char *library,
                           void *(*find)(const char *name))
{
    struct order order = { .library = library, .find = find };

    dl_iterate_phdr(redirect_object, &order);
}
