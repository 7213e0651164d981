/* memory_kind.h - what memory is at an address, and whether it may be freed
 *
 * A program may point to memory that is no block of malloc(): the stack, a
 * static array, the middle of a block, what mmap() gave.  To free() that ends
 * the program, so it is looked at beforehand.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_MEMORY_KIND_H
#define MITOSIS_PMPI_STATE_MEMORY_KIND_H

#include <stdbool.h>
#include <stddef.h>

/* What memory is. */
enum memory_kind {
    MEMORY_KIND_FINE,
    MEMORY_KIND_NOWHERE, /* it is not there */
    MEMORY_KIND_STACK,
    MEMORY_KIND_STATIC,
    MEMORY_KIND_OTHER, /* not the start of a block of malloc() */
    MEMORY_KIND_SMALL  /* of a block that is smaller */
};

/* Whether 'memory', of which 'bytes' are in use, may be given to free(): it is
 * the start of a block of malloc() that is so large.  When that cannot be
 * told, as the process has another allocator than that of the GNU C library,
 * it is fine, too.
 *
 * It only looks, and at memory that is there: what it is given may be
 * anything.  A place inside a block is taken for one only if the program has
 * numbers there that look as if they were sizes of blocks, and of so many
 * bytes.  It takes as long as to read /proc/self/maps.
 */
enum memory_kind memory_kind_find(const void *memory, size_t bytes);

/* Read /proc/self/maps now, for all questions until memory_kind_forget(); it
 * is read again before the answer is that something is wrong.  For many
 * questions in a row, in one thread.
 */
void memory_kind_remember(void);
void memory_kind_forget(void);

/* Whether there is memory of 'bytes' that can be read, whatever it is.  When
 * that cannot be told, it is there.
 */
bool memory_kind_is_there(const void *memory, size_t bytes);

#endif /* !MITOSIS_PMPI_STATE_MEMORY_KIND_H */
