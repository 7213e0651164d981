/* Tests of lua/policy/, the shipped policies, on made-up jobs
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job/sizes.h"
#include "policy/policy.h"
#include "policy/synthetic_job.h"
#include "tests/tap.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct decision d;

static policy_t *load(const char *name, const char *options)
{
    const char *top = getenv("top_srcdir");
    char path[POLICY_PATH];
    struct error err;
    policy_t *p;

    snprintf(path, sizeof(path), "%s/lua/policy/%s.lua", top ? top : ".",
             name);
    p = module_load_kind(MODULE_DECIDE, path, options, &err);
    if (!p) {
        printf("Bail out! %s\n", err.text);
        exit(EXIT_FAILURE);
    }
    return p;
}

/* Ask and compare; 'why' is what the reason must have in it. */
static void expect(policy_t *p,
                   const struct policy_job *job,
                   const char *text,
                   const char *why,
                   const char *what)
{
    struct error err = { "" };
    int rc = policy_decide(p, job, &d, &err);

    text = *text ? text : "nothing";
    if (!ok(rc == 0 && strcmp(decision_text(&d), text) == 0
                && strstr(d.why, why),
            "%s: %s: %s", module_name(p), what, text))
        diag("came \"%s\": %s %s", decision_text(&d), d.why, err.text);
}

