/* byte_ranges.c - which bytes of an old rank's items a new one asks for
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "base/little_endian.h"
#include "migrate/transfer/byte_ranges.h"

enum {
    AHEAD = 1,
    TOGETHER = 32 * 1024, /* bytes that are better sent from where they are */
};

uint64_t byte_ranges_bytes(const struct byte_ranges *w)
{
    uint64_t all = 0;

    for (size_t i = 0; i < w->count; i++)
        all += w->piece[i].bytes * w->piece[i].times;
    return all;
}

/* ---- as bytes ---- */

size_t byte_ranges_encode(const struct byte_ranges *w, uint8_t *to)
{
    little_put(to, w->undo, 8);
    little_put(to + 8, w->count, 4);
    little_put(to + 12, w->ahead ? AHEAD : 0, 4);
    for (size_t i = 0; i < w->count; i++) {
        const struct byte_ranges_piece *p = &w->piece[i];
        uint8_t *at = to + BYTE_RANGES_HEAD + i * BYTE_RANGES_PIECE;

        little_put(at, p->item, 4);
        little_put(at + 4, 0, 4);
        little_put(at + 8, p->offset, 8);
        little_put(at + 16, p->bytes, 8);
        little_put(at + 24, p->times, 8);
        little_put(at + 32, p->step, 8);
    }
    return BYTE_RANGES_HEAD + w->count * BYTE_RANGES_PIECE;
}

/* Whether 'times' pieces are a sum that does not overflow, and something. */
static bool is_sound(const struct byte_ranges_piece *p, uint64_t *all)
{
    uint64_t bytes;

    return p->bytes > 0 && p->times > 0
           && !__builtin_mul_overflow(p->bytes, p->times, &bytes)
           && !__builtin_add_overflow(*all, bytes, all)
           && *all <= BYTE_RANGES_BYTES;
}

int byte_ranges_decode(struct byte_ranges *w,
                       const uint8_t *from,
                       size_t bytes,
                       struct error *err)
{
    uint64_t flags, all = 0;

    if (bytes < BYTE_RANGES_HEAD)
        return error_set(err, "a request of %zu bytes", bytes);
    w->undo = little_get(from, 8);
    w->count = little_get(from + 8, 4);
    flags = little_get(from + 12, 4);
    w->ahead = flags & AHEAD;
    if (flags > AHEAD || w->count == 0 || w->count > BYTE_RANGES_PIECES
        || bytes != BYTE_RANGES_HEAD + w->count * BYTE_RANGES_PIECE)
        return error_set(err, "a request of %zu bytes for %zu pieces", bytes,
                         w->count);
    for (size_t i = 0; i < w->count; i++) {
        const uint8_t *at = from + BYTE_RANGES_HEAD + i * BYTE_RANGES_PIECE;

        w->piece[i] = (struct byte_ranges_piece){
            .item = (uint32_t)little_get(at, 4),
            .offset = little_get(at + 8, 8),
            .bytes = little_get(at + 16, 8),
            .times = little_get(at + 24, 8),
            .step = little_get(at + 32, 8),
        };
        if (little_get(at + 4, 4) != 0 || !is_sound(&w->piece[i], &all))
            return error_set(err, "piece %zu of a request is none", i);
    }
    return 0;
}

/* ---- what can be had ---- */

static bool is_within(const struct byte_ranges_piece *p, uint64_t bytes)
{
    uint64_t end;

    return !__builtin_mul_overflow(p->times - 1, p->step, &end)
           && !__builtin_add_overflow(end, p->offset, &end)
           && !__builtin_add_overflow(end, p->bytes, &end) && end <= bytes;
}

int byte_ranges_check(const struct byte_ranges *w,
                      const struct byte_ranges_item *items,
                      size_t count,
                      struct error *err)
{
    for (size_t i = 0; i < w->count; i++) {
        const struct byte_ranges_piece *p = &w->piece[i];

        if (p->item >= count)
            return error_set(err, "there is no item %u", p->item);
        if (!items[p->item].memory)
            return error_set(err, "item %u cannot be had now", p->item);
        if (!is_within(p, items[p->item].bytes))
            return error_set(err, "item %u is %llu bytes only", p->item,
                             (unsigned long long)items[p->item].bytes);
    }
    return 0;
}

/* ---- taking it ---- */

static const char *place_of(const struct byte_ranges *w,
                            const struct byte_ranges_place *place,
                            const struct byte_ranges_item *items)
{
    const struct byte_ranges_piece *p = &w->piece[place->piece];

    return (const char *)items[p->item].memory + p->offset
           + place->time * p->step + place->at;
}

static void advance(const struct byte_ranges *w,
                    struct byte_ranges_place *place,
                    uint64_t bytes)
{
    const struct byte_ranges_piece *p = &w->piece[place->piece];

    place->at += bytes;
    if (place->at < p->bytes)
        return;
    place->at = 0;
    if (++place->time < p->times)
        return;
    place->time = 0;
    place->piece++;
}

/* How much of 'most' to take: whole elements, if that is any. */
static size_t whole(size_t most, size_t element)
{
    size_t rest = element > 1 ? most % element : 0;

    return rest < most ? most - rest : most;
}

size_t byte_ranges_take(const struct byte_ranges *w,
                        struct byte_ranges_place *place,
                        const struct byte_ranges_item *items,
                        size_t most,
                        void *room,
                        const void **bytes,
                        uint32_t *item)
{
    const struct byte_ranges_piece *p = &w->piece[place->piece];
    size_t taken = 0, left;

    if (place->piece >= w->count)
        return 0;
    *item = p->item;
    most = whole(most, items[*item].element);
    left = p->bytes - place->at < most ? p->bytes - place->at : most;
    if (left == most || left >= TOGETHER) {
        *bytes = place_of(w, place, items);
        advance(w, place, left);
        return left;
    }
    *bytes = room;
    while (taken < most && place->piece < w->count) {
        p = &w->piece[place->piece];
        left = p->bytes - place->at;
        if (p->item != *item)
            break;
        if (left > most - taken)
            left = most - taken;
        memcpy((char *)room + taken, place_of(w, place, items), left);
        advance(w, place, left);
        taken += left;
    }
    return taken;
}
