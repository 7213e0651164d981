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
#include "migrate/transfer/fetch_queue.h"

enum { LOAD = 4 * 1024 * 1024 };

struct fetch_queue_task {
    struct fetch_part_task is;
    uint32_t item;
};

void fetch_queue_free(struct fetch_queue_list *l)
{
    free(l->load);
    free(l->part);
    free(l->task);
    memset(l, 0, sizeof(*l));
}

/* ---- cutting ---- */

static bool add_part(void *list, const struct fetch_part *p)
{
    struct fetch_queue_list *l = list;
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

int fetch_queue_add(struct fetch_queue_list *l,
                    const struct fetch_part_task *t,
                    uint32_t item,
                    struct error *err)
{
    const struct copy *c = &t->copy;

    if (c->to.bytes == 0 || c->to.times == 0)
        return 0;
    if (!grow(&l->task, sizeof(*l->task), l->tasks, &l->task_room))
        return error_set(err, "out of memory");
    l->task[l->tasks++] = (struct fetch_queue_task){ *t, item };
    return fetch_part_cut(t, l->tasks - 1, c->to.bytes, add_part, l)
               ? 0
               : error_set(err, "out of memory");
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
        const struct fetch_part *p = &l->part[load->first + i];
        const struct fetch_queue_task *t = &l->task[p->task];
        const struct copy *c = &t->is.copy;

        w->piece[i] = (struct byte_ranges_piece){
            .item = t->item,
            .offset = c->from_offset + p->piece * c->from_step + p->at,
            .bytes = p->bytes,
            .times = p->count,
            .step = p->count > 1 ? c->from_step : 0,
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
    const struct fetch_part *p = &l->part[load->first + place->part];
    const struct fetch_part_task *t = &l->task[p->task].is;
    uint64_t piece = p->piece + place->piece;

    *together = p->bytes - place->at;
    return (char *)t->memory + t->copy.to.offset + piece * t->copy.to.step
           + p->at + place->at;
}

static void advance(struct fetch_queue_list *l,
                    const struct fetch_queue *load,
                    struct fetch_queue_place *place,
                    uint64_t bytes)
{
    struct fetch_part *p = &l->part[load->first + place->part];

    place->done += bytes;
    place->at += bytes;
    if (place->at < p->bytes)
        return;
    place->at = 0;
    if (++place->piece < p->count)
        return;
    p->sum = fetch_part_digest(&l->task[p->task].is, p);
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
        const struct fetch_part *p = &l->part[load->first + i];

        *l->task[p->task].is.sum += p->sum;
    }
    load->state = FETCH_QUEUE_DONE;
    l->done++;
}
