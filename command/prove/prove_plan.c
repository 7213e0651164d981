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

enum {
    UNEVEN_EVERY = 5,   /* so many trials one has uneven shares */
    WEIGHTS_MOST = 1000 /* that fit into a script */
};

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

/* One rank has no shares, so there are more first. */
static int weights(const struct prove_plan *p, const struct prove_options *l)
{
    return p->ranks > 1 ? p->ranks : l->size[0];
}

/* Where sums come out differently with uneven shares is known by a run with
 * another number of ranks, so there are none without.
 */
uint64_t prove_plan_uneven(const struct prove_plan *p,
                           const struct prove_options *l)
{
    return p->uneven && l->sizes > 0 && weights(p, l) <= WEIGHTS_MOST
               ? l->trials / UNEVEN_EVERY
               : 0;
}

uint64_t prove_plan_same(const struct prove_plan *p,
                         const struct prove_options *l)
{
    uint64_t even = l->trials - prove_plan_uneven(p, l);

    return l->sizes > 0 ? (even + 1) / 2 : even;
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

static void add_step(char script[PROVE_PLAN_SCRIPT],
                     uint64_t sync,
                     const char *what)
{
    append_text(script, PROVE_PLAN_SCRIPT, "%s%llu %s", *script ? "; " : "",
                (unsigned long long)sync, what);
}

/* Whether there may be one rank more. */
static bool can_split(const struct prove_plan *p,
                      const struct prove_options *l)
{
    for (size_t i = 0; i < l->sizes; i++)
        if (l->size[i] == p->ranks + 1)
            return true;
    return false;
}

/* Every other rank gets twice as much, and one of these is split then.  Where
 * each had a row each still has one.
 */
static void add_uneven(const struct prove_plan *p,
                       const struct prove_options *l,
                       uint64_t at,
                       uint64_t then,
                       char script[PROVE_PLAN_SCRIPT])
{
    char text[PROVE_PLAN_SCRIPT] = "";

    if (p->ranks == 1)
        append_text(text, sizeof(text), "resize %d and ", l->size[0]);
    append_text(text, sizeof(text), "rebalance");
    for (int r = 0; r < weights(p, l); r++)
        append_text(text, sizeof(text), " %d", 1 + r % 2);
    add_step(script, at * l->every, text);
    if (then > at && p->ranks > 1 && can_split(p, l))
        add_step(script, then * l->every, "split 1");
}

void prove_plan_script(const struct prove_plan *p,
                       const struct prove_options *l,
                       uint64_t trial,
                       char script[PROVE_PLAN_SCRIPT])
{
    uint64_t least = least_place(l), most = most_place(p, l);
    uint64_t at = draw(l->seed, 2 * trial, least, most), then = at;
    uint64_t same = prove_plan_same(p, l);
    char text[PROVE_PLAN_SCRIPT];

    script[0] = '\0';
    if (at < most)
        then = draw(l->seed, 2 * trial + 1, at + 1, most);
    if (trial < same) {
        snprintf(text, sizeof(text), "migrate 0 %s", p->host);
        add_step(script, at * l->every, text);
    } else if (trial >= l->trials - prove_plan_uneven(p, l)) {
        add_uneven(p, l, at, then, script);
    } else {
        snprintf(text, sizeof(text), "resize %d",
                 l->size[(trial - same) % l->sizes]);
        add_step(script, at * l->every, text);
        snprintf(text, sizeof(text), "resize %d", p->ranks);
        if (then > at)
            add_step(script, then * l->every, text);
    }
}
