/* debug_file.c - where on this machine the debug file of a program is
 *
 * libdwfl's own way ends by asking servers.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/code/debug_file.h"

static bool same_build(int fd, Dwfl_Module *module)
{
    const unsigned char *wanted;
    const void *found;
    GElf_Addr at;
    int bytes = dwfl_module_build_id(module, &wanted, &at);
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    bool same = elf && bytes > 0
                && dwelf_elf_gnu_build_id(elf, &found) == bytes
                && memcmp(found, wanted, bytes) == 0;

    elf_end(elf);
    return same;
}

/* The debug file that the program names, in the places gdb looks at too. */
static int open_linked(Dwfl_Module *module,
                       const char *path,
                       const char *link,
                       char **found)
{
    static const char *const forms[] = { "%.*s/%s", "%.*s/.debug/%s",
                                         "/usr/lib/debug%.*s/%s" };
    const char *slash = strrchr(path, '/');
    int fd = -1;

    for (size_t i = 0; slash && fd < 0 && i < 3; i++) {
        char *name = NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        if (asprintf(&name, forms[i], (int)(slash - path), path, link) < 0)
            return -1;
#pragma GCC diagnostic pop
        fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (fd >= 0 && same_build(fd, module)) {
            *found = name;
            return fd;
        }
        if (fd >= 0)
            close(fd);
        fd = -1;
        free(name);
    }
    return -1;
}

int debug_file_find(Dwfl_Module *module,
                    void **data,
                    const char *name,
                    Dwarf_Addr base,
                    const char *path,
                    const char *link,
                    GElf_Word crc,
                    char **found)
{
    int fd = dwfl_build_id_find_debuginfo(module, data, name, base, path, link,
                                          crc, found);

    if (fd < 0 && path && link)
        fd = open_linked(module, path, link, found);
    return fd;
}
