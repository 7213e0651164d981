/* Tests of policy/lua/sandbox.c: guests that mean harm
 *
 * Each gets the same answer however it tries, in bounded time, and the policy
 * behind it is good for the next question.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "policy/lua/confine.h"
#include "policy/lua/sandbox.h"
#include "policy/synthetic_job.h"
#include "tests/policy/text.h"
#include "tests/tap.h"

static struct decision d;

static void test_names(void)
{
    static const char *const forbidden[] = {
        "os",
        "io",
        "debug",
        "package",
        "require",
        "load",
        "loadfile",
        "dofile",
        "loadstring",
        "collectgarbage",
        "setmetatable",
        "getmetatable",
        "rawset",
        "rawget",
        "rawequal",
        "rawlen",
        "_G",
        "coroutine",
        "xpcall",
        "print",
        "warn",
        "utf8",
        "math.random",
        "math.randomseed",
        "string.rep",
        "string.find",
        "string.match",
        "string.gmatch",
        "string.gsub",
        "string.dump",
        "string.pack",
        "string.unpack",
        "string.packsize",
        "table.move",
        "('').rep",
        "('').gsub",
    };
    struct policy_job *job = synthetic_job("balanced");

    for (size_t i = 0; i < COUNT(forbidden); i++) {
        char text[256];
        struct error err = { "" };
        policy_t *p;

        snprintf(text, sizeof(text),
                 DECIDE("if %s ~= nil then return { resize = 1 } end"),
                 forbidden[i]);
        p = text_policy(text, "", &err);
        if (!ok(p && policy_decide(p, job, &d, &err) == 0 && !d.change,
                "there is no %s", forbidden[i]))
            diag("%s", err.text);
        module_destroy(p);
    }
    policy_job_destroy(job);
}

/* Of processor time, here and in the processes that questions were asked in.
 */
