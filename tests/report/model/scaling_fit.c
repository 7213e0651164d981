/* Tests of report/model/scaling_fit.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "report/model/scaling_fit.h"
#include "tests/tap.h"

static const double sizes[] = { 2, 4, 8, 16, 3 };

/* The model is found again from its values at some sizes. */
static void test_models(void)
{
    static const struct {
        struct scaling_fit is;
        size_t points;
        const char *text;
    } cases[] = {
        { { 0.5, 8, -1, 0, 0 }, 2, "0.5 + 8 n^-1" },
        { { 0, 8, -1, 0, 0 }, 2, "8 n^-1" },
        { { 3, 0, 0, 0, 0 }, 3, "3" },
        { { 1, 2, 1, 0, 0 }, 4, "1 + 2 n^1" },
        { { 1, 2, 0, 1, 0 }, 4, "1 + 2 log2(n)" },
        { { 0.25, 2, 0, 2, 0 }, 4, "0.25 + 2 log2(n)^2" },
        { { 0, 2, -2, 0, 0 }, 4, "2 n^-2" },
        { { 0, 4, -2, 0, 0 }, 2, "4 n^-2" },
        { { 0, 5, 0, 0, 0 }, 1, "5" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct scaling_fit_point point[4];
        struct scaling_fit found;
        char text[SCALING_FIT_TEXT];
        double wanted = scaling_fit_at(&cases[i].is, 32), came;

        for (size_t k = 0; k < cases[i].points; k++)
            point[k] = (struct scaling_fit_point){
                sizes[k], scaling_fit_at(&cases[i].is, sizes[k])
            };
        found = scaling_fit_find(point, cases[i].points);
        came = scaling_fit_at(&found, 32);
        scaling_fit_tell(&found, text);
        ok(fabs(came - wanted) < 1e-6 * wanted,
           "%s is found again from %zu sizes: %g at 32, and is %g",
           cases[i].text, cases[i].points, came, wanted);
        ok(strcmp(text, cases[i].text) == 0, "and written as %s", text);
    }
}

/* A measurement errs by a few in a hundred. */
static void test_noise(void)
{
    static const double off[] = { 1.03, 0.98, 1.02, 0.97, 0.99 };
    struct scaling_fit is = { 0.1, 4, -1, 0, 0 }, found;
    struct scaling_fit_point point[5];

    for (size_t i = 0; i < 5; i++)
        point[i] = (struct scaling_fit_point){
            sizes[i], off[i] * scaling_fit_at(&is, sizes[i])
        };
    found = scaling_fit_find(point, 5);
    ok(fabs(scaling_fit_at(&found, 12) / scaling_fit_at(&is, 12) - 1) < 0.05,
       "between noisy measurements it errs no more than they do");
    ok(found.constant >= 0 && found.factor >= 0, "and nothing is negative");
}

int main(void)
{
    test_models();
    test_noise();
    return tap_done();
}
