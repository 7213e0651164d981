/* shared_heap.h - memory that a process shares with those that it forks
 *
 * What one of them writes there the others see, at the same address.  Blocks
 * are powers of two, in which nothing of ours is but what their owner put
 * there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_LUA_SHARED_HEAP_H
#define MITOSIS_POLICY_LUA_SHARED_HEAP_H

#include <stddef.h>

typedef struct shared_heap shared_heap_t;

/* Make one.  Returns NULL without memory. */
shared_heap_t *shared_heap_create(void);

/* Free it with all that is in it.  NULL is fine. */
void shared_heap_destroy(shared_heap_t *a);

/* Have room for so many bytes in blocks of any size, with what is in use
 * already.  Only the process that made the heap can.  Returns -1 without
 * memory.
 */
int shared_heap_reserve(shared_heap_t *a, size_t bytes);

/* A block of that size, aligned for anything; NULL when there is no room. */
void *shared_heap_get(shared_heap_t *a, size_t bytes);

/* Make the block, which may be NULL, so large, elsewhere if need be.  Returns
 * NULL, with the block as it was, when there is no room.
 */
void *shared_heap_resize(shared_heap_t *a, void *block, size_t bytes);

/* Give it back.  NULL is fine. */
void shared_heap_put(shared_heap_t *a, void *block);

#endif /* !MITOSIS_POLICY_LUA_SHARED_HEAP_H */
