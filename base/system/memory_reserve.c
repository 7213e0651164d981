/* memory_reserve.c - whether there is memory enough, and having it at hand
 *
 * Linux promises more memory than it has, and kills when it is taken at its
 * word.  So it is asked beforehand what it has.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/system/memory_left.h"
#include "base/system/memory_reserve.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

enum { STEP = 8 * 1024 * 1024, PAGES_AT_ONCE = 4096 };

#define MB (1024.0 * 1024.0)

/* What this process has; nothing when that cannot be known. */
static struct memory_left_use use_here(void)
{
    struct memory_left_use use = { .own = 0 };

    memory_left_use("", getpid(), &use);
    return use;
}

/* What such a limit leaves to one who has used so much. */
static double limit_left(int resource, double used)
{
    struct rlimit limit;

    if (getrlimit((__rlimit_resource_t)resource, &limit) < 0
        || limit.rlim_cur == RLIM_INFINITY)
        return INFINITY;
    return (double)limit.rlim_cur > used ? (double)limit.rlim_cur - used : 0;
}

int memory_check(uint64_t bytes, uint64_t fresh, struct error *err)
{
    struct memory_left left;
    const struct memory_left_use use = use_here();
    bool known = memory_left_find("", getpid(), false, &left);
    const struct {
        uint64_t wanted;
        double left;
        const char *who;
    } all[] = {
        { bytes, known ? left.free : INFINITY, left.where },
        { fresh, limit_left(RLIMIT_AS, use.address),
          "a process's address space (ulimit -v)" },
        { fresh, limit_left(RLIMIT_DATA, use.data),
          "a process's data (ulimit -d)" },
    };

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if ((double)all[i].wanted > all[i].left)
            return error_set(err,
                             "%.1f MB more of memory are needed, and %s has "
                             "%.1f MB left",
                             (double)all[i].wanted / MB, all[i].who,
                             all[i].left / MB);
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
