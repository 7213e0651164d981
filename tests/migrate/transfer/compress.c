/* Tests of migrate/transfer/compress.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>

#include "migrate/transfer/compress.h"
#include "tests/tap.h"

enum { NUMBERS = FRAME_PAYLOAD / sizeof(double) };

static double field[NUMBERS];
static uint8_t noise[FRAME_PAYLOAD], again[FRAME_PAYLOAD];
static uint8_t damaged[2 * FRAME_PAYLOAD];

static const struct compress_choice_link slow = { 1e6, 1e9 };

static void fill(void)
{
    uint64_t x = 88172645463325252;

    for (size_t i = 0; i < NUMBERS; i++)
        field[i] = 1 + (double)(i % 300) * (double)(i % 300) * 1e-6;
    for (size_t i = 0; i < FRAME_PAYLOAD; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        noise[i] = (uint8_t)(x >> 32);
    }
}

static bool comes_back(compress_t *s,
                       const struct compressed *z,
                       const void *plain,
                       size_t bytes)
{
    struct error err;

    memset(again, 0, sizeof(again));
    return compress_undo(s, z->coding, z->element, z->data, z->bytes, again,
                         bytes, &err)
               == 0
           && memcmp(again, plain, bytes) == 0;
}

static void test_ways(void)
{
    static const struct {
        const char *how;
        const void *data;
        size_t bytes, element;
        double speed;
        bool packed;
    } cases[] = {
        { "auto", field, sizeof(field), 8, 1e3, true },
        { "auto", field, sizeof(field) - 3, 8, 1e3, true },
        { "auto", field, 1000, 8, 1e3, true },
        { "auto", field, sizeof(field), 100, 1e3, true },
        { "auto", field, sizeof(field), 1, 1e3, true },
        { "auto", field, sizeof(field), 8, 1e13, false },
        { "auto", field, sizeof(field), 8, 0, false },
        { "auto", noise, sizeof(noise), 8, 1e3, false },
        { "auto", field, 0, 8, 1e3, false },
        { "off", field, sizeof(field), 8, 1e3, false },
        { "1", field, sizeof(field), 8, 1e13, true },
        { "19", field, 8000, 8, 0, true },
        { "1", noise, sizeof(noise), 8, 1e3, false },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        compress_t *s = compress_create(cases[i].how, NULL);
        struct compress_choice_link link = { cases[i].speed, 1e9 };
        struct compress_choice c = { 0 };
        struct compress_check v = { 0 };
        struct compressed z;

        for (int n = 0; n < 8; n++)
            compress_chunk(s, &c, &v, &link, cases[i].data, cases[i].bytes,
                           cases[i].element, &z);
        ok((z.coding != FRAME_RAW) == cases[i].packed
               && (z.bytes < cases[i].bytes) == cases[i].packed,
           "%s: %zu bytes of %zu at %g MB/s become %zu", cases[i].how,
           cases[i].bytes, cases[i].element, cases[i].speed * 1e-6, z.bytes);
        ok(cases[i].bytes == 0
               || comes_back(s, &z, cases[i].data, cases[i].bytes),
           "and come back");
        compress_destroy(s);
    }
}

static void test_settings(void)
{
    static const char *const wrong[] = { "", "fast", "0", "23", "3x", "-1" };
    struct error err;

    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        ok(!compress_create(wrong[i], &err), "\"%s\" is no way to pack",
           wrong[i]);
        has(err.text, "neither auto, off", "which is told");
    }
    compress_destroy(NULL);
}

static void test_damage(void)
{
    compress_t *s = compress_create("1", NULL);
    struct compress_choice c = { 0 };
    struct compress_check v = { 0 };
    struct compressed z;
    size_t bytes = sizeof(field), refused = 0;
    struct error err = { "" };

    compress_chunk(s, &c, &v, &slow, field, bytes, 8, &z);
    memcpy(damaged, z.data, z.bytes);
    ok(compress_undo(s, z.coding, 8, damaged, z.bytes - 1, again, bytes, &err)
           < 0,
       "cut off it does not unpack");
    has(err.text, "does not unpack", "which is told");
    ok(compress_undo(s, z.coding, 8, damaged, z.bytes, again, bytes - 8, &err)
           < 0,
       "nor to less than it is");
    ok(compress_undo(s, 3, 8, damaged, z.bytes, again, bytes, &err) < 0,
       "nor as something unknown");
    ok(compress_undo(s, z.coding, 0, damaged, z.bytes, again, bytes, &err) < 0
           && compress_undo(s, z.coding, 65, damaged, z.bytes, again, bytes,
                            &err)
                  < 0,
       "nor with elements that cannot be");
    ok(compress_undo(s, FRAME_RAW, 1, damaged, 10, again, 11, &err) < 0,
       "raw bytes are as many as they are");
    for (size_t i = 0; i < z.bytes; i += 1 + z.bytes / 500) {
        damaged[i] ^= 0x41;
        refused +=
            compress_undo(s, z.coding, 8, damaged, z.bytes, again, bytes, &err)
            < 0;
        damaged[i] ^= 0x41;
    }
    ok(refused > 0, "damage is refused or comes out, %zu were refused",
       refused);
    compress_destroy(s);
}

int main(void)
{
    compress_t *s = compress_create("auto", NULL);

    if (!ok(s && compress_undo_speed(s) > 0, "it can pack"))
        return tap_done();
    compress_destroy(s);
    fill();
    test_ways();
    test_settings();
    test_damage();
    return tap_done();
}
