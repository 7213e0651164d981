/* allocated_blocks.h - the memory that the program has allocated, and where
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_SUGGEST_ALLOCATED_BLOCKS_H
#define MITOSIS_SUGGEST_ALLOCATED_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

#include "suggest/memory_dump_format.h"

struct block {
    struct block *next;
    uintptr_t address;
    size_t size;
    uint64_t number;              /* of all that were ever allocated */
    uint64_t frames[DUMP_FRAMES]; /* addresses in the program's file */
};

/* From now on what the program allocates is kept.  It is loaded at 'base',
 * its code in between.  Without this the calls below do nothing.
 */
void allocated_blocks_start(uintptr_t base, uintptr_t from, uintptr_t to);

/* 'size' bytes at 'address' were allocated by who called us. */
void allocated_blocks_add(void *address, size_t size);

/* They are about to be freed. */
void allocated_blocks_remove(void *address);

/* What this thread allocates until the next call with 0 is not kept. */
void allocated_blocks_look_away(int yes);

/* How many were allocated so far. */
uint64_t allocated_blocks_number(void);

/* Call 'each' for all that are there now. */
void allocated_blocks_each(void (*each)(const struct block *b, void *arg),
                           void *arg);

#endif /* !MITOSIS_SUGGEST_ALLOCATED_BLOCKS_H */
