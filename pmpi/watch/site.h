/* site.h - the call paths on which a program calls MPI
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_SITE_H
#define MITOSIS_PMPI_WATCH_SITE_H

#include <stdbool.h>
#include <stdint.h>

#include "pmpi/mpi/calls.h"
#include "pmpi/watch/unwind.h"
#include "profile/page.h"

/* Tell call paths apart by the 'depth' functions of the program that are
 * nearest to MPI from now on, 1 to SITE_FRAMES.  Opens libunwind, and notes in
 * the page if it is there.
 */
void site_setup(struct page *page, unsigned depth);

/* From now on keep the nearest function of the program only of paths that are
 * new, whose records say so.
 */
void site_shallow(void);

/* A path that was seen before. */
struct site_path {
    void *address;
    intptr_t below; /* how deep the stack is */
    uint32_t call;
    uint32_t callers;
    struct site_record *record; /* NULL where the table is free */
    struct unwind_call caller[SITE_FRAMES - 1];
};

enum { SITE_TABLE = 2 * PAGE_SITES }; /* a power of two */

extern struct site_path site_table[SITE_TABLE];

/* The record of a path that is not where it is looked for first. */
struct site_record *site_search(uint32_t at,
                                enum call call,
                                void *address,
                                char *frame);

/* The depth of the stack is told from the thread pointer, for the stacks of
 * different threads to compare.
 */
static inline intptr_t site_below(const char *frame)
{
    return (const char *)__builtin_thread_pointer() - frame;
}

static inline bool site_is(const struct site_path *path,
                           enum call call,
                           const void *address,
                           const char *frame)
{
    if (path->address != address || path->below != site_below(frame)
        || path->call != (uint32_t)call)
        return false;
    for (uint32_t i = 0; i < path->callers; i++)
        if (*(void *const *)(frame + path->caller[i].slot)
            != path->caller[i].address)
            return false;
    return true;
}

/* The record of the path on which a wrapper of 'call' was called, as span.h
 * has it; a new one when the path is new.  NULL when there is no room.
 */
static inline struct site_record *site_find(enum call call,
                                            void *address,
                                            char *frame)
{
    uint64_t hash = ((uintptr_t)address ^ (uint64_t)site_below(frame) << 20
                     ^ (uint64_t)call << 44)
                    * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t at = (hash >> 40) % SITE_TABLE;
    struct site_path *path = &site_table[at];

    if (__builtin_expect(path->record && site_is(path, call, address, frame),
                         1))
        return path->record;
    return site_search(at, call, address, frame);
}

#endif /* !MITOSIS_PMPI_WATCH_SITE_H */
