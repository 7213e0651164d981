/* Tests of migrate/layout/digest.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "migrate/layout/digest.h"
#include "tests/migrate/world.h"
#include "tests/tap.h"

enum { ROWS = 40, LONGEST = 80, FIRST = 12345 };

static const uint64_t row_bytes[] = { 1,  2,  3,  4,  7,  8,      12,
                                      16, 20, 24, 64, 68, LONGEST };
enum { SIZES = sizeof(row_bytes) / sizeof(row_bytes[0]) };

static uint64_t digest(const uint8_t *data, uint64_t rows, uint64_t bytes)
{
    return digest_bytes(data, rows * bytes, bytes, FIRST, 0);
}

/* Rows at even places are small numbers, others anything. */
static void fill(uint8_t *data, uint64_t bytes)
{
    for (uint64_t i = 0; i < ROWS; i++) {
        memset(data + i * bytes, 0, bytes);
        if (i % 2)
            world_fill(data + i * bytes, bytes, i);
        data[i * bytes] = (uint8_t)i;
    }
}

/* What the header promises, in plain words: each row by itself. */
static void test_division(uint64_t bytes)
{
    uint8_t data[ROWS * LONGEST];
    uint64_t whole;
    bool rows = true;
    bool chunks = true;

    fill(data, bytes);
    whole = digest(data, ROWS, bytes);
    for (uint64_t cut = 0; cut <= ROWS; cut++)
        rows =
            rows
            && digest(data, cut, bytes)
                       + digest_bytes(data + cut * bytes, (ROWS - cut) * bytes,
                                      bytes, FIRST + cut, 0)
                   == whole;
    ok(rows, "rows of %d: cut anywhere, the parts add up", (int)bytes);
    for (uint64_t most = 8; most < 300; most++) {
        uint64_t sum = 0;
        uint64_t take;

        for (uint64_t at = 0; at < ROWS * bytes; at += take) {
            take = digest_cut(bytes, FIRST, ROWS * bytes - at, most);
            chunks = chunks && take > 0 && take <= most;
            sum += digest_bytes(data + at, take, bytes, FIRST, at);
        }
        chunks = chunks && sum == whole;
    }
    ok(chunks, "rows of %d: chunks of 8 to 300 bytes add up", (int)bytes);
}

