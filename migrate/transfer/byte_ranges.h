/* byte_ranges.h - which bytes of an old rank's items a new one asks for
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_BYTE_RANGES_H
#define MITOSIS_MIGRATE_TRANSFER_BYTE_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum {
    BYTE_RANGES_PIECES = 1024, /* at most in one request */
    BYTE_RANGES_HEAD = 16,
    BYTE_RANGES_PIECE = 40,
    BYTE_RANGES_ROOM =
        BYTE_RANGES_HEAD + BYTE_RANGES_PIECES * BYTE_RANGES_PIECE,
};

#define BYTE_RANGES_BYTES (UINT64_C(1) << 30) /* at most in one request */

/* From an item, from 'offset' on, 'times' pieces of 'bytes', each 'step' after
 * the one before.
 */
struct byte_ranges_piece {
    uint32_t item;
    uint64_t offset;
    uint64_t bytes;
    uint64_t times;
    uint64_t step;
};

/* A request: all pieces in their order. */
struct byte_ranges {
    uint64_t undo; /* bytes/s at which the one who asks unpacks, or 0 */
    bool ahead;    /* it has time */
    size_t count;
    struct byte_ranges_piece *piece;
};

/* What there is to be had of an item. */
struct byte_ranges_item {
    const void *memory;
    uint64_t bytes;
    size_t element; /* bytes of what it is made of */
    bool constant;
};

/* How many bytes all pieces are. */
uint64_t byte_ranges_bytes(const struct byte_ranges *w);

/* Write 'w', of BYTE_RANGES_PIECES at most, as bytes into BYTE_RANGES_ROOM.
 * Returns how many.
 */
size_t byte_ranges_encode(const struct byte_ranges *w, uint8_t *to);

/* Read 'bytes' bytes, which may be anything, into the BYTE_RANGES_PIECES that
 * there is room for at w->piece.  Returns -1 with the reason in 'err'.
 */
int byte_ranges_decode(struct byte_ranges *w,
                       const uint8_t *from,
                       size_t bytes,
                       struct error *err);

/* Whether all of it can be had.  Returns -1 with what cannot in 'err'. */
int byte_ranges_check(const struct byte_ranges *w,
                      const struct byte_ranges_item *items,
                      size_t count,
                      struct error *err);

/* A place in the bytes of a request. */
struct byte_ranges_place {
    size_t piece;
    uint64_t time;
    uint64_t at; /* in the piece */
};

/* The next bytes of a request, of one item, 'most' at most and no part of an
 * element but where a piece ends in one.  They are where the item has them if
 * many are together there, else gathered in 'room', of 'most' bytes.  Returns
 * how many, 0 at the end, and which item's.
 */
size_t byte_ranges_take(const struct byte_ranges *w,
                        struct byte_ranges_place *place,
                        const struct byte_ranges_item *items,
                        size_t most,
                        void *room,
                        const void **bytes,
                        uint32_t *item);

#endif /* !MITOSIS_MIGRATE_TRANSFER_BYTE_RANGES_H */
