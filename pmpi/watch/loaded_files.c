/* loaded_files.c - the programs and libraries in memory
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "pmpi/watch/loaded_files.h"

struct search {
    struct page *page;
    uint64_t address;
};

static const struct object_record *find(const struct page *page,
                                        uint64_t address)
{
    for (uint32_t i = 0; i < page->objects_used; i++)
        if (page->object[i].base <= address && address < page->object[i].end)
            return &page->object[i];
    return NULL;
}

/* The build id is a note named "GNU" of type 3. */
static void read_build_id(struct object_record *object,
                          const char *note,
                          size_t bytes)
{
    while (bytes >= sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *head = (const void *)note;
        size_t name = (head->n_namesz + 3) & ~3U;
        size_t text = (head->n_descsz + 3) & ~3U;
        size_t whole = sizeof(*head) + name + text;

        if (whole > bytes)
            return;
        if (head->n_type == NT_GNU_BUILD_ID && head->n_namesz == 4
            && memcmp(note + sizeof(*head), "GNU", 4) == 0
            && head->n_descsz <= sizeof(object->build_id)) {
            memcpy(object->build_id, note + sizeof(*head) + name,
                   head->n_descsz);
            object->build_id_bytes = head->n_descsz;
        }
        note += whole;
        bytes -= whole;
    }
}

static void read_path(struct object_record *object, const char *name)
{
    ssize_t bytes = -1;

    if (!name[0]) /* the program itself */
        bytes =
            readlink("/proc/self/exe", object->path, sizeof(object->path) - 1);
    if (bytes < 0)
        snprintf(object->path, sizeof(object->path), "%s", name);
    else
        object->path[bytes] = '\0';
}

static int add_if_holds(struct dl_phdr_info *info, size_t size, void *arg)
{
    struct search *search = arg;
    struct page *page = search->page;
    struct object_record object = { .base = UINT64_MAX,
                                    .bias = info->dlpi_addr };

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + part->p_vaddr;

        if (part->p_type != PT_LOAD)
            continue;
        if (start < object.base)
            object.base = start;
        if (start + part->p_memsz > object.end)
            object.end = start + part->p_memsz;
    }
    if (search->address < object.base || search->address >= object.end)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_NOTE)
            read_build_id(&object,
                          (const char *)info->dlpi_addr
                              + info->dlpi_phdr[i].p_vaddr,
                          info->dlpi_phdr[i].p_memsz);
    read_path(&object, info->dlpi_name);
    page->object[page->objects_used] = object;
    __atomic_store_n(&page->objects_used, page->objects_used + 1,
                     __ATOMIC_RELEASE);
    return 1;
}

void loaded_files_need(struct page *page, uint64_t address)
{
    struct search search = { .page = page, .address = address };

    if (find(page, address))
        return;
    if (page->objects_used == PAGE_OBJECTS)
        page->lost_objects++;
    else
        dl_iterate_phdr(add_if_holds, &search);
}

const char *loaded_files_path(struct page *page, uint64_t address)
{
    const struct object_record *object;

    loaded_files_need(page, address);
    object = find(page, address);
    return object ? object->path : "";
}
