/* memory_kind.c - what memory is at an address, and whether it may be freed
 *
 * The GNU C library keeps the size of a block before it, with three flags, and
 * behind the block that of the next one, which also tells whether ours is in
 * use.  free() itself looks at some of that, and ends the process if it finds
 * it wrong; we look at all of it, and only where memory is mapped.  Whether we
 * understand what we see is tried first, on blocks of our own.  A sanitizer
 * knows what is a block, and says so when it is asked.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/grow.h"
#include "pmpi/state/memory_kind.h"

/* Before a block: the size of the one before, if that is free or ours was
 * mapped on its own, and ours.
 */
struct head {
    size_t before;
    size_t size;
};

enum {
    IN_USE = 1, /* the block before */
    MAPPED = 2, /* on its own */
    FLAGS = 7,
    LEAST = 2 * sizeof(struct head),
    LARGE = 256 * 1024, /* that is mapped on its own, as a rule */
    TRIES = 5,
};

/* Addresses that follow each other and can be read. */
struct range {
    uintptr_t from, to;
    bool stack;
};

/* ---- where memory is ---- */

struct ranges {
    struct range *range;
    size_t count, room;
};

/* What memory_kind_remember() has seen; empty when nothing is remembered. */
static struct ranges remembered;

static void forget(struct ranges *r)
{
    free(r->range);
    *r = (struct ranges){ 0 };
}

/* All that can be read or written, in the order of addresses. */
static void read_ranges(struct ranges *r)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[4096 + 256], can[8];

    while (maps && fgets(line, sizeof(line), maps)) {
        unsigned long from, to;

        if (sscanf(line, "%lx-%lx %7s", &from, &to, can) != 3
            || (can[0] != 'r' && can[1] != 'w'))
            continue;
        if (!grow(&r->range, sizeof(*r->range), r->count, &r->room))
            break; /* what is behind is not found */
        r->range[r->count++] =
            (struct range){ from, to, strstr(line, "[stack") != NULL };
    }
    if (maps)
        fclose(maps);
}

/* The range that 'at' is in, with those that follow or go before at once. */
static bool find_in(const struct ranges *r, uintptr_t at, struct range *range)
{
    size_t first = 0, last;

    while (first < r->count && at >= r->range[first].to)
        first++;
    if (first == r->count || at < r->range[first].from)
        return false;
    *range = r->range[first];
    last = first;
    while (first > 0 && r->range[first - 1].to == range->from)
        range->from = r->range[--first].from;
    while (last + 1 < r->count && r->range[last + 1].from == range->to)
        range->to = r->range[++last].to;
    return true;
}

/* The mapped range that 'at' is in.  Returns false when it is in none. */
static bool find_range(uintptr_t at, struct range *range)
{
    struct ranges now = { 0 };
    bool found;

    *range = (struct range){ 0 };
    if (find_in(&remembered, at, range))
        return true;
    read_ranges(&now);
    found = find_in(&now, at, range);
    forget(&now);
    return found;
}

void memory_kind_remember(void)
{
    forget(&remembered);
    read_ranges(&remembered);
}

void memory_kind_forget(void)
{
    forget(&remembered);
}

/* Whether an object that is loaded has it among its data. */
static int is_inside(struct dl_phdr_info *object, size_t size, void *arg)
{
    uintptr_t at = *(const uintptr_t *)arg;

    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t from = object->dlpi_addr + part->p_vaddr;

        if (part->p_type == PT_LOAD && at >= from && at - from < part->p_memsz)
            return 1;
    }
    return 0;
}

/* ---- what is a block ---- */

/* Whether the block of 'size', flags included, was mapped on its own. */
static bool fits_alone(uintptr_t head, const struct head *h, size_t bytes)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    size_t size = h->size & ~(size_t)FLAGS;

    return (head - h->before) % page == 0 && (h->before + size) % page == 0
           && size >= LEAST && size - sizeof(*h) >= bytes;
}

/* Whether the block and the one behind it go together. */
static bool fits_between(uintptr_t head,
                         const struct head *h,
                         const struct range *range,
                         size_t bytes)
{
    size_t size = h->size & ~(size_t)FLAGS, left = range->to - head;
    struct head next;
    size_t behind;

    if (size < LEAST || size % sizeof(*h) != 0
        || size - sizeof(h->size) < bytes || size > left
        || left - size < sizeof(next))
        return false;
    memcpy(&next, (const void *)(head + size), sizeof(next));
    behind = next.size & ~(size_t)FLAGS;
    return next.size & IN_USE && behind >= sizeof(next)
           && behind % sizeof(next) == 0 && behind <= left - size;
}

