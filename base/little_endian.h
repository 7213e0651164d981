/* little_endian.h - numbers in bytes, the lowest first
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_LITTLE_ENDIAN_H
#define MITOSIS_BASE_LITTLE_ENDIAN_H

#include <stdint.h>

/* Write 'n' as 'bytes' bytes at 'at'. */
static inline void little_put(uint8_t *at, uint64_t n, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(n >> (8 * i));
}

/* The number in the 'bytes' bytes at 'at'. */
static inline uint64_t little_get(const uint8_t *at, int bytes)
{
    uint64_t n = 0;

    for (int i = 0; i < bytes; i++)
        n |= (uint64_t)at[i] << (8 * i);
    return n;
}

#endif /* !MITOSIS_BASE_LITTLE_ENDIAN_H */
