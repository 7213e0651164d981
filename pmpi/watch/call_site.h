/* call_site.h - the call paths on which a program calls MPI
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_CALL_SITE_H
#define MITOSIS_PMPI_WATCH_CALL_SITE_H

#include <stdbool.h>
#include <stdint.h>

#include "pmpi/mpi/calls.h"
#include "pmpi/watch/unwind.h"
#include "profile/page.h"

/* Tell call paths apart by the 'depth' functions of the program that are
 * nearest to MPI from now on, 1 to SITE_FRAMES.  Opens libunwind, and notes in
 * the page if it is there.
 */
void call_site_setup(struct page *page, unsigned depth);

/* From now on keep the nearest function of the program only of paths that are
 * new, whose records say so.
 */
void call_site_shallow(void);

/* A path that was seen before. */
struct call_site_path {
    void *address;  /* NULL where the table is free */
    intptr_t below; /* how deep the stack is */
    uint32_t call;
    struct call_site_record *record;
    struct unwind_call *caller; /* an even number: the last may come twice */
    struct unwind_call *end;
    struct call_site_path *then; /* that came after it last; never NULL */
};

enum {
    CALL_SITE_BITS = 13,
    CALL_SITE_TABLE = 1 << CALL_SITE_BITS,
};

_Static_assert((int)CALL_SITE_TABLE == 2 * (int)PAGE_SITES,
               "the table of paths is half full at most");

extern struct call_site_path call_site_table[CALL_SITE_TABLE]
    __attribute__((visibility("hidden")));

/* The path of the last call that call_site_next() was asked for. */
extern struct call_site_path *call_site_last
    __attribute__((visibility("hidden")));

/* A path that is not where it is looked for first. */
struct call_site_path *call_site_search(uint32_t at,
                                        enum call call,
                                        void *address,
                                        char *frame);

/* The depth of the stack is told from the thread pointer, for the stacks of
 * different threads to compare.
 */
static inline intptr_t call_site_below(const char *frame)
{
    return (const char *)__builtin_thread_pointer() - frame;
}

static inline bool call_site_returns(const struct unwind_call *caller,
                                     const char *frame)
{
    return *(void *const *)(frame + caller->slot) == caller->address;
}

static inline bool call_site_is(const struct call_site_path *path,
                                enum call call,
                                const void *address,
                                const char *frame)
{
    const struct unwind_call *caller = path->caller;

    if (path->address != address || path->below != call_site_below(frame)
        || path->call != (uint32_t)call)
        return false;
    for (; caller != path->end; caller += 2)
        if (!call_site_returns(caller, frame)
            || !call_site_returns(caller + 1, frame))
            return false;
    return true;
}

/* The path on which a wrapper of 'call' was called, as span.h has it; a new
 * one when it is new.  NULL when there is no room.
 */
static inline struct call_site_path *call_site_find(enum call call,
                                                    void *address,
                                                    char *frame)
{
    uint64_t hash = ((uintptr_t)address
                     ^ (uint64_t)call_site_below(frame) << CALL_SITE_BITS)
                    * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t at = hash >> (64 - CALL_SITE_BITS);
    struct call_site_path *path = &call_site_table[at];

    if (__builtin_expect(call_site_is(path, call, address, frame), 1))
        return path;
    return call_site_search(at, call, address, frame);
}

/* For the calls of one thread in their order: whether it is the path that came
 * next the last time, as it mostly is, and then its record.
 */
static inline bool call_site_next(enum call call,
                                  const void *address,
                                  const char *frame,
                                  struct call_site_record **record)
{
    struct call_site_path *path = call_site_last->then;

    if (__builtin_expect(!call_site_is(path, call, address, frame), 0))
        return false;
    call_site_last = path;
    *record = path->record;
    return true;
}

/* Where it is not, the same as call_site_find(); from then on it is. */
struct call_site_path *call_site_other(enum call call,
                                       void *address,
                                       char *frame);

#endif /* !MITOSIS_PMPI_WATCH_CALL_SITE_H */