static void test_accidents(uint64_t bytes)
{
    uint8_t data[ROWS * LONGEST];
    uint8_t other[ROWS * LONGEST];
    uint64_t whole;
    int missed = 0;

    fill(data, bytes);
    whole = digest(data, ROWS, bytes);
    for (uint64_t bit = 0; bit < ROWS * bytes * 8; bit++) {
        data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        missed += digest(data, ROWS, bytes) == whole;
        data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    ok(missed == 0, "rows of %d: no flipped bit is missed", (int)bytes);
    for (uint64_t a = 0; a < ROWS; a++)
        for (uint64_t b = 0; b < ROWS; b++) {
            if (a == b)
                continue;
            memcpy(other, data, sizeof(data));
            memcpy(other + a * bytes, data + b * bytes, bytes);
            missed += digest(other, ROWS, bytes) == whole;
            memcpy(other + b * bytes, data + a * bytes, bytes);
            missed += digest(other, ROWS, bytes) == whole;
        }
    ok(missed == 0, "nor rows that came twice, or are exchanged");
    ok(digest_bytes(data, ROWS * bytes, bytes, FIRST + 1, 0) != whole,
       "nor rows that are shifted by one");
    ok(digest(data, ROWS - 1, bytes) != whole, "nor the last one missing");
}

static void test_bag(uint64_t bytes)
{
    uint8_t data[ROWS * LONGEST];
    uint8_t other[ROWS * LONGEST];
    uint64_t whole;

    fill(data, bytes);
    whole = digest_bytes(data, ROWS * bytes, bytes, STRIDE_ANYWHERE, 0);
    for (uint64_t i = 0; i < ROWS; i++)
        memcpy(other + i * bytes, data + (ROWS - 1 - i) * bytes, bytes);
    ok(digest_bytes(other, ROWS * bytes, bytes, STRIDE_ANYWHERE, 0) == whole,
       "items of %d: their order does not matter", (int)bytes);
    memcpy(other, data, sizeof(data));
    memcpy(other, data + bytes, bytes);
    ok(digest_bytes(other, ROWS * bytes, bytes, STRIDE_ANYWHERE, 0) != whole,
       "but one that came twice does");
    if (bytes < 16)
        return;
    memcpy(other, data, sizeof(data));
    memcpy(other, data + bytes, 8);
    memcpy(other + bytes, data, 8);
    ok(digest_bytes(other, ROWS * bytes, bytes, STRIDE_ANYWHERE, 0) != whole,
       "and words exchanged between two");
    ok(digest_cut(bytes, STRIDE_ANYWHERE, ROWS * bytes, 8) == bytes
           && digest_cut(bytes, STRIDE_ANYWHERE, ROWS * bytes, 200)
                  == 200 / bytes * bytes,
       "items are not cut");
}

/* Behind whole words 4 bytes are left, which are no word's. */
static void test_rest(void)
{
    static const uint32_t one[] = { 7, 0, 9 }, other[] = { 9, 0, 7 };

    ok(digest_bytes(one, 12, 12, STRIDE_ANYWHERE, 0)
           != digest_bytes(other, 12, 12, STRIDE_ANYWHERE, 0),
       "what is left of an item is not exchanged with its first word");
    ok(digest_bytes(one, 12, 8, FIRST, 0)
           != digest_bytes(other, 12, 8, FIRST, 0),
       "nor what is left of a row");
}

/* The same of data large enough for vectors, whatever the machine has: by one
 * word at a time there are none.
 */
static void test_vectors(void)
{
    enum { WORDS = 1003 };
    uint8_t data[WORDS * 8 + 1];
    bool same = true;

    world_fill(data, sizeof(data), 5);
    for (uint64_t words = 0; words < WORDS; words += 13) {
        uint64_t eight = 0;
        uint64_t four = 0;
        uint64_t two = 0;
        uint64_t one = 0;

        for (uint64_t i = 0; i < words; i++) {
            eight += digest_bytes(data + 1 + 8 * i, 8, 8, i, 0);
            four += digest_bytes(data + 1 + 4 * i, 4, 4, i, 0);
            two += digest_bytes(data + 1 + 2 * i, 2, 2, i, 0);
            one += digest_bytes(data + 1 + i, 1, 1, i, 0);
        }
        same = same && digest_bytes(data + 1, words * 8, 8, 0, 0) == eight
               && digest_bytes(data + 1, words * 4, 4, 0, 0) == four
               && digest_bytes(data + 1, words * 2, 2, 0, 0) == two
               && digest_bytes(data + 1, words, 1, 0, 0) == one;
    }
    ok(same, "many words at once give what they give one by one");
}

static void test_run(void)
{
    struct stride run = { .first = 3,
                          .offset = 16,
                          .bytes = 16,
                          .times = 4,
                          .first_step = 7,
                          .step = 24 };
    uint8_t data[200];
    uint64_t sum = 0;

    world_fill(data, sizeof(data), 9);
    for (uint64_t i = 0; i < 4; i++)
        sum += digest_bytes(data + 16 + i * 24, 16, 8, 3 + i * 7, 0);
    ok(digest_run(data, &run, 8) == sum, "a run is the sum of its pieces");
}

/* No test, as machines differ: told for who reads the log. */
static void measure(uint64_t bytes, uint64_t row, uint64_t first)
{
    uint8_t *data = calloc(1, bytes);
    uint64_t times = 1 + (UINT64_C(1) << 23) / bytes;
    struct timespec from;
    struct timespec to;
    uint64_t sum = 0;
    double seconds;

    clock_gettime(CLOCK_MONOTONIC, &from);
    for (uint64_t i = 0; i < times; i++)
        sum += digest_bytes(data, bytes, row, first, 0) + i;
    clock_gettime(CLOCK_MONOTONIC, &to);
    seconds = (double)(to.tv_sec - from.tv_sec)
              + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
    diag("%5d kB in %s of %4d: %.1f GB/s (%llx)", (int)(bytes >> 10),
         first == STRIDE_ANYWHERE ? "items" : "rows", (int)row,
         (double)(bytes * times) / seconds / 1e9, (unsigned long long)sum);
    free(data);
}

int main(void)
{
    for (int i = 0; i < SIZES; i++) {
        test_division(row_bytes[i]);
        test_accidents(row_bytes[i]);
        test_bag(row_bytes[i]);
    }
    test_rest();
    test_vectors();
    test_run();
    for (int i = 0; i < SIZES; i++) {
        measure(256 << 10, row_bytes[i], FIRST);
        measure(256 << 10, row_bytes[i], STRIDE_ANYWHERE);
    }
    measure(16 << 10, 1024, FIRST);
    measure(64 << 20, 1024, FIRST);
    return tap_done();
}
