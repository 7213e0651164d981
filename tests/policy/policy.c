/* Tests of policy/policy.c: what loads and what does not, reload, patience
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "policy/synthetic_job.h"
#include "tests/policy/text.h"
#include "tests/tap.h"

static void test_bad_files(void)
{
    static const struct {
        const char *what;
        const char *policy;
        const char *reason;
    } cases[] = {
        { "half a file", "return {", "near <eof>" },
        { "a line that is wrong", "\n\nlocal x = = 1", ":3: unexpected" },
        { "nothing", "", "it returns nothing; the last thing" },
        { "a number", "return 1", "it returns a number" },
        { "no function", "return {}", "no function 'decide'" },
        { "decide = 1", "return { decide = 1 }",
          ":1: 'decide' is a number, not a function" },
        { "a misspelt field", "return { decied = 1 }",
          "no field 'decied'; did you mean 'decide'?" },
        { "a strange field", "return { [1] = 1 }", "no field '1'" },
        { "every = 0", "return { every = 0 }", "'every' is not a number" },
        { "every = {}", "return { every = {} }", "'every' is not a number" },
        { "every = 0/0", "return { every = 0/0 }", "'every' is not" },
        { "help = 1", "return { help = 1 }", "'help' is a number" },
        { "options = 1", "return { options = 1 }",
          "'options' is a number, not a table" },
        { "an option that is none", "return { options = { 1 } }",
          "not a table of tables" },
        { "an option without type", "return { options = { a = {} } }",
          "none of number, text, boolean" },
        { "an option with a misspelt field",
          "return { options = { a = { typ = 'number' } } }",
          "did you mean 'type'?" },
        { "a default of another type",
          "return { options = { a = { type = 'number', default = 'x' } } }",
          "default is not of its type" },
        { "an option that cannot be given",
          "return { options = { ['a=b'] = { type = 'text' } } }",
          "cannot be the name" },
        { "bytecode", "\033Lua", "attempt to load a binary chunk" },
        { "an error", "error('no idea')", "no idea" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error err = { .text = "" };
        policy_t *p = text_policy(cases[i].policy, "", &err);

        ok(!p, "a file with %s does not load", cases[i].what);
        has(err.text, cases[i].reason, "and the reason is told");
        module_destroy(p);
    }
}

static void test_bad_places(void)
{
    struct error err = { "" };

    ok(!module_load_kind(MODULE_DECIDE, "/no/such/policy.lua", "", &err),
       "no file, no policy");
    has(err.text, "/no/such/policy.lua: No such file", "and it is named");
    ok(!module_load_kind(MODULE_DECIDE, "/tmp", "", &err),
       "a folder is no policy");
    has(err.text, "/tmp: not a file", "and the reason is told");
    ok(!module_load_kind(MODULE_DECIDE, "/dev/zero", "", &err),
       "nor a device");
    ok(!module_load_kind(MODULE_DECIDE, "/no/such/policy.lua", "", NULL),
       "err may be NULL");
    module_destroy(NULL);
    ok(true, "destroying NULL is fine");
}

static void test_declared(void)
{
    static const char text[] =
        "return { every = 0.5, help = 'It waits.', options = {"
        "  limit = { type = 'number', default = 0.25, help = 'How far.' },"
        "  name = { type = 'text', default = 'x' },"
        "  quiet = { type = 'boolean', default = true } },"
        "decide = function(job, o)"
        "  return nil, o.limit * 2 .. o.name .. tostring(o.quiet) end }";
    static const struct {
        const char *given;
        const char *why;
    } cases[] = {
        { "", "0.5xtrue" },
        { "limit=1,quiet=no", "2.0xfalse" },
        { "name=a\\,b=\\\\,limit=-1e0", "-2.0a,b=\\true" },
        { "name=", "0.5true" },
    };
    struct policy_job *job = synthetic_job("balanced");
    struct decision *d = calloc(1, sizeof(*d));

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error err = { "" };
        policy_t *p = text_policy(text, cases[i].given, &err);

        if (!ok(p && policy_decide(p, job, d, &err) == 0
                    && strcmp(d->why, cases[i].why) == 0,
                "with \"%s\" it sees %s", cases[i].given, cases[i].why))
            diag("%s %s", p ? d->why : "", err.text);
        ok(p && module_every(p) == 0.5 && !strcmp(module_help(p), "It waits."),
           "what it says of itself is kept");
        module_destroy(p);
    }
    policy_job_destroy(job);
    decision_clear(d);
    free(d);
}

/* Fields that are options as well, unless the policy has such an option. */
static void test_pause(void)
{
    static const struct {
        const char *head;
        const char *given;
        double since;
        double every;
        const char *why;
    } cases[] = {
        { "", "", 0, 2, "asked" },
        { "", "pause=3,every=0.5", 2.9, 0.5, "too fresh" },
        { "pause = 3,", "", 2.9, 2, "too fresh" },
        { "pause = 3,", "", 3, 2, "asked" },
        { "pause = 3, every = 9,", "pause=0,every=1", 0.1, 1, "asked" },
        { "pause = 3,", "", JOB_UNKNOWN, 2, "asked" },
        { "options = { pause = { type = 'text', default = 'x' } },", "pause=1",
          0.1, 2, "asked 1" },
        { "", "pause=1", 7, 2, "asked 1.0" },
    };
    struct policy_job *job = synthetic_job("balanced");
    struct decision *d = calloc(1, sizeof(*d));

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error err = { "" };
        char text[256];
        policy_t *p;

        snprintf(text, sizeof(text),
                 "return { %s decide = function(job, options) "
                 "return nil, 'asked ' .. tostring(options.pause) end }",
                 cases[i].head);
        p = text_policy(text, cases[i].given, &err);
        job->since_change = cases[i].since;
        if (!ok(p && policy_decide(p, job, d, &err) == 0 && !d->change
                    && strstr(d->why, cases[i].why),
                "%s %s: %g s after a change: %s", cases[i].head,
                cases[i].given, cases[i].since, cases[i].why))
            diag("%s %s", p ? d->why : "", err.text);
        ok(p && module_every(p) <= cases[i].every
               && module_every(p) >= cases[i].every,
           "and asked every %g s", cases[i].every);
        module_destroy(p);
    }
    policy_job_destroy(job);
    decision_clear(d);
    free(d);
}

