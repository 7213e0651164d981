/* digest.c - a checksum of rows that does not depend on who has them
 *
 * A word w at place p adds low(x) * high(x) + swapped(w), of 32 bits each,
 * where x = w ^ key(p) and key(p) grows by a constant from place to place.
 * That is what vector units do best: two additions, a multiplication, an
 * exclusive or.  The swapped word is there for an x with a half of zeros,
 * whose product would not tell what the other half was.
 *
 * Where rows are not whole words, what they are made of - four, two or single
 * bytes - takes the place of words, so that cutting between rows never cuts
 * one.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <string.h>
#if defined __x86_64__
#include <immintrin.h>
#endif

#include "migrate/layout/digest.h"

#define STEP UINT64_C(0x9e3779b97f4a7c15) /* from a key to the next one */
#define START UINT64_C(0xd6e8feb86659fd93)

enum {
    FEW = 8,      /* words for which a vector is not worth the while */
    AHEAD = 4096, /* bytes: the processor itself stops at the end of a page */
};

static uint64_t key(uint64_t place)
{
    return START + place * STEP;
}

static inline uint64_t mix(uint64_t word, uint64_t key)
{
    uint64_t x = word ^ key;

    return (x & UINT32_MAX) * (x >> 32) + (word << 32 | word >> 32);
}

static uint64_t scalar_words(const uint8_t *at, uint64_t words, uint64_t k)
{
    uint64_t sum = 0;
    uint64_t word;

    for (uint64_t i = 0; i < words; i++, k += STEP) {
        memcpy(&word, at + 8 * i, 8);
        sum += mix(word, k);
    }
    return sum;
}

/* Units of 1, 2 or 4 bytes, each of them a word. */
static uint64_t scalar_units(const uint8_t *at,
                             uint64_t count,
                             uint64_t unit,
                             uint64_t k)
{
    uint64_t sum = 0;
    uint32_t word;

    for (uint64_t i = 0; i < count; i++, at += unit, k += STEP) {
        word = at[0];
        if (unit == 2)
            word |= (uint32_t)at[1] << 8;
        if (unit == 4)
            memcpy(&word, at, 4);
        sum += mix(word, k);
    }
    return sum;
}

#if defined __x86_64__
#define WITH_AVX2 __attribute__((target("avx2")))

WITH_AVX2 static inline __m256i mix4(__m256i word, __m256i k)
{
    __m256i x = _mm256_xor_si256(word, k);

    return _mm256_add_epi64(_mm256_mul_epu32(x, _mm256_srli_epi64(x, 32)),
                            _mm256_shuffle_epi32(word, 0xb1));
}

WITH_AVX2 static inline __m256i keys4(uint64_t k)
{
    return _mm256_set_epi64x((long long)(k + 3 * STEP),
                             (long long)(k + 2 * STEP), (long long)(k + STEP),
                             (long long)k);
}

WITH_AVX2 static inline uint64_t sum4(__m256i sums)
{
    uint64_t sum[4];

    _mm256_storeu_si256((__m256i *)sum, sums);
    return sum[0] + sum[1] + sum[2] + sum[3];
}

/* Two at a time: neither sum waits for the other. */
WITH_AVX2 static uint64_t avx2_words(const uint8_t *at,
                                     uint64_t words,
                                     uint64_t k)
{
    const __m256i step = _mm256_set1_epi64x((long long)(8 * STEP));
    __m256i k1 = keys4(k);
    __m256i k2 = keys4(k + 4 * STEP);
    __m256i s1 = _mm256_setzero_si256();
    __m256i s2 = s1;
    uint64_t i = 0;

    for (; i + 8 <= words; i += 8) {
        const __m256i *v = (const __m256i *)(at + 8 * i);

        _mm_prefetch((const char *)v + AHEAD, _MM_HINT_T0);
        s1 = _mm256_add_epi64(s1, mix4(_mm256_loadu_si256(v), k1));
        s2 = _mm256_add_epi64(s2, mix4(_mm256_loadu_si256(v + 1), k2));
        k1 = _mm256_add_epi64(k1, step);
        k2 = _mm256_add_epi64(k2, step);
    }
    return sum4(_mm256_add_epi64(s1, s2))
           + scalar_words(at + 8 * i, words - i, k + i * STEP);
}

/* Four units as four words. */
WITH_AVX2 static inline __m256i load4(const uint8_t *at, uint64_t unit)
{
    uint32_t four;
    uint64_t eight;

    if (unit == 1) {
        memcpy(&four, at, 4);
        return _mm256_cvtepu8_epi64(_mm_cvtsi32_si128((int)four));
    }
    if (unit == 2) {
        memcpy(&eight, at, 8);
        return _mm256_cvtepu16_epi64(_mm_cvtsi64_si128((long long)eight));
    }
    return _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)at));
}

WITH_AVX2 static inline uint64_t avx2_units_of(const uint8_t *at,
                                               uint64_t count,
                                               uint64_t unit,
                                               uint64_t k)
{
    const __m256i step = _mm256_set1_epi64x((long long)(4 * STEP));
    __m256i k1 = keys4(k);
    __m256i sum = _mm256_setzero_si256();
    uint64_t i = 0;

    for (; i + 4 <= count; i += 4) {
        sum = _mm256_add_epi64(sum, mix4(load4(at + unit * i, unit), k1));
        k1 = _mm256_add_epi64(k1, step);
    }
    return sum4(sum)
           + scalar_units(at + unit * i, count - i, unit, k + i * STEP);
}

