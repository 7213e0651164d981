/* Tests of foresee/platform/link_fit.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "foresee/platform/link_fit.h"
#include "tests/tap.h"

static bool near(double a, double b, double percent)
{
    if (fabs(a - b) <= fabs(b) * percent / 100 + 1e-15)
        return true;
    diag("came %g, expected %g", a, b);
    return false;
}

static void test_fit(void)
{
    static const struct {
        const char *what;
        struct link_fit_sample sample[6];
        size_t count;
        double latency, per_byte;
    } cases[] = {
        { "two sizes",
          { { 0, 0, 1, 0, 2 }, { 0, 0, 1, 1e5, 7 } },
          2,
          2,
          5e-5 },
        { "messages held up",
          { { 0, 0, 1, 0, 2 },
            { 0, 0, 1, 0, 900 },
            { 0, 0, 1, 0, 2 },
            { 0, 0, 1, 1e5, 7 },
            { 0, 0, 1, 1e5, 7 },
            { 0, 0, 1, 1e5, 70 } },
          6,
          2,
          5e-5 },
        { "one small size", { { 0, 0, 1, 8, 2 } }, 1, 2, 0 },
        { "small sizes of which the larger takes longer",
          { { 0, 0, 1, 4, 2 }, { 0, 0, 1, 8, 2.0 } },
          2,
          2,
          0 },
        { "one large size", { { 0, 0, 1, 1e6, 2 } }, 1, 0, 2e-6 },
        { "nothing but messages of nothing", { { 0, 0, 2, 0, 6 } }, 1, 3, 0 },
        { "larger ones that are faster",
          { { 0, 0, 1, 0, 4 }, { 0, 0, 1, 1e5, 4 } },
          2,
          4,
          0 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct link_fit_sample sample[6];
        double latency, per_byte;

        for (int k = 0; k < 6; k++)
            sample[k] = cases[i].sample[k];
        fit(sample, cases[i].count, &latency, &per_byte);
        ok(near(latency, cases[i].latency, 1e-6)
               && near(per_byte, cases[i].per_byte, 1e-6),
           "%s: the latency is %g, a byte takes %g", cases[i].what, latency,
           per_byte);
    }
}

/* Clocks that are a bit off make a message or two too fast to be true. */
static void test_fastest(void)
{
    struct link_fit_sample sample[20];
    double latency, per_byte;

    for (int k = 0; k < 20; k++)
        sample[k] = (struct link_fit_sample){ 0, 0, 1, 0, k == 7 ? 0.1 : 2 };
    fit(sample, 20, &latency, &per_byte);
    ok(near(latency, 2, 1e-6), "the fastest of twenty messages is left out");
}

/* Samples of one link lie together, those of less doubt first. */
static void test_sort(void)
{
    struct link_fit_sample sample[] = {
        { 1, 0, 1, 0, 1 },
        { 0, 2, 1, 0, 2 },
        { 1, 1, 1, 0, 3 },
        { 0, 0, 1, 0, 4 },
    };

    link_fit_sort(sample, 4);
    ok(sample[0].seconds == 4 && sample[1].seconds == 2
           && sample[2].seconds == 1 && sample[3].seconds == 3,
       "samples are sorted by link, and by doubt");
}

int main(void)
{
    test_fit();
    test_fastest();
    test_sort();
    return tap_done();
}
