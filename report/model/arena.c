/* arena.c - many small things that are freed together
 *
 * Memory is taken from the system in blocks that double up to a limit, and
 * handed out from the last one; what is larger gets a block of its own.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/model/arena.h"

enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1024 * 1024, ALIGNMENT = 16 };

struct block {
    struct block *next;
    size_t used;
    size_t bytes;
    _Alignas(ALIGNMENT) char memory[];
};

struct arena {
    struct block *block;
    size_t next_bytes;
};

arena_t *arena_create(void)
{
    arena_t *a = calloc(1, sizeof(*a));

    if (a)
        a->next_bytes = FIRST_BLOCK;
    return a;
}

void arena_destroy(arena_t *a)
{
    if (a) {
        while (a->block) {
            struct block *next = a->block->next;

            free(a->block);
            a->block = next;
        }
        free(a);
    }
}

static struct block *add_block(arena_t *a, size_t bytes)
{
    struct block *b;

    if (bytes < a->next_bytes)
        bytes = a->next_bytes;
    if (!(b = calloc(1, sizeof(*b) + bytes)))
        return NULL;
    if (a->next_bytes < LARGEST_BLOCK)
        a->next_bytes *= 2;
    b->bytes = bytes;
    b->next = a->block;
    a->block = b;
    return b;
}

void *arena_take(arena_t *a, size_t count, size_t bytes)
{
    struct block *b = a->block;
    void *taken;

    if (bytes && count > (SIZE_MAX / 2) / bytes)
        return NULL;
    bytes = (count * bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if ((!b || b->bytes - b->used < bytes) && !(b = add_block(a, bytes)))
        return NULL;
    taken = b->memory + b->used;
    b->used += bytes;
    return taken;
}

char *arena_copy(arena_t *a, const char *text, size_t len)
{
    char *copy = arena_take(a, len + 1, 1);

    if (copy)
        memcpy(copy, text, len);
    return copy;
}

char *arena_print(arena_t *a, const char *fmt, ...)
{
    va_list ap;
    char *text;
    int len;

    va_start(ap, fmt);
    len = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (len < 0 || !(text = arena_take(a, (size_t)len + 1, 1)))
        return NULL;
    va_start(ap, fmt);
    vsnprintf(text, (size_t)len + 1, fmt, ap);
    va_end(ap);
    return text;
}
