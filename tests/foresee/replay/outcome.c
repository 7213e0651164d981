/* Tests of foresee/replay/outcome.c and foresee/forecast.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "foresee/forecast.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

/* Two ranks whose k-th iteration takes k seconds of rank 0, and half of that
 * of rank 1; the calls take 1 s.
 */
static struct recording *growing(int rounds)
{
    struct made_up_run m;

    made_up_begin(&m, 2, true);
    m.took = 1;
    for (int k = 1; k <= rounds; k++)
        for (int i = 0; i < 2; i++) {
            made_up_mark(&m, i);
            made_up_call(&m, i, "MPI_Wtime", NULL, 0);
            made_up_compute(&m, i, k / (i + 1.0));
            made_up_call(&m, i, "MPI_Wtime", NULL, 0);
        }
    return made_up_end(&m);
}

static void test_recorded(void)
{
    struct recording *r = growing(5);
    struct error err = { .text = "" };
    struct outcome o;
    double times;

    ok(outcome_recorded(&o, r, &err) == 0 && o.iterations == 5,
       "what was recorded has its iterations");
    ok(fabs(outcome_median(&o) - (2 + 3 * 0.75)) < 1e-9,
       "their median is of the means of the ranks: %g", outcome_median(&o));
    ok(o.rank[0].computed == 15 && o.rank[1].computed == 7.5,
       "each rank has computed in the loop");
    ok(o.seconds == 25 && outcome_loop(&o) == 25,
       "the run ends with the last");
    ok(outcome_busiest(&o, &times) == 0 && fabs(times - 15 / 11.25) < 1e-9,
       "the busiest rank is known, and how busy it is");
    outcome_destroy(&o);
    recording_destroy(r);
}

static void test_worst(void)
{
    static const struct {
        struct run_efficiency e;
        enum forecast_worst worst;
    } cases[] = {
        { { 0.9, 0.98, 0.95, 0.96, 0.99 }, FORECAST_FINE },
        { { 0.5, 0.6, 0.8, 0.85, 0.94 }, FORECAST_LOAD_BALANCE },
        { { 0.5, 0.94, 0.6, 0.65, 0.93 }, FORECAST_SERIALISATION },
        { { 0.5, 0.94, 0.6, 0.93, 0.65 }, FORECAST_TRANSFER },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        ok(forecast_worst(&cases[i].e) == cases[i].worst,
           "balance %g, serialisation %g, transfer %g: the least is named",
           cases[i].e.load_balance, cases[i].e.serialisation,
           cases[i].e.transfer);
}

/* Where ranks share cores they may compute for less long on an ideal network,
 * and on any they need not be faster.
 */
static void test_factors(void)
{
    struct outcome_rank ran[2] = { { 0, 10, 8, 0, 0, 0 },
                                   { 0, 10, 4, 0, 0, 0 } };
    struct outcome_rank less[2] = { { 0, 6, 5, 0, 0, 0 },
                                    { 0, 6, 4, 0, 0, 0 } };
    struct outcome_rank more[2] = { { 0, 12, 9, 0, 0, 0 },
                                    { 0, 12, 4, 0, 0, 0 } };
    const struct outcome o = { .ranks = 2, .rank = ran };
    const struct outcome ideal[2] = { { .ranks = 2, .rank = less },
                                      { .ranks = 2, .rank = more } };
    const double transfer[2] = { 0.8, 1 };

    for (int i = 0; i < 2; i++) {
        struct outcome_sums s = { 0 };
        struct run_efficiency e;

        outcome_add(&s, &o, &ideal[i]);
        e = outcome_efficiency(&s);
        ok(fabs(e.transfer - transfer[i]) < 1e-9 && e.serialisation < 1 + 1e-9
               && fabs(e.serialisation * e.transfer - 0.8) < 1e-9,
           "no factor is above 1: serialisation %g, transfer %g",
           e.serialisation, e.transfer);
    }
}

/* What a replay of growing() misses of it. */
static void test_off(void)
{
    struct recording *r = growing(5);
    struct platform *p = made_up_platform(2, 0, 1e12);
    struct error err = { .text = "" };
    struct forecast f = { 0 };

    ok(made_up_forecast(&f, r, p, NULL, &err) == 0
           && fabs(forecast_off(&f)) < 1e-9,
       "a replay that takes as long is not off: %s", err.text);
    forecast_destroy(&f);
    p->host[0].speed = 0.5;
    if (made_up_forecast(&f, r, p, "h1,h0", &err) < 0)
        ok(false, "a run is replayed elsewhere: %s", err.text);
    else
        ok(forecast_off(&f) > 0.1, "one that takes longer is off by %g",
           forecast_off(&f));
    f.job.generation[0].outcome.ranks = 1;
    ok(isnan(forecast_off(&f)), "of other ranks this is not known");
    f.job.generation[0].outcome.ranks = 2;
    forecast_destroy(&f);
    platform_destroy(p);
    recording_destroy(r);
}

/* Rank 1 comes 10 s late to a loop of a second that is nearly all messages. */
static void test_late_rank(void)
{
    struct outcome_rank at[] = { { 0, 11, 0.1, 0, 0, 0 },
                                 { 10, 11, 0.1, 0, 0, 0 } };
    struct outcome_rank ideal_at[] = { { 0, 10.2, 0.1, 0, 0, 0 },
                                       { 10, 10.2, 0.1, 0, 0, 0 } };
    struct outcome o = { .ranks = 2, .rank = at };
    struct outcome ideal = { .ranks = 2, .rank = ideal_at };
    struct outcome_sums sums = { 0 };
    struct run_efficiency e;

    ok(fabs(outcome_loop_ratio(&ideal, &o) - 0.2) < 1e-9,
       "who comes late to the loop makes no part of it longer");
    outcome_add(&sums, &o, &ideal);
    e = outcome_efficiency(&sums);
    ok(fabs(e.transfer - 0.2) < 1e-9 && fabs(e.load_balance - 1) < 1e-9
           && fabs(e.serialisation * e.transfer - e.parallel) < 1e-9,
       "so transfer is told (%g), and the factors make up the whole",
       e.transfer);
}

int main(void)
{
    test_recorded();
    test_late_rank();
    test_worst();
    test_factors();
    test_off();
    return tap_done();
}
