/* site.c - the call paths on which a program calls MPI
 *
 * Unwinding costs a microsecond, and a program makes the same calls over and
 * over.  So a path is unwound once.  Along the way we note where on the
 * stack the return addresses stand, and the next time look whether they
 * stand there still: the same wrapper called from the same place with the
 * stack equally deep, and the same return addresses above it, is the same
 * path.  By that, deep paths cost hardly more than shallow ones.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>
#include <sys/auxv.h>

#include "pmpi/object.h"
#include "pmpi/site.h"

enum { CLAIM = 64 }; /* records claimed at a time */

struct site_path site_table[SITE_TABLE];

static struct {
    struct page *page;
    unsigned frames;
    uint32_t claimed;
} sites;

/* The program itself is noted at once, for who asks where a rank is in its
 * first call.
 */
void site_setup(struct page *page, unsigned frames)
{
    sites.page = page;
    sites.frames = frames;
    object_need(page, getauxval(AT_ENTRY));
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
static struct site_record *add(struct site_path *path,
                               enum call call,
                               void *address,
                               char *frame)
{
    struct site_record *record = new_record();

    if (!record)
        return NULL;
    path->address = address;
    path->below = site_below(frame);
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

struct site_record *site_search(uint32_t at,
                                enum call call,
                                void *address,
                                char *frame)
{
    for (;; at = (at + 1) % SITE_TABLE) {
        struct site_path *path = &site_table[at];

        if (!path->record)
            return add(path, call, address, frame);
        if (site_is(path, call, address, frame))
            return path->record;
    }
}
