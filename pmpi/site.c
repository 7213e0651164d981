/* site.c - the call paths on which a program calls MPI
 *
 * Unwinding costs a microsecond, and a program makes the same calls over and
 * over.  So a path is unwound once.  Along the way we note where on the
 * stack the return addresses stand, and the next time look whether they
 * stand there still: the same wrapper called from the same place with the
 * stack equally deep, and the same return addresses above it, is the same
 * path.  By that, deep paths cost hardly more than shallow ones.
 *
 * The depth of the stack is told from the thread pointer, for the stacks of
 * different threads to compare.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <string.h>

#include "pmpi/object.h"
#include "pmpi/site.h"
#include "pmpi/stack.h"

enum {
    TABLE = 2 * PAGE_SITES, /* a power of two */
    CLAIM = 64,             /* records claimed at a time */
};

struct path {
    void *address;
    intptr_t below; /* how deep the stack is */
    uint32_t call;
    uint32_t callers;
    struct site_record *record; /* NULL where the table is free */
    struct stack_call caller[SITE_FRAMES - 1];
};

static struct {
    struct page *page;
    unsigned frames;
    uint32_t claimed;
    struct path table[TABLE];
} sites;

void site_setup(struct page *page, unsigned frames)
{
    sites.page = page;
    sites.frames = frames;
    if (frames > 1 && stack_open())
        strcpy(page->unwinder, "libunwind");
    else
        sites.frames = 1;
    page->frames = sites.frames;
}

void site_shallow(void)
{
    sites.frames = 1;
}

static inline intptr_t stack_depth(const char *frame)
{
    return (const char *)__builtin_thread_pointer() - frame;
}

static inline uint32_t hash(const void *address, intptr_t below, uint32_t call)
{
    uint64_t h = (uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15);

    h = (h ^ (uint64_t)below ^ ((uint64_t)call << 40))
        * UINT64_C(0xc2b2ae3d27d4eb4f);
    return h >> 32;
}

static inline bool same_callers(const struct path *path, const char *frame)
{
    for (uint32_t i = 0; i < path->callers; i++)
        if (*(void *const *)(frame + path->caller[i].slot)
            != path->caller[i].address)
            return false;
    return true;
}

static struct site_record *new_record(void)
{
    struct page *page = sites.page;

    if (page->sites_used >= sites.claimed) {
        if (sites.claimed >= PAGE_SITES
            || !page_claim(page, &page->site[sites.claimed],
                           CLAIM * sizeof(page->site[0])))
            return NULL;
        sites.claimed += CLAIM;
    }
    return &page->site[page->sites_used];
}

/* The record is filled in before it counts as used, for who reads along. */
static struct site_record *add(struct path *path,
                               enum call call,
                               void *address,
                               char *frame)
{
    struct site_record *record = new_record();

    if (!record)
        return NULL;
    path->address = address;
    path->below = stack_depth(frame);
    path->call = call;
    path->callers = sites.frames > 1 ? stack_walk(address, frame, path->caller,
                                                  sites.frames - 1)
                                     : 0;
    record->call = call;
    record->frames[0] = (uintptr_t)address;
    for (uint32_t i = 0; i < path->callers; i++)
        record->frames[i + 1] = (uintptr_t)path->caller[i].address;
    record->depth = path->callers + 1;
    for (uint32_t i = 0; i < record->depth; i++)
        object_need(sites.page, record->frames[i]);
    path->record = record;
    __atomic_store_n(&sites.page->sites_used, sites.page->sites_used + 1,
                     __ATOMIC_RELEASE);
    return record;
}

struct site_record *site_find(enum call call, void *address, char *frame)
{
    intptr_t below = stack_depth(frame);
    uint32_t at = hash(address, below, call) % TABLE;

    for (;; at = (at + 1) % TABLE) {
        struct path *path = &sites.table[at];

        if (!path->record)
            return add(path, call, address, frame);
        if (path->address == address && path->below == below
            && path->call == (uint32_t)call && same_callers(path, frame))
            return path->record;
    }
}
