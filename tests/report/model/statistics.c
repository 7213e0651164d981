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

int main(void)
{
    test_quantile();
    test_trend();
    return tap_done();
}
