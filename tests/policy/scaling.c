/* Tests of policy/scaling.c, and of job.predict() in policy/lua_tables.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "policy/scaling.h"
#include "policy/synthetic_job.h"
#include "report/model/run.h"
#include "tests/policy/text.h"
#include "tests/tap.h"

static bool is_about(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

/* Whether it is so many seconds with so many ranks, and known so. */
static bool is(const struct scaling *s,
               int ranks,
               double wanted,
               const char *how)
{
    struct error err = { .text = "" };
    const char *word = "";
    double seconds = 0;

    if (scaling_predict(s, ranks, &seconds, &word, &err) == 0
        && is_about(seconds, wanted) && strcmp(word, how) == 0)
        return true;
    diag("%.12g seconds, %s; %s", seconds, word, err.text);
    return false;
}

static void test_unknown(void)
{
    struct scaling s = { 0 };
    struct error err = { .text = "" };
    const char *how;
    double seconds;

    ok(scaling_predict(&s, 4, &seconds, &how, &err) < 0,
       "of nothing nothing follows");
    has(err.text, "no iteration was measured", "and it is told why");
    scaling_note(&s, 4, NAN);
    scaling_note(&s, 4, 0);
    ok(s.count == 0, "what is no time is passed over");
    scaling_note(&s, 4, 2);
    ok(is(&s, 4, 2, "measured"), "a size that there is is known");
    ok(scaling_predict(&s, 8, &seconds, &how, &err) < 0,
       "another one is not, from one");
    has(err.text, "with 4 ranks only", "and it is told why");
}

static void test_model(void)
{
    struct scaling s = { 0 };

    scaling_note(&s, 2, 1 + 8. / 2);
    scaling_note(&s, 8, 1 + 8. / 8);
    ok(is(&s, 4, 3, "interpolated"), "a size between two");
    ok(is(&s, 16, 1.5, "extrapolated"), "one above all");
    ok(is(&s, 1, 9, "extrapolated"), "and one below");
    ok(is(&s, 8, 2, "measured"), "the one that there is");
    ok(is(&s, 2, 5, "interpolated"), "and one that was");
    for (int i = 0; i < 50; i++)
        scaling_note(&s, 8, 1);
    ok(is(&s, 8, 1, "measured"), "iterations become shorter");
    scaling_note(&s, 2, 2.5);
    ok(s.size[0].seconds > 2.5 && s.size[0].seconds < 5,
       "the mean of what was noted goes by the last figures");
}

static void test_many(void)
{
    struct scaling s = { 0 };

    for (int n = 1; n <= 2 * SCALING_SIZES; n++)
        scaling_note(&s, n, 64. / n);
    ok(s.count == SCALING_SIZES, "there is an end to sizes");
    ok(is(&s, 2 * SCALING_SIZES, 1, "measured")
           && is(&s, 4 * SCALING_SIZES, 0.5, "extrapolated"),
       "but not to predicting");
}

static void test_learn(void)
{
    struct run_generation generation[] = {
        { .ranks = 2, .samples = 4 },
        { .ranks = 3, .samples = 2 },
        { .ranks = 4, .samples = 3 },
    };
    double seconds[] = { 4, 4, 99, 4, 7, 7, 2, 2, 2 };
    struct run run = { .generations = 3,
                       .generation = generation,
                       .iterations = { .samples = 9, .seconds = seconds } };
    struct scaling s = { 0 };

    scaling_learn(&s, &run, 3);
    ok(s.count == 2, "generations with few samples tell nothing");
    ok(is(&s, 8, 1, "extrapolated"), "the others their median");
    s.ranks = 4;
    s.seconds = 1;
    ok(is(&s, 8, 0.5, "extrapolated"),
       "what is known counts beside what is now");
    s = (struct scaling){ 0 };
    scaling_learn(&s, &run, 1);
    ok(s.count == 1, "only so many are learnt from as are told");
    run.iterations.samples = 3;
    s = (struct scaling){ 0 };
    scaling_learn(&s, &run, 3);
    ok(s.count == 0, "and none that lack samples");
}

/* ---- as policies see it ---- */

static const char *said(policy_t *p, const struct policy_job *job)
{
    static char text[512];
    struct decision made = { 0 };
    struct error err = { .text = "" };

    if (policy_decide(p, job, &made, &err) < 0)
        snprintf(text, sizeof(text), "%s", err.text);
    else
        snprintf(text, sizeof(text), "%s", made.why);
    decision_clear(&made);
    return text;
}

static void test_lua(void)
{
    struct error err = { .text = "" };
    struct policy_job *job = policy_job_create(2, 1);
    policy_t *p = text_policy(
        "local kept\n" DECIDE("local was = kept and kept(4) or 'nothing'\n"
                              "local s, how = job.predict(4)\n"
                              "kept = job.predict\n"
                              "return nil, (s or 'nil') .. ' ' .. how"
                              " .. ', before ' .. was"),
        "", &err);
    policy_t *wrong =
        text_policy(DECIDE("return nil, job.predict(0)"), "", &err);
    policy_t *word =
        text_policy(DECIDE("return nil, job.predict('x')"), "", &err);

    policy_job_derive(job);
    has(said(p, job), "nil no iteration was measured yet, before nothing",
        "a policy is told why it is not known");
    scaling_note(&job->scaling, 8, 2);
    scaling_note(&job->scaling, 2, 8);
    has(said(p, job), "4.0 interpolated", "and a figure where it is");
    policy_job_destroy(job);
    job = policy_job_create(2, 1);
    policy_job_derive(job);
    has(said(p, job), "before 4.0",
        "one that was kept still works when its job is gone");
    has(said(wrong, job), "job.predict(0): not a number of ranks",
        "no ranks are refused");
    has(said(word, job), "number expected", "and what is no number");
    policy_job_destroy(job);
    module_destroy(p);
    module_destroy(wrong);
    module_destroy(word);
}

int main(void)
{
    test_unknown();
    test_model();
    test_many();
    test_learn();
    test_lua();
    return tap_done();
}
