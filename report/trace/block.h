/* block.h - one block of a trace file
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TRACE_BLOCK_H
#define MITOSIS_REPORT_TRACE_BLOCK_H

#include <stdbool.h>

#include "profile/trace.h"

enum { BLOCK_LARGEST = 1 << 20 };

extern const char block_magic[4];

/* Read all of the 'n' bytes at 'offset', or return false. */
bool block_bytes(int fd, uint64_t offset, void *to, size_t n);

/* Read the block at 'offset' of a file; it must end at 'end' or before.  What
 * follows its header goes to 'stored', which has room for BLOCK_LARGEST.
 * Returns false when there is no block or it is not what it was.
 */
bool block_read(int fd,
                uint64_t offset,
                uint64_t end,
                struct trace_block *b,
                uint8_t *stored);

/* Find the next place from 'offset' to 'end' that looks like a block.
 * Returns 'end' when there is none.
 */
uint64_t block_search(int fd, uint64_t offset, uint64_t end);

#endif /* !MITOSIS_REPORT_TRACE_BLOCK_H */
