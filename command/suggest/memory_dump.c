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

static int add(struct memory_dump_piece **list,
               size_t *count,
               const struct memory_dump_record *r,
               const unsigned char *content)
{
    struct memory_dump_piece *more =
        realloc(*list, (*count + 1) * sizeof(**list));

    if (!more)
        return -1;
    *list = more;
    more[(*count)++] =
        (struct memory_dump_piece){ r->address, r->bytes, content };
    return 0;
}

static int add_block(struct memory_dump *d,
                     const struct memory_dump_record *r,
                     const void *frames)
{
    struct memory_dump_block *more =
        realloc(d->block, (d->blocks + 1) * sizeof(*d->block));

    if (!more)
        return -1;
    d->block = more;
    more[d->blocks] = (struct memory_dump_block){
        r->address, r->bytes, r->moment == 0, { 0 }
    };
    memcpy(more[d->blocks++].frames, frames, sizeof(more->frames));
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
        return add(&d->piece[m], &d->pieces[m], r, payload);
    case DUMP_BLOCK:
        return add_block(d, r, payload);
    case DUMP_CHANGED:
        return add(&d->change, &d->changes, r, NULL);
    case DUMP_COMPARED:
        return add(&d->compare, &d->compared, r, NULL);
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

static void sort(void *list, size_t count, size_t bytes)
{
    if (count > 0)
        qsort(list, count, bytes, compare_address);
}

int memory_dump_read(struct memory_dump *d,
                     const char *path,
                     struct error *err)
{
    struct memory_dump_record r;
    size_t size, at = sizeof(d->head);

    memset(d, 0, sizeof(*d));
    if (!(d->text = read_file(path, SIZE_MAX / 4, &size, err)))
        return -1;
    if (size < at || memcpy(&d->head, d->text, at) != &d->head
        || d->head.magic != DUMP_MAGIC)
        return error_set(err, "%s: it is not what the watcher writes", path);
    while (size - at >= sizeof(r)) {
        memcpy(&r, d->text + at, sizeof(r));
        at += sizeof(r);
        if (r.payload > size - at)
            break;
        if (take(d, &r, (unsigned char *)d->text + at) < 0)
            return error_set(err, "%s: %s", path, strerror(ENOMEM));
        at += r.payload;
    }
    for (int m = 0; m < DUMP_MOMENTS; m++)
        sort(d->piece[m], d->pieces[m], sizeof(*d->piece[m]));
    sort(d->compare, d->compared, sizeof(*d->compare));
    sort(d->change, d->changes, sizeof(*d->change));
    sort(d->block, d->blocks, sizeof(*d->block));
    return 0;
}

void memory_dump_clear(struct memory_dump *d)
{
    for (int m = 0; m < DUMP_MOMENTS; m++)
        free(d->piece[m]);
    free(d->compare);
    free(d->change);
    free(d->block);
    free(d->text);
    memset(d, 0, sizeof(*d));
}

/* The last one that begins at 'address' or before, or NULL. */
static const void *last_before(const void *list,
                               size_t count,
                               size_t bytes,
                               uint64_t address)
{
    size_t low = 0, high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint64_t begin;

        memcpy(&begin, (const char *)list + middle * bytes, sizeof(begin));
        if (begin <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? (const char *)list + (low - 1) * bytes : NULL;
}

const unsigned char *memory_dump_find(const struct memory_dump *d,
                                      int moment,
                                      uint64_t address,
                                      size_t bytes)
{
    const struct memory_dump_piece *p =
        last_before(d->piece[moment], d->pieces[moment],
                    sizeof(*d->piece[moment]), address);

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
    const struct memory_dump *d, uint64_t address)
{
    const struct memory_dump_block *b =
        last_before(d->block, d->blocks, sizeof(*d->block), address);

    return b && address - b->address < b->bytes ? b : NULL;
}

bool memory_dump_has_changed(const struct memory_dump *d,
                             uint64_t address,
                             uint64_t bytes)
{
    for (int m = 1; m < d->moments; m++) {
        const unsigned char *was = memory_dump_find(d, m - 1, address, bytes);
        const unsigned char *is = memory_dump_find(d, m, address, bytes);

        if (is && (!was || memcmp(was, is, bytes) != 0))
            return true;
    }
    for (size_t i = 0; i < d->changes; i++)
        if (d->change[i].address < address + bytes
            && address < d->change[i].address + d->change[i].bytes)
            return true;
    return false;
}
