/* Tests of foresee/cluster/workload.c and job_kind.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "foresee/cluster/workload.h"
#include "tests/tap.h"

static const struct workload_range usual = { 0.25, 0.5, 1 };

static struct workload some(struct application *a, size_t jobs, int size)
{
    struct workload w = { 0 };
    struct error err;

    application_init(a, 0);
    for (size_t i = 0; i < jobs; i++) {
        struct workload_job job = { .id = jobs - i,
                                    .submit = (double)(i / 2 * 2),
                                    .seconds = 1,
                                    .estimate = 1,
                                    .size = size,
                                    .application = a };

        workload_add(&w, &job, &err);
    }
    return w;
}

static void test_kinds(void)
{
    static const struct {
        const char *text;
        double percent[JOB_KINDS];
    } good[] = {
        { "rigid", { 100 } },
        { "flexible", { 0, 0, 0, 100 } },
        { "malleable=50", { 50, 0, 50, 0 } },
        { "malleable=50,moldable=25,flexible=25", { 0, 25, 50, 25 } },
        { "rigid=10,malleable=90", { 10, 0, 90, 0 } },
    };
    static const struct {
        const char *text;
        const char *why;
    } bad[] = {
        { "", "is no kind of job" },
        { "elastic", "\"elastic\" is no kind of job; there are rigid" },
        { "malleable=x", "\"x\" is not from 0 to 100 percent" },
        { "malleable=-1", "is not from 0 to 100" },
        { "malleable=101", "is not from 0 to 100" },
        { "malleable=nan", "is not from 0 to 100" },
        { "malleable=60,moldable=60", "these are 120 percent" },
        { "rigid=10,malleable=60", "these are only 70 percent" },
        { "rigid=10,rigid=90", "rigid is there twice" },
        { "malleable=50,", "is no kind of job" },
    };

    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        struct job_kind_shares s = { { 0 } };
        struct error err = { .text = "" };

        ok(job_kind_shares_read(&s, good[i].text, &err) == 0
               && memcmp(s.percent, good[i].percent, sizeof(s.percent)) == 0,
           "\"%s\" are kinds: %s", good[i].text, err.text);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct job_kind_shares s = { { 1, 2, 3, 4 } };
        struct error err = { .text = "" };

        ok(job_kind_shares_read(&s, bad[i].text, &err) < 0
               && s.percent[3] == 4,
           "\"%s\" are none", bad[i].text);
        has(err.text, bad[i].why, "and the reason is told");
    }
}

static void test_range(void)
{
    static const char *const bad[] = { "",        "1",      "0,1,1",
                                       "0.5,2,1", "2,2,2",  "0.1,0.2,0.5",
                                       "1,1,1,1", "1,1,1x", "nan,1,1" };
    struct workload_range r = { 0, 0, 0 };
    struct error err;

    ok(workload_range_read(&r, "0.125,0.5,2", &err) == 0 && r.least == 0.125
           && r.preferred == 0.5 && r.most == 2,
       "a range is read");
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        ok(workload_range_read(&r, bad[i], &err) < 0 && r.most == 2,
           "\"%s\" is none", bad[i]);
}

static void count(const struct workload *w, size_t of[JOB_KINDS])
{
    memset(of, 0, JOB_KINDS * sizeof(*of));
    for (size_t i = 0; i < w->jobs; i++)
        of[w->job[i].kind]++;
}

static void test_settled(void)
{
    struct job_kind_shares shares = { { 10, 20, 30, 40 } };
    struct application a;
    struct workload w = some(&a, 1000, 8), again = some(&a, 1000, 8);
    struct error err;
    size_t of[JOB_KINDS], same = 0;
    bool sorted = true;

    ok(workload_settle(&w, &shares, &usual, 8, 1, &err) == 0,
       "jobs are settled");
    for (size_t i = 1; i < w.jobs; i++)
        sorted &= w.job[i - 1].submit < w.job[i].submit
                  || (w.job[i - 1].submit == w.job[i].submit
                      && w.job[i - 1].id < w.job[i].id);
    ok(sorted, "they are in the order of submission, and then of their ids");
    count(&w, of);
    ok(of[JOB_RIGID] == 100 && of[JOB_MOLDABLE] == 200
           && of[JOB_MALLEABLE] == 300 && of[JOB_FLEXIBLE] == 400,
       "there are as many of each kind as was asked for");
    workload_settle(&again, &shares, &usual, 8, 1, &err);
    for (size_t i = 0; i < w.jobs; i++)
        same += w.job[i].kind == again.job[i].kind;
    ok(same == w.jobs, "the same seed deals the same kinds");
    workload_settle(&again, &shares, &usual, 8, 2, &err);
    same = 0;
    for (size_t i = 0; i < w.jobs; i++)
        same += w.job[i].kind == again.job[i].kind;
    ok(same < w.jobs, "another one others");
    workload_clear(&w);
    workload_clear(&again);
}

static void test_sizes(void)
{
    static const struct {
        enum job_kind kind;
        int nodes;
        int sizes[3];
    } cases[] = {
        { JOB_RIGID, 16, { 8, 8, 8 } },
        { JOB_MOLDABLE, 16, { 2, 4, 16 } },
        { JOB_MALLEABLE, 16, { 2, 4, 16 } },
        { JOB_FLEXIBLE, 12, { 2, 4, 12 } },
    };
    static const struct workload_range wide = { 0.25, 0.5, 2 };
    struct application a;
    struct error err = { .text = "" };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct workload w = some(&a, 1, 8);
        struct job_kind_shares shares = { { 0 } };
        const struct workload_job *j = w.job;

        shares.percent[cases[i].kind] = 100;
        ok(workload_settle(&w, &shares, &wide, cases[i].nodes, 1, &err) == 0
               && j->least == cases[i].sizes[0]
               && j->preferred == cases[i].sizes[1]
               && j->most == cases[i].sizes[2],
           "sizes of a %s job are %d, %d, %d", job_kind_word[cases[i].kind],
           j->least, j->preferred, j->most);
        workload_clear(&w);
    }
}

static void test_too_large(void)
{
    struct application a;
    struct workload w = some(&a, 1, 8);
    struct job_kind_shares rigid = { { [JOB_RIGID] = 100 } };
    struct job_kind_shares moldable = { { [JOB_MOLDABLE] = 100 } };
    struct error err = { .text = "" };

    ok(workload_settle(&w, &rigid, &usual, 7, 1, &err) < 0,
       "a job that is too large for the cluster is refused");
    has(err.text, "job 1 needs 8 nodes, and there are 7", "by its id");
    ok(workload_settle(&w, &moldable, &usual, 7, 1, &err) == 0
           && w.job[0].most == 7,
       "one that can do with fewer is not");
    workload_clear(&w);
}

int main(void)
{
    test_kinds();
    test_range();
    test_settled();
    test_sizes();
    test_too_large();
    return tap_done();
}
