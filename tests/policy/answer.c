/* Tests of policy/answer.c, lua_tables.c and decision.c: what a policy may see
 * and decide, and each way to get it wrong
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "job/sizes.h"
#include "policy/synthetic_job.h"
#include "tests/policy/text.h"
#include "tests/tap.h"

struct answer_case {
    const char *policy;
    const char *job;
    const char *text; /* the decision, or the reason why it is refused */
};

static struct decision d;

/* Ask a policy that consists of these lines about a made-up job that can have
 * so many ranks.
 */
static int ask_with(const struct answer_case *c,
                    const struct sizes *sizes,
                    bool even_shares,
                    struct error *err)
{
    struct policy_job *job = synthetic_job(c->job);
    char text[2048];
    policy_t *p;
    int rc;

    if (job) {
        job->sizes = sizes;
        job->even_shares = even_shares;
    }
    snprintf(text, sizeof(text), DECIDE("%s"), c->policy);
    p = text_policy(text, "", err);
    rc = p && job ? policy_decide(p, job, &d, err) : -2;
    module_destroy(p);
    policy_job_destroy(job);
    return rc;
}

static int ask(const struct answer_case *c, struct error *err)
{
    return ask_with(c, NULL, false, err);
}

static void test_decisions(void)
{
    static const struct answer_case cases[] = {
        { "", "balanced", "" },
        { "return nil", "balanced", "" },
        { "return nil, 'too early'", "balanced", "" },
        { "return { resize = 8 }", "balanced", "resize 8" },
        { "return { resize = 8.0, why = 'x', gain = 0.5 }", "balanced",
          "resize 8" },
        { "return { resize = 4 }", "balanced", "" },
        { "return { request = 2 }", "balanced", "request 2" },
        { "return { request = 2, resize = 8 }", "balanced", "resize 8" },
        { "return { request = 2, resize = 4 }", "balanced", "request 2" },
        { "return { split = 0 }", "balanced", "split 0" },
        { "return { split = { rank = 1 } }", "balanced", "split 1 2" },
        { "return { split = { rank = 1, parts = 3 } }", "balanced",
          "split 1 3" },
        { "return { merge = { 3, 1 } }", "balanced", "merge 3 1" },
        { "return { migrate = { rank = 1, to = 'h4' } }", "loaded-there",
          "migrate 1 h4" },
        { "return { migrate = { rank = 1, to = 'h2' } }", "loaded-there", "" },
        { "return { migrate = { { rank = 1, to = 'h4' }, "
          "{ rank = 0, to = 'h3' } } }",
          "loaded-there", "migrate 1 h4 and migrate 0 h3" },
        { "return { migrate = { { rank = 1, to = 'h2' }, "
          "{ rank = 0, to = 'h1' } } }",
          "loaded-there", "" },
        { "return { split = { 0, { rank = 2, parts = 3 } } }", "balanced",
          "split 0 and split 2 3" },
        { "return { split = { rank = 1, to = 'h4' } }", "loaded-there",
          "split 1 2 --to h4" },
        { "return { merge = { { 0, 3 }, { 1, 2 } } }", "balanced",
          "merge 0 3 and merge 1 2" },
        { "return { split = 0, merge = { 2, 3 }, rebalance = { 1, 2, 3, 4 }, "
          "migrate = { rank = 1, to = 'h1' }, why = 'x' }",
          "balanced",
          "migrate 1 h1 and split 0 and merge 2 3 and rebalance 1 2 3 4" },
        { "return { resize = 4, rebalance = { 1, 2, 3, 4 } }", "balanced",
          "resize 4 and rebalance 1 2 3 4" },
        { "return { resize = 2, rebalance = { 1, 2 } }", "balanced",
          "resize 2 and rebalance 1 2" },
        { "return { rebalance = { 1, 2, 3, 4.5 } }", "balanced",
          "rebalance 1 2 3 4.5" },
        { "return { rebalance = { [0] = 1, 2, 3, 4 } }", "balanced",
          "rebalance 1 2 3 4" },
        { "if job.slowest.rank == 1 then return { migrate = { rank = 1, "
          "to = job.idlest_host.name } } end",
          "loaded-there", "migrate 1 h4" },
        { "if job.slowest.time > 1.5 * job.median_time then return "
          "{ resize = 2 } end",
          "loaded-there", "resize 2" },
        { "return { resize = #job.host_names }", "loaded-there", "resize 4" },
        { "return { resize = job.ranks[0].rows // 10 }", "queue",
          "resize 25" },
        { "if job.slowest == nil and job.queue == nil and not "
          "job.ranks[1].time then return { resize = 1 } end",
          "unknown", "resize 1" },
        { "if job.slowest == job.ranks[job.slowest.rank] then return { resize "
          "= 9 } end",
          "balanced", "resize 9" },
        { "return { resize = job.ranks[1].sent[0] // 1000 }", "balanced",
          "resize 8" },
        { "if job.ranks[0].sent[3] == nil then return { resize = 5 } end",
          "balanced", "resize 5" },
        { "local n = 0 for name, h in pairs(job.hosts) do n = n + h.cores end "
          "return { resize = n }",
          "queue", "" },
        { "job.size = 77 job.ranks[0].host = nil return { resize = 5 }",
          "balanced", "resize 5" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error err = { "" };
        int rc = ask(&cases[i], &err);

        const char *text = *cases[i].text ? cases[i].text : "nothing";

        if (!ok(rc == 0 && strcmp(decision_text(&d), text) == 0,
                "%s decides %s", cases[i].policy, text))
            diag("came %d \"%s\" %s", rc, decision_text(&d), err.text);
    }
}

static void test_reasons(void)
{
    struct error err = { "" };

    ask(&(struct answer_case){ "return nil, 'too early'", "balanced", "" },
        &err);
    has(d.why, "too early", "it may say why it decides nothing");
    ask(&(struct answer_case){ "return { resize = 4, why = 'four is best' }",
                               "balanced", "" },
        &err);
    has(d.why, "resize 4 would change nothing; four is best",
        "what is as it should be is told");
    ok(ask(&(struct answer_case){ "return { resize = 65, why = 'more' }",
                                  "balanced", "" },
           &err)
               == 0
           && !d.change,
       "there is no going beyond the limits");
    has(d.why, "resize 65 is beyond the limit of 64 ranks; more",
        "which is told");
    ask(&(struct answer_case){ "return { resize = 5, gain = 0.25 }",
                               "balanced", "" },
        &err);
    ok(d.gain == 0.25, "it may say what it expects");
    ask(&(struct answer_case){ "return { resize = 5, request = 3 }",
                               "balanced", "" },
        &err);
    ok(d.request == 3 && d.change, "and have more hosts asked for");
    ask(&(struct answer_case){ "return nil", "balanced", "" }, &err);
    ok(d.request == 0, "which the next one does not unless it says so");
}

static void test_nearest(void)
{
    static const struct {
        const char *call;
        const char *comes; /* as tostring() writes it */
    } cases[] = {
        { "nil, 5, 1, 9", "5" },
        { "nil, 5.9, 1, 9", "5" },
        { "nil, 0, 1, 9", "1" },
        { "nil, 12, 1, 9.5", "9" },
        { "nil, 5, 7, 6", "nil" },
        { "nil, 5, 5.2, 5.8", "nil" },
        { "nil, 1e300, 1, math.huge", "nil" },
        { "{ 1, 8, 27 }, 5, 1, 99", "8" },
        { "{ 1, 8, 27 }, 4.5, 1, 99", "1" },
        { "{ 27, 8, 1 }, 100, 1, 26", "8" },
        { "{ 1, 8, 27 }, 8, 9, 26", "nil" },
        { "{}, 8, 1, 99", "nil" },
        { "{ 'x', false, 4 }, 8, 1, 99", "4" },
        { "{ 2, 4 }, 3, 1, 9", "2" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error err = { "" };
        char text[200];

        snprintf(text, sizeof(text), "return nil, tostring(nearest(%s))",
                 cases[i].call);
        if (!ok(ask(&(struct answer_case){ text, "balanced", "" }, &err) == 0
                    && strcmp(d.why, cases[i].comes) == 0,
                "nearest(%s) is %s", cases[i].call, cases[i].comes))
            diag("came %s %s", d.why, err.text);
    }
}

static void test_shares(void)
{
    static const struct {
        const char *answer;
        const char *says; /* or "": it is carried out */
    } cases[] = {
        { "return { resize = 8 }", "" },
        { "return { migrate = { rank = 1, to = 'h4' } }", "" },
        { "return { merge = { 0, 1, 2 } }", "" },
        { "return { split = 0 }", "its shares would be uneven" },
        { "return { rebalance = { 1, 2, 3 } }", "would be uneven" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct answer_case c = { cases[i].answer, "loaded-there", "" };
        struct error err = { "" };

        ok(ask_with(&c, NULL, false, &err) == 0 && d.change,
           "%s is a change: %s", c.policy, err.text);
        ok(ask_with(&c, NULL, true, &err) == 0
               && !d.change == (*cases[i].says != '\0'),
           "and with even shares it is %s", *cases[i].says ? "none" : "one");
        has(d.refused.text, cases[i].says, "as is told");
        has(d.why, cases[i].says, "in its words, too");
    }
}

static void test_sizes(void)
{
    static const struct answer_case cases[] = {
        { "return nil, table.concat(job.sizes, ' ')", "balanced",
          "1 2 4 8 16 32 64" },
        { "return { resize = 8, why = 'x' }", "balanced", "x" },
        { "return { resize = 5, why = 'x' }", "balanced",
          "resize 5 is refused: 5 ranks do not go with --sizes powers-of-2: "
          "4 or 8 would; x" },
        { "return { split = 0 }", "balanced",
          "split 0 is refused: 5 ranks do not go" },
        { "return { rebalance = { 1, 2, 3 } }", "unequal", "" },
        { "return { resize = 65 }", "balanced", "is beyond the limit" },
    };
    struct error err = { "" };
    struct sizes s;

    ok(sizes_read(&s, "powers-of-2", "", NULL) == 0, "some can be had");
    for (size_t i = 0; i < COUNT(cases); i++) {
        ok(ask_with(&cases[i], &s, false, &err) == 0, "of these %s is right",
           cases[i].policy);
        has(d.why, cases[i].text, "and what becomes of it");
        ok(!*d.refused.text == !strstr(d.why, "refused"),
           "which is told where it is refused");
    }
    ok(ask(&(struct answer_case){ "return nil, tostring(job.sizes)",
                                  "balanced", "" },
           &err)
               == 0
           && strcmp(d.why, "nil") == 0,
       "where all can be had there is no list");
    ok(sizes_read(&s, "", "{1000000/n}", NULL) == 0
           && ask_with(
                  &(struct answer_case){
                      "return nil, job.sizes[1] .. ' ' .. #job.sizes",
                      "balanced", "" },
                  &s, false, &err)
                  == 0,
       "those that arguments allow are listed");
    has(d.why, "1 13", "within the limits");
}

static void test_faults(void)
{
    static const struct answer_case cases[] = {
        { "return 1", "balanced", "the decision is 1, not a table or nil" },
        { "return 'x'", "balanced", "the decision is the text 'x', not" },
        { "return false", "balanced", "the decision is false, not" },
        { "return function() end", "balanced", "is a function, not a table" },
        { "return {}", "balanced", "says nothing to do" },
        { "return { why = 'x' }", "balanced", "says nothing to do" },
        { "return { 1 }", "balanced", "a decision has no field 1" },
        { "return { resise = 4 }", "balanced",
          "no field 'resise'; did you mean 'resize'?" },
        { "return { resize = '4' }", "balanced",
          "resize is the text '4', not a number of ranks" },
        { "return { resize = 1.5 }", "balanced", "resize is 1.5, not" },
        { "return { resize = 0 }", "balanced", "resize is 0, not" },
        { "return { resize = -1 }", "balanced", "resize is -1, not" },
        { "return { resize = 1e300 }", "balanced", "resize is 1e+300, not" },
        { "return { resize = 0/0 }", "balanced", "nan, not a number of" },
        { "return { resize = {} }", "balanced", "resize is a table, not" },
        { "return { resize = true }", "balanced", "resize is true, not" },
        { "return { split = 4 }", "balanced",
          "split: there is no rank 4, the last one is 3" },
        { "return { split = '0' }", "balanced", "split is the text '0'" },
        { "return { split = {} }", "balanced", "split.rank is a nil, not" },
        { "return { split = { rank = 0, parts = 1 } }", "balanced",
          "split.parts is 1, not a number of parts" },
        { "return { split = { rank = 0, to = 'h9' } }", "balanced",
          "split.to: there is no host 'h9'" },
        { "return { split = { { rank = 0, to = 4 } } }", "balanced",
          "split[1].to is 4, not the name of a host" },
        { "return { split = { rank = 0, to = 'h2' } }", "leaving",
          "split: host 'h2' is to be left" },
        { "return { split = { rank = 0, part = 2 } }", "balanced",
          "split has no field 'part'; did you mean 'parts'?" },
        { "return { merge = 1 }", "balanced", "merge is 1, not a list" },
        { "return { merge = {} }", "balanced", "merge has 0 ranks" },
        { "return { merge = { 1 } }", "balanced", "merge has 1 ranks" },
        { "return { merge = { 1, 1 } }", "balanced", "all different" },
        { "return { merge = { 1, 9 } }", "balanced",
          "merge[2]: there is no rank 9" },
        { "return { merge = { a = 1, b = 2 } }", "balanced",
          "merge[1] is a nil, not the number of a rank" },
        { "return { merge = { 1, 'x' } }", "balanced",
          "merge[2] is the text" },
        { "return { migrate = 1 }", "balanced", "migrate is 1, not a table" },
        { "return { migrate = { rank = 0 } }", "balanced",
          "migrate.to is a nil, not the name of a host" },
        { "return { migrate = { rank = 0, to = 1 } }", "balanced",
          "migrate.to is 1, not" },
        { "return { migrate = { rank = 0, to = 'h9' } }", "balanced",
          "migrate.to: there is no host 'h9'" },
        { "return { migrate = { rank = 0, to = 'h2' } }", "leaving",
          "host 'h2' is to be left" },
        { "return { migrate = { rank = {}, to = 'h1' } }", "balanced",
          "migrate.rank is a table" },
        { "return { rebalance = 1 }", "balanced", "rebalance is 1, not" },
        { "return { rebalance = { 1, 2 } }", "balanced",
          "2 weights are given for 4 ranks" },
        { "return { rebalance = {} }", "balanced", "has no weights" },
        { "return { rebalance = { 1, 2, 3, 0 } }", "balanced",
          "rebalance[4] is 0, not a weight" },
        { "return { rebalance = { 1, 2, 3, a = 4 } }", "balanced",
          "rebalance[4] is a nil, not" },
        { "return { rebalance = { 1, 2, 3, 1/0 } }", "balanced",
          "rebalance[4] is inf, not" },
        { "return { resize = 8, why = 1 }", "balanced",
          "why is 1, not a text" },
        { "return { resize = 8, gain = 1 }", "balanced",
          "gain is 1, not a share" },
        { "return { resize = 8, gain = 0/0 }", "balanced", "gain is " },
        { "return { request = 0 }", "balanced",
          "request is 0, not a number of hosts" },
        { "return { request = 'h3' }", "balanced",
          "request is the text 'h3', not a number of hosts" },
        { "return { resize = 8, split = 0 }", "balanced",
          "a resize divides all work anew; it does not go with a split" },
        { "return { merge = { { 0, 1 }, { 1, 2 } } }", "balanced",
          "rank 1 is to be split or merged more than once" },
        { "return { merge = { { 0, 1 }, 2 } }", "balanced",
          "merge[2] is 2, not a list" },
        { "return { merge = { { 0, 1 }, { 2 } } }", "balanced",
          "merge[2] has 1 ranks" },
        { "return { merge = { { 0, 1 }, { 2, 'x' } } }", "balanced",
          "merge[2][2] is the text 'x'" },
        { "return { split = { 0, false } }", "balanced",
          "split[2] is false, not the number of a rank" },
        { "return { split = { 0, { parts = 2 } } }", "balanced",
          "split[2].rank is a nil" },
        { "return { split = { 0, x = 1 } }", "balanced", "split[2] is a nil" },
        { "return { migrate = { { rank = 0, to = 'h1' }, 7 } }", "balanced",
          "migrate[2] is 7, not a table" },
        { "return { migrate = { { rank = 0, to = 'h1' }, { rank = 1 } } }",
          "balanced", "migrate[2].to is a nil" },
        { "return { migrate = { { rank = 0, to = 'h1' }, "
          "{ rank = 0, to = 'h2' } } }",
          "loaded-there", "rank 0 is to be migrated more than once" },
        { "return { merge = { 0, 1 }, migrate = { { rank = 0, to = 'h1' }, "
          "{ rank = 1, to = 'h2' } } }",
          "loaded-there", "ranks 0 and 1 become one, which cannot be on" },
        { "return nil, {}", "balanced", "why is a table, not a text" },
        { "return { resize = job.sise }", "balanced",
          "job has no field 'sise'; did you mean 'size'?" },
        { "return { resize = job.ranks[0].cores }", "balanced",
          "job.ranks[r] has no field 'cores'" },
        { "return { resize = job.hosts.h1.speeed }", "balanced",
          "did you mean 'speed'?" },
        { "return { resize = job.limits.maximum }", "balanced",
          "job.limits has no field" },
        { "return { resize = job[1] }", "balanced", "job has no field '1'" },
        { "return { resize = job.queue.idle_nodes }", "balanced",
          "attempt to index a nil value (field 'queue')" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error err = { "" };
        int rc = ask(&cases[i], &err);

        if (!ok(rc == -1 && !d.change, "%s is refused", cases[i].policy))
            diag("came %d \"%s\"", rc, decision_text(&d));
        has(err.text, cases[i].text, "and the fault is told");
    }
}

/* Every kind of value in every field: what is not right is refused, with a
 * reason.
 */
static void test_all_types(void)
{
    static const struct {
        const char *decision;
        const char *right; /* values, with spaces around */
    } fields[] = {
        { "{ resize = %s }", " 1 8.0 " },
        { "{ split = %s }", " 0 1 " },
        { "{ split = { rank = %s } }", " 0 1 " },
        { "{ split = { rank = 0, parts = %s } }", " nil 8.0 " },
        { "{ split = { rank = 0, to = %s } }", " nil 'h1' " },
        { "{ split = { 0, %s } }", " nil 1 " },
        { "{ merge = %s }", "" },
        { "{ merge = { 0, %s } }", " 1 " },
        { "{ merge = { { 2, 3 }, %s } }", " nil " },
        { "{ migrate = %s }", "" },
        { "{ migrate = { rank = %s, to = 'h1' } }", " 0 1 " },
        { "{ migrate = { rank = 0, to = %s } }", " 'h1' " },
        { "{ migrate = { { rank = 2, to = 'h1' }, %s } }", " nil " },
        { "{ rebalance = %s }", "" },
        { "{ rebalance = { 1, 1, 1, %s } }", " 1 8.0 1.5 1e-300 " },
        { "{ resize = 8, why = %s }", " nil 'h1' '1' '' " },
        { "{ resize = 8, gain = %s }", " nil -1 0 1e-300 -1e5 " },
        { "nil, %s", " nil 'h1' '1' '' " },
        { "%s", " nil " },
    };
    static const char *const values[] = {
        "nil",        "true",   "false",
        "-1",         "0",      "1",
        "8.0",        "1.5",    "1e300",
        "1e-300",     "-1e5",   "0/0",
        "1/0",        "-1/0",   "math.mininteger",
        "''",         "'h1'",   "'1'",
        "{}",         "{ {} }", "{ { {} } }",
        "{ a = {} }", "type",   "function() end",
        "pcall",      "job",    "job.ranks",
        "job.hosts",
    };
    int wrong = 0;

    for (size_t f = 0; f < COUNT(fields); f++)
        for (size_t v = 0; v < COUNT(values); v++) {
            char value[64], body[256], decision[200];
            struct answer_case c = { body, "balanced", "" };
            struct error err = { "" };
            int rc;

            snprintf(value, sizeof(value), " %s ", values[v]);
            snprintf(decision, sizeof(decision), fields[f].decision,
                     values[v]);
            snprintf(body, sizeof(body), "return %s", decision);
            rc = ask(&c, &err);
            if (rc == 0 ? strstr(fields[f].right, value) == NULL
                        : rc != -1 || d.change || !*err.text)
                wrong += ok(false, "%s: came %d \"%s\" %s", body, rc,
                            decision_text(&d), err.text)
                         + 1;
        }
    ok(wrong == 0,
       "%zu values in %zu fields are refused unless they are right",
       COUNT(values), COUNT(fields));
}

static void test_limits(void)
{
    static const struct {
        const char *text;
        int min, max, preferred;
        const char *reason;
    } cases[] = {
        { "2-16", 2, 16, 0, "" },
        { "1-8,4", 1, 8, 4, "" },
        { "3-3", 3, 3, 0, "" },
        { "", 7, 7, 7, "is not LEAST-MOST" },
        { "4", 7, 7, 7, "is not LEAST-MOST" },
        { "4-2", 7, 7, 7, "4 is more than 2" },
        { "0-2", 7, 7, 7, "is not LEAST-MOST" },
        { "1-2,", 7, 7, 7, "is not LEAST-MOST" },
        { "1-2x", 7, 7, 7, "is not LEAST-MOST" },
        { "1-2,3", 7, 7, 7, "3 is not between 1 and 2" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct policy_limits l = { 7, 7, 7 };
        struct error err = { "" };

        policy_limits_read(&l, cases[i].text, &err);
        ok(l.min == cases[i].min && l.max == cases[i].max
               && l.preferred == cases[i].preferred,
           "the limits \"%s\" are %d, %d, %d", cases[i].text, l.min, l.max,
           l.preferred);
        has(err.text, cases[i].reason, "and what is wrong is told");
    }
}

/* A job of four ranks, which may be too many or too few. */
static void test_towards_limits(void)
{
    static const struct {
        int min, max;
        const char *change;
        bool kept;
    } cases[] = {
        { 1, 2, "resize 3", true },   { 1, 2, "resize 2", true },
        { 1, 2, "resize 5", false },  { 6, 8, "resize 5", true },
        { 6, 8, "resize 3", false },  { 1, 4, "resize 5", false },
        { 4, 8, "merge 0 1", false }, { 1, 2, "merge 0 1", true },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct policy_job *job = synthetic_job("balanced");
        struct decision own = { .change =
                                    change_parse(cases[i].change, NULL) };
        struct error err = { "" };

        job->limits.min = cases[i].min;
        job->limits.max = cases[i].max;
        ok(decision_check(&own, job, &err) == 0
               && (own.change != NULL) == cases[i].kept,
           "with %d to %d ranks, %s is %s", cases[i].min, cases[i].max,
           cases[i].change, cases[i].kept ? "carried out" : "not");
        change_destroy(own.change);
        policy_job_destroy(job);
    }
}

int main(void)
{
    test_limits();
    test_towards_limits();
    test_decisions();
    test_reasons();
    test_nearest();
    test_sizes();
    test_shares();
    test_faults();
    test_all_types();
    return tap_done();
}
