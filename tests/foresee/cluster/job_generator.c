/* Tests of foresee/cluster/job_generator.c and chance.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "foresee/cluster/chance.h"
#include "foresee/cluster/job_generator.h"
#include "tests/tap.h"

static struct applications all;

static struct job_generator feitelson(size_t jobs, uint64_t seed)
{
    return (struct job_generator){
        JOB_GENERATOR_FEITELSON, jobs, 30, 600, 128, seed
    };
}

static struct workload draw(struct job_generator g)
{
    struct workload w = { 0 };
    struct error err = { .text = "" };

    if (job_generator_fill(&w, &g, &all, &err) < 0)
        diag("%s", err.text);
    return w;
}

static void test_chance(void)
{
    struct chance c = { 3 };
    double sum = 0, exponential = 0;
    bool within = true;

    for (int i = 0; i < 10000; i++) {
        double share = chance_share(&c);

        within &= share > 0 && share < 1;
        sum += share;
        exponential += chance_exponential(&c, 5);
        within &= chance_below(&c, 3) < 3;
    }
    ok(within, "shares are between 0 and 1");
    ok(fabs(sum / 10000 - 0.5) < 0.02, "as often below a half as above");
    ok(fabs(exponential / 10000 - 5) < 0.3, "the mean is what was asked for");
}

static void test_feitelson(void)
{
    struct workload w = draw(feitelson(5000, 1));
    size_t powers = 0, ones = 0, large = 0;
    bool in_order = true, sane = true;
    double first_half;

    ok(w.jobs == 5000, "as many jobs are drawn as were asked for");
    for (size_t i = 0; i < w.jobs; i++) {
        const struct workload_job *j = &w.job[i];

        in_order &= i == 0 || j->submit >= w.job[i - 1].submit;
        sane &= j->id == i + 1 && j->seconds > 0 && j->size >= 1
                && j->size <= 128 && j->application == &all.one[0];
        powers += (j->size & (j->size - 1)) == 0;
        ones += j->size == 1;
        large += j->size > 64;
    }
    ok(in_order, "in the order of submission");
    ok(sane, "each has a time and a size that the cluster has");
    ok(powers > 4000, "powers of two are many, %zu", powers);
    ok(ones > large * 5 && large > 10, "small jobs are more than large ones");
    first_half = w.job[w.jobs / 2].submit / w.job[w.jobs - 1].submit;
    ok(first_half > 0.4 && first_half < 0.65,
       "they come evenly, half of them up to %.2f of the time", first_half);
    workload_clear(&w);
}

static bool same(const struct workload *a, const struct workload *b)
{
    for (size_t i = 0; i < a->jobs; i++)
        if (a->job[i].submit != b->job[i].submit
            || a->job[i].seconds != b->job[i].seconds
            || a->job[i].size != b->job[i].size)
            return false;
    return a->jobs == b->jobs;
}

static void test_seed(void)
{
    struct workload a = draw(feitelson(200, 1)), b = draw(feitelson(200, 1));
    struct workload c = draw(feitelson(200, 2));

    ok(same(&a, &b), "the same seed draws the same jobs");
    ok(!same(&a, &c), "another one others");
    workload_clear(&a);
    workload_clear(&b);
    workload_clear(&c);
}

static void test_runs(void)
{
    struct workload w = draw(feitelson(2000, 1));
    size_t again = 0;

    for (size_t i = 1; i < w.jobs; i++)
        for (size_t k = i; k-- > 0 && k + 200 > i;)
            if (w.job[k].seconds == w.job[i].seconds) {
                again +=
                    fabs(w.job[k].submit + w.job[k].seconds - w.job[i].submit)
                    < 1e-6;
                break;
            }
    ok(again > 200, "jobs are run again when they have ended, %zu", again);
    workload_clear(&w);
}

static void test_applications(void)
{
    struct job_generator g = {
        JOB_GENERATOR_APPLICATIONS, 1000, 10, 0, 128, 1
    };
    struct workload w = { 0 };
    struct error err = { .text = "" };
    size_t seconds[2] = { 0 };

    ok(job_generator_fill(&w, &g, &all, &err) < 0,
       "jobs of applications need some");
    has(err.text, "--applications", "and that is told");
    all.count = 2;
    for (size_t i = 0; i < 2; i++) {
        application_init(&all.one[i], 0);
        all.one[i].size = 4 << i;
    }
    all.one[1].weight = 3;
    w = draw(g);
    for (size_t i = 0; i < w.jobs; i++) {
        const struct workload_job *j = &w.job[i];

        seconds[j->application == &all.one[1]]++;
        if (j->size != j->application->size
            || fabs(j->seconds - 1.0 / j->size) > 1e-9)
            diag("job %zu: %d nodes, %g s", i, j->size, j->seconds);
    }
    ok(seconds[0] > 200 && seconds[0] < 300,
       "each application has its share, %zu and %zu", seconds[0], seconds[1]);
    ok(fabs(w.job[999].submit / 999 - 10) < 1, "they come as often as asked");
    workload_clear(&w);
}

int main(void)
{
    all.count = 1;
    application_init(&all.one[0], 0);
    test_chance();
    test_feitelson();
    test_seed();
    test_runs();
    test_applications();
    return tap_done();
}
