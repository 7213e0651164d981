/* byte_shuffle.c - the bytes of elements in another order, to pack better
 *
 * It is the transposing of a matrix of bytes, one element a row.  Sixteen
 * elements at a time it is done in registers: interleaving two halves of the
 * list of registers moves each byte's index in the whole by one bit, so that
 * interleaving them four times turns 16 elements of n registers into n * 16
 * columns, and as many times as the size has bits turns them back.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <string.h>

#if defined __SSE2__
#include <emmintrin.h>
#endif

#include "migrate/transfer/byte_shuffle.h"

enum { GROUP = 16 }; /* elements that are done at once */

/* ---- in plain C: elements from number 'first' on ---- */

static void spread(
    uint8_t *to, const uint8_t *from, size_t count, size_t size, size_t first)
{
    for (size_t b = 0; b < size; b++)
        for (size_t i = first; i < count; i++)
            to[b * count + i] = from[i * size + b];
}

static void collect(
    uint8_t *to, const uint8_t *from, size_t count, size_t size, size_t first)
{
    for (size_t i = first; i < count; i++)
        for (size_t b = 0; b < size; b++)
            to[i * size + b] = from[b * count + i];
}

/* ---- in registers ---- */

#if defined __SSE2__

/* Interleave the first half of 'v' with the second, byte by byte, 'times'
 * times over.
 */
static inline __attribute__((always_inline)) void interleave(__m128i *v,
                                                             int registers,
                                                             int times)
{
    __m128i w[GROUP];

    for (int t = 0; t < times; t++) {
        for (int i = 0; i < registers / 2; i++) {
            w[2 * i] = _mm_unpacklo_epi8(v[i], v[i + registers / 2]);
            w[2 * i + 1] = _mm_unpackhi_epi8(v[i], v[i + registers / 2]);
        }
        for (int i = 0; i < registers; i++)
            v[i] = w[i];
    }
}

static inline __attribute__((always_inline)) size_t spread_groups(
    uint8_t *to, const uint8_t *from, size_t count, int size)
{
    size_t first = 0;

    for (; first + GROUP <= count; first += GROUP) {
        __m128i v[GROUP];

        for (int i = 0; i < size; i++)
            v[i] = _mm_loadu_si128(
                (const __m128i *)(from + first * (size_t)size + 16 * i));
        interleave(v, size, 4);
        for (int i = 0; i < size; i++)
            _mm_storeu_si128((__m128i *)(to + (size_t)i * count + first),
                             v[i]);
    }
    return first;
}

static inline __attribute__((always_inline)) size_t collect_groups(
    uint8_t *to, const uint8_t *from, size_t count, int size, int times)
{
    size_t first = 0;

    for (; first + GROUP <= count; first += GROUP) {
        __m128i v[GROUP];

        for (int i = 0; i < size; i++)
            v[i] = _mm_loadu_si128(
                (const __m128i *)(from + (size_t)i * count + first));
        interleave(v, size, times);
        for (int i = 0; i < size; i++)
            _mm_storeu_si128((__m128i *)(to + first * (size_t)size + 16 * i),
                             v[i]);
    }
    return first;
}

/* Each size in a loop of its own, in which the compiler keeps all of it in
 * registers.  They return how many elements they did.
 */
static size_t spread_fast(uint8_t *to,
                          const uint8_t *from,
                          size_t count,
                          size_t size)
{
    switch (size) {
    case 2:
        return spread_groups(to, from, count, 2);
    case 4:
        return spread_groups(to, from, count, 4);
    case 8:
        return spread_groups(to, from, count, 8);
    case 16:
        return spread_groups(to, from, count, 16);
    }
    return 0;
}

static size_t collect_fast(uint8_t *to,
                           const uint8_t *from,
                           size_t count,
                           size_t size)
{
    switch (size) {
    case 2:
        return collect_groups(to, from, count, 2, 1);
    case 4:
        return collect_groups(to, from, count, 4, 2);
    case 8:
        return collect_groups(to, from, count, 8, 3);
    case 16:
        return collect_groups(to, from, count, 16, 4);
    }
    return 0;
}

#else

static size_t spread_fast(uint8_t *to,
                          const uint8_t *from,
                          size_t count,
                          size_t size)
{
    (void)to, (void)from, (void)count, (void)size;
    return 0;
}

static size_t collect_fast(uint8_t *to,
                           const uint8_t *from,
                           size_t count,
                           size_t size)
{
    return spread_fast(to, from, count, size);
}

#endif

/* ---- both ways ---- */

void byte_shuffle_do(void *to, const void *from, size_t bytes, size_t size)
{
    size_t count = bytes / size, whole = count * size;

    if (size == 1)
        whole = 0;
    else
        spread(to, from, count, size, spread_fast(to, from, count, size));
    memcpy((uint8_t *)to + whole, (const uint8_t *)from + whole,
           bytes - whole);
}

void byte_shuffle_undo(void *to, const void *from, size_t bytes, size_t size)
{
    size_t count = bytes / size, whole = count * size;

    if (size == 1)
        whole = 0;
    else
        collect(to, from, count, size, collect_fast(to, from, count, size));
    memcpy((uint8_t *)to + whole, (const uint8_t *)from + whole,
           bytes - whole);
}
