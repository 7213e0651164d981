/* allocated_blocks.c - the memory that the program has allocated, and where
 *
 * What the MPI library and the C library allocate for themselves is theirs:
 * only blocks whose first caller outside of the languages' run-time libraries
 * is in the program are kept.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>

#include "suggest/allocated_blocks.h"

enum { BUCKETS = 1 << 16, AT_A_TIME = 1024, DEEP = 24, CALLERS = 64 };

static struct {
    volatile int on;
    uintptr_t base, from, to;
    pthread_mutex_t lock;
    uint64_t number;
    struct block *free;
    struct block *bucket[BUCKETS];
} kept = { .lock = PTHREAD_MUTEX_INITIALIZER };

static __thread int away __attribute__((tls_model("initial-exec")));

void allocated_blocks_look_away(int yes)
{
    away = yes;
}

void allocated_blocks_start(uintptr_t base, uintptr_t from, uintptr_t to)
{
    void *frames[1];

    away = 1;
    backtrace(frames, 1); /* it loads a library, and allocates for that */
    away = 0;
    kept.base = base;
    kept.from = from;
    kept.to = to;
    kept.on = 1;
}

static bool is_program(void *frame)
{
    return (uintptr_t)frame >= kept.from && (uintptr_t)frame < kept.to;
}

/* Whether it is of a library through which programs allocate. */
static bool look_for_language(void *frame)
{
    static const char *const libraries[] = { "libstdc++.so", "libc++.so",
                                             "libgfortran.so", DUMP_LIBRARY };
    Dl_info info;

    if (!dladdr(frame, &info) || !info.dli_fname)
        return false;
    for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++)
        if (strstr(info.dli_fname, libraries[i]))
            return true;
    return false;
}

/* The same, remembered: dladdr() reads all symbols of the library, and most of
 * what is allocated comes from a few places.
 */
static bool is_language(void *frame)
{
    static __thread struct {
        void *frame;
        bool is_language;
    } known[CALLERS] __attribute__((tls_model("initial-exec")));
    size_t at = (uintptr_t)frame * UINT64_C(0x9e3779b97f4a7c15) >> (64 - 6);

    if (known[at].frame != frame) {
        known[at].is_language = look_for_language(frame);
        known[at].frame = frame;
    }
    return known[at].is_language;
}

/* The program's part of the stack, innermost first.  Returns whether it is the
 * program that allocates.
 */
static bool find_frames(uint64_t to[DUMP_FRAMES])
{
    void *frames[DEEP];
    int count = backtrace(frames, DEEP), at = 0, found = 0;

    while (at < count && !is_program(frames[at]) && is_language(frames[at]))
        at++;
    if (at == count || !is_program(frames[at]))
        return false;
    for (; at < count && found < DUMP_FRAMES; at++)
        if (is_program(frames[at]))
            to[found++] = (uintptr_t)frames[at] - kept.base;
    return found > 0;
}

static struct block **bucket_of(uintptr_t address)
{
    return &kept.bucket[(address >> 4) * UINT64_C(0x9e3779b97f4a7c15)
                        >> (64 - 16)];
}

/* The records are no part of the heap that is watched. */
static struct block *take(void)
{
    struct block *b = kept.free;

    if (!b) {
        b = mmap(NULL, AT_A_TIME * sizeof(*b), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (b == MAP_FAILED)
            return NULL;
        for (int i = 1; i < AT_A_TIME; i++) {
            b[i].next = kept.free;
            kept.free = &b[i];
        }
        return b;
    }
    kept.free = b->next;
    return b;
}

void allocated_blocks_add(void *address, size_t size)
{
    uint64_t frames[DUMP_FRAMES] = { 0 };
    struct block *b;

    if (!kept.on || away || !address)
        return;
    away = 1;
    if (find_frames(frames)) {
        pthread_mutex_lock(&kept.lock);
        if ((b = take())) {
            struct block **first = bucket_of((uintptr_t)address);

            b->address = (uintptr_t)address;
            b->size = size;
            b->number = ++kept.number;
            memcpy(b->frames, frames, sizeof(frames));
            b->next = *first;
            *first = b;
        }
        pthread_mutex_unlock(&kept.lock);
    }
    away = 0;
}

void allocated_blocks_remove(void *address)
{
    struct block **at;

    if (!kept.on || away || !address)
        return;
    pthread_mutex_lock(&kept.lock);
    for (at = bucket_of((uintptr_t)address); *at; at = &(*at)->next)
        if ((*at)->address == (uintptr_t)address) {
            struct block *b = *at;

            *at = b->next;
            b->next = kept.free;
            kept.free = b;
            break;
        }
    pthread_mutex_unlock(&kept.lock);
}

uint64_t allocated_blocks_number(void)
{
    return kept.number;
}

void allocated_blocks_each(void (*each)(const struct block *b, void *arg),
                           void *arg)
{
    for (int i = 0; i < BUCKETS; i++)
        for (const struct block *b = kept.bucket[i]; b; b = b->next)
            each(b, arg);
}
