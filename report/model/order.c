/* order.c - the order of a run's tables
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "report/model/order.h"
#include "report/model/run.h"

static int by_time(double a, double b)
{
    return (a < b) - (a > b);
}

static int by_ranks(int from, int to, int other_from, int other_to)
{
    int order = (from > other_from) - (from < other_from);

    return order ? order : (to > other_to) - (to < other_to);
}

int order_calls(const void *a, const void *b)
{
    const struct run_call *x = a, *y = b;
    int order = by_time(x->seconds, y->seconds);

    return order ? order : strcmp(x->name, y->name);
}

int order_sites(const void *a, const void *b)
{
    const struct run_site *x = a, *y = b;
    int order = by_time(x->seconds, y->seconds);

    if (order == 0)
        order = (x->count < y->count) - (x->count > y->count);
    if (order == 0)
        order = strcmp(x->call, y->call);
    return order ? order : strcmp(x->frames[0], y->frames[0]);
}

int order_colls(const void *a, const void *b)
{
    const struct run_coll *x = a, *y = b;
    int order = by_time(x->seconds, y->seconds);

    if (order == 0)
        order = strcmp(x->call, y->call);
    return order ? order : (x->comm > y->comm) - (x->comm < y->comm);
}

int order_loops(const void *a, const void *b)
{
    const struct run_loop *x = a, *y = b;

    return (x->count > y->count) - (x->count < y->count);
}

int order_messages(const void *a, const void *b)
{
    const struct run_message *x = a, *y = b;

    return by_ranks(x->from, x->to, y->from, y->to);
}

int order_onesided(const void *a, const void *b)
{
    const struct run_onesided *x = a, *y = b;

    return by_ranks(x->from, x->to, y->from, y->to);
}
