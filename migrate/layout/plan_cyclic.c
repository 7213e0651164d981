/* plan_cyclic.c - rows that are dealt out in turn
 *
 * Block k is with old rank k % n, as its block k / n, and with new rank k % m,
 * as its block k / m.  The blocks that one old rank has for one new rank are
 * lcm(n, m) apart, so one copy of many pieces takes them all; but for the
 * last block, which may be short.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "migrate/layout/plan.h"

static uint64_t greatest_divisor(uint64_t a, uint64_t b)
{
    while (b > 0) {
        uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/* One copy per old rank: of the whole blocks from block 'k' on. */
static struct copy blocks_from(
    uint64_t k, uint64_t whole, uint64_t n, uint64_t m, uint64_t step)
{
    return (struct copy){
        .to = { .first = k,
                .offset = k / m,
                .bytes = 1,
                .times = k < whole ? (whole - 1 - k) / step + 1 : 0,
                .first_step = step,
                .step = step / m },
        .from = (uint32_t)(k % n),
        .owned = true,
        .from_offset = k / n,
        .from_step = step / n,
    };
}

/* From blocks to rows and bytes.  Pieces without gaps, here and there and in
 * the order of rows, are one.
 */
static void scale(struct copy *c, uint64_t block, uint64_t block_bytes)
{
    c->to.first *= block;
    c->to.first_step *= block;
    c->to.offset *= block_bytes;
    c->to.bytes *= block_bytes;
    c->to.step *= block_bytes;
    c->from_offset *= block_bytes;
    c->from_step *= block_bytes;
    if (c->to.step == c->to.bytes && c->from_step == c->to.bytes
        && c->to.first_step == block) {
        c->to.bytes *= c->to.times;
        c->to.times = 1;
    }
}

int plan_cyclic(struct plan *p,
                const struct division *s,
                size_t item,
                size_t rank,
                struct error *err)
{
    const struct item *it = &s->new[rank]->items[item];
    uint64_t n = s->request->old_size;
    uint64_t m = s->request->new_size;
    uint64_t block = it->spread == ITEM_CYCLIC ? 1 : it->block;
    uint64_t bytes = item_row_bytes(it);
    uint64_t total = s->share[item].old_starts[n];
    uint64_t whole = total / block;
    uint64_t step = n / greatest_divisor(n, m) * m;
    struct copy c;

    for (uint64_t k = rank; k < rank + step && k < whole; k += m) {
        c = blocks_from(k, whole, n, m, step);
        scale(&c, block, block * bytes);
        if (plan_push(p, &c, err) < 0)
            return -1;
    }
    if (whole % m != rank || total % block == 0)
        return 0;
    c = blocks_from(whole, whole + 1, n, m, step);
    scale(&c, block, block * bytes);
    c.to.bytes = total % block * bytes;
    return plan_push(p, &c, err);
}
