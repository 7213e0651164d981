/* Tests of policy/figures.c and policy/profile.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "policy/figures.h"
#include "policy/policy.h"
#include "tests/tap.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static char path[] = "/tmp/figures-XXXXXX";

/* Write the profile that is used, with 'body' as its function 'derive'. */
static void write_profile(const char *body)
{
    static int version;
    FILE *file = fopen(path, "w");

    fprintf(file,
            "local count = 0 -- version %d\n"
            "return { kind = 'profile', derive = function(self, options)\n"
            "%s end }\n",
            version++, body);
    fclose(file);
}

/* Two hosts of four cores, with a rank on the first. */
static struct policy_job *make_job(double load)
{
    struct policy_job *job = policy_job_create(1, 2);

    for (int h = 0; h < 2; h++) {
        snprintf(job->hosts[h].name, sizeof(job->hosts[h].name), "h%d", h + 1);
        job->hosts[h].cores = 4;
        job->hosts[h].load = load;
        job->hosts[h].bandwidth = calloc(2, sizeof(double));
    }
    policy_job_derive(job);
    return job;
}

/* What a policy with this body says of the job. */
static const char *ask(const struct policy_job *job, const char *body)
{
    static struct decision d;
    static struct error err;
    char text[512];
    policy_t *p;

    snprintf(text, sizeof(text), "return { decide = function(job) %s end }",
             body);
    p = module_make("it.lua", text, strlen(text), "", &err);
    if (!p || policy_decide(p, job, &d, &err) < 0) {
        module_destroy(p);
        return err.text;
    }
    module_destroy(p);
    return d.why;
}

static void test_derive(void)
{
    struct policy_job *job = make_job(1);
    struct error err = { "" };
    figures_t *f;

    write_profile("count = count + 1 "
                  "return { free = 5 - #self.here, count = count, "
                  "name = self.name, load = 3, cores = 9 }");
    f = figures_create(path, "", &err);
    ok(f && figures_derive(f, job, &err) == 0,
       "figures are made of all hosts");
    has(err.text, "", "without a fault");
    has(ask(job, "return nil, job.hosts.h1.profile.name .. "
                 "job.hosts.h2.profile.name"),
        "h1h2", "each host has its own");
    has(ask(job, "return nil, job.hosts.h1.free .. ' ' .. job.hosts.h2.free "
                 ".. ' ' .. job.hosts.h1.load"),
        "4.0 5.0 3.0", "what has the name of something measured is it");
    has(ask(job, "return nil, job.hosts.h1.cores .. ' ' .. "
                 "job.hosts.h1.profile.cores .. ' ' .. job.hosts.h1.demand"),
        "4 9 1.0", "and nothing else");
    has(ask(job, "return nil, job.free_cores .. job.idlest_host.name"),
        "9.0h2", "what follows from it does so");
    policy_job_destroy(job);
    job = make_job(1);
    ok(figures_derive(f, job, &err) == 0, "they are made again");
    has(ask(job, "return nil, '' .. job.hosts.h1.profile.count"), "2",
        "and what a profile remembers of a host is of that host");
    write_profile("return { 'another one' }");
    ok(figures_reload(f, &err) == 1 && figures_derive(f, job, &err) == 0,
       "a file that was changed is another profile");
    has(ask(job, "return nil, job.hosts.h1.profile[1]"), "another", "for all");
    policy_job_destroy(job);
    figures_destroy(f);
}

static void test_gone(void)
{
    static const char *const second[] = { "h2", "h3", "h2" };
    struct error err = { "" };
    figures_t *f;

    write_profile("count = count + 1 return { count = count }");
    f = figures_create(path, "", &err);
    for (size_t i = 0; f && i < COUNT(second); i++) {
        struct policy_job *job = make_job(1);

        strcpy(job->hosts[1].name, second[i]);
        ok(figures_derive(f, job, &err) == 0, "%s is there", second[i]);
        if (i == 2)
            has(ask(job, "return nil, job.hosts.h1.profile.count .. ' ' .. "
                         "job.hosts.h2.profile.count"),
                "3 1", "a host that was gone is not remembered");
        policy_job_destroy(job);
    }
    figures_destroy(f);
}

