/* heap.h - memory that a process shares with those that it forks
 *
 * What one of them writes there the others see, at the same address.  Blocks
 * are powers of two, in which nothing of ours is but what their owner put
 * there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_LUA_HEAP_H
#define MITOSIS_POLICY_LUA_HEAP_H

#include <stddef.h>

typedef struct heap heap_t;

/* Make one.  Returns NULL without memory. */
heap_t *heap_create(void);

/* Free it with all that is in it.  NULL is fine. */
void heap_destroy(heap_t *a);

/* Have room for so many bytes in blocks of any size, with what is in use
 * already.  Only the process that made the heap can.  Returns -1 without
 * memory.
 */
int heap_reserve(heap_t *a, size_t bytes);

/* A block of that size, aligned for anything; NULL when there is no room. */
void *heap_get(heap_t *a, size_t bytes);

/* Make the block, which may be NULL, so large, elsewhere if need be.  Returns
 * NULL, with the block as it was, when there is no room.
 */
void *heap_resize(heap_t *a, void *block, size_t bytes);

/* Give it back.  NULL is fine. */
void heap_put(heap_t *a, void *block);

#endif /* !MITOSIS_POLICY_LUA_HEAP_H */