static void test_made_up(void)
{
    static const struct {
        const char *policy;
        const char *options;
        const char *job;
        const char *text;
        const char *why;
    } cases[] = {
        { "threshold", "", "balanced", "", "no other load" },
        { "threshold", "", "loaded-there", "migrate 1 h4", "1.0 cores of h2" },
        { "threshold", "", "loaded-here", "", "no host is idle" },
        { "threshold", "busy=2", "loaded-there", "", "no other load" },
        { "threshold", "", "untried", "", "no other load" },
        { "threshold", "", "unknown", "", "not known yet" },
        { "steal-random", "", "balanced", "", "no host has an idle core" },
        { "steal-random", "", "idle-cores", "", "no other host" },
        { "steal-random", "", "loaded-there", "migrate 1 h4",
          "h4 steals from h2" },
        { "steal-topology", "", "loaded-there", "migrate 1 h4", "fits best" },
        { "steal-topology", "", "untried", "migrate 0 h2", "to h2" },
        { "steal-topology", "", "idle-cores", "", "no host is crowded" },
        { "steal-network", "", "loaded-there", "migrate 1 h4", "h2 is the" },
        { "steal-network", "", "untried", "migrate 0 h2", "h1 is the" },
        { "steal-network", "farthest=1", "loaded-there", "", "near enough" },
        { "granularity", "", "balanced", "", "for each processor" },
        { "granularity", "", "idle-cores", "split 0 2 --to h1",
          "4 processors" },
        { "granularity", "", "crowded", "merge 0 1", "only 2 processors" },
        { "granularity", "", "loaded-here", "merge 0 1", "only 2" },
        { "granularity", "", "loaded-there", "migrate 1 h4", "to spare" },
        { "granularity", "", "untried", "migrate 0 h2", "to spare" },
        { "granularity", "", "leaving", "migrate 1 h3", "to spare" },
        { "gradual", "", "balanced", "", "processors for us: 4" },
        { "gradual", "", "idle-cores", "split 0", "processors: 4, ranks: 2" },
        { "gradual", "small=1", "idle-cores", "resize 4", "processors: 4" },
        { "gradual", "", "untried", "split 0", "processors: 3, ranks: 2" },
        { "gradual", "", "crowded", "resize 2", "processors: 2, ranks: 6" },
        { "rebalance-speed", "", "balanced", "", "differ by 0 % only" },
        { "rebalance-speed", "", "unequal",
          "rebalance 716.667 716.667 358.333", "50 % longer" },
        { "rebalance-speed", "imbalance=0.6", "unequal", "", "50 % only" },
        { "rebalance-speed", "", "unknown", "", "not known yet" },
        { "throughput", "", "queue", "resize 2", "another job can start" },
        { "throughput", "", "idle-cores", "resize 4", "nobody else" },
        { "throughput", "", "untried", "resize 4", "nobody else" },
        { "throughput", "", "balanced", "", "nothing is idle" },
        { "efficiency", "", "balanced", "", "83 %" },
        { "efficiency", "", "inefficient", "resize 3", "30 %" },
        { "efficiency", "aim=0.5", "inefficient", "resize 4", "30 %" },
        { "efficiency", "", "untried", "resize 4", "95 %" },
        { "efficiency", "", "idle-cores", "resize 4", "91 %" },
        { "script", "", "balanced", "", "all changes are done" },
        { "script", "changes=1001 resize 2", "balanced", "", "to come" },
        { "script", "changes=1000 resize 2", "balanced", "resize 2",
          "step 1" },
        { "script", "changes=5 split 0 3;6 resize 2", "balanced", "split 0 3",
          "step 1" },
        { "script", "changes=5 split 0 and merge 1 2 and split 3 3",
          "balanced", "split 0 2 and split 3 3 and merge 1 2", "" },
        { "script", "changes=5 migrate 1 h4 and migrate 0 h3", "loaded-there",
          "migrate 1 h4 and migrate 0 h3", "" },
        { "script", "changes=5 merge 1 2", "balanced", "merge 1 2", "" },
        { "script", "changes=5 migrate 1 h4", "loaded-there", "migrate 1 h4",
          "" },
        { "script", "changes=5 rebalance 1 2 1 2", "balanced",
          "rebalance 1 2 1 2", "" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        policy_t *p = load(cases[i].policy, cases[i].options);
        struct policy_job *job = synthetic_job(cases[i].job);

        expect(p, job, cases[i].text, cases[i].why, cases[i].job);
        policy_job_destroy(job);
        module_destroy(p);
    }
}

/* Numbers of ranks that cannot be had are not asked for. */
static void test_sizes(void)
{
    static const struct {
        const char *policy;
        const char *job;
        const char *sizes;
        const char *text;
        const char *why;
    } cases[] = {
        { "efficiency", "inefficient", "cubes", "resize 1", "30 %" },
        { "efficiency", "inefficient", "powers-of-2", "resize 2", "30 %" },
        { "efficiency", "inefficient", "8", "", "30 %" },
        { "efficiency", "idle-cores", "1-3", "resize 3", "91 %" },
        { "efficiency", "idle-cores", "2,8", "", "91 %" },
        { "gradual", "crowded", "1,3,6", "resize 1", "processors: 2" },
        { "gradual", "idle-cores", "2-4", "split 0", "processors: 4" },
        { "gradual", "idle-cores", "2,4", "resize 4", "processors: 4" },
        { "gradual", "idle-cores", "2,8", "", "processors for us: 4" },
        { "granularity", "idle-cores", "2,4,8", "resize 4", "4 processors" },
        { "granularity", "idle-cores", "2-4", "split 0 2 --to h1", "4" },
        { "granularity", "crowded", "cubes,6", "resize 1", "2 processors" },
        { "granularity", "crowded", "6", "", "6 would change nothing" },
        { "throughput", "idle-cores", "2,3,8", "resize 3", "nobody else" },
        { "throughput", "idle-cores", "2,8", "", "no more ranks can be had" },
        { "throughput", "queue", "4,2", "resize 2", "another job can start" },
        { "throughput", "queue", "4,3", "", "nothing is idle" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        policy_t *p = load(cases[i].policy, "");
        struct policy_job *job = synthetic_job(cases[i].job);
        struct sizes sizes;
        char what[80];

        ok(sizes_read(&sizes, cases[i].sizes, "", NULL) == 0,
           "there may be %s", cases[i].sizes);
        job->sizes = &sizes;
        snprintf(what, sizeof(what), "%s of %s", cases[i].job, cases[i].sizes);
        expect(p, job, cases[i].text, cases[i].why, what);
        policy_job_destroy(job);
        module_destroy(p);
    }
}

/* Where shares have to be even, what makes them uneven is no use. */
static void test_even_shares(void)
{
    static const struct {
        const char *policy;
        const char *job;
        const char *text;
    } cases[] = {
        { "granularity", "idle-cores", "resize 4" },
        { "granularity", "crowded", "resize 2" },
        { "granularity", "loaded-there", "migrate 1 h4" },
        { "gradual", "idle-cores", "resize 4" },
        { "gradual", "untried", "resize 3" },
        { "rebalance-speed", "unequal", "" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        policy_t *p = load(cases[i].policy, "");
        struct policy_job *job = synthetic_job(cases[i].job);

        job->even_shares = true;
        expect(p, job, cases[i].text, "", "shares have to be even");
        policy_job_destroy(job);
        module_destroy(p);
    }
}

/* What nobody has measured comes after what is idle and before what is not. */
static void test_untried(void)
{
    static const char *const names[] = { "threshold", "steal-random",
                                         "steal-topology", "steal-network",
                                         "granularity" };
    static const struct {
        double demand; /* of others on h3 */
        const char *to;
    } cases[] = { { 0, "h3" }, { 1, "h2" } };

    for (size_t i = 0; i < COUNT(names); i++)
        for (size_t k = 0; k < COUNT(cases); k++) {
            policy_t *p = load(names[i], "");
            struct policy_job *job = synthetic_job("untried");
            char text[40];

            job->hosts[0].load = policy_job_load(2, 2, 1);
            job->hosts[2].load = cases[k].demand;
            job->random = 0;
            policy_job_derive(job);
            snprintf(text, sizeof(text), "migrate 0 %s", cases[k].to);
            expect(p, job, text, "",
                   cases[k].demand > 0 ? "h2 is unknown and h3 busy"
                                       : "h2 is unknown and h3 idle");
            policy_job_destroy(job);
            module_destroy(p);
        }
}

/* Of one processor it is said in the singular. */
static void test_one_processor(void)
{
    policy_t *p = load("granularity", "");
    struct policy_job *job = synthetic_job("crowded");

    job->hosts[0].cores = 1;
    policy_job_derive(job);
    expect(p, job, "merge 0 1", "only 1 processor is left",
           "six ranks on a host of one core");
    policy_job_destroy(job);
    module_destroy(p);
}

/* A change is followed by a pause. */
static void test_pauses(void)
{
    static const char *const names[] = { "granularity", "gradual",
                                         "rebalance-speed", "throughput",
                                         "efficiency" };
    static const char *const jobs[] = { "crowded", "crowded", "unequal",
                                        "queue", "inefficient" };

    for (size_t i = 0; i < COUNT(names); i++) {
        policy_t *p = load(names[i], "pause=7");
        struct policy_job *job = synthetic_job(jobs[i]);
        struct error err;

        job->since_change = 6.9;
        expect(p, job, "", "too fresh", "just after a change");
        job->since_change = 7;
        ok(policy_decide(p, job, &d, &err) == 0 && d.change,
           "and decides when that is over");
        policy_job_destroy(job);
        module_destroy(p);
    }
}

/* Which host is asked follows from the number of the question. */
static void test_random(void)
{
    policy_t *p = load("steal-random", "");
    struct policy_job *job = synthetic_job("loaded-there");

    job->random = 0;
    expect(p, job, "", "h1 has no rank to spare", "h1 is asked");
    job->random = 0.4;
    expect(p, job, "migrate 1 h4", "h2", "h2 is");
    job->random = 0.999999;
    expect(p, job, "", "h3 has", "h3 is");
    policy_job_destroy(job);
    module_destroy(p);
}

/* Ranks 0 and 1 are on a crowded host; 1 talks with 2, which is elsewhere. */
static void test_topology(void)
{
    policy_t *p = load("steal-topology", "");
    struct policy_job *job = synthetic_job("leaving");

    job->hosts[1].state = HOST_MEMBER;
    job->ranks[1].host = job->hosts[0].name;
    job->ranks[0].sent[1] = 1000;
    job->ranks[1].sent[0] = 1000;
    job->ranks[1].sent[2] = 5000;
    job->hosts[1].cores = 1;
    job->hosts[1].load = 1;
    policy_job_derive(job);
    expect(p, job, "migrate 1 h3", "rank 1 fits", "who talks with h3 goes");
    job->ranks[0].sent[2] = 90000;
    expect(p, job, "migrate 0 h3", "rank 0 fits", "who talks most does");
    policy_job_destroy(job);
    module_destroy(p);
}

/* All three of h1, h2, h3 are crowded; h4 takes from the nearest. */
static void test_network(void)
{
    policy_t *p = load("steal-network", "");
    struct policy_job *job = synthetic_job("loaded-there");

    for (int h = 0; h < 3; h++)
        job->hosts[h].load = 1;
    policy_job_derive(job);
    expect(p, job, "migrate 2 h4", "h3 is the nearest", "from next door");
    job->hosts[3].distance[0] = 0.5;
    expect(p, job, "migrate 0 h4", "h1 is the nearest", "wherever that is");
    policy_job_destroy(job);
    module_destroy(p);
}

/* The steps of a script one after another. */
static void test_script(void)
{
    policy_t *p = load("script", "changes=10 resize 2; 20 resize 3");
    struct policy_job *job = synthetic_job("balanced");

    job->iteration = 9;
    expect(p, job, "", "iteration 10", "before the first step");
    job->iteration = 11;
    expect(p, job, "resize 2", "step 1", "at the first step");
    job->changes = 1;
    expect(p, job, "", "iteration 20", "before the second");
    job->iteration = 25;
    expect(p, job, "resize 3", "step 2", "after it");
    job->changes = 2;
    expect(p, job, "", "all changes", "at the end");
    policy_job_destroy(job);
    module_destroy(p);
}

/* DMRlib's Algorithm 2, line by line, with what is idle on offer, as in a
 * simulation; and in 'asks' what is decided otherwise, as in a job that runs.
 */
static const struct throughput_case {
    int size, preferred, max, pending, least, idle;
    const char *text;
    const char *together; /* what it decides with that option */
    const char *asks;     /* NULL: the same */
} throughput_cases[] = {
    { 2, 4, 8, 0, 0, 2, "resize 4", "resize 4", "request 2" },
    { 2, 4, 8, 3, 1, 2, "resize 4", "resize 4", "request 2" },
    { 2, 4, 8, 3, 1, 0, "", "", NULL },
    { 4, 4, 8, 1, 2, 0, "", "", NULL },
    { 4, 4, 8, 1, 2, 1, "resize 5", "", "request 1" },
    { 6, 4, 8, 1, 2, 0, "resize 4", "resize 4", NULL },
    { 6, 4, 8, 1, 3, 0, "", "resize 4", NULL },
    { 6, 4, 8, 1, 3, 1, "resize 4", "resize 4", NULL },
    { 6, 4, 8, 1, 9, 1, "resize 7", "resize 4", "request 1" },
    { 6, 4, 8, 0, 0, 1, "resize 7", "resize 7", "request 1" },
    { 6, 4, 8, 0, 0, 9, "resize 8", "resize 8", "request 2" },
    { 8, 4, 8, 0, 0, 9, "", "", NULL },
    { 6, 4, 8, 1, 1, 2, "", "", NULL },
};

/* Its ranks have a node each, and so would others. */
static struct policy_job *throughput_job(const struct throughput_case *c,
                                         bool offered)
{
    struct policy_job *job =
        policy_job_create(c->size, offered && c->idle > 0 ? 2 : 1);

    job->hosts[0].cores = c->size;
    job->hosts[0].load = 0;
    if (job->host_count > 1) {
        job->hosts[1].cores = c->idle;
        job->hosts[1].load = 0;
        job->hosts[1].state = HOST_JOINED;
        strcpy(job->hosts[1].name, "idle");
    }
    job->limits = (struct policy_limits){ 1, c->max, c->preferred };
    job->queue = (struct policy_queue){ .known = true,
                                        .pending = c->pending,
                                        .least_nodes = c->least,
                                        .idle_nodes = c->idle,
                                        .own_nodes = c->size,
                                        .spare_nodes = c->size - 1 };
    policy_job_derive(job);
    return job;
}

static void test_throughput(void)
{
    policy_t *p = load("throughput", "");
    policy_t *together = load("throughput", "together=true");

    for (size_t i = 0; i < COUNT(throughput_cases); i++) {
        const struct throughput_case *c = &throughput_cases[i];
        struct policy_job *job = throughput_job(c, true);
        char what[64];

        snprintf(what, sizeof(what), "%d ranks, %d jobs wait for %d nodes",
                 c->size, c->pending, c->least);
        expect(p, job, c->text, "", what);
        expect(together, job, c->together, "", what);
        policy_job_destroy(job);
        job = throughput_job(c, false);
        snprintf(what, sizeof(what), "the same with %d nodes idle elsewhere",
                 c->idle);
        expect(p, job, c->asks ? c->asks : c->text, "", what);
        policy_job_destroy(job);
    }
    module_destroy(together);
    module_destroy(p);
}

/* Nodes have several ranks, and not all of them can be given back. */
static void test_throughput_nodes(void)
{
    static const struct {
        int own, spare, pending, least, idle, max;
        const char *text;
        const char *why;
    } cases[] = {
        { 2, 1, 1, 1, 0, 8, "resize 4", "another job can start" },
        { 4, 1, 1, 1, 0, 8, "resize 6", "another job can start" },
        { 4, 1, 1, 2, 0, 8, "", "nothing is idle" },
        { 4, 2, 1, 2, 0, 8, "resize 4", "another job can start" },
        { 2, 1, 0, 0, 3, 16, "request 2", "nobody else" },
        { 2, 1, 0, 0, 1, 16, "request 1", "nobody else" },
        { 2, 1, 0, 0, 3, 9, "request 1", "nobody else" },
        { 2, 1, 0, 0, 3, 8, "", "no more ranks can be had" },
    };
    policy_t *p = load("throughput", "");

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct policy_job *job = throughput_job(
            &(struct throughput_case){ .size = 8, .preferred = 2 }, false);
        char what[80];

        job->limits.max = cases[i].max;
        job->queue = (struct policy_queue){ true,           cases[i].pending,
                                            cases[i].least, cases[i].idle,
                                            cases[i].own,   cases[i].spare };
        snprintf(what, sizeof(what), "8 ranks on %d nodes, %d to spare",
                 cases[i].own, cases[i].spare);
        expect(p, job, cases[i].text, cases[i].why, what);
        policy_job_destroy(job);
    }
    module_destroy(p);
}

int main(void)
{
    test_made_up();
    test_sizes();
    test_even_shares();
    test_untried();
    test_one_processor();
    test_pauses();
    test_random();
    test_topology();
    test_network();
    test_script();
    test_throughput();
    test_throughput_nodes();
    return tap_done();
}
