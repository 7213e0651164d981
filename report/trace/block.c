/* block.c - one block of a trace file
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/checksum.h"
#include "report/trace/block.h"

enum { SEARCH_BYTES = 4096 }; /* looked through at a time */

const char block_magic[4] = "MTBK";

bool block_bytes(int fd, uint64_t offset, void *to, size_t n)
{
    size_t done = 0;

    while (done < n) {
        ssize_t got =
            pread(fd, (char *)to + done, n - done, (off_t)(offset + done));

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

bool block_read(int fd,
                uint64_t offset,
                uint64_t end,
                struct trace_block *b,
                uint8_t *stored)
{
    struct trace_block plain;

    if (offset > end || end - offset < sizeof(*b)
        || !block_bytes(fd, offset, b, sizeof(*b))
        || memcmp(b->magic, block_magic, sizeof(block_magic)) != 0
        || b->stored > BLOCK_LARGEST || b->raw > BLOCK_LARGEST
        || b->stored > end - offset - sizeof(*b)
        || !block_bytes(fd, offset + sizeof(*b), stored, b->stored))
        return false;
    plain = *b;
    plain.sum = 0;
    return b->sum
           == checksum(checksum(0, &plain, sizeof(plain)), stored, b->stored);
}

uint64_t block_search(int fd, uint64_t offset, uint64_t end)
{
    char bytes[SEARCH_BYTES];

    while (offset < end && end - offset >= sizeof(block_magic)) {
        size_t n = end - offset < sizeof(bytes) ? end - offset : sizeof(bytes);
        char *found;

        if (!block_bytes(fd, offset, bytes, n))
            break;
        found = memmem(bytes, n, block_magic, sizeof(block_magic));
        if (found)
            return offset + (uint64_t)(found - bytes);
        offset += n - sizeof(block_magic) + 1;
    }
    return end;
}
