/* compress.h - make chunks of rows smaller on their way, where that pays
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_COMPRESS_H
#define MITOSIS_MIGRATE_TRANSFER_COMPRESS_H

#include "base/error.h"
#include "migrate/transfer/compress_check.h"
#include "migrate/transfer/compress_choice.h"
#include "net/frame.h"

typedef struct compress compress_t;

/* What has become of a chunk. */
struct compressed {
    const void *data; /* the plain bytes when they are FRAME_RAW, else in
                         the compress_t, until the next call */
    size_t bytes;
    enum frame_coding coding;
    size_t element; /* that was shuffled, else 1 */
    int way;        /* that was chosen */
};

/* Get ready to pack and unpack as 'how' says: "auto", "off", or a level of
 * zstd's as a number.  Returns what the caller gives back with
 * compress_destroy(), or NULL with the reason in 'err': memory is short, or
 * 'how' is none of these.  Without libzstd all is sent as it is.
 */
compress_t *compress_create(const char *how, struct error *err);

/* Free 's'.  NULL is fine. */
void compress_destroy(compress_t *s);

/* Pack the 'bytes' at 'plain', FRAME_PAYLOAD at most, elements of 'element'
 * bytes, if that pays.  'c' is what was seen of such data, and 'v' of the
 * connection, which chunks go out on one after the other; both learn.
 */
void compress_chunk(compress_t *s,
                    struct compress_choice *c,
                    struct compress_check *v,
                    const struct compress_choice_link *link,
                    const void *plain,
                    size_t bytes,
                    size_t element,
                    struct compressed *out);

/* Unpack the 'bytes' at 'data', which may be anything, into exactly 'room'
 * bytes, FRAME_PAYLOAD at most, at 'plain'.  Returns -1 with the reason in
 * 'err' when that is not what they are.
 */
int compress_undo(compress_t *s,
                  unsigned coding,
                  size_t element,
                  const void *data,
                  size_t bytes,
                  void *plain,
                  size_t room,
                  struct error *err);

/* Bytes/s at which chunks were unpacked so far, a guess before the first; 0
 * when it cannot.
 */
double compress_undo_speed(const compress_t *s);

#endif /* !MITOSIS_MIGRATE_TRANSFER_COMPRESS_H */
