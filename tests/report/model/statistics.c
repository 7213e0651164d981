/* Tests of report/model/statistics.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "report/model/statistics.h"
#include "tests/tap.h"

static void test_quantile(void)
{
    double x[] = { 5, 1, 4, 2, 3 };

    sort_numbers(x, 5);
    ok(quantile(x, 5, 0) == 1 && quantile(x, 5, 1) == 5, "extremes");
    ok(quantile(x, 5, 0.5) == 3, "the middle");
    ok(quantile(x, 4, 0.5) == 2.5, "the middle of an even number");
    ok(quantile(x, 1, 0.9) == 1, "of one it is that");
    ok(quantile(x, 0, 0.9) == 0, "of none it is nothing");
}

static void test_median_of_some(void)
{
    double x[1024] = { 5, 1, 4, 2, 3 };
    int taken_in = 0;

    ok(median_of_some(x, 5) == 3 && median_of_some(x, 0) == 0,
       "a median needs no order");
    for (int i = 0; i < 1024; i++)
        x[i] = i;
    ok(fabs(median_of_some(x, 1024) - 512) < 30, "of many it is near: %g",
       median_of_some(x, 1024));
    for (int every = 3; every <= 64; every++) {
        for (int i = 0; i < 1024; i++)
            x[i] = i % every == 0 ? 10 : 1;
        if (median_of_some(x, 1024) != 1)
            taken_in = every;
    }
    ok(taken_in == 0, "nothing that comes at each so many is told for all: %d",
       taken_in);
}

static void test_mean_of_most(void)
{
    double x[1000] = { 3 };

    ok(mean_of_most(x, 1) == 3 && mean_of_most(x, 0) == 0,
       "the mean of one number is that, and of none 0");
    x[1] = 5;
    ok(mean_of_most(x, 2) == 4, "of two both count: %g", mean_of_most(x, 2));
    for (int i = 0; i < 1000; i++)
        x[i] = i % 20 == 0 ? 1000 : i % 2 == 0 ? 1 : 3;
    ok(fabs(mean_of_most(x, 1000) - 1950.0 / 950) < 1e-9,
       "of two kinds it lies between them, and what sticks out is left: %g",
       mean_of_most(x, 1000));
}

static void test_trend(void)
{
    double x[1000];

    for (int i = 0; i < 1000; i++)
        x[i] = 1;
    ok(trend_percent(x, 1000) == 0, "what stays has no trend");
    ok(trend_percent(x, 2) == 0, "nor has what is too short");
    for (int i = 0; i < 1000; i++)
        x[i] = 1 + i / 1000.0;
    ok(fabs(trend_percent(x, 1000) - 86) < 2, "what doubles goes up by %g",
       trend_percent(x, 1000));
    for (int i = 0; i < 1000; i += 10)
        x[i] = 1e6;
    ok(fabs(trend_percent(x, 1000) - 86) < 2, "whatever sticks out, %g",
       trend_percent(x, 1000));
    for (int i = 0; i < 20; i++)
        x[i] = 20 - i;
    ok(trend_percent(x, 20) < -85, "what vanishes goes down, %g",
       trend_percent(x, 20));
    for (int i = 0; i < 50; i++)
        x[i] = i < 25 ? 10 - i * 0.35 : 1;
    ok(trend_percent(x, 50) > -100, "but by less than all there is, %g",
       trend_percent(x, 50));
    x[3] = INFINITY;
    ok(isfinite(trend_percent(x, 20)), "and it is always a number");
    ok(number_or_zero(NAN) == 0 && number_or_zero(2) == 2, "as this is");
}

/* Numbers from -1 to 1 that look like chance and are always the same. */
static double noise(unsigned *state)
{
    *state = *state * 1664525 + 1013904223;
    return (*state >> 8) / (double)(1 << 23) - 1;
}

static void test_noise(void)
{
    double x[200];
    unsigned state = 1;
    int found = 0;

    for (int row = 0; row < 100; row++) {
        for (int i = 0; i < 200; i++)
            x[i] = 1 + 0.1 * noise(&state);
        found += trend_percent(x, row % 2 ? 200 : 20) != 0;
    }
    ok(found <= 2, "noise has no trend: in %d of 100 rows", found);
    for (int i = 0; i < 200; i++)
        x[i] = 1 + 0.1 * i / 200 + 0.1 * noise(&state);
    ok(fabs(trend_percent(x, 200) - 9) < 4,
       "what rises below as much noise has one, %g", trend_percent(x, 200));
    for (int i = 0; i < 6; i++)
        x[i] = 10 - i;
    ok(trend_percent(x, 6) == 0, "six in order may be chance");
    x[6] = 8.5;
    ok(trend_percent(x, 7) == 0, "and so may seven that are almost");
    x[6] = 1;
    ok(trend_percent(x, 7) < -50, "seven in order are not, %g",
       trend_percent(x, 7));
}

int main(void)
{
    test_noise();
    test_quantile();
    test_median_of_some();
    test_mean_of_most();
    test_trend();
    return tap_done();
}
