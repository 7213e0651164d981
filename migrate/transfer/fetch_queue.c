/* fetch_queue.c - what a new rank asks an old one for, in parts that fit
 *
 * The digest of a part is taken when it is complete, and counts when its load
 * is: a load that has to be asked for again is not counted twice.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "migrate/layout/digest.h"
#include "migrate/transfer/fetch_queue.h"

enum {
    PART = 512 * 1024,
    LONG = PART / 8, /* a piece that is not put together with others */
    LOAD = 4 * 1024 * 1024,
};

struct fetch_queue_task {
    struct copy copy;
    uint32_t item;
    uint64_t row_bytes;
    char *memory;
    uint64_t *sum;
};

/* Some pieces of a task, or a part of one long piece. */
struct fetch_queue_part {
    size_t task;
    uint64_t piece; /* the first */
    uint64_t count;
    uint64_t at;    /* in the long one */
    uint64_t bytes; /* of each piece */
    uint64_t sum;
};

void fetch_queue_free(struct fetch_queue_list *l)
{
    free(l->load);
    free(l->part);
    free(l->task);
    memset(l, 0, sizeof(*l));
}

/* ---- cutting ---- */

static bool add_part(struct fetch_queue_list *l,
                     const struct fetch_queue_part *p)
{
    uint64_t bytes = p->bytes * p->count;
    struct fetch_queue *last = l->loads ? &l->load[l->loads - 1] : NULL;

    if (!grow(&l->part, sizeof(*p), l->parts, &l->part_room))
        return false;
    if (!last || last->bytes + bytes > LOAD
        || last->parts == BYTE_RANGES_PIECES) {
        if (!grow(&l->load, sizeof(*last), l->loads, &l->load_room))
            return false;
        last = &l->load[l->loads++];
        *last = (struct fetch_queue){ .first = l->parts };
    }
    l->part[l->parts++] = *p;
    last->parts++;
    last->bytes += bytes;
    return true;
}

static uint64_t first_row(const struct copy *c, uint64_t piece)
{
    return c->to.first == STRIDE_ANYWHERE
               ? STRIDE_ANYWHERE
               : c->to.first + piece * c->to.first_step;
}

static bool cut_piece(struct fetch_queue_list *l,
                      const struct fetch_queue_task *t,
                      uint64_t piece)
{
    uint64_t bytes = t->copy.to.bytes;
    struct fetch_queue_part p = { .task = l->tasks - 1,
                                  .piece = piece,
                                  .count = 1 };

    for (; p.at < bytes; p.at += p.bytes) {
        p.bytes = digest_cut(t->row_bytes, first_row(&t->copy, piece),
                             bytes - p.at, PART);
        if (!add_part(l, &p))
            return false;
    }
    return true;
}

static bool cut_pieces(struct fetch_queue_list *l, const struct copy *c)
{
    struct fetch_queue_part p = { .task = l->tasks - 1, .bytes = c->to.bytes };

    for (; p.piece < c->to.times; p.piece += p.count) {
        p.count = PART / p.bytes;
        if (p.count > c->to.times - p.piece)
            p.count = c->to.times - p.piece;
        if (!add_part(l, &p))
            return false;
    }
    return true;
}

static bool is_long(const struct copy *c)
{
    return c->to.times == 1 || c->to.bytes >= LONG;
}

int fetch_queue_add(struct fetch_queue_list *l,
                    const struct copy *c,
                    uint32_t item,
                    uint64_t row_bytes,
                    void *memory,
                    uint64_t *sum,
                    struct error *err)
{
    struct fetch_queue_task t = { *c, item, row_bytes, memory, sum };
    bool fits = true;

    if (c->to.bytes == 0 || c->to.times == 0)
        return 0;
    if (!grow(&l->task, sizeof(t), l->tasks, &l->task_room))
        return error_set(err, "out of memory");
    l->task[l->tasks++] = t;
    if (!is_long(c))
        fits = cut_pieces(l, c);
    else
        for (uint64_t i = 0; fits && i < c->to.times; i++)
            fits = cut_piece(l, &t, i);
    return fits ? 0 : error_set(err, "out of memory");
}

