/* shared_heap.c - memory that a process shares with those that it forks
 *
 * A list of mappings, each cut in halves again and again as blocks are asked
 * for.  Two halves that are free become one again.  A byte for each piece of
 * the least size says which blocks begin there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include "policy/lua/shared_heap.h"

enum {
    LEAST = 5,  /* the smallest block has 2^5 bytes, ... */
    FIRST = 24, /* ... the smallest mapping 2^24, ... */
    MOST = 40,  /* ... and the largest 2^40 */
    WASTE = 4,  /* times what is asked for, as blocks are rounded up */
    FREE = 128, /* beside the order in a tag */
};

/* A free block, in the list of those of its size. */
struct spare {
    struct spare *next;
    struct spare *previous;
};

struct mapping {
    struct mapping *next;
    size_t bytes;  /* of the mapping */
    int order;     /* it has 2^order bytes for blocks, ... */
    uint8_t *base; /* ... from here */
    struct spare *spare[MOST + 1];
    uint8_t tag[]; /* the order of the block that begins there, or 0 */
};

/* It is in its own first mapping. */
struct shared_heap {
    struct mapping *first;
    size_t room;
    pid_t owner; /* who can make room: others would have it for themselves */
};

static uint8_t *tag_of(struct mapping *m, const void *block)
{
    return &m->tag[(size_t)((const uint8_t *)block - m->base) >> LEAST];
}

static void insert(struct mapping *m, void *block, int order)
{
    struct spare *s = block;

    *s = (struct spare){ .next = m->spare[order] };
    if (s->next)
        s->next->previous = s;
    m->spare[order] = s;
    *tag_of(m, block) = (uint8_t)(order | FREE);
}

static void take(struct mapping *m, struct spare *s, int order)
{
    if (s->next)
        s->next->previous = s->previous;
    if (s->previous)
        s->previous->next = s->next;
    else
        m->spare[order] = s->next;
    *tag_of(m, s) = 0;
}

static int order_for(size_t bytes, int least)
{
    int order = least;

    while (order < MOST && (size_t)1 << order < bytes)
        order++;
    return order;
}

static struct mapping *map(size_t bytes)
{
    int order = order_for(bytes, FIRST);
    size_t size = (size_t)1 << order, page = 4096;
    size_t head = sizeof(struct mapping) + (size >> LEAST);
    struct mapping *m;

    head = (head + page - 1) / page * page;
    m = mmap(NULL, head + size, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (m == MAP_FAILED)
        return NULL;
    m->bytes = head + size;
    m->order = order;
    m->base = (uint8_t *)m + head;
    insert(m, m->base, order);
    return m;
}

/* A block of that order, from a larger one's halves if need be. */
static void *cut(struct mapping *m, int order)
{
    int larger = order;
    uint8_t *block;

    while (larger <= m->order && !m->spare[larger])
        larger++;
    if (larger > m->order)
        return NULL;
    block = (uint8_t *)m->spare[larger];
    take(m, m->spare[larger], larger);
    while (larger > order) {
        larger--;
        insert(m, block + ((size_t)1 << larger), larger);
    }
    *tag_of(m, block) = (uint8_t)order;
    return block;
}

static void *get(struct mapping *first, size_t bytes)
{
    int order = order_for(bytes, LEAST);
    void *block = NULL;

    for (struct mapping *m = first; m && !block; m = m->next)
        block = cut(m, order);
    return block;
}

shared_heap_t *shared_heap_create(void)
{
    struct mapping *m = map(0);
    shared_heap_t *a = m ? get(m, sizeof(*a)) : NULL;

    if (a)
        *a = (struct shared_heap){ .first = m,
                                   .room = (size_t)1 << m->order,
                                   .owner = getpid() };
    return a;
}

void shared_heap_destroy(shared_heap_t *a)
{
    struct mapping *m = a ? a->first : NULL, *next;

    for (; m; m = next) {
        next = m->next;
        munmap(m, m->bytes);
    }
}

int shared_heap_reserve(shared_heap_t *a, size_t bytes)
{
    struct mapping *m;

    if (WASTE * bytes <= a->room)
        return 0;
    m = getpid() == a->owner ? map(WASTE * bytes - a->room) : NULL;
    if (!m)
        return -1;
    a->room += (size_t)1 << m->order;
    m->next = a->first->next;
    a->first->next = m;
    return 0;
}

void *shared_heap_get(shared_heap_t *a, size_t bytes)
{
    return get(a->first, bytes);
}

static struct mapping *mapping_of(const shared_heap_t *a, const void *block)
{
    const uint8_t *at = block;
    struct mapping *m = a->first;

    while (at < m->base || at >= m->base + ((size_t)1 << m->order))
        m = m->next;
    return m;
}

void shared_heap_put(shared_heap_t *a, void *block)
{
    struct mapping *m = block ? mapping_of(a, block) : NULL;
    int order = m ? *tag_of(m, block) : 0;
    uint8_t *at = block;

    if (!block)
        return;
    for (*tag_of(m, at) = 0; order < m->order; order++) {
        size_t half = (size_t)1 << order;
        uint8_t *other = m->base + ((size_t)(at - m->base) ^ half);

        if (*tag_of(m, other) != (order | FREE))
            break;
        take(m, (struct spare *)(void *)other, order);
        at = other < at ? other : at;
    }
    insert(m, at, order);
}

void *shared_heap_resize(shared_heap_t *a, void *block, size_t bytes)
{
    int order = block ? *tag_of(mapping_of(a, block), block) : 0;
    size_t old = (size_t)1 << order;
    void *other;

    if (block && order_for(bytes, LEAST) == order)
        return block;
    other = shared_heap_get(a, bytes);
    if (block && other) {
        memcpy(other, block, old < bytes ? old : bytes);
        shared_heap_put(a, block);
    }
    return other;
}
