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
    WANT_PIECES = 1024, /* at most in one request */
    WANT_HEAD = 16,
    WANT_PIECE = 40,
    WANT_ROOM = WANT_HEAD + WANT_PIECES * WANT_PIECE,
};

#define WANT_BYTES (UINT64_C(1) << 30) /* at most in one request */

/* From an item, from 'offset' on, 'times' pieces of 'bytes', each 'step' after
 * the one before.
 */
struct want_piece {
    uint32_t item;
    uint64_t offset;
    uint64_t bytes;
    uint64_t times;
    uint64_t step;
};

/* A request: all pieces in their order. */
struct want {
    uint64_t undo; /* bytes/s at which the one who asks unpacks, or 0 */
    bool ahead;    /* it has time */
    size_t count;
    struct want_piece *piece;
};

/* What there is to be had of an item. */
struct want_item {
    const void *memory;
    uint64_t bytes;
    size_t element; /* bytes of what it is made of */
    bool constant;
};

/* How many bytes all pieces are. */
uint64_t want_bytes(const struct want *w);

/* Write 'w', of WANT_PIECES at most, as bytes into WANT_ROOM.  Returns how
 * many.
 */
size_t want_encode(const struct want *w, uint8_t *to);

/* Read 'bytes' bytes, which may be anything, into the WANT_PIECES that there
 * is room for at w->piece.  Returns -1 with the reason in 'err'.
 */
int want_decode(struct want *w,
                const uint8_t *from,
                size_t bytes,
                struct error *err);

/* Whether all of it can be had.  Returns -1 with what cannot in 'err'. */
int want_check(const struct want *w,
               const struct want_item *items,
               size_t count,
               struct error *err);

/* A place in the bytes of a request. */
struct want_place {
    size_t piece;
    uint64_t time;
    uint64_t at; /* in the piece */
};

/* The next bytes of a request, of one item, 'most' at most and no part of an
 * element but where a piece ends in one.  They are where the item has them if
 * many are together there, else gathered in 'room', of 'most' bytes.  Returns
 * how many, 0 at the end, and which item's.
 */
size_t want_take(const struct want *w,
                 struct want_place *place,
                 const struct want_item *items,
                 size_t most,
                 void *room,
                 const void **bytes,
                 uint32_t *item);

#endif /* !MITOSIS_MIGRATE_TRANSFER_BYTE_RANGES_H */
