/* plan_grid.c - boxes of a grid, with halos around them
 *
 * The memory of the new rank is cut along the faces of its own box: into that
 * and up to 26 pieces of halo.  What each has in common with what an old rank
 * is the source of (box.h) is copied.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "migrate/layout/box.h"
#include "migrate/layout/plan.h"

enum { PIECES = 27 };

/* The new rank's memory, cut. */
struct cut {
    struct box memory;
    size_t count;
    struct box pieces[PIECES];
    bool owned[PIECES];
};

static struct cut cut_memory(const struct item *item)
{
    struct cut cut = { .memory = box_memory(item) };
    struct box own = box_owned(item);

    for (int i = 0; i < PIECES; i++) {
        struct box *b = &cut.pieces[cut.count];
        int rest = i;

        for (int d = 0; d < BOX_DIMENSIONS; d++, rest /= 3) {
            int64_t at[] = { cut.memory.low[d], own.low[d], own.high[d],
                             cut.memory.high[d] };

            b->low[d] = at[rest % 3];
            b->high[d] = at[rest % 3 + 1];
        }
        cut.owned[cut.count] = i == PIECES / 2;
        cut.count += !box_empty(b);
    }
    return cut;
}

/* Where nothing lies between the pieces, they are one. */
static void join(struct copy *c, bool whole_rows)
{
    if (c->to.times > 1 && c->to.step == c->to.bytes
        && c->from_step == c->to.bytes && (!c->owned || whole_rows)) {
        c->to.bytes *= c->to.times;
        c->to.times = 1;
    }
}

int plan_push_box(struct plan *p,
                  const struct box *b,
                  bool owned,
                  const struct item *to,
                  const struct item *from,
                  size_t rank,
                  struct error *err)
{
    struct box mine = box_memory(to);
    struct box theirs = box_memory(from);
    uint64_t cell = item_row_bytes(to);
    uint64_t width = (uint64_t)(b->high[2] - b->low[2]);

    for (int64_t z = b->low[0]; z < b->high[0]; z++) {
        int64_t corner[] = { z, b->low[1], b->low[2] };
        struct copy c = {
            .to = { .first = owned ? box_row(to, corner) : 0,
                    .offset = box_place(&mine, corner) * cell,
                    .bytes = width * cell,
                    .times = (uint64_t)(b->high[1] - b->low[1]),
                    .first_step = box_stride(to),
                    .step = (uint64_t)(mine.high[2] - mine.low[2]) * cell },
            .from = (uint32_t)rank,
            .owned = owned,
            .from_offset = box_place(&theirs, corner) * cell,
            .from_step = (uint64_t)(theirs.high[2] - theirs.low[2]) * cell,
        };

        join(&c, width == box_stride(to));
        if (plan_push(p, &c, err) < 0)
            return -1;
    }
    return 0;
}

int plan_grid(struct plan *p,
              const struct division *s,
              size_t item,
              size_t rank,
              struct error *err)
{
    const struct item *to = &s->new[rank]->items[item];
    struct cut cut = cut_memory(to);

    for (size_t r = 0; r < s->request->old_size; r++) {
        const struct item *from = &s->old[r]->items[item];
        struct box source = box_source(from);
        struct box all = box_common(&source, &cut.memory);

        for (size_t i = 0; i < cut.count && !box_empty(&all); i++) {
            struct box common = box_common(&source, &cut.pieces[i]);

            if (!box_empty(&common)
                && plan_push_box(p, &common, cut.owned[i], to, from, r, err)
                       < 0)
                return -1;
        }
    }
    return 0;
}