/* A loop for each unit. */
WITH_AVX2 static uint64_t avx2_units(const uint8_t *at,
                                     uint64_t count,
                                     uint64_t unit,
                                     uint64_t k)
{
    if (unit == 1)
        return avx2_units_of(at, count, 1, k);
    if (unit == 2)
        return avx2_units_of(at, count, 2, k);
    return avx2_units_of(at, count, 4, k);
}

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}
#else
#define avx2_words scalar_words
#define avx2_units scalar_units

static bool has_avx2(void)
{
    return false;
}
#endif

static uint64_t digest_words(const uint8_t *at, uint64_t words, uint64_t k)
{
    if (words < FEW || !has_avx2())
        return scalar_words(at, words, k);
    return avx2_words(at, words, k);
}

static uint64_t digest_units(const uint8_t *at,
                             uint64_t count,
                             uint64_t unit,
                             uint64_t k)
{
    if (count < FEW || !has_avx2())
        return scalar_units(at, count, unit, k);
    return avx2_units(at, count, unit, k);
}

/* Words, and what is left filled up with zeros. */
static uint64_t digest_padded(const uint8_t *at,
                              uint64_t bytes,
                              uint64_t place)
{
    uint64_t words = bytes / 8;
    uint64_t sum = digest_words(at, words, key(place));
    uint64_t last = 0;

    if (bytes % 8 == 0)
        return sum;
    memcpy(&last, at + 8 * words, bytes % 8);
    return sum + mix(last, key(place + words));
}

/* Of an item of a bag: scrambled once more, so that a word cannot be exchanged
 * with that of another item.
 */
static inline uint64_t scramble(uint64_t item)
{
    item = (item ^ item >> 32) * STEP;
    item = (item ^ item >> 29) * START;
    return item ^ item >> 32;
}

static uint64_t scalar_items(const uint8_t *at,
                             uint64_t bytes,
                             uint64_t row_bytes)
{
    uint64_t sum = 0;

    for (; bytes >= row_bytes; bytes -= row_bytes, at += row_bytes)
        sum += scramble(digest_padded(at, row_bytes, 0));
    return sum;
}

#if defined __x86_64__
/* Of whole words, without a call for each item. */
WITH_AVX2 static uint64_t avx2_items(const uint8_t *at,
                                     uint64_t bytes,
                                     uint64_t row_bytes)
{
    const __m256i step = _mm256_set1_epi64x((long long)(4 * STEP));
    const __m256i first = keys4(START);
    uint64_t words = row_bytes / 8, sum = 0;

    for (; bytes >= row_bytes; bytes -= row_bytes, at += row_bytes) {
        __m256i k = first, s = _mm256_setzero_si256();
        uint64_t i = 0, item = 0, word;

        for (; i + 4 <= words; i += 4) {
            const __m256i *v = (const __m256i *)(at + 8 * i);

            _mm_prefetch((const char *)v + AHEAD, _MM_HINT_T0);
            s = _mm256_add_epi64(s, mix4(_mm256_loadu_si256(v), k));
            k = _mm256_add_epi64(k, step);
        }
        for (; i < words; i++) {
            memcpy(&word, at + 8 * i, 8);
            item += mix(word, key(i));
        }
        sum += scramble(item + sum4(s));
    }
    return sum;
}
#else
#define avx2_items scalar_items
#endif

static uint64_t digest_items(const uint8_t *at,
                             uint64_t bytes,
                             uint64_t row_bytes)
{
    if (row_bytes % 8 != 0 || row_bytes < 4 * 8 || !has_avx2())
        return scalar_items(at, bytes, row_bytes);
    return avx2_items(at, bytes, row_bytes);
}

uint64_t digest_bytes(const void *data,
                      uint64_t bytes,
                      uint64_t row_bytes,
                      uint64_t first,
                      uint64_t at)
{
    uint64_t unit = row_bytes & -row_bytes; /* the power of two in it */
    uint64_t place;

    if (first == STRIDE_ANYWHERE)
        return digest_items(data, bytes, row_bytes);
    if (unit > 8)
        unit = 8;
    place = first * (row_bytes / unit) + at / unit;
    if (unit == 8)
        return digest_padded(data, bytes, place);
    return digest_units(data, bytes / unit, unit, key(place));
}

uint64_t digest_run(const void *memory,
                    const struct stride *run,
                    uint64_t row_bytes)
{
    const uint8_t *at = (const uint8_t *)memory + run->offset;
    uint64_t first = run->first;
    uint64_t sum = 0;

    for (uint64_t i = 0; i < run->times; i++, at += run->step) {
        sum += digest_bytes(at, run->bytes, row_bytes, first, 0);
        if (first != STRIDE_ANYWHERE)
            first += run->first_step;
    }
    return sum;
}

uint64_t digest_cut(uint64_t row_bytes,
                    uint64_t first,
                    uint64_t bytes,
                    uint64_t most)
{
    uint64_t take = most - most % 8;

    if (first == STRIDE_ANYWHERE)
        take = most < row_bytes ? row_bytes : most - most % row_bytes;
    return take < bytes ? take : bytes;
}
