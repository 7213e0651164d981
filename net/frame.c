/* frame.c - what old and new ranks of different hosts say to each other
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "net/frame.h"

enum { LANES = 4, LANE_BYTES = 8 * LANES };

/* ---- the checksum: four words at a time, as one waits for the last ---- */

static void mix_all(uint64_t sum[LANES], const uint8_t *at)
{
    uint64_t word[LANES];

    memcpy(word, at, sizeof(word));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (int i = 0; i < LANES; i++)
        word[i] = __builtin_bswap64(word[i]);
#endif
    for (int i = 0; i < LANES; i++)
        sum[i] = checksum_word(sum[i], word[i]);
}

uint64_t frame_sum(const void *data, size_t bytes)
{
    uint64_t lane[LANES] = { 1, 2, 3, 4 }, sum = bytes;
    uint8_t last[LANE_BYTES] = { 0 };
    const uint8_t *at = data;

    for (; bytes >= LANE_BYTES; at += LANE_BYTES, bytes -= LANE_BYTES)
        mix_all(lane, at);
    if (bytes > 0) {
        memcpy(last, at, bytes);
        mix_all(lane, last);
    }
    for (int i = 0; i < LANES; i++)
        sum = checksum_word(sum, lane[i]);
    return sum;
}

/* ---- heads ---- */

static void compose(const struct frame *f, uint8_t at[FRAME_PLAIN])
{
    little_put(at, f->bytes, 4);
    little_put(at + 4, f->plain, 4);
    at[8] = f->type;
    at[9] = f->coding;
    at[10] = f->element;
    at[11] = 0;
    little_put(at + 12, f->request, 4);
    little_put(at + 16, f->offset, 8);
    little_put(at + 24, f->sum, 8);
}

/* The tag of a head that is not hidden. */
static void make_tag(const struct frame_way *w,
                     const uint8_t *plain,
                     uint8_t mac[SEAL_MAC])
{
    uint8_t number[8];
    struct iovec parts[2] = {
        { number, sizeof(number) },
        { (uint8_t *)plain, FRAME_PLAIN },
    };

    little_put(number, w->number, 8);
    seal_mac(mac, w->key, parts, 2);
}

size_t frame_stored(const struct frame_way *w, const struct frame *f)
{
    return f->bytes + (w->hidden && f->bytes > 0 ? (size_t)SEAL_TAG : 0);
}

void frame_write(struct frame_way *w,
                 const struct frame *f,
                 uint8_t head[FRAME_HEAD])
{
    uint8_t mac[SEAL_MAC];

    compose(f, head);
    if (w->hidden) {
        seal_hide(head, head, FRAME_PLAIN, 2 * w->number, w->key);
    } else {
        make_tag(w, head, mac);
        memcpy(head + FRAME_PLAIN, mac, SEAL_TAG);
    }
    w->number++;
}

/* Frames have an even number of their own for the head, and the odd one after
 * it for the payload.
 */
void frame_hide(const struct frame_way *w,
                void *to,
                const void *from,
                size_t bytes)
{
    seal_hide(to, from, bytes, 2 * (w->number - 1) + 1, w->key);
}

static int check(const struct frame *f, uint8_t zero, struct error *err)
{
    if (f->type < FRAME_WANT || f->type > FRAME_BYE || zero != 0)
        return error_set(err, "a frame of type %u is not known", f->type);
    if (f->bytes > FRAME_PAYLOAD || f->plain > FRAME_PAYLOAD
        || f->bytes > f->plain)
        return error_set(err, "a payload of %u bytes for %u is too large",
                         f->bytes, f->plain);
    if (f->coding > FRAME_SHUFFLED || f->element > FRAME_ELEMENT
        || f->element == 0)
        return error_set(err, "coding %u of elements of %u is not known",
                         f->coding, f->element);
    if ((f->coding == FRAME_RAW) != (f->bytes == f->plain))
        return error_set(err, "a payload of %u bytes cannot be one of %u",
                         f->bytes, f->plain);
    return 0;
}

int frame_read(struct frame_way *w,
               const uint8_t head[FRAME_HEAD],
               struct frame *f,
               struct error *err)
{
    uint8_t at[FRAME_PLAIN], mac[SEAL_MAC];
    bool ours;

    if (w->hidden) {
        ours = seal_show(at, head, FRAME_HEAD, 2 * w->number, w->key);
    } else {
        memcpy(at, head, FRAME_PLAIN);
        make_tag(w, at, mac);
        ours = seal_equal(mac, head + FRAME_PLAIN, SEAL_TAG);
    }
    if (!ours)
        return error_set(err, "a frame is forged or damaged");
    w->number++;
    *f = (struct frame){
        .bytes = (uint32_t)little_get(at, 4),
        .plain = (uint32_t)little_get(at + 4, 4),
        .type = at[8],
        .coding = at[9],
        .element = at[10],
        .request = (uint32_t)little_get(at + 12, 4),
        .offset = little_get(at + 16, 8),
        .sum = little_get(at + 24, 8),
    };
    return check(f, at[11], err);
}

int frame_show(const struct frame_way *w,
               void *payload,
               size_t stored,
               struct error *err)
{
    if (w->hidden && stored > 0
        && !seal_show(payload, payload, stored, 2 * (w->number - 1) + 1,
                      w->key))
        return error_set(err, "a payload is forged or damaged");
    return 0;
}
