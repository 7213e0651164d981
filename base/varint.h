/* varint.h - numbers in as few bytes as they need
 *
 * Seven bits a byte, the lowest first; a byte of 128 and more says that
 * another one follows.  Numbers with a sign are folded first: 0, -1, 1, -2 ...
 * become 0, 1, 2, 3 ...
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_VARINT_H
#define MITOSIS_BASE_VARINT_H

#include <stddef.h>
#include <stdint.h>

enum { VARINT_MOST = 10 }; /* bytes that a number may take */

static inline uint8_t *varint_put(uint8_t *at, uint64_t n)
{
    while (n >= 0x80) {
        *at++ = (uint8_t)(n | 0x80);
        n >>= 7;
    }
    *at++ = (uint8_t)n;
    return at;
}

static inline uint64_t varint_fold(int64_t n)
{
    return (uint64_t)n << 1 ^ (uint64_t)(n >> 63);
}

static inline int64_t varint_unfold(uint64_t n)
{
    return (int64_t)(n >> 1) ^ -(int64_t)(n & 1);
}

/* Read a number from '*at' on, which moves behind it.  When it does not end
 * before 'end', or is too large, '*at' becomes NULL, and so it stays.
 */
static inline uint64_t varint_get(const uint8_t **at, const uint8_t *end)
{
    uint64_t n = 0;

    for (unsigned shift = 0; *at && *at < end && shift < 64; shift += 7) {
        uint8_t byte = *(*at)++;

        if (shift == 63 && byte > 1)
            break;
        n |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return n;
    }
    *at = NULL;
    return 0;
}

#endif /* !MITOSIS_BASE_VARINT_H */
