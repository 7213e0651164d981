/* row_sum.c - a sum of rows that can be moved to other numbers
 *
 * Row i adds d(row) * BASE^i, where d is its digest as if it were row 0,
 * scrambled; so to move a sum is to multiply it.  All is modulo 2^64, and as
 * BASE is odd nothing is lost by that.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "migrate/layout/digest.h"
#include "migrate/layout/row_sum.h"

#define BASE UINT64_C(0xd6e8feb86659fd95) /* 5 modulo 8: its powers differ */
#define MIXER UINT64_C(0x9e3779b97f4a7c15)

static uint64_t power(uint64_t n)
{
    uint64_t square = BASE, result = 1;

    for (; n > 0; n >>= 1, square *= square)
        if (n & 1)
            result *= square;
    return result;
}

static uint64_t scramble(uint64_t digest)
{
    digest = (digest ^ digest >> 32) * MIXER;
    digest = (digest ^ digest >> 29) * MIXER;
    return digest ^ digest >> 32;
}

/* Of rows in one piece, the first of which counts 'factor' times and each next
 * one 'base' times as much.  Bytes that are left are a row, too.
 */
static uint64_t sum_piece(const uint8_t *at,
                          uint64_t bytes,
                          uint64_t row_bytes,
                          uint64_t factor,
                          uint64_t base)
{
    uint64_t sum = 0, take;

    for (; bytes > 0; bytes -= take, at += take, factor *= base) {
        take = bytes < row_bytes ? bytes : row_bytes;
        sum += factor * scramble(digest_bytes(at, take, row_bytes, 0, 0));
    }
    return sum;
}

static uint64_t sum_run(const void *memory,
                        const struct stride *run,
                        uint64_t row_bytes)
{
    const uint8_t *at = (const uint8_t *)memory + run->offset;
    bool anywhere = run->first == STRIDE_ANYWHERE;
    uint64_t factor = anywhere ? 1 : power(run->first);
    uint64_t step = anywhere ? 1 : power(run->first_step);
    uint64_t sum = 0;

    for (uint64_t i = 0; i < run->times; i++, at += run->step, factor *= step)
        sum +=
            sum_piece(at, run->bytes, row_bytes, factor, anywhere ? 1 : BASE);
    return sum;
}

uint64_t row_sum(const struct owned_rows *h, const void *memory)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < h->count; i++)
        sum += sum_run(memory, &h->runs[i], h->row_bytes);
    return sum;
}

uint64_t row_sum_move(uint64_t sum, uint64_t rows)
{
    return sum * power(rows);
}
