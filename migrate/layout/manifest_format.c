/* manifest_format.c - a manifest as bytes, and back
 *
 * Numbers are 64 bits, the lowest byte first; a name is a byte that says how
 * long it is and its letters; lengths of ragged rows are seven bits a byte,
 * as most are short and there may be millions.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/varint.h"
#include "migrate/layout/manifest.h"

enum {
    MAGIC_BYTES = 8,
    FORMAT = 4,
    FIRST_NUMBER = offsetof(struct item, line),
    NUMBERS =
        (offsetof(struct item, base) - offsetof(struct item, line)) / 8 + 1,
    ITEM_BYTES = 4 + NUMBERS * 8 + 1 /* at least */
};

static const char magic[MAGIC_BYTES + 1] = "mitosis\n";

/* The numbers of a manifest, in the order they are written. */
static const struct {
    size_t place;
    const char *name;
    uint64_t limit;
} numbers[] = {
    { offsetof(struct manifest, size), "size", MANIFEST_SIZE_LIMIT },
    { offsetof(struct manifest, rank), "rank", MANIFEST_SIZE_LIMIT },
    { offsetof(struct manifest, generation), "generation", UINT64_MAX },
    { offsetof(struct manifest, sync), "sync", UINT64_MAX },
    { offsetof(struct manifest, pid), "pid", UINT64_MAX },
    { offsetof(struct manifest, flags), "flags", UINT64_MAX },
};
enum { HEAD_NUMBERS = sizeof(numbers) / sizeof(numbers[0]) };

/* ---- writing ---- */

struct writer {
    uint8_t *at;
};

static void put_number(struct writer *w, uint64_t n)
{
    for (int i = 0; i < 8; i++)
        *w->at++ = (uint8_t)(n >> (8 * i));
}

static void put_name(struct writer *w, const char *name)
{
    size_t len = strlen(name);

    *w->at++ = (uint8_t)len;
    memcpy(w->at, name, len);
    w->at += len;
}

static void put_item(struct writer *w, const struct item *item)
{
    uint64_t n[NUMBERS];

    put_name(w, item->name);
    put_name(w, item->lengths);
    put_name(w, item->file);
    put_name(w, item->type_name);
    memcpy(n, (const char *)item + FIRST_NUMBER, sizeof(n));
    for (int i = 0; i < NUMBERS; i++)
        put_number(w, n[i]);
    *w->at++ = item->starts != NULL;
    for (uint64_t i = 0; item->starts && i < item->count; i++)
        w->at = varint_put(w->at, item->starts[i + 1] - item->starts[i]);
}

static size_t bound(const struct manifest *m)
{
    size_t bytes = MAGIC_BYTES + 8 * (HEAD_NUMBERS + 2) + 1 + HOST_NAME + 1
                   + ADDRESS_TEXT;

    for (size_t i = 0; i < m->count; i++) {
        const struct item *item = &m->items[i];

        bytes += ITEM_BYTES + 3 * ITEM_NAME + ITEM_FILE;
        if (item->starts)
            bytes += item->count * VARINT_MOST;
    }
    return bytes;
}

void *manifest_encode(const struct manifest *m,
                      size_t *bytes,
                      struct error *err)
{
    size_t room = bound(m);
    uint8_t *data = malloc(room);
    uint8_t *fitting;
    struct writer w = { .at = data };

    if (!data)
        return error_null(err, "manifest of %zu bytes: %s", room,
                          strerror(errno));
    memcpy(w.at, magic, MAGIC_BYTES);
    w.at += MAGIC_BYTES;
    put_number(&w, FORMAT);
    for (int i = 0; i < HEAD_NUMBERS; i++)
        put_number(&w,
                   *(const uint64_t *)((const char *)m + numbers[i].place));
    put_name(&w, m->host);
    put_name(&w, m->port);
    put_number(&w, m->count);
    for (size_t i = 0; i < m->count; i++)
        put_item(&w, &m->items[i]);
    *bytes = (size_t)(w.at - data);
    fitting = realloc(data, *bytes);
    return fitting ? fitting : data;
}

/* ---- reading ---- */

struct reader {
    const uint8_t *at;
    const uint8_t *end;
    struct error *err;
};

static size_t left(const struct reader *r)
{
    return (size_t)(r->end - r->at);
}

static int ends(const struct reader *r, const char *what)
{
    return error_set(r->err, "a manifest ends within %s", what);
}

static int get_number(struct reader *r, uint64_t *n, const char *what)
{
    if (left(r) < 8)
        return ends(r, what);
    *n = 0;
    for (int i = 0; i < 8; i++)
        *n |= (uint64_t)*r->at++ << (8 * i);
    return 0;
}

