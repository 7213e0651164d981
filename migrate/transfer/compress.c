/* compress.c - make chunks of rows smaller on their way, where that pays
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/system/clock.h"
#include "base/zstd.h"
#include "migrate/transfer/byte_shuffle.h"
#include "migrate/transfer/compress.h"

enum { OFF = 0, AUTO = 1000, LEVELS = 22 };

struct compress {
    int level; /* or OFF, or AUTO */
    zstd_t *pack;
    size_t room;
    uint8_t *packed; /* 'room' bytes */
    uint8_t *mixed;  /* FRAME_PAYLOAD bytes */
    double undo_seconds, undo_bytes;
};

/* Before anything was unpacked. */
static const double undo_guess = 1.5e9;

static int read_level(const char *how, int *level, struct error *err)
{
    char *end;
    long number;

    if (strcmp(how, "auto") == 0) {
        *level = AUTO;
        return 0;
    }
    if (strcmp(how, "off") == 0) {
        *level = OFF;
        return 0;
    }
    number = strtol(how, &end, 10);
    if (end == how || *end || number < 1 || number > LEVELS)
        return error_set(err,
                         "compress: \"%.40s\" is neither auto, off, nor "
                         "a level from 1 to %d",
                         how, LEVELS);
    *level = (int)number;
    return 0;
}

compress_t *compress_create(const char *how, struct error *err)
{
    compress_t *s = calloc(1, sizeof(*s));

    if (!s || !(s->mixed = malloc(FRAME_PAYLOAD))) {
        error_set(err, "no memory to pack chunks");
        compress_destroy(s);
        return NULL;
    }
    if (read_level(how, &s->level, err) < 0) {
        compress_destroy(s);
        return NULL;
    }
    s->pack = zstd_open(NULL);
    s->room = s->pack ? zstd_bound(s->pack, FRAME_PAYLOAD) : 0;
    if (s->pack && !(s->packed = malloc(s->room))) {
        error_set(err, "no memory to pack chunks");
        compress_destroy(s);
        return NULL;
    }
    return s;
}

void compress_destroy(compress_t *s)
{
    if (s) {
        zstd_close(s->pack);
        free(s->packed);
        free(s->mixed);
        free(s);
    }
}

/* ---- packing ---- */

/* What to shuffle by: an element, or what it is likely made of. */
static size_t shuffle_size(size_t element)
{
    if (element <= FRAME_ELEMENT)
        return element > 0 ? element : 1;
    return element % 8 == 0 ? 8 : element % 4 == 0 ? 4 : 1;
}

static size_t pack(compress_t *s,
                   int level,
                   bool shuffled,
                   const void *plain,
                   size_t bytes,
                   size_t element)
{
    if (shuffled && element > 1) {
        byte_shuffle_do(s->mixed, plain, bytes, element);
        plain = s->mixed;
    }
    return zstd_pack(s->pack, level, s->packed, s->room, plain, bytes);
}

/* Pack in one of the ways, and remember how that went. */
static size_t pack_timed(compress_t *s,
                         struct compress_choice *c,
                         int way,
                         const void *plain,
                         size_t bytes,
                         size_t element)
{
    const struct compress_choice_way *w = &compress_choice_way[way];
    uint64_t start = clock_monotonic();
    size_t packed = pack(s, w->level, w->shuffled, plain, bytes, element);

    if (packed == 0)
        packed = bytes;
    compress_choice_note(c, way, bytes, packed,
                         (double)(clock_monotonic() - start) * 1e-9);
    return packed;
}

static void take(struct compressed *out,
                 const compress_t *s,
                 size_t packed,
                 bool shuffled,
                 size_t element)
{
    out->data = s->packed;
    out->bytes = packed;
    out->element = shuffled && element > 1 ? element : 1;
    out->coding = out->element > 1 ? FRAME_SHUFFLED : FRAME_ZSTD;
}

void compress_chunk(compress_t *s,
                    struct compress_choice *c,
                    struct compress_check *v,
                    const struct compress_choice_link *link,
                    const void *plain,
                    size_t bytes,
                    size_t element,
                    struct compressed *out)
{
    size_t size = shuffle_size(element), packed = 0;
    bool shuffled = true;
    int way;

    *out =
        (struct compressed){ plain, bytes, FRAME_RAW, 1, COMPRESS_CHOICE_RAW };
    if (!s->pack || s->level == OFF || link->undo <= 0 || bytes == 0)
        return;
    if (s->level != AUTO) {
        packed = pack(s, s->level, true, plain, bytes, size);
    } else {
        way = compress_choice_try(c, link, bytes);
        if (way >= 0)
            pack_timed(s, c, way, plain,
                       bytes < COMPRESS_CHOICE_SAMPLE ? bytes
                                                      : COMPRESS_CHOICE_SAMPLE,
                       size);
        out->way = compress_check_take(v, clock_monotonic(),
                                       compress_choice_best(c, link),
                                       compress_choice_raw(link), bytes);
        if (out->way >= 0 && !c->way[out->way].known)
            out->way = COMPRESS_CHOICE_RAW;
        if (out->way >= 0) {
            packed = pack_timed(s, c, out->way, plain, bytes, size);
            shuffled = compress_choice_way[out->way].shuffled;
        }
    }
    if (packed > 0 && packed < bytes)
        take(out, s, packed, shuffled, size);
}

/* ---- unpacking ---- */

static int unpack(compress_t *s,
                  unsigned coding,
                  size_t element,
                  const void *data,
                  size_t bytes,
                  void *plain,
                  size_t room)
{
    void *to = coding == FRAME_SHUFFLED ? s->mixed : plain;

    if (zstd_unpack(s->pack, to, room, data, bytes) != room)
        return -1;
    if (coding == FRAME_SHUFFLED)
        byte_shuffle_undo(plain, to, room, element);
    return 0;
}

int compress_undo(compress_t *s,
                  unsigned coding,
                  size_t element,
                  const void *data,
                  size_t bytes,
                  void *plain,
                  size_t room,
                  struct error *err)
{
    uint64_t start = clock_monotonic();

    if (room == 0 || room > FRAME_PAYLOAD)
        return error_set(err, "a chunk of %zu bytes", room);
    if (coding == FRAME_RAW && bytes == room) {
        memcpy(plain, data, room);
        return 0;
    }
    if ((coding != FRAME_ZSTD && coding != FRAME_SHUFFLED) || element == 0
        || element > FRAME_ELEMENT || bytes >= room)
        return error_set(err, "a chunk coded in a way that is not known");
    if (!s->pack)
        return error_set(err, "a packed chunk, and no libzstd");
    if (unpack(s, coding, element, data, bytes, plain, room) < 0)
        return error_set(err, "a chunk that does not unpack to %zu bytes",
                         room);
    s->undo_seconds += (double)(clock_monotonic() - start) * 1e-9;
    s->undo_bytes += (double)room;
    return 0;
}

double compress_undo_speed(const compress_t *s)
{
    if (!s->pack)
        return 0;
    return s->undo_bytes > 0 && s->undo_seconds > 0
               ? s->undo_bytes / s->undo_seconds
               : undo_guess;
}
