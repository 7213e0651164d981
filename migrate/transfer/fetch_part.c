/* fetch_part.c - copies of plans, cut into parts that stay in the cache
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "migrate/layout/digest.h"
#include "migrate/transfer/fetch_part.h"

enum { LONG = FETCH_PART_BYTES / 8 }; /* a piece that is not put with others */

bool fetch_part_is_long(const struct copy *c)
{
    return c->to.times == 1 || c->to.bytes >= LONG;
}

static uint64_t first_row(const struct copy *c, uint64_t piece)
{
    return c->to.first == STRIDE_ANYWHERE
               ? STRIDE_ANYWHERE
               : c->to.first + piece * c->to.first_step;
}

bool fetch_part_cut(const struct fetch_part_task *t,
                    size_t number,
                    uint64_t each,
                    bool (*add)(void *list, const struct fetch_part *p),
                    void *list)
{
    const struct stride *to = &t->copy.to;
    bool is_long = fetch_part_is_long(&t->copy);
    struct fetch_part p = { .task = number, .count = 1, .bytes = to->bytes };

    while (p.piece < to->times) {
        uint64_t left = to->times - p.piece, most = FETCH_PART_BYTES / each;

        if (is_long)
            p.bytes = digest_cut(t->row_bytes, first_row(&t->copy, p.piece),
                                 to->bytes - p.at, FETCH_PART_BYTES);
        else
            p.count = left < most ? left : most;
        if (!add(list, &p))
            return false;
        p.at = is_long && p.at + p.bytes < to->bytes ? p.at + p.bytes : 0;
        p.piece += p.at > 0 ? 0 : p.count;
    }
    return true;
}

uint64_t fetch_part_digest(const struct fetch_part_task *t,
                           const struct fetch_part *p)
{
    struct stride run = t->copy.to;

    if (!t->copy.owned)
        return 0;
    run.first = first_row(&t->copy, p->piece);
    run.offset += p->piece * run.step;
    run.times = p->count;
    if (fetch_part_is_long(&t->copy))
        return digest_bytes((char *)t->memory + run.offset + p->at, p->bytes,
                            t->row_bytes, run.first, p->at);
    return digest_run(t->memory, &run, t->row_bytes);
}