static void test_wrong_options(void)
{
    static const char text[] = "return { options = { limit = { type = "
                               "'number' }, on = { type = 'boolean', default "
                               "= true } }, decide = function() end }";
    static const struct {
        const char *given;
        const char *reason;
    } cases[] = {
        { "", "its option limit must be given" },
        { "limti=1", "no option \"limti\"; did you mean limit?" },
        { "zebra=1", "no option \"zebra\"" },
        { "limit", "\"limit\" is not KEY=VALUE" },
        { "limit=x", "limit: \"x\" is no number" },
        { "limit=inf", "limit: \"inf\" is no number" },
        { "limit=1,on=maybe", "on: \"maybe\" is neither" },
        { "limit=1,every=0", "option every: 0 is not 0.01 to 86400 seconds" },
        { "limit=1,pause=-1", "option pause: -1 is not 0 to 86400 seconds" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error err = { "" };
        policy_t *p = text_policy(text, cases[i].given, &err);

        ok(!p, "the options \"%s\" are refused", cases[i].given);
        has(err.text, cases[i].reason, "and the reason is told");
        module_destroy(p);
    }
}

static void test_patience(void)
{
    struct policy_job *job = synthetic_job("balanced");
    struct decision *d = calloc(1, sizeof(*d));
    struct error err = { "" };
    policy_t *p = text_policy(DECIDE("if job.iteration ~= 5 then error('no') "
                                     "end return { resize = 2 }"),
                              "", &err);

    d->change = change_parse("split 0", NULL);
    ok(p && policy_decide(p, job, d, &err) < 0 && !d->change,
       "a question fails and decides nothing");
    has(err.text, "stack traceback", "with a traceback");
    has(err.text, ":1: no", "and the line");
    policy_decide(p, job, d, &err);
    job->iteration = 5;
    ok(policy_decide(p, job, d, &err) == 0
           && strcmp(decision_text(d), "resize 2") == 0,
       "the next one is answered");
    job->iteration = 6;
    for (int i = 0; i < POLICY_PATIENCE; i++) {
        ok(!module_off(p), "after %d failures it is still asked", i);
        policy_decide(p, job, d, &err);
    }
    ok(module_off(p), "after %d in a row it is switched off", POLICY_PATIENCE);
    job->iteration = 5;
    ok(policy_decide(p, job, d, &err) < 0, "and asked no more");
    has(err.text, "switched off", "which is told");
    module_destroy(p);
    policy_job_destroy(job);
    decision_clear(d);
    free(d);
}

static void test_reload(void)
{
    char path[] = "/tmp/reload-XXXXXX";
    struct policy_job *job = synthetic_job("balanced");
    struct decision *d = calloc(1, sizeof(*d));
    struct error err = { "" };
    policy_t *p;

    close(mkstemp(path));
    text_write(path, DECIDE("return { resize = 2 }"));
    p = module_load_kind(MODULE_DECIDE, path, "", &err);
    ok(p && module_reload(p, &err) == 0, "a file that is the same is kept");
    text_write(path, DECIDE("return { resize = 12 }"));
    ok(module_reload(p, &err) == 1, "one that changed is loaded");
    ok(policy_decide(p, job, d, &err) == 0
           && strcmp(decision_text(d), "resize 12") == 0,
       "and decides");
    text_write(path, "return { decide = ");
    ok(module_reload(p, &err) == -1, "one that is wrong is not");
    has(err.text, "near <eof>", "and the reason is told");
    ok(module_reload(p, &err) == 0, "once");
    ok(policy_decide(p, job, d, &err) == 0
           && strcmp(decision_text(d), "resize 12") == 0,
       "the old one decides on");
    text_write(path, "return { kind = 'profile', help = 'x',"
                     " derive = function() return {} end }");
    ok(module_reload(p, &err) == -1, "one that is of another kind is not");
    has(err.text, "is a profile now, not a policy", "and the reason is told");
    unlink(path);
    ok(module_reload(p, &err) == 0 && policy_decide(p, job, d, &err) == 0,
       "also when the file is gone");
    module_destroy(p);
    policy_job_destroy(job);
    decision_clear(d);
    free(d);
}

int main(void)
{
    test_bad_files();
    test_bad_places();
    test_declared();
    test_pause();
    test_wrong_options();
    test_patience();
    test_reload();
    return tap_done();
}
