/* application.c - what kind of program a job is: how its time goes with nodes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foresee/cluster/application.h"

void application_init(struct application *a, double serial)
{
    *a = (struct application){
        .seconds = { .constant = serial, .factor = 1 - serial, .power = -1 },
        .kind = JOB_KINDS,
        .bytes = JOB_UNKNOWN,
        .weight = 1,
    };
    snprintf(a->name, sizeof(a->name), "any");
    price_init(&a->price);
}

/* ---- how its time goes ---- */

static int by_ranks(const void *a, const void *b)
{
    const struct scaling_fit_point *x = a, *y = b;

    return (x->ranks > y->ranks) - (x->ranks < y->ranks);
}

void application_fit(struct application *a,
                     const struct scaling_fit_point *point,
                     size_t count)
{
    a->seconds = scaling_fit_find(point, count);
    a->points = count;
    memcpy(a->point, point, count * sizeof(*point));
    qsort(a->point, count, sizeof(*point), by_ranks);
}

/* The model beyond a point, raised to go through it. */
static double beyond(const struct application *a,
                     const struct scaling_fit_point *end,
                     double nodes)
{
    return end->value * scaling_fit_at(&a->seconds, nodes)
           / scaling_fit_at(&a->seconds, end->ranks);
}

/* On a straight line where both scales are logarithmic, as nothing is bent
 * there that goes by a power of the nodes.
 */
static double between(const struct scaling_fit_point *low,
                      const struct scaling_fit_point *high,
                      double nodes)
{
    double share = log(nodes / low->ranks) / log(high->ranks / low->ranks);

    return low->value * pow(high->value / low->value, share);
}

double application_seconds(const struct application *a, int nodes)
{
    const struct scaling_fit_point *p = a->point;
    size_t i = 0;

    if (a->points == 0)
        return scaling_fit_at(&a->seconds, nodes);
    while (i < a->points && p[i].ranks < nodes)
        i++;
    if (i < a->points && p[i].ranks == nodes)
        return p[i].value;
    if (i == 0)
        return beyond(a, &p[0], nodes);
    return i < a->points ? between(&p[i - 1], &p[i], nodes)
                         : beyond(a, &p[i - 1], nodes);
}

/* Whatever the model, its time has no valley between two of its points. */
double application_least_seconds(const struct application *a,
                                 int least,
                                 int most)
{
    double seconds =
        fmin(application_seconds(a, least), application_seconds(a, most));

    for (size_t i = 0; i < a->points; i++)
        if (a->point[i].ranks > least && a->point[i].ranks < most)
            seconds = fmin(seconds, a->point[i].value);
    return seconds;
}

double application_stretch(const struct application *a, int nodes, int size)
{
    return application_seconds(a, nodes) / application_seconds(a, size);
}