static void test_none(void)
{
    struct policy_job *job = make_job(1);

    has(ask(job,
            "return nil, 'none: ' .. tostring(next(job.hosts.h1.profile))"),
        "none: nil", "without a profile a host's figures are empty");
    policy_job_destroy(job);
}

/* Under a tool that makes all slow, time may be spent before anything else. */
static const char *reason_of(const char *reason)
{
    bool spent = strstr(reason, "spent") && tap_is_slow();

    return spent ? " spent" : reason;
}

static void test_faults(void)
{
    static const struct {
        const char *body;
        const char *reason;
    } cases[] = {
        { "return 1", "derive returns a number instead of a table" },
        { "", "derive returns a nil" },
        { "return { free = 'much' }",
          "derive: 'free' is a string, not a number; it would take the place "
          "of job.hosts[name].free" },
        { "return { f = pairs }", "a function cannot be sent" },
        { "local t = {} t.t = t return t", "deeper than 8" },
        { "local t = {} for i = 1, 1000 do t[i] = i end return t",
          "more than 4096 bytes" },
        { "while true do end", "budget of instructions is spent" },
        { "local t = {} while true do t = { t } end", "spent" },
        { "local function f() return 1 + f() end return { f() }",
          "memory are spent" },
        { "pcall(function() while true do end end) return {}", "spent" },
        { "return self.hots", "self has no field 'hots'" },
        { "error({})", "" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct policy_job *job = make_job(1);
        struct error err = { "" };
        figures_t *f;

        write_profile(cases[i].body);
        f = figures_create(path, "", &err);
        ok(f && figures_derive(f, job, &err) < 0, "a fault: %.60s",
           cases[i].body);
        has(err.text, reason_of(cases[i].reason), "and the reason is told");
        ok(!job->hosts[0].profile && job->hosts[0].free > 1.9,
           "the job stays as it was");
        ok(figures_derive(f, job, &err) < 0 && figures_derive(f, job, &err) < 0
               && figures_off(f) && figures_derive(f, job, &err) == 0
               && !job->hosts[0].profile,
           "after three it is not asked any more");
        figures_destroy(f);
        policy_job_destroy(job);
    }
}

static void test_one_fails(void)
{
    struct policy_job *job = make_job(1);
    struct error err = { "" };
    figures_t *f;

    write_profile("if self.name == 'h2' then error('no idea') end return {}");
    f = figures_create(path, "", &err);
    ok(figures_derive(f, job, &err) < 0 && !job->hosts[0].profile
           && !job->hosts[1].profile,
       "when it fails on one host none has figures");
    has(err.text, "no idea", "and the reason is told");
    figures_destroy(f);
    policy_job_destroy(job);
}

static void test_wrong(void)
{
    struct error err = { "" };

    ok(!figures_create("/nowhere.lua", "", &err), "a file must be there");
    has(err.text, "/nowhere.lua", "which is told");
    ok(!figures_create(path, "x=1", &err), "options must be its own");
    has(err.text, "no option \"x\"", "which is told");
    figures_destroy(NULL);
}

/* The shipped one. */
static void test_smooth(void)
{
    const char *top = getenv("top_srcdir");
    struct error err = { "" };
    char smooth[POLICY_PATH];
    double seen[3];
    figures_t *f;

    snprintf(smooth, sizeof(smooth), "%s/lua/profile/smooth.lua",
             top ? top : ".");
    f = figures_create(smooth, "memory=0.5", &err);
    for (int i = 0; i < 3; i++) {
        struct policy_job *job = make_job(i == 0 ? 0 : 2);

        if (!ok(f && figures_derive(f, job, &err) == 0,
                "smooth makes figures"))
            diag("%s", err.text);
        seen[i] = job->hosts[1].free;
        policy_job_destroy(job);
    }
    if (!ok(seen[0] > 3.9 && seen[1] > 2.9 && seen[1] < 3.1 && seen[2] > 2.4
                && seen[2] < 2.6,
            "a load that comes is believed bit by bit"))
        diag("%g %g %g %s", seen[0], seen[1], seen[2], err.text);
    figures_destroy(f);
}

int main(void)
{
    int fd = mkstemp(path);

    close(fd);
    test_derive();
    test_gone();
    test_none();
    test_faults();
    test_one_fails();
    test_wrong();
    test_smooth();
    unlink(path);
    return tap_done();
}
