/* Tests of migrate/transfer/byte_ranges.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/little_endian.h"
#include "migrate/transfer/byte_ranges.h"
#include "tests/tap.h"

enum { BYTES = 200 * 1000 };

static uint8_t memory[2][BYTES], room[BYTES], all[4 * BYTES];
static uint8_t of[4 * BYTES]; /* the item of each of them */

static const struct byte_ranges_item items[] = {
    { memory[0], BYTES, 8, true },
    { memory[1], BYTES, 12, false },
    { NULL, BYTES, 8, false },
};

static struct byte_ranges_piece pieces[BYTE_RANGES_PIECES];
static uint8_t coded[BYTE_RANGES_ROOM];

static void test_bounds(void)
{
    static const struct {
        const char *what;
        struct byte_ranges_piece piece;
        bool coded, had;
    } cases[] = {
        { "all of it", { 0, 0, BYTES, 1, 0 }, true, true },
        { "its end", { 1, BYTES - 1, 1, 1, 99 }, true, true },
        { "beyond its end", { 0, BYTES - 1, 2, 1, 0 }, true, false },
        { "from its end", { 0, BYTES, 1, 1, 0 }, true, false },
        { "another item", { 3, 0, 1, 1, 0 }, true, false },
        { "what is not there now", { 2, 0, 1, 1, 0 }, true, false },
        { "the last number", { UINT32_MAX, 0, 1, 1, 0 }, true, false },
        { "many", { 0, 0, 8, BYTES / 16, 16 }, true, true },
        { "one too many", { 0, 0, 8, BYTES / 16 + 1, 16 }, true, false },
        { "the same again", { 0, 5, 8, 1000, 0 }, true, true },
        { "an offset that wraps", { 0, UINT64_MAX, 2, 1, 0 }, true, false },
        { "steps that wrap", { 0, 8, 8, 3, UINT64_MAX / 2 + 1 }, true, false },
        { "no bytes", { 0, 0, 0, 1, 0 }, false, false },
        { "no times", { 0, 0, 1, 0, 0 }, false, false },
        { "bytes that wrap", { 0, 0, 1u << 31, 1ull << 33, 0 }, false, false },
        { "too much", { 0, 0, BYTE_RANGES_BYTES + 1, 1, 0 }, false, false },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct byte_ranges_piece piece = cases[i].piece;
        struct byte_ranges w = { .count = 1, .piece = &piece }, again;
        struct error err = { "" };
        size_t bytes = byte_ranges_encode(&w, coded);
        int rc;

        again.piece = pieces;
        rc = byte_ranges_decode(&again, coded, bytes, &err);
        ok((rc == 0) == cases[i].coded, "%s: %s", cases[i].what, err.text);
        if (rc == 0)
            ok((byte_ranges_check(&again, items, 3, &err) == 0)
                   == cases[i].had,
               "%s: %s", cases[i].what, err.text);
    }
}

static bool is_same(const struct byte_ranges_piece *a,
                    const struct byte_ranges_piece *b)
{
    return a->item == b->item && a->offset == b->offset && a->bytes == b->bytes
           && a->times == b->times && a->step == b->step;
}

static void test_bytes(void)
{
    struct byte_ranges_piece two[2] = { { 1, 2, 3, 4, 5 },
                                        { 6, 7, 8, 9, 10 } };
    struct byte_ranges w = { 123456789, true, 2, two }, again = { 0 };
    size_t bytes = byte_ranges_encode(&w, coded);

    again.piece = pieces;
    ok(bytes == 96 && byte_ranges_decode(&again, coded, bytes, NULL) == 0
           && again.undo == w.undo && again.ahead && again.count == 2
           && is_same(&pieces[0], &two[0]) && is_same(&pieces[1], &two[1])
           && byte_ranges_bytes(&again) == 84,
       "a request comes as it was");
    ok(byte_ranges_decode(&again, coded, bytes - 1, NULL) < 0
           && byte_ranges_decode(&again, coded, bytes + 1, NULL) < 0
           && byte_ranges_decode(&again, coded, 15, NULL) < 0,
       "cut off it does not, nor with more");
    little_put(coded + 8, BYTE_RANGES_PIECES + 1, 4);
    ok(byte_ranges_decode(&again, coded, BYTE_RANGES_ROOM + BYTE_RANGES_PIECE,
                          NULL)
           < 0,
       "nor with too many pieces");
    little_put(coded + 8, 0, 4);
    ok(byte_ranges_decode(&again, coded, BYTE_RANGES_HEAD, NULL) < 0,
       "nor with none");
}

/* All bytes of a request, taken 'most' at a time, are those it names. */
static void test_taking(size_t most)
{
    struct byte_ranges_piece list[] = {
        { 0, 0, 70000, 1, 0 },       { 0, 70000, 16, 500, 40 },
        { 1, 3, 12, 1, 0 },          { 1, 24, 36, 700, 60 },
        { 1, 100, 40000, 2, 50000 }, { 0, 199999, 1, 1, 0 },
    };
    struct byte_ranges w = { .count = 6, .piece = list };
    struct byte_ranges_place place = { 0 };
    size_t total = 0, wrong = 0, n, torn = 0;
    const void *bytes;
    uint32_t item;

    while ((n = byte_ranges_take(&w, &place, items, most, room, &bytes, &item))
           > 0) {
        torn += n > most;
        memcpy(all + total, bytes, n);
        memset(of + total, (int)item, n);
        total += n;
    }
    ok(total == byte_ranges_bytes(&w) && torn == 0,
       "%zu bytes come, %zu at a time", total, most);
    total = 0;
    for (size_t p = 0; p < 6; p++)
        for (uint64_t t = 0; t < list[p].times; t++) {
            wrong += memcmp(all + total,
                            memory[list[p].item] + list[p].offset
                                + t * list[p].step,
                            list[p].bytes)
                     != 0;
            for (uint64_t i = 0; i < list[p].bytes; i++)
                wrong += of[total + i] != list[p].item;
            total += list[p].bytes;
        }
    ok(wrong == 0,
       "and are what they should be, of the item that they are said to be");
}

int main(void)
{
    for (size_t i = 0; i < BYTES; i++) {
        memory[0][i] = (uint8_t)(i * 2654435761u >> 13);
        memory[1][i] = (uint8_t)(i * 2246822519u >> 11);
    }
    test_bounds();
    test_bytes();
    test_taking(1);
    test_taking(7);
    test_taking(1000);
    test_taking(65536);
    return tap_done();
}