static int get_name(struct reader *r,
                    char *name,
                    size_t room,
                    const char *what)
{
    size_t len;

    if (left(r) < 1)
        return ends(r, what);
    len = *r->at++;
    if (len >= room)
        return error_set(r->err, "a manifest has %zu letters in %s", len,
                         what);
    if (left(r) < len)
        return ends(r, what);
    if (memchr(r->at, '\0', len))
        return error_set(r->err, "a manifest has a NUL in %s", what);
    memcpy(name, r->at, len);
    memset(name + len, 0, room - len);
    r->at += len;
    return 0;
}

static int get_starts(struct reader *r,
                      const struct item *item,
                      uint64_t *starts)
{
    starts[0] = 0;
    for (uint64_t i = 0; i < item->count; i++) {
        bool is_short = left(r) < VARINT_MOST;
        uint64_t length = varint_get(&r->at, r->end);

        if (!r->at)
            return is_short ? ends(r, "the lengths of rows")
                            : error_set(r->err,
                                        "a manifest has a length without end");
        if (length >= ITEM_LIMIT - starts[i])
            return error_set(r->err,
                             "a manifest has a row of %llu elements in "
                             "\"%s\"",
                             (unsigned long long)length, item->name);
        starts[i + 1] = starts[i] + length;
    }
    return 0;
}

/* Each length takes a byte at least, so no count makes us ask for more memory
 * than eight times what came.
 */
static int get_lengths(struct reader *r, struct item *item)
{
    uint8_t measured;

    if (left(r) < 1)
        return ends(r, "an item");
    measured = *r->at++;
    if (measured == 0)
        return 0;
    if (item->count > left(r))
        return ends(r, "the lengths of rows");
    item->starts = malloc((item->count + 1) * sizeof(*item->starts));
    if (!item->starts)
        return error_set(r->err, "\"%s\": %llu lengths: %s", item->name,
                         (unsigned long long)item->count, strerror(errno));
    return get_starts(r, item, item->starts);
}

static int get_item(struct reader *r, struct manifest *m)
{
    struct item item = { .starts = NULL };
    uint64_t n[NUMBERS];

    if (get_name(r, item.name, sizeof(item.name), "the name of an item") < 0
        || get_name(r, item.lengths, sizeof(item.lengths),
                    "the name of lengths")
               < 0
        || get_name(r, item.file, sizeof(item.file), "the name of a file") < 0
        || get_name(r, item.type_name, sizeof(item.type_name),
                    "the name of a type")
               < 0)
        return -1;
    for (int i = 0; i < NUMBERS; i++)
        if (get_number(r, &n[i], "an item") < 0)
            return -1;
    memcpy((char *)&item + FIRST_NUMBER, n, sizeof(n));
    if (manifest_add(m, &item, r->err) < 0)
        return -1;
    m->items[m->count - 1].order = item.order;
    return get_lengths(r, &m->items[m->count - 1]);
}

static int get_head(struct reader *r, struct manifest *m)
{
    uint64_t version;

    if (left(r) < MAGIC_BYTES || memcmp(r->at, magic, MAGIC_BYTES) != 0)
        return error_set(r->err, "these bytes are not a manifest");
    r->at += MAGIC_BYTES;
    if (get_number(r, &version, "its version") < 0)
        return -1;
    if (version != FORMAT)
        return error_set(r->err,
                         "a manifest is of version %llu, not %d: are all "
                         "hosts on the same Mitosis?",
                         (unsigned long long)version, FORMAT);
    for (int i = 0; i < HEAD_NUMBERS; i++) {
        uint64_t *n = (uint64_t *)((char *)m + numbers[i].place);

        if (get_number(r, n, "its head") < 0)
            return -1;
        if (*n > numbers[i].limit)
            return error_set(r->err, "a manifest has %llu as its %s",
                             (unsigned long long)*n, numbers[i].name);
    }
    if (m->rank >= m->size)
        return error_set(r->err, "a manifest is of rank %llu of %llu",
                         (unsigned long long)m->rank,
                         (unsigned long long)m->size);
    if (get_name(r, m->host, sizeof(m->host), "the name of its host") < 0)
        return -1;
    return get_name(r, m->port, sizeof(m->port), "where it can be read");
}

static int get_all(struct reader *r, struct manifest *m)
{
    uint64_t count;

    if (get_head(r, m) < 0 || get_number(r, &count, "its head") < 0)
        return -1;
    if (count > left(r) / ITEM_BYTES)
        return error_set(r->err,
                         "a manifest of %zu more bytes cannot hold %llu items",
                         left(r), (unsigned long long)count);
    for (uint64_t i = 0; i < count; i++)
        if (get_item(r, m) < 0)
            return -1;
    if (left(r) > 0)
        return error_set(r->err, "a manifest has %zu bytes too many", left(r));
    return manifest_seal(m, r->err);
}

struct manifest *manifest_decode(const void *data,
                                 size_t bytes,
                                 struct error *err)
{
    const uint8_t *from = data;
    struct reader r = { .at = from, .end = from + bytes, .err = err };
    struct manifest *m = manifest_create(err);

    if (m && get_all(&r, m) < 0) {
        manifest_destroy(m);
        return NULL;
    }
    return m;
}
