/* link_fit.c - latency and bandwidth that go best with what was measured
 *
 * Least squares of the relative error, over sizes: else the few large messages
 * would decide about the latency of the small ones.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "foresee/platform/link_fit.h"

enum {
    FAST = 20,     /* a twentieth of the samples is faster than what we take */
    MOSTLY = 8192, /* bytes a latency from which the time is theirs */
};

/* Sums of the normal equations. */
struct sums {
    double ll, lb, bb; /* latencies, bytes */
    double lx, bx;     /* with the time, which is 1 in its own unit */
    double largest;    /* bytes a latency */
};

static int order(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_links(const void *a, const void *b)
{
    const struct link_fit_sample *x = a, *y = b;

    if (x->link != y->link)
        return x->link < y->link ? -1 : 1;
    return x->doubt - y->doubt;
}

void link_fit_sort(struct link_fit_sample *sample, size_t count)
{
    qsort(sample, count, sizeof(*sample), compare_links);
}

/* Sizes between two powers of two are about the same. */
static int size_of(const struct link_fit_sample *s)
{
    return s->bytes < 1 ? -1 : ilogb(s->bytes);
}

static bool is_alike(const struct link_fit_sample *x,
                     const struct link_fit_sample *y)
{
    return x->latencies == y->latencies && size_of(x) == size_of(y);
}

static int compare_sizes(const void *a, const void *b)
{
    const struct link_fit_sample *x = a, *y = b;

    if (!is_alike(x, y))
        return x->latencies != y->latencies ? order(x->latencies, y->latencies)
                                            : size_of(x) - size_of(y);
    return order(x->seconds, y->seconds);
}

static void add(struct sums *sums,
                const struct link_fit_sample *s,
                size_t count)
{
    double weight = (double)count, x = fmax(s->seconds, 1e-9);
    double latencies = s->latencies / x, bytes = s->bytes / x;

    if (s->latencies > 0)
        sums->largest = fmax(sums->largest, s->bytes / s->latencies);
    sums->ll += weight * latencies * latencies;
    sums->lb += weight * latencies * bytes;
    sums->bb += weight * bytes * bytes;
    sums->lx += weight * latencies;
    sums->bx += weight * bytes;
}

/* Small messages alone tell nothing of bandwidth. */
static void solve(const struct sums *s, double *latency, double *per_byte)
{
    double det = s->ll * s->bb - s->lb * s->lb;
    bool is_small = s->largest < MOSTLY;

    if (!is_small && det > 1e-9 * s->ll * s->bb) {
        *latency = (s->lx * s->bb - s->bx * s->lb) / det;
        *per_byte = (s->bx * s->ll - s->lx * s->lb) / det;
        if (*latency >= 0 && *per_byte >= 0)
            return;
        is_small = *per_byte < 0;
    }
    *latency = is_small && s->ll > 0 ? s->lx / s->ll : 0;
    *per_byte = !is_small && s->bb > 0 ? s->bx / s->bb : 0;
}

void fit(struct link_fit_sample *sample,
         size_t count,
         double *latency,
         double *per_byte)
{
    struct sums sums = { 0 };

    qsort(sample, count, sizeof(*sample), compare_sizes);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1;
             to < count && is_alike(&sample[from], &sample[to]);)
            to++;
        add(&sums, &sample[from + (to - from) / FAST], to - from);
    }
    solve(&sums, latency, per_byte);
}
