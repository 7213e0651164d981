/* memory_dump.c - what the watcher of memory wrote about a rank
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/read_file.h"
#include "command/suggest/memory_dump.h"

static int add(struct list *l,
               const struct memory_dump_record *r,
               const unsigned char *content)
{
    struct memory_dump_piece *p = list_add(l);

    if (!p)
        return -1;
    *p = (struct memory_dump_piece){ r->address, r->bytes, content };
    return 0;
}

static int add_block(struct list *l,
                     const struct memory_dump_record *r,
                     const void *payload)
{
    struct memory_dump_origin origin;
    struct memory_dump_block *b = list_add(l);

    if (!b)
        return -1;
    b->address = r->address;
    b->bytes = r->bytes;
    memcpy(&origin, payload, sizeof(origin));
    b->early = origin.early;
    memcpy(b->frames, origin.frames, sizeof(b->frames));
    return 0;
}

static int take(struct memory_dump *d,
                const struct memory_dump_record *r,
                const unsigned char *payload)
{
    unsigned m = r->moment;

    if (m >= DUMP_MOMENTS)
        return 0;
    switch (r->kind) {
    case DUMP_STATE:
        memcpy(d->registers[m], payload, sizeof(d->registers[m]));
        d->moments = (int)m + 1;
        return 0;
    case DUMP_MEMORY:
        return add(&d->piece[m], r, payload);
    case DUMP_BLOCK:
        return add_block(&d->block[m], r, payload);
    case DUMP_CHANGED:
        return add(&d->change, r, NULL);
    default:
        d->unseen = true;
        return 0;
    }
}

static int compare_address(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static void sort(struct list *l)
{
    if (l->count > 0)
        qsort(l->records, l->count, l->bytes, compare_address);
}

int memory_dump_read(struct memory_dump *d,
                     const char *path,
                     struct error *err)
{
    struct memory_dump_record r;
    size_t size, at = sizeof(d->head);

    memset(d, 0, sizeof(*d));
    for (int m = 0; m < DUMP_MOMENTS; m++) {
        d->piece[m].bytes = sizeof(struct memory_dump_piece);
        d->block[m].bytes = sizeof(struct memory_dump_block);
    }
    d->change.bytes = sizeof(struct memory_dump_piece);
    if (!(d->text = read_file(path, SIZE_MAX / 4, &size, err)))
        return -1;
    if (size < at || memcpy(&d->head, d->text, at) != &d->head
        || d->head.magic != DUMP_MAGIC)
        return error_set(err, "%s: it is not what the watcher writes", path);
    while (size - at >= sizeof(r)) {
        memcpy(&r, d->text + at, sizeof(r));
        at += sizeof(r);
        if (r.kind == DUMP_FAILED)
            return error_set(err, "%s: %s", path, strerror((int)r.bytes));
        if (r.payload > size - at)
            break;
        if (take(d, &r, (unsigned char *)d->text + at) < 0)
            return error_set(err, "%s: %s", path, strerror(ENOMEM));
        at += r.payload;
    }
    for (int m = 0; m < DUMP_MOMENTS; m++) {
        sort(&d->piece[m]);
        sort(&d->block[m]);
    }
    sort(&d->change);
    return 0;
}

void memory_dump_clear(struct memory_dump *d)
{
    for (int m = 0; m < DUMP_MOMENTS; m++) {
        list_clear(&d->piece[m]);
        list_clear(&d->block[m]);
    }
    list_clear(&d->change);
    free(d->text);
    memset(d, 0, sizeof(*d));
}

/* The last one that begins at 'address' or before, or NULL. */
static const void *last_before(const struct list *l, uint64_t address)
{
    size_t low = 0, high = l->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint64_t begin;

        memcpy(&begin, (const char *)l->records + middle * l->bytes,
               sizeof(begin));
        if (begin <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? (const char *)l->records + (low - 1) * l->bytes : NULL;
}

const unsigned char *memory_dump_find(const struct memory_dump *d,
                                      int moment,
                                      uint64_t address,
                                      size_t bytes)
{
    const struct memory_dump_piece *p =
        last_before(&d->piece[moment], address);

    if (!p || address - p->address > p->bytes
        || bytes > p->bytes - (address - p->address))
        return NULL;
    return p->content + (address - p->address);
}

bool memory_dump_copy(const struct memory_dump *d,
                      int moment,
                      uint64_t address,
                      void *to,
                      size_t bytes)
{
    const unsigned char *from = memory_dump_find(d, moment, address, bytes);

    if (from)
        memcpy(to, from, bytes);
    return from != NULL;
}

const struct memory_dump_block *memory_dump_block_of(
    const struct memory_dump *d, int moment, uint64_t address)
{
    const struct memory_dump_block *b =
        last_before(&d->block[moment], address);

    return b && address - b->address < b->bytes ? b : NULL;
}

bool memory_dump_has_changed(const struct memory_dump *d,
                             uint64_t address,
                             uint64_t bytes)
{
    const struct memory_dump_piece *change = d->change.records;

    for (int m = 1; m < d->moments; m++) {
        const unsigned char *was = memory_dump_find(d, m - 1, address, bytes);
        const unsigned char *is = memory_dump_find(d, m, address, bytes);

        if (is && (!was || memcmp(was, is, bytes) != 0))
            return true;
    }
    for (size_t i = 0; i < d->change.count; i++)
        if (change[i].address < address + bytes
            && address < change[i].address + change[i].bytes)
            return true;
    return false;
}
