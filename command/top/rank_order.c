/* rank_order.c - sort ranks and hosts as the user wants to see them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "command/top/rank_order.h"

const char *const rank_order_name[] = { "by host", "by number", "by computing",
                                        "by waiting" };

/* What is not known comes last. */
static int compare_shares(double a, double b)
{
    return (a < b) - (a > b);
}

static double computing(double mpi)
{
    return mpi < 0 ? -1 : 1 - mpi;
}

static double waiting(double mpi, double wait)
{
    return mpi < 0 ? -1 : wait;
}

static int compare_numbers(const void *a, const void *b)
{
    const struct live_rank *x = a, *y = b;

    return (x->rank > y->rank) - (x->rank < y->rank);
}

static int compare_computing(const void *a, const void *b)
{
    const struct live_rank *x = a, *y = b;
    int c = compare_shares(computing(x->mpi), computing(y->mpi));

    return c ? c : compare_numbers(a, b);
}

static int compare_waiting(const void *a, const void *b)
{
    const struct live_rank *x = a, *y = b;
    int c = compare_shares(waiting(x->mpi, x->wait), waiting(y->mpi, y->wait));

    return c ? c : compare_numbers(a, b);
}

static bool host_is_before(const struct live_host *a,
                           const struct live_host *b,
                           enum rank_order order)
{
    return order == RANK_ORDER_COMPUTING
               ? computing(a->mpi) > computing(b->mpi)
               : waiting(a->mpi, a->wait) > waiting(b->mpi, b->wait);
}

/* Put one host after the other where it belongs, and have its ranks know it
 * there.  There are few of them beside ranks.
 */
static void order_hosts(struct ordered_look *o,
                        const struct live *l,
                        enum rank_order order)
{
    size_t *place = calloc(l->hosts + 1, sizeof(*place));

    if (!place)
        return;
    for (size_t i = 0; i < l->hosts; i++) {
        size_t at = i;

        for (; at > 0 && host_is_before(&l->host[i], &o->host[at - 1], order);
             at--)
            o->host[at] = o->host[at - 1];
        o->host[at] = l->host[i];
        for (size_t k = 0; k < i; k++)
            place[k] += place[k] >= at;
        place[i] = at;
    }
    for (size_t i = 0; i < l->ranks; i++)
        o->rank[i].host = place[o->rank[i].host];
    free(place);
}

/* Room for as many as there are now. */
static bool has_room(struct ordered_look *o, const struct live *l)
{
    if (l->ranks > o->ranks || !o->rank) {
        free(o->rank);
        o->ranks = 2 * l->ranks + 1;
        o->rank = calloc(o->ranks, sizeof(*o->rank));
    }
    if (l->hosts > o->hosts || !o->host) {
        free(o->host);
        o->hosts = 2 * l->hosts + 1;
        o->host = calloc(o->hosts, sizeof(*o->host));
    }
    return o->rank && o->host;
}

const struct live *rank_order_apply(struct ordered_look *o,
                                    const struct live *l,
                                    enum rank_order order)
{
    if (order == RANK_ORDER_HOST || !has_room(o, l))
        return l;
    memcpy(o->rank, l->rank, l->ranks * sizeof(*o->rank));
    memcpy(o->host, l->host, l->hosts * sizeof(*o->host));
    if (order != RANK_ORDER_NUMBER)
        order_hosts(o, l, order);
    qsort(o->rank, l->ranks, sizeof(*o->rank),
          order == RANK_ORDER_NUMBER      ? compare_numbers
          : order == RANK_ORDER_COMPUTING ? compare_computing
                                          : compare_waiting);
    o->live = *l;
    o->live.rank = o->rank;
    o->live.host = o->host;
    return &o->live;
}

void rank_order_clear(struct ordered_look *o)
{
    free(o->rank);
    free(o->host);
    *o = (struct ordered_look){ 0 };
}
