/* memory_reserve.c - whether there is memory enough, and having it at hand
 *
 * Linux promises more memory than it has, and kills when it is taken at its
 * word.  So it is asked beforehand what it has.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory_reserve.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

enum { LINE = 4096, STEP = 8 * 1024 * 1024, PAGES_AT_ONCE = 4096 };

#define MB (1024.0 * 1024.0)

/* The number in a file of just that, UINT64_MAX when it has none ("max"). */
static uint64_t read_number(const char *folder, const char *name)
{
    char path[LINE + 64], text[64] = "";
    uint64_t number = UINT64_MAX;
    FILE *in;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    in = fopen(path, "re");
    if (!in)
        return UINT64_MAX;
    if (fgets(text, sizeof(text), in) && text[0] >= '0' && text[0] <= '9')
        number = strtoull(text, NULL, 10);
    fclose(in);
    return number;
}

/* The kB of a line "NAME: 123 kB" in bytes. */
static uint64_t read_field(const char *path, const char *name)
{
    uint64_t number = UINT64_MAX;
    size_t len = strlen(name);
    char line[256];
    FILE *in = fopen(path, "re");

    if (!in)
        return UINT64_MAX;
    while (fgets(line, sizeof(line), in))
        if (strncmp(line, name, len) == 0 && line[len] == ':')
            number = strtoull(line + len + 1, NULL, 10) * 1024;
    fclose(in);
    return number;
}

static uint64_t difference(uint64_t limit, uint64_t used)
{
    if (limit == UINT64_MAX || used == UINT64_MAX)
        return UINT64_MAX;
    return limit > used ? limit - used : 0;
}

/* Pages of files count as used, but are given back when need be.  Of old, the
 * group's own are told, and with "total_" those of groups in it, too.
 */
static uint64_t read_files(const char *folder)
{
    static const char total[] = "total_";
    char path[LINE + 64], name[64];
    uint64_t own = 0, all = 0, number;
    FILE *in;

    snprintf(path, sizeof(path), "%s/memory.stat", folder);
    in = fopen(path, "re");
    while (in && fscanf(in, "%63s %" SCNu64, name, &number) == 2) {
        bool is_total = strncmp(name, total, strlen(total)) == 0;
        const char *kind = is_total ? name + strlen(total) : name;

        if (strcmp(kind, "inactive_file") == 0
            || strcmp(kind, "active_file") == 0)
            *(is_total ? &all : &own) += number;
    }
    if (in)
        fclose(in);
    return all > own ? all : own;
}

/* What is left to this group and those around it. */
static uint64_t group_left(char *folder,
                           size_t root,
                           const char *limit,
                           const char *used)
{
    uint64_t least = UINT64_MAX;

    for (;;) {
        uint64_t in_use = read_number(folder, used);
        uint64_t files = read_files(folder);
        uint64_t left = difference(read_number(folder, limit),
                                   in_use == UINT64_MAX ? in_use
                                   : in_use > files     ? in_use - files
                                                        : 0);
        char *slash;

        least = left < least ? left : least;
        slash = strrchr(folder, '/');
        if (!slash || (size_t)(slash - folder) < root)
            return least;
        *slash = '\0';
    }
}

/* A line is "0::/path", or "4:memory:/path" of old. */
uint64_t memory_groups_left(const char *groups, const char *root)
{
    char line[LINE], folder[3 * LINE];
    uint64_t least = UINT64_MAX, left;
    FILE *in = fopen(groups, "re");

    while (in && fgets(line, sizeof(line), in)) {
        char *path = strchr(line, '/');

        line[strcspn(line, "\n")] = '\0';
        left = UINT64_MAX;
        if (path && strncmp(line, "0::", 3) == 0) {
            snprintf(folder, sizeof(folder), "%s%s", root, path);
            left = group_left(folder, strlen(root), "memory.max",
                              "memory.current");
        } else if (path && strstr(line, ":memory:")) {
            snprintf(folder, sizeof(folder), "%s/memory%s", root, path);
            left =
                group_left(folder, strlen(root) + strlen("/memory"),
                           "memory.limit_in_bytes", "memory.usage_in_bytes");
        }
        least = left < least ? left : least;
    }
    if (in)
        fclose(in);
    return least;
}

static uint64_t limit_left(int resource, const char *field)
{
    struct rlimit limit;

    if (getrlimit((__rlimit_resource_t)resource, &limit) < 0
        || limit.rlim_cur == RLIM_INFINITY)
        return UINT64_MAX;
    return difference(limit.rlim_cur, read_field("/proc/self/status", field));
}

int memory_check(uint64_t bytes, uint64_t fresh, struct error *err)
{
    const struct {
        uint64_t wanted;
        uint64_t left;
        const char *what;
    } all[] = {
        { bytes, read_field("/proc/meminfo", "MemAvailable"), "the host has" },
        { bytes, memory_groups_left("/proc/self/cgroup", "/sys/fs/cgroup"),
          "the control group has" },
        { fresh, limit_left(RLIMIT_AS, "VmSize"),
          "a process's address space (ulimit -v) has" },
        { fresh, limit_left(RLIMIT_DATA, "VmData"),
          "a process's data (ulimit -d) has" },
    };

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (all[i].wanted > all[i].left)
            return error_set(err,
                             "%.1f MB more of memory are needed, and %s "
                             "%.1f MB left",
                             (double)all[i].wanted / MB, all[i].what,
                             (double)all[i].left / MB);
    return 0;
}

/* The whole pages in there. */
static void whole_pages(const void *memory,
                        uint64_t bytes,
                        uintptr_t *from,
                        uintptr_t *to)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

    *from = ((uintptr_t)memory + page - 1) & ~(page - 1);
    *to = ((uintptr_t)memory + bytes) & ~(page - 1);
    if (*to < *from)
        *to = *from;
}

uint64_t memory_resident(const void *memory, uint64_t bytes)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from, to;
    unsigned char there[PAGES_AT_ONCE];
    uint64_t pages = 0;

    whole_pages(memory, bytes, &from, &to);
    while (from < to) {
        size_t count = (to - from) / page;

        if (count > PAGES_AT_ONCE)
            count = PAGES_AT_ONCE;
        if (mincore((void *)from, count * page, there) == 0)
            for (size_t i = 0; i < count; i++)
                pages += there[i] & 1;
        from += count * page;
    }
    return pages * page;
}

/* Kernels before 5.14 do not know how to. */
static void touch_each(char *from, size_t bytes, size_t page)
{
    for (size_t at = 0; at < bytes; at += page) {
        volatile char *byte = from + at;

        *byte = *byte;
    }
}

int memory_touch(void *memory, uint64_t bytes, int sharers, struct error *err)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t from, to;

    whole_pages(memory, bytes, &from, &to);
    for (; from < to; from += STEP) {
        size_t step = to - from < STEP ? to - from : STEP;
        uint64_t missing = step - memory_resident((void *)from, step);

        if (missing == 0)
            continue;
        if (memory_check(missing * (uint64_t)sharers, 0, NULL) < 0
            && memory_check((to - from) * (uint64_t)sharers, 0, err) < 0)
            return -1;
        if (madvise((void *)from, step, MADV_POPULATE_WRITE) == 0)
            continue;
        if (errno == ENOMEM)
            return error_set(err, "%.1f MB more of memory: %s",
                             (double)missing / MB, strerror(errno));
        if (errno == EINVAL)
            touch_each((char *)from, step, page);
    }
    return 0;
}
