/* Tests of base/zstd.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>

#include "base/zstd.h"
#include "tests/tap.h"

enum { BYTES = 10000 };

static uint8_t plain[BYTES], packed[2 * BYTES], again[BYTES];

int main(void)
{
    struct error err;
    zstd_t *p = zstd_open(&err);
    size_t n, wrong = 0;

    if (!ok(p != NULL, "libzstd is there"))
        return tap_done();
    for (size_t i = 0; i < BYTES; i++)
        plain[i] = (uint8_t)(i % 100);
    ok(zstd_bound(p, BYTES) >= BYTES, "the bound leaves room");
    n = zstd_pack(p, 1, packed, sizeof(packed), plain, BYTES);
    ok(n > 0 && n < BYTES / 10, "%d bytes become %zu", BYTES, n);
    ok(zstd_unpack(p, again, sizeof(again), packed, n) == BYTES
           && memcmp(plain, again, BYTES) == 0,
       "and come back as they were");
    ok(zstd_unpack(p, again, BYTES - 1, packed, n) == 0,
       "they need the room that they had");
    ok(zstd_unpack(p, again, sizeof(again), packed, n - 1) == 0,
       "cut off they do not come back");
    ok(zstd_unpack(p, again, sizeof(again), plain, BYTES) == 0,
       "nor do bytes that were never packed");
    ok(zstd_pack(p, 1, packed, 4, plain, BYTES) == 0,
       "without room nothing is packed");
    for (size_t i = 0; i < n; i++) {
        packed[i] ^= 0x55;
        if (zstd_unpack(p, again, sizeof(again), packed, n) > BYTES)
            wrong++;
        packed[i] ^= 0x55;
    }
    ok(wrong == 0, "damaged bytes never need more room than there is");
    zstd_close(p);
    zstd_close(NULL);
    ok(true, "closing NULL is fine");
    return tap_done();
}