static double seconds(void)
{
    struct rusage use;
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    getrusage(RUSAGE_CHILDREN, &use);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9
           + (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec)
           + (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6;
}

/* A table whose length is said to be 2^N, with hardly anything in it. */
#define LONG(n) "local t = {} for k = " n ", 0, -1 do t[1 << k] = 1 end "

/* A text of a megabyte of these. */
#define MEGABYTE(of) "local s = '" of "' for i = 1, 20 do s = s .. s end "

static const struct {
    const char *what;
    const char *body;
    const char *reason;
} hostile[] = {
    { "an endless loop", "while true do end",
      ":1: its budget of instructions is spent" },
    { "one below", "\n\nwhile true do end", ":3: its budget of instructions" },
    { "one that catches errors",
      "while true do pcall(function() while true do end end) end",
      "budget of instructions" },
    { "one within a caught error",
      "pcall(error) pcall(pcall, function() repeat until false end) "
      "for i = 1, 1e9 do pcall(error) end",
      "budget of instructions" },
    { "endless recursion", "local function f() return 1 + f() end f()",
      "memory are spent" },
    { "recursion through pcall",
      "local function f() pcall(f) end while true do f() end", "" },
    { "recursion through sort",
      "local function f() table.sort({ 1, 2 }, f) end f()", "" },
    { "a huge table", "\nlocal t = {} for i = 1, 1e7 do t[i] = i end",
      ":2: its 4 MiB of memory are spent" },
    { "huge tables again and again",
      "while true do pcall(function() local t = {} for i = 1, 1e7 do t[i] = {}"
      " end end) end",
      "spent" },
    { "a huge text", "local s = 'x' while true do s = s .. s end",
      ":1: its 4 MiB of memory are spent" },
    { "huge texts again and again",
      "local s = 'x' for i = 1, 19 do s = s .. s end "
      "for i = 1, 1e9 do local t = s .. i end",
      "spent" },
    { "huge texts compared",
      "local s, t = 'x', 'x' for i = 1, 19 do s = s .. s t = t .. t end "
      "s = s .. 'a' t = t .. 'b' local n = 0 "
      "for i = 1, 1e9 do if s < t then n = n + 1 end end",
      "spent" },
    { "a table shifted",
      "local t = {} for i = 1, 1e5 do t[i] = i end "
      "for i = 1, 1e9 do table.insert(t, 1, i) table.remove(t, 1) end",
      "spent" },
    { "a table joined",
      "local t = {} for i = 1, 5e4 do t[i] = 'xxxxxxxx' end "
      "for i = 1, 1e9 do local s = table.concat(t) end",
      "spent" },
    { "remove() from a table of 2^62", LONG("62") "table.remove(t, 1)",
      "budget of instructions" },
    { "insert() into it", LONG("62") "table.insert(t, 1, 1)",
      "budget of instructions" },
    { "insert() where there is nothing", "table.insert({}, -(1 << 62), 1)",
      "budget of instructions" },
    { "concat() of it", LONG("62") "table.concat(t)",
      "budget of instructions" },
    { "concat() of what is not there", "table.concat({}, '', 1, 1 << 62)",
      "budget of instructions" },
    { "unpack() of it", LONG("62") "table.unpack(t)", "too many results" },
    { "sort() of it", LONG("62") "table.sort(t, pcall)", "too big" },
    { "sort() of 2^30 by a function in C", LONG("30") "table.sort(t, pcall)",
      "spent" },
    { "sort() of many by a function in C",
      "local t = {} for i = 1, 120000 do t[i] = i * 7919 % 120007 end "
      "table.sort(t, math.ult)",
      "spent" },
    { "a loop of sort()",
      "local t = {} for i = 1, 1e4 do t[i] = i end "
      "while true do pcall(table.sort, t) end",
      "spent" },
    { "texts of zeros compared",
      MEGABYTE("\\0") "local a, b = s .. 'a', s .. 'b' while a < b do end",
      "spent" },
    { "a long number read", MEGABYTE("1") "while tonumber(s) do end",
      "spent" },
    { "a long number of another base read",
      MEGABYTE("1") "while tonumber(s, 36) do end", "spent" },
    { "huge texts turned round", MEGABYTE("x") "while s:reverse() do end",
      "spent" },
    { "a hole in a table looked for",
      "local t = {} for i = 1, 6e4 do t[i * 1000003] = 1 end "
      "for k in pairs(t) do t[k] = nil end while not next(t) do end",
      "spent" },
    { "memory that is nearly full",
      "local t = {} for i = 1, 44000 do t[i] = {} end "
      "while true do local x = {} x = {} x = {} x = {} end",
      "spent" },
    { "a deep structure",
      "local t = {} for i = 1, 45000 do t = { t } end "
      "while true do local x = {} end",
      "spent" },
    { "numbers divided for long", "while true do math.fmod(1e308, 5e-324) end",
      "spent" },
    { "numbers written at length", "while true do ('%.99f'):format(1e308) end",
      "spent" },
    { "unpack", "return table.unpack({}, 1, 1e8)", "too many results" },
    { "a wide format", "return ('%1000000d'):format(1)", "invalid" },
    { "nothing as error", "error()", "nil" },
    { "a table as error", "error({})", ":1: a table is the error" },
    { "a function as error", "error(error)", "a function is the error" },
    { "an error in an error", "error(setmetatable({}, {}))", "setmetatable" },
    { "an index of nil", "return job.a.b.c", "job has no field 'a'" },
    { "what it was shown, broken",
      "for k in pairs(job) do job[k] = nil end return { resize = job.size }",
      "says nothing to do" },
    { "its own names, broken",
      "math.floor = nil pairs = nil return { resize = math.floor(1) }",
      "attempt to call a nil value" },
};

/* Under a tool that makes all slow, time may be spent before anything else. */
static const char *reason_of(const char *reason)
{
    bool budget = strstr(reason, "instructions") || strstr(reason, "memory");

    return budget && tap_is_slow() ? " spent" : reason;
}

static void test_hostile(void)
{
    struct policy_job *job = synthetic_job("balanced");

    for (size_t i = 0; i < COUNT(hostile); i++) {
        char text[1024];
        struct error err = { "" };
        policy_t *p;
        double since = seconds();
        int rc;

        snprintf(text, sizeof(text),
                 DECIDE("if job.iteration == 5 then return { resize = 9 } end "
                        "%s"),
                 hostile[i].body);
        p = text_policy(text, "", &err);
        rc = p ? policy_decide(p, job, &d, &err) : -2;
        if (!ok((rc == -1 && !d.change) || !*hostile[i].reason,
                "%s decides nothing", hostile[i].what))
            diag("came %d %s %s", rc, decision_text(&d), err.text);
        has(err.text, reason_of(hostile[i].reason), "and the reason is told");
        if (!ok(seconds() - since < 2.0, "soon"))
            diag("after %g s", seconds() - since);
        job->iteration = 5;
        if (!ok(p && policy_decide(p, job, &d, &err) == 0
                    && strcmp(decision_text(&d), "resize 9") == 0,
                "the next question is answered"))
            diag("%s", err.text);
        job->iteration = 1000;
        module_destroy(p);
    }
    policy_job_destroy(job);
}

static void ignore(int signal)
{
    (void)signal;
}

/* A function of C that does not end, as somebody may have overlooked one. */
static int spin(struct lua_State *L)
{
    volatile bool forever = true;

    (void)L;
    confine_limit(100, ignore);
    while (forever)
        continue;
    return 0;
}

/* Some editors put one before the text. */
static void test_byte_order_mark(void)
{
    struct error err = { "" };
    policy_t *p = text_policy("\xef\xbb\xbf" DECIDE("return nil"), "", &err);

    ok(p, "a file may begin with a byte order mark %s", err.text);
    module_destroy(p);
}

static void test_ended(void)
{
    struct policy_job *job = synthetic_job("balanced");
    struct error err = { "" }, fault = { "" };
    policy_t *p = text_policy(
        "local n = 0 " DECIDE("n = n + 1 return { resize = 8 + n }"), "",
        &err);
    double since = seconds();

    ok(p && policy_decide(p, job, &d, &err) == 0
           && strcmp(decision_text(&d), "resize 9") == 0
           && seconds() - since < 2,
       "a policy is asked");
    ok(policy_decide(p, job, &d, &err) == 0
           && strcmp(decision_text(&d), "resize 10") == 0,
       "it has variables that stay from question to question");
    since = seconds();
    ok(module_call(p, "decide", spin, NULL, NULL, NULL, 0, &fault, &err) < 0,
       "a function that does not end is ended");
    has(err.text, ": its time is spent, and", "which is told");
    ok(seconds() - since < 2, "after %g s", seconds() - since);
    ok(!module_off(p) && policy_decide(p, job, &d, &err) == 0
           && strcmp(decision_text(&d), "resize 9") == 0,
       "the policy begins anew");
    for (int i = 0; i < POLICY_PATIENCE; i++)
        module_call(p, "decide", spin, NULL, NULL, NULL, 0, &fault, &err);
    ok(module_off(p), "one that goes on so is switched off");
    module_destroy(p);
    policy_job_destroy(job);
}

static int do_nothing(struct lua_State *L)
{
    (void)L;
    return 0;
}

/* Get half of the memory so often, each time in place of the last. */
static int allocate_often(struct lua_State *L)
{
    const int *times = lua_touserdata(L, 1);

    for (int i = 0; i < *times; i++) {
        lua_newuserdatauv(L, SANDBOX_MEMORY / 2, 0);
        lua_settop(L, 1);
        lua_gc(L, LUA_GCCOLLECT);
    }
    return 0;
}

static void test_allocations(void)
{
    struct error err = { "" };
    sandbox_t *s = sandbox_create("a guest", &err);
    int few = 100, many = 200;

    ok(s && sandbox_call(s, allocate_often, &few, NULL, 0, &err) == 0,
       "50 times the memory may be got in a call: %s", err.text);
    ok(sandbox_call(s, allocate_often, &many, NULL, 0, &err) < 0,
       "100 times the memory may not");
    has(err.text, "memory", "the reason is told");
    ok(sandbox_call(s, allocate_often, &few, NULL, 0, &err) == 0,
       "the next call may get as much as the first");
    sandbox_destroy(s);
}

static void test_lost(void)
{
    struct error err = { "" };
    sandbox_t *s = sandbox_create("a guest", &err);

    ok(s && sandbox_call(s, do_nothing, NULL, NULL, 0, &err) == 0
           && !sandbox_lost(s),
       "a sandbox is called");
    ok(sandbox_call(s, spin, NULL, NULL, 0, &err) < 0 && sandbox_lost(s),
       "one that is ended by force is lost");
    ok(sandbox_call(s, do_nothing, NULL, NULL, 0, &err) < 0,
       "and not called any more");
    has(err.text, "a guest: it was ended by force", "the reason is told");
    sandbox_destroy(s);
}

/* Sorting and the like are as they were. */
static void test_tables(void)
{
    static const struct {
        const char *body;
        const char *text;
    } cases[] = {
        { "table.sort(t)", "1 2 3 5" },
        { "table.sort(t, function(a, b) return a > b end)", "5 3 2 1" },
        { "table.sort(t, math.ult)", "1 2 3 5" },
        { "table.insert(t, 9)", "3 1 2 5 9" },
        { "table.insert(t, 1, 9)", "9 3 1 2 5" },
        { "table.insert(t, 5, 9)", "3 1 2 5 9" },
        { "t[5] = table.remove(t)", "3 1 2 nil 5" },
        { "t[4] = table.remove(t, 1)", "1 2 5 3" },
        { "t = { table.unpack(t, 2, 3) }", "1 2" },
        { "t = { table.concat(t, '+', 1, 3) }", "3+1+2" },
        { "t = { pcall(table.sort, t, 1) }",
          "false bad argument #2 to 'table.sort' (function expected, got "
          "number)" },
        { "t = { pcall(table.insert, t, 9, 1) }",
          "false bad argument #2 to 'table.insert' (position out of bounds)" },
        { "t = { pcall(table.insert, t) }",
          "false wrong number of arguments to 'insert'" },
        { "t = { pcall(table.remove, 1) }",
          "false bad argument #1 to 'table.remove' (table expected, got "
          "number)" },
        { "t = { pcall(table.sort, { 1, {} }) }", "false attempt to compare" },
    };
    struct policy_job *job = synthetic_job("balanced");

    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[512];
        struct error err = { "" };
        policy_t *p;

        snprintf(text, sizeof(text),
                 DECIDE("local t = { 3, 1, 2, 5 } %s local s = ''"
                        " for i = 1, 6 do if i <= 4 or t[i] then"
                        " s = s .. tostring(t[i]) .. ' ' end end"
                        " return nil, s"),
                 cases[i].body);
        p = text_policy(text, "", &err);
        if (!ok(p && policy_decide(p, job, &d, &err) == 0
                    && strncmp(d.why, cases[i].text, strlen(cases[i].text))
                           == 0,
                "%s gives %s", cases[i].body, cases[i].text))
            diag("came '%s' %s", d.why, err.text);
        module_destroy(p);
    }
    policy_job_destroy(job);
}