static bool is_block(uintptr_t at, const struct range *range, size_t bytes)
{
    struct head h;
    uintptr_t head = at - sizeof(h);

    if (at % sizeof(h) != 0 || at - range->from < sizeof(h))
        return false;
    memcpy(&h, (const void *)head, sizeof(h));
    return h.size & MAPPED ? fits_alone(head, &h, bytes)
                           : fits_between(head, &h, range, bytes);
}

/* ---- whose blocks they are ---- */

/* Of sanitizers: whether a block starts there, and its size. */
typedef int ownership_t(const volatile void *memory);
typedef size_t allocated_t(const volatile void *memory);

static bool ask_sanitizer(const void *memory,
                          size_t bytes,
                          enum memory_kind *answer)
{
    ownership_t *owns;
    allocated_t *allocated;

    *(void **)&owns = dlsym(RTLD_DEFAULT, "__sanitizer_get_ownership");
    *(void **)&allocated =
        dlsym(RTLD_DEFAULT, "__sanitizer_get_allocated_size");
    if (!owns || !allocated)
        return false;
    *answer = !owns(memory)               ? MEMORY_KIND_OTHER
              : allocated(memory) < bytes ? MEMORY_KIND_SMALL
                                          : MEMORY_KIND_FINE;
    return true;
}

static bool is_of_libc(const char *name)
{
    void *call = dlsym(RTLD_DEFAULT, name);
    Dl_info info;

    if (!call || !dladdr(call, &info) || !info.dli_fname)
        return false;
    return strcmp(basename(info.dli_fname), "libc.so.6") == 0;
}

static bool is_known(const void *memory, size_t bytes)
{
    struct range range;

    return memory && find_range((uintptr_t)memory, &range)
           && is_block((uintptr_t)memory, &range, bytes);
}

/* Whether blocks look as we think.  Large ones are kept: when such a block is
 * freed, malloc() takes others like it from elsewhere from then on.
 */
static bool try_out(void)
{
    static const size_t sizes[] = { 1, 24, 1000, 100 * 1000 };
    static void *large, *aligned_large;
    bool good = sizeof(void *) == 8 && is_of_libc("malloc")
                && is_of_libc("free") && (large = calloc(LARGE, 1))
                && (aligned_large = aligned_alloc(2 * 4096, LARGE))
                && is_known(large, LARGE) && is_known(aligned_large, LARGE);

    for (size_t i = 0; good && i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        char *plain = malloc(sizes[i]);
        char *aligned = aligned_alloc(4096, (sizes[i] + 4095) & ~4095UL);

        good = is_known(plain, sizes[i]) && is_known(aligned, sizes[i]);
        free(plain);
        free(aligned);
    }
    return good;
}

static bool understand_blocks(void)
{
    static int known; /* 1 when we do, -1 when we do not */

    if (!known)
        known = try_out() ? 1 : -1;
    return known > 0;
}

static enum memory_kind look(const void *memory, size_t bytes, bool understood)
{
    uintptr_t at = (uintptr_t)memory;
    enum memory_kind answer;
    struct range range;

    if (!find_range(at, &range))
        return MEMORY_KIND_NOWHERE;
    if (range.stack)
        return MEMORY_KIND_STACK;
    if (dl_iterate_phdr(is_inside, &at))
        return MEMORY_KIND_STATIC;
    if (ask_sanitizer(memory, bytes, &answer))
        return answer;
    if (!understood || is_block(at, &range, bytes))
        return MEMORY_KIND_FINE;
    return is_block(at, &range, 0) ? MEMORY_KIND_SMALL : MEMORY_KIND_OTHER;
}

/* Without files to be opened, for one, all looks like no memory. */
static bool can_find_ranges(void)
{
    struct range range;

    return find_range((uintptr_t)&range, &range);
}

/* Other threads map memory and let the heap grow while we read where memory
 * is: then the free block at the end of the heap, which may be the one behind
 * ours, is larger than what was read of it, or ranges that were put together
 * are missing.  So before anything is refused it is looked at again.
 */
enum memory_kind memory_kind_find(const void *memory, size_t bytes)
{
    bool understood = understand_blocks();
    enum memory_kind answer = MEMORY_KIND_FINE;

    for (int i = 0; i < TRIES; i++) {
        answer = look(memory, bytes, understood);
        if (answer == MEMORY_KIND_FINE)
            return answer;
        memory_kind_forget();
    }
    return can_find_ranges() ? answer : MEMORY_KIND_FINE;
}

bool memory_kind_is_there(const void *memory, size_t bytes)
{
    uintptr_t at = (uintptr_t)memory;
    struct range range;

    for (int i = 0; i < TRIES; i++) {
        if (bytes == 0 || (find_range(at, &range) && range.to - at >= bytes))
            return true;
        memory_kind_forget();
    }
    return !can_find_ranges();
}