/* ---- asking ---- */

struct fetch_queue *fetch_queue_next(struct fetch_queue_list *l)
{
    while (l->next < l->loads && l->load[l->next].state != FETCH_QUEUE_TODO)
        l->next++;
    return l->next < l->loads ? &l->load[l->next] : NULL;
}

void fetch_queue_again(struct fetch_queue_list *l, struct fetch_queue *load)
{
    size_t i = (size_t)(load - l->load);

    load->state = FETCH_QUEUE_TODO;
    if (i < l->next)
        l->next = i;
}

void fetch_queue_want(const struct fetch_queue_list *l,
                      const struct fetch_queue *load,
                      struct byte_ranges *w)
{
    w->count = load->parts;
    for (size_t i = 0; i < load->parts; i++) {
        const struct fetch_queue_part *p = &l->part[load->first + i];
        const struct fetch_queue_task *t = &l->task[p->task];
        uint64_t skip = p->piece > 0 ? p->piece * t->copy.from_step : 0;

        w->piece[i] = (struct byte_ranges_piece){
            .item = t->item,
            .offset = t->copy.from_offset + skip + p->at,
            .bytes = p->bytes,
            .times = p->count,
            .step = p->count > 1 ? t->copy.from_step : 0,
        };
    }
}

/* ---- arriving ---- */

uint64_t fetch_queue_left(const struct fetch_queue *load,
                          const struct fetch_queue_place *place)
{
    return load->bytes - place->done;
}

char *fetch_queue_where(const struct fetch_queue_list *l,
                        const struct fetch_queue *load,
                        const struct fetch_queue_place *place,
                        uint64_t *together)
{
    const struct fetch_queue_part *p = &l->part[load->first + place->part];
    const struct fetch_queue_task *t = &l->task[p->task];
    uint64_t piece = p->piece + place->piece;
    uint64_t skip = piece > 0 ? piece * t->copy.to.step : 0;

    *together = p->bytes - place->at;
    return t->memory + t->copy.to.offset + skip + p->at + place->at;
}

static uint64_t digest_of(const struct fetch_queue_task *t,
                          const struct fetch_queue_part *p)
{
    struct stride run = t->copy.to;

    if (!t->copy.owned)
        return 0;
    if (is_long(&t->copy)) {
        uint64_t skip = p->piece > 0 ? p->piece * run.step : 0;

        return digest_bytes(t->memory + run.offset + skip + p->at, p->bytes,
                            t->row_bytes, first_row(&t->copy, p->piece),
                            p->at);
    }
    run.first = first_row(&t->copy, p->piece);
    run.offset += p->piece * run.step;
    run.times = p->count;
    return digest_run(t->memory, &run, t->row_bytes);
}

static void advance(struct fetch_queue_list *l,
                    const struct fetch_queue *load,
                    struct fetch_queue_place *place,
                    uint64_t bytes)
{
    struct fetch_queue_part *p = &l->part[load->first + place->part];

    place->done += bytes;
    place->at += bytes;
    if (place->at < p->bytes)
        return;
    place->at = 0;
    if (++place->piece < p->count)
        return;
    p->sum = digest_of(&l->task[p->task], p);
    place->piece = 0;
    place->part++;
}

bool fetch_queue_put(struct fetch_queue_list *l,
                     const struct fetch_queue *load,
                     struct fetch_queue_place *place,
                     const void *bytes,
                     uint64_t count)
{
    const char *from = bytes;

    if (count > fetch_queue_left(load, place))
        return false;
    while (count > 0) {
        uint64_t n;
        char *to = fetch_queue_where(l, load, place, &n);

        if (n > count)
            n = count;
        if (from) {
            memcpy(to, from, n);
            from += n;
        }
        advance(l, load, place, n);
        count -= n;
    }
    return true;
}

void fetch_queue_finish(struct fetch_queue_list *l, struct fetch_queue *load)
{
    for (size_t i = 0; i < load->parts; i++) {
        const struct fetch_queue_part *p = &l->part[load->first + i];

        *l->task[p->task].sum += p->sum;
    }
    load->state = FETCH_QUEUE_DONE;
    l->done++;
}
