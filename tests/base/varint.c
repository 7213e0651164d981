/* Tests of base/varint.h
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/varint.h"
#include "tests/tap.h"

static void test_numbers(void)
{
    static const struct {
        uint64_t n;
        int bytes;
    } cases[] = {
        { 0, 1 },
        { 127, 1 },
        { 128, 2 },
        { 16383, 2 },
        { 16384, 3 },
        { UINT32_MAX, 5 },
        { UINT64_C(1) << 62, 9 },
        { UINT64_MAX - 1, 10 },
        { UINT64_MAX, 10 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint8_t bytes[VARINT_MOST];
        const uint8_t *at = bytes;
        const uint8_t *end = varint_put(bytes, cases[i].n);

        ok(end - bytes == cases[i].bytes && varint_get(&at, end) == cases[i].n
               && at == end,
           "%ju takes %d bytes and comes back", (uintmax_t)cases[i].n,
           cases[i].bytes);
        at = bytes;
        ok(varint_get(&at, end - 1) == 0 && !at, "cut off it is nothing");
    }
}

static void test_folding(void)
{
    static const int64_t cases[] = { 0, -1, 1, -64, 64, INT64_MAX, INT64_MIN };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        ok(varint_unfold(varint_fold(cases[i])) == cases[i],
           "%jd is folded and unfolded", (intmax_t)cases[i]);
    ok(varint_fold(0) == 0 && varint_fold(-1) == 1 && varint_fold(1) == 2,
       "small ones stay small");
}

static void test_nonsense(void)
{
    static const uint8_t long_one[] = { 255, 255, 255, 255, 255, 255,
                                        255, 255, 255, 255, 1 };
    static const uint8_t large_one[] = { 255, 255, 255, 255, 255,
                                         255, 255, 255, 255, 2 };
    const uint8_t *at = long_one;

    ok(varint_get(&at, long_one + sizeof(long_one)) == 0 && !at,
       "a number that goes on for ever is refused");
    at = large_one;
    ok(varint_get(&at, large_one + sizeof(large_one)) == 0 && !at,
       "and one that is too large");
    ok(varint_get(&at, large_one + sizeof(large_one)) == 0 && !at,
       "and all that would come behind");
}

int main(void)
{
    test_numbers();
    test_folding();
    test_nonsense();
    return tap_done();
}
