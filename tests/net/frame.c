/* Tests of net/frame.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "net/frame.h"
#include "tests/tap.h"

static const struct frame plain = {
    .bytes = 100,
    .plain = 300,
    .type = FRAME_DATA,
    .coding = 2,
    .element = 8,
    .request = 0x01020304,
    .offset = UINT64_C(0x1122334455667788),
    .sum = 42,
};

static struct frame_way make_way(bool hidden)
{
    struct frame_way w = { .hidden = hidden };

    memset(w.key, 7, sizeof(w.key));
    return w;
}

static bool same(const struct frame *a, const struct frame *b)
{
    return a->bytes == b->bytes && a->plain == b->plain && a->type == b->type
           && a->coding == b->coding && a->element == b->element
           && a->request == b->request && a->offset == b->offset
           && a->sum == b->sum;
}

static void test_heads(bool hidden)
{
    const char *how = hidden ? "hidden" : "plain";
    struct frame_way to = make_way(hidden), from = make_way(hidden);
    uint8_t head[2][FRAME_HEAD];
    struct frame f;
    struct error err;
    int refused = 0;

    frame_write(&to, &plain, head[0]);
    frame_write(&to, &plain, head[1]);
    ok(memcmp(head[0], head[1], FRAME_HEAD) != 0,
       "%s: the same frame is another one the second time", how);
    ok((memcmp(head[0] + 16, "\x88\x77\x66\x55\x44\x33\x22\x11", 8) == 0)
           == !hidden,
       "%s: what is in it", how);
    ok(frame_read(&from, head[1], &f, &err) < 0, "%s: none is left out", how);
    has(err.text, "forged or damaged", "which is told");
    for (int i = 0; i < FRAME_HEAD; i++) {
        head[0][i] ^= 4;
        refused += frame_read(&from, head[0], &f, &err) < 0;
        head[0][i] ^= 4;
    }
    ok(refused == FRAME_HEAD, "%s: no byte of one is changed", how);
    ok(frame_read(&from, head[0], &f, &err) == 0 && same(&f, &plain),
       "%s: as it is it comes", how);
    ok(frame_read(&from, head[0], &f, &err) < 0, "%s: and only once", how);
    ok(frame_read(&from, head[1], &f, &err) == 0 && same(&f, &plain),
       "%s: the next one comes next", how);
    to.key[0]++;
    frame_write(&to, &plain, head[0]);
    ok(frame_read(&from, head[0], &f, &err) < 0,
       "%s: it is of those who have the key", how);
}

static void test_payloads(void)
{
    struct frame_way to = make_way(true), from = make_way(true);
    uint8_t head[FRAME_HEAD], payload[100], stored[100 + SEAL_TAG];
    struct frame f;

    memset(payload, 3, sizeof(payload));
    ok(frame_stored(&to, &plain) == 116, "a hidden payload has a tag");
    frame_write(&to, &plain, head);
    frame_hide(&to, stored, payload, sizeof(payload));
    ok(frame_read(&from, head, &f, NULL) == 0
           && frame_show(&from, stored, sizeof(stored), NULL) == 0
           && memcmp(stored, payload, sizeof(payload)) == 0,
       "and can be shown");
    frame_write(&to, &plain, head);
    frame_hide(&to, stored, payload, sizeof(payload));
    stored[50] ^= 1;
    ok(frame_read(&from, head, &f, NULL) == 0
           && frame_show(&from, stored, sizeof(stored), NULL) < 0,
       "unless it was changed");
    to.hidden = from.hidden = false;
    ok(frame_stored(&to, &plain) == 100, "one that is not hidden has none");
    ok(frame_show(&from, payload, 100, NULL) == 0, "and is what it is");
}

/* Whoever has the keys may be mistaken all the same. */
static void test_bounds(void)
{
    static const struct {
        const char *what;
        struct frame f;
    } cases[] = {
        { "no type", { 0, 0, 0, 0, 1, 0, 0, 0 } },
        { "a type beyond", { 0, 0, 5, 0, 1, 0, 0, 0 } },
        { "too long",
          { FRAME_PAYLOAD + 1, FRAME_PAYLOAD + 1, 2, 0, 1, 0, 0, 0 } },
        { "too long unpacked", { 5, FRAME_PAYLOAD + 1, 2, 1, 1, 0, 0, 0 } },
        { "longer than unpacked", { 6, 5, 2, 1, 1, 0, 0, 0 } },
        { "raw and shorter", { 4, 5, 2, 0, 1, 0, 0, 0 } },
        { "packed and not shorter", { 5, 5, 2, 1, 1, 0, 0, 0 } },
        { "a coding beyond", { 4, 5, 2, 3, 1, 0, 0, 0 } },
        { "elements of nothing", { 4, 5, 2, 2, 0, 0, 0, 0 } },
        { "elements too large", { 4, 5, 2, 2, 65, 0, 0, 0 } },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct frame_way to = make_way(false), from = make_way(false);
        uint8_t head[FRAME_HEAD];
        struct frame f;
        struct error err = { "" };

        frame_write(&to, &cases[i].f, head);
        ok(frame_read(&from, head, &f, &err) < 0 && err.text[0], "%s: %s",
           cases[i].what, err.text);
    }
}

/* The largest that may come does. */
static void test_largest(void)
{
    static const struct frame cases[] = {
        { FRAME_PAYLOAD, FRAME_PAYLOAD, FRAME_DATA, FRAME_RAW, 1, 0, 0, 0 },
        { 5, FRAME_PAYLOAD, FRAME_BYE, FRAME_SHUFFLED, FRAME_ELEMENT, 0, 0,
          0 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct frame_way to = make_way(false), from = make_way(false);
        uint8_t head[FRAME_HEAD];
        struct error err = { "" };
        struct frame f;

        frame_write(&to, &cases[i], head);
        ok(frame_read(&from, head, &f, &err) == 0 && same(&f, &cases[i]),
           "%u bytes of %u come %s", cases[i].bytes, cases[i].plain, err.text);
    }
}

static void test_sum(void)
{
    uint8_t data[200];
    uint64_t sum;
    size_t missed = 0;

    for (size_t i = 0; i < sizeof(data); i++)
        data[i] = (uint8_t)(i * 7);
    for (size_t n = 1; n <= sizeof(data); n++) {
        sum = frame_sum(data, n);
        missed += sum == frame_sum(data, n - 1);
        for (size_t i = 0; i < n; i++)
            for (int bit = 0; bit < 8; bit++) {
                data[i] ^= (uint8_t)(1 << bit);
                missed += sum == frame_sum(data, n);
                data[i] ^= (uint8_t)(1 << bit);
            }
    }
    ok(missed == 0, "the checksum sees every bit and the length");
    memset(data, 0, sizeof(data));
    sum = frame_sum(data, 8);
    ok(sum != frame_sum(data, 9) && sum != frame_sum(data, 40),
       "and more zeros");
}

int main(void)
{
    struct error err;

    if (seal_open(&err) < 0) {
        ok(false, "%s", err.text);
        return tap_done();
    }
    test_heads(false);
    test_heads(true);
    test_payloads();
    test_bounds();
    test_largest();
    test_sum();
    return tap_done();
}
