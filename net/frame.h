/* frame.h - what old and new ranks of different hosts say to each other
 *
 * A frame is a head of FRAME_HEAD bytes and a payload.  The head cannot be
 * made, changed, left out or repeated by who does not have the connection's
 * keys; the payload cannot be either when it is hidden, and else only where
 * its checksum stays the same.  doc/wire-format.md has it byte by byte.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_FRAME_H
#define MITOSIS_NET_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/seal.h"

enum frame_type {
    FRAME_WANT = 1, /* from a new rank: pieces of items, see byte_ranges.h */
    FRAME_DATA,     /* from an old one: some bytes of what was wanted */
    FRAME_REFUSED,  /* the same: it cannot be had; payload: why */
    FRAME_BYE,      /* from a new one: that was all */
};

/* How a payload is coded. */
enum frame_coding {
    FRAME_RAW,     /* as it is */
    FRAME_ZSTD,    /* packed */
    FRAME_SHUFFLED /* packed, once the bytes of its elements were sorted */
};

enum {
    FRAME_PLAIN = 32,           /* bytes of a head before its tag */
    FRAME_HEAD = 32 + SEAL_TAG, /* with it */
    FRAME_PAYLOAD = 256 * 1024, /* most of a payload, packed or not */
    FRAME_ELEMENT = 64,         /* largest element that is shuffled */
    FRAME_ROOM = FRAME_PAYLOAD + SEAL_TAG,
};

struct frame {
    uint32_t bytes;   /* of the payload, before it is hidden */
    uint32_t plain;   /* of it when unpacked */
    uint8_t type;     /* enum frame_type */
    uint8_t coding;   /* enum frame_coding */
    uint8_t element;  /* that was shuffled */
    uint32_t request; /* which: the new rank numbers them */
    uint64_t offset;  /* of FRAME_DATA: in the bytes of the request; of
                         FRAME_WANT: how many these are */
    uint64_t sum;     /* frame_sum() of the unpacked payload */
};

/* One direction of a connection. */
struct frame_way {
    uint8_t key[SEAL_KEY];
    bool hidden;
    uint64_t number; /* of the next frame */
};

/* A checksum, quicker than the memory that it is of. */
uint64_t frame_sum(const void *data, size_t bytes);

/* How many bytes the payload takes on the wire. */
size_t frame_stored(const struct frame_way *w, const struct frame *f);

/* Write the head of the next frame; the payload goes out as it is, unless the
 * way is hidden: then what frame_hide(), called next, makes of it.
 */
void frame_write(struct frame_way *w,
                 const struct frame *f,
                 uint8_t head[FRAME_HEAD]);

/* Hide the payload, if it has any, of the frame whose head was written last.
 * 'to', which may be 'from', has room for SEAL_TAG bytes more.
 */
void frame_hide(const struct frame_way *w,
                void *to,
                const void *from,
                size_t bytes);

/* Read a head, which may be anything.  Returns 0, or -1 with the reason in
 * 'err': it was not made by the other side, not now, or breaks a bound.
 */
int frame_read(struct frame_way *w,
               const uint8_t head[FRAME_HEAD],
               struct frame *f,
               struct error *err);

/* Show, in its place, the payload of the frame whose head was read last, of
 * 'stored' bytes.  Returns -1 with the reason in 'err'.
 */
int frame_show(const struct frame_way *w,
               void *payload,
               size_t stored,
               struct error *err);

#endif /* !MITOSIS_NET_FRAME_H */