/* The same when the file is loaded. */
static void test_hostile_load(void)
{
    for (size_t i = 0; i < COUNT(hostile); i++) {
        char text[1024];
        struct error err = { "" };
        policy_t *p;

        snprintf(text, sizeof(text), "local job = {} %s", hostile[i].body);
        p = text_policy(text, "", &err);
        ok(!p, "a file with %s does not load", hostile[i].what);
        module_destroy(p);
    }
}

static void test_large_job(void)
{
    struct policy_job *job = policy_job_create(1024, 64);
    struct error err = { "" };
    policy_t *p = text_policy(
        DECIDE("local n = 0 for r = 0, job.size - 1 do n = n + #job.ranks[r]"
               ".host end return { resize = 7 }"),
        "", &err);
    struct rusage use;

    for (int h = 0; h < 64; h++)
        snprintf(job->hosts[h].name, sizeof(job->hosts[h].name), "h%d", h);
    for (int r = 0; r < 1024; r++) {
        job->ranks[r].sent = malloc(1024 * sizeof(double));
        for (int to = 0; to < 1024; to++)
            job->ranks[r].sent[to] = 1;
    }
    policy_job_derive(job);
    for (int i = 0; i < 3; i++)
        if (!ok(p && policy_decide(p, job, &d, &err) == 0
                    && strcmp(decision_text(&d), "resize 7") == 0,
                "1024 ranks that all talk with all can be shown"))
            diag("%s", err.text);
    getrusage(RUSAGE_SELF, &use);
    diag("with at most %ld MiB", use.ru_maxrss / 1024);
    module_destroy(p);
    policy_job_destroy(job);
}

static void test_speed(void)
{
    struct policy_job *job = synthetic_job("balanced");
    struct error err = { "" };
    policy_t *p = text_policy(
        DECIDE("if job.efficiency < 0.1 then return { resize = 1 } end"), "",
        &err);
    double since = seconds();

    for (int i = 0; i < 1000; i++)
        policy_decide(p, job, &d, &err);
    diag("%.1f us for a question", (seconds() - since) * 1e3);
    ok(seconds() - since < (tap_is_slow() ? 400 : 20),
       "a question costs less than 20 ms, at any load");
    module_destroy(p);
    policy_job_destroy(job);
}

int main(void)
{
    test_names();
    test_hostile();
    test_hostile_load();
    test_byte_order_mark();
    test_ended();
    test_allocations();
    test_lost();
    test_tables();
    test_large_job();
    test_speed();
    return tap_done();
}
