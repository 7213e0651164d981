/* statistics.c - middle, extremes and direction of a row of numbers
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/model/statistics.h"

enum {
    LEAST_FOR_TREND = 7, /* of fewer no order is more than chance */
    MOST_POINTS = 128,   /* a line is fitted to */
    SOME = 64,           /* numbers that stand for all */
};

static const double CHANCE = 3; /* standard deviations that are none */
static const double GOLDEN =
    0.6180339887498949; /* its multiples fill 0 to 1 */

double number_or_zero(double x)
{
    return isfinite(x) ? x : 0;
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

void sort_numbers(double *x, size_t n)
{
    qsort(x, n, sizeof(*x), compare);
}

double quantile(const double *sorted, size_t n, double q)
{
    double at = q * (n > 0 ? n - 1 : 0);
    size_t below = at;

    if (n == 0)
        return 0;
    if (below + 1 >= n)
        return sorted[n - 1];
    return sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]);
}

double median(const double *x, size_t n)
{
    double *sorted = calloc(n + 1, sizeof(*sorted)), middle = 0;

    if (sorted && n > 0) {
        memcpy(sorted, x, n * sizeof(*sorted));
        sort_numbers(sorted, n);
        middle = quantile(sorted, n, 0.5);
    }
    free(sorted);
    return middle;
}

/* Those that stand for all are by no fixed step from each other, as every
 * eighth iteration may be another one than the rest.
 */
static size_t take_some(const double *x, size_t n, double taken[SOME])
{
    size_t some = n < SOME ? n : SOME;

    for (size_t i = 0; i < some; i++)
        taken[i] = x[n < SOME ? i : (size_t)(n * fmod(i * GOLDEN, 1))];
    sort_numbers(taken, some);
    return some;
}

double median_of_some(const double *x, size_t n)
{
    double taken[SOME];
    size_t some = take_some(x, n, taken);

    return quantile(taken, some, 0.5);
}

double mean_of_most(const double *x, size_t n)
{
    double taken[SOME], sum = 0;
    size_t some = take_some(x, n, taken), summed = 0;

    for (size_t i = 0; i < n; i++)
        if (x[i] >= taken[some / 10] && x[i] <= taken[some - 1 - some / 10]) {
            sum += x[i];
            summed++;
        }
    return summed > 0 ? sum / summed : 0;
}

/* Whether more of these slopes rise than fall, or the other way round, than
 * they do in a row of n numbers without order (Mann and Kendall).
 */
static bool is_ordered(const double *slopes, size_t count, size_t n)
{
    double deviation = sqrt(n * (n - 1.0) * (2.0 * n + 5) / 18), sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += (slopes[i] > 0) - (slopes[i] < 0);
    return fabs(sum) > CHANCE * deviation;
}

/* The median of the slopes between all pairs of points (Theil and Sen); 0 if
 * it may be chance.
 */
static double median_slope(const double *y, size_t n, double *slopes)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++)
            slopes[count++] = (y[k] - y[i]) / (k - i);
    if (!is_ordered(slopes, count, n))
        return 0;
    sort_numbers(slopes, count);
    return quantile(slopes, count, 0.5);
}

/* Long rows are cut into pieces, each of which its median stands for. */
static size_t shorten(const double *x, size_t n, double *y, double *scratch)
{
    size_t points = n < MOST_POINTS ? n : MOST_POINTS;

    for (size_t i = 0; i < points; i++) {
        size_t from = i * n / points, to = (i + 1) * n / points;

        for (size_t k = from; k < to; k++)
            scratch[k - from] = x[k];
        sort_numbers(scratch, to - from);
        y[i] = quantile(scratch, to - from, 0.5);
    }
    return points;
}

/* A line may lead out of where values are at all, and below 0. */
static double between(double x, double least, double most)
{
    return x < least ? least : x > most ? most : x;
}

double trend_percent(const double *x, size_t n)
{
    double y[MOST_POINTS], *scratch, slope, middle, first, last;
    size_t points;

    if (n < LEAST_FOR_TREND)
        return 0;
    scratch = malloc((n + MOST_POINTS * MOST_POINTS) * sizeof(*scratch));
    if (!scratch)
        return 0;
    points = shorten(x, n, y, scratch);
    slope = median_slope(y, points, scratch);
    sort_numbers(y, points);
    middle = quantile(y, points, 0.5);
    free(scratch);
    first = between(middle - slope * points * 0.45, y[0], y[points - 1]);
    last = between(middle + slope * points * 0.45, y[0], y[points - 1]);
    return first > 0 ? number_or_zero(100 * (last / first - 1)) : 0;
}
