/* zstd.h - make a block of bytes smaller, and as it was again
 *
 * libzstd does the work.  It is opened when it is first wanted, so that
 * nothing depends on it that never packs anything.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_ZSTD_H
#define MITOSIS_BASE_ZSTD_H

#include <stddef.h>

#include "base/error.h"

typedef struct zstd zstd_t;

/* Get ready.  Returns what the caller gives back with zstd_close(), or NULL
 * with the reason in 'err' when libzstd is not there or memory is short.
 */
zstd_t *zstd_open(struct error *err);

/* Give it back.  NULL is fine. */
void zstd_close(zstd_t *p);

/* The room that zstd_pack() needs at most for 'bytes'. */
size_t zstd_bound(const zstd_t *p, size_t bytes);

/* Pack 'bytes' from 'from' into the 'room' at 'to', with a level of zstd's:
 * 1 is quick, 19 is thorough, below 0 is quicker still.  Returns how many
 * bytes it became, or 0 when that did not work.
 */
size_t zstd_pack(zstd_t *p,
                 int level,
                 void *to,
                 size_t room,
                 const void *from,
                 size_t bytes);

/* Unpack 'bytes' from 'from', which may be anything, into the 'room' at 'to'.
 * Returns how many bytes came out, or 0 when these are not packed bytes, or
 * more than there is room for.
 */
size_t zstd_unpack(
    zstd_t *p, void *to, size_t room, const void *from, size_t bytes);

#endif /* !MITOSIS_BASE_ZSTD_H */
