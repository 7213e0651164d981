/* call_site.c - the call paths on which a program calls MPI
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

#include "pmpi/watch/call_site.h"
#include "pmpi/watch/loaded_files.h"

enum {
    CLAIM = 64,  /* records claimed at a time */
    BETWEEN = 2, /* frames of the Fortran binding at most */
};

static struct unwind_call callers[PAGE_SITES][SITE_FRAMES];
static struct call_site_path nowhere = { .then = &nowhere };

struct call_site_path call_site_table[CALL_SITE_TABLE];
struct call_site_path *call_site_last = &nowhere;

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
void call_site_setup(struct page *page, unsigned depth)
{
    sites.page = page;
    sites.depth = depth;
    loaded_files_need(page, getauxval(AT_ENTRY));
    sites.unwinds = unwind_open();
    if (sites.unwinds)
        strcpy(page->unwinder, "libunwind");
}

void call_site_shallow(void)
{
    sites.depth = 1;
    sites.shallow = true;
}

static struct call_site_record *new_record(void)
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
static struct call_site_path *add(uint32_t at,
                                  enum call call,
                                  void *address,
                                  char *frame)
{
    struct call_site_record *record = new_record();
    struct call_site_path *path = &call_site_table[at];
    uint32_t found;

    if (!record)
        return NULL;
    path->below = call_site_below(frame);
    path->call = call;
    path->caller = callers[sites.page->sites_used];
    found = find_callers(address, frame, path->caller);
    path->end = path->caller + found;
    if (found % 2 > 0) {
        *path->end = path->end[-1];
        path->end++;
    }
    path->then = path;
    record->number = sites.page->sites_used;
    record->call = call;
    record->frames[0] = (uintptr_t)address;
    for (uint32_t i = 0; i < found; i++)
        record->frames[i + 1] = (uintptr_t)path->caller[i].address;
    record->depth = found + 1;
    record->cut = sites.shallow && sites.unwinds;
    for (uint32_t i = 0; i < record->depth; i++)
        loaded_files_need(sites.page, record->frames[i]);
    path->record = record;
    path->address = address;
    __atomic_store_n(&sites.page->sites_used, sites.page->sites_used + 1,
                     __ATOMIC_RELEASE);
    return path;
}

struct call_site_path *call_site_search(uint32_t at,
                                        enum call call,
                                        void *address,
                                        char *frame)
{
    for (;; at = (at + 1) % CALL_SITE_TABLE) {
        if (!call_site_table[at].address)
            return add(at, call, address, frame);
        if (call_site_is(&call_site_table[at], call, address, frame))
            return &call_site_table[at];
    }
}

struct call_site_path *call_site_other(enum call call,
                                       void *address,
                                       char *frame)
{
    struct call_site_path *path = call_site_find(call, address, frame);

    if (path)
        call_site_last = call_site_last->then = path;
    return path;
}
