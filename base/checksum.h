/* checksum.h - a number that stands for bytes: to see whether they are still
 * what they were, or to find them in a table
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_CHECKSUM_H
#define MITOSIS_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The sum of a word that comes behind what has the sum 'sum'. */
static inline uint64_t checksum_word(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

/* Eight bytes at a time, the lowest first, the last ones filled up with
 * zeros.  'sum' is that of the bytes before, or 0.
 */
static inline uint64_t checksum(uint64_t sum, const void *bytes, size_t n)
{
    const uint8_t *at = bytes;
    uint64_t word;

    for (; n > 0; at += sizeof(word)) {
        size_t take = n < sizeof(word) ? n : sizeof(word);

        word = 0;
        memcpy(&word, at, take);
        n -= take;
        sum = checksum_word(sum, word);
    }
    return sum;
}

#endif /* !MITOSIS_BASE_CHECKSUM_H */
