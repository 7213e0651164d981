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

#include "pmpi/watch/loaded_files.h"
#include "pmpi/watch/site.h"

enum {
    CLAIM = 64,  /* records claimed at a time */
    BETWEEN = 2, /* frames of the Fortran binding at most */
};

struct site_path site_table[SITE_TABLE];

static struct {
    struct page *page;
    uint32_t depth;
    bool shallow;
    bool unwinds;
    uint32_t claimed;
} sites;

/* The program itself is noted at once, for who asks where a rank is in its
 * first call.
 */
void site_setup(struct page *page, unsigned depth)
{
    sites.page = page;
    sites.depth = depth;
    loaded_files_need(page, getauxval(AT_ENTRY));
    sites.unwinds = unwind_open();
    if (sites.unwinds)
        strcpy(page->unwinder, "libunwind");
}

void site_shallow(void)
{
    sites.depth = 1;
    sites.shallow = true;
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

static bool is_between(const void *address)
{
    return page_is_between(loaded_files_path(sites.page, (uintptr_t)address));
}

/* Find the callers of 'address' that are kept of a new path.  Frames that are
 * between the program and MPI come on top, for with them alone all of the
 * program's calls would be the same.
 */
static uint32_t find_callers(const void *address,
                             const char *frame,
                             struct unwind_call caller[SITE_FRAMES - 1])
{
    bool between = is_between(address);
    uint32_t most = sites.depth - 1 + (between ? BETWEEN : 0);
    uint32_t skip = between, found = 0;

    if (most > SITE_FRAMES - 1)
        most = SITE_FRAMES - 1;
    if (sites.unwinds && most > 0)
        found = unwind_walk(address, frame, caller, most);
    while (skip > 0 && skip <= found && is_between(caller[skip - 1].address))
        skip++;
    most = skip + sites.depth - 1;
    return found < most ? found : most;
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
    path->callers = find_callers(address, frame, path->caller);
    record->call = call;
    record->frames[0] = (uintptr_t)address;
    for (uint32_t i = 0; i < path->callers; i++)
        record->frames[i + 1] = (uintptr_t)path->caller[i].address;
    record->depth = path->callers + 1;
    record->cut = sites.shallow && sites.unwinds;
    for (uint32_t i = 0; i < record->depth; i++)
        loaded_files_need(sites.page, record->frames[i]);
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
