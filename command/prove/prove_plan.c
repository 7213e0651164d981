/* prove_plan.c - which changes to try, and where
 *
 * A change that keeps the number of ranks replaces all processes, too: so what
 * is missed then is missed because it was not registered, not because another
 * number of ranks sums up in another order.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "base/append_text.h"
#include "command/prove/prove_plan.h"

static int check_said(const struct prove_options *l,
                      const struct sizes *sizes,
                      struct error *err)
{
    struct error why;

    for (size_t i = 0; i < l->sizes; i++)
        if (sizes_check(sizes, l->size[i], &why) < 0)
            return error_set(err, "%d rank%s to be tried, but %.900s",
                             l->size[i], l->size[i] == 1 ? " is" : "s are",
                             why.text);
    return 0;
}

/* To the number there is already no change leads. */
static void leave_own(struct prove_options *l, int ranks)
{
    size_t kept = 0;

    for (size_t i = 0; i < l->sizes; i++)
        if (l->size[i] != ranks)
            l->size[kept++] = l->size[i];
    l->sizes = kept;
}

int prove_plan_sizes(struct prove_options *l,
                     const struct sizes *sizes,
                     int ranks,
                     struct error *err)
{
    int above, below;

    if (l->sized) {
        if (check_said(l, sizes, err) < 0)
            return -1;
        leave_own(l, ranks);
        return 0;
    }
    above = sizes_above(sizes, ranks);
    below = sizes_below(sizes, ranks);
    l->sizes = 0;
    if (above > 0)
        l->size[l->sizes++] = above;
    if (below > 0)
        l->size[l->sizes++] = below;
    return 0;
}

uint64_t prove_plan_same(const struct prove_options *l)
{
    return l->sizes > 0 ? (l->trials + 1) / 2 : l->trials;
}

/* A number from 'least' to 'most' that follows from 'seed' and 'n'
 * (splitmix64).
 */
static uint64_t draw(uint64_t seed, uint64_t n, uint64_t least, uint64_t most)
{
    uint64_t x = seed + (n + 1) * UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return least + (x ^ x >> 31) % (most - least + 1);
}

/* The first sync is where the state is what start-up made; after the last one
 * nothing is told.  Sums are there every so many syncs only.
 */
static uint64_t least_place(const struct prove_options *l)
{
    return l->every > 1 ? 1 : 2;
}

static uint64_t most_place(const struct prove_plan *p,
                           const struct prove_options *l)
{
    uint64_t most = p->last / l->every;

    return most > least_place(l) + 1 ? most - 1 : least_place(l);
}

void prove_plan_script(const struct prove_plan *p,
                       const struct prove_options *l,
                       uint64_t trial,
                       char script[PROVE_PLAN_SCRIPT])
{
    uint64_t least = least_place(l), most = most_place(p, l);
    uint64_t at = draw(l->seed, 2 * trial, least, most), back;
    uint64_t same = prove_plan_same(l);

    if (trial < same) {
        snprintf(script, PROVE_PLAN_SCRIPT, "%llu migrate 0 %s",
                 (unsigned long long)(at * l->every), p->host);
        return;
    }
    snprintf(script, PROVE_PLAN_SCRIPT, "%llu resize %d",
             (unsigned long long)(at * l->every),
             l->size[(trial - same) % l->sizes]);
    if (at == most)
        return;
    back = draw(l->seed, 2 * trial + 1, at + 1, most);
    append_text(script, PROVE_PLAN_SCRIPT, "; %llu resize %d",
                (unsigned long long)(back * l->every), p->ranks);
}
