/* Tests of foresee/platform/platform_file.c and foresee/platform/platform.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "foresee/platform/platform_file.h"
#include "tests/tap.h"

static char file[] = "/tmp/platform-XXXXXX";

static struct platform *read_text(const char *text, struct error *err)
{
    FILE *out = fopen(file, "w");

    fputs(text, out);
    fclose(out);
    return platform_file_read(file, err);
}

static bool is_link(const struct platform *p,
                    size_t a,
                    size_t b,
                    double latency,
                    double bandwidth)
{
    const struct platform_link *l = platform_link(p, a, b);

    return l->known && l->latency == latency && l->per_byte == 1 / bandwidth;
}

static void test_good(void)
{
    struct error err = { .text = "" };
    struct platform *p = read_text(
        "{\"hosts\": [{\"name\": \"a\", \"cores\": 16, \"speed\": 1.5},"
        " {\"name\": \"b\", \"delay\": 1e-5},"
        " {\"name\": \"c\", \"bandwidth\": 4}],"
        " \"network\": {\"latency\": 2e-6, \"bandwidth\": 1e9},"
        " \"memory\": {\"latency\": 1e-7},"
        " \"links\": [{\"between\": [\"c\", \"a\"], \"latency\": 0.5,"
        " \"bandwidth\": 10}, {\"between\": [\"b\", \"b\"]}],"
        " \"eager_limit\": 1000}",
        &err);

    ok(p && p->hosts == 3, "a platform is read: %s", err.text);
    ok(p->host[0].cores == 16 && p->host[0].speed == 1.5,
       "a host has its own");
    ok(p->host[2].per_byte == 0.25 && p->host[0].per_byte == 0,
       "and what its messages share, if they do");
    ok(p->host[1].cores == 0 && p->host[1].speed == 1
           && p->host[1].delay == 1e-5
           && platform_delay(p, 1, PLATFORM_MESSAGE_KEPT, 77) == 1e-5,
       "what is left out is as usual");
    ok(is_link(p, 0, 1, 2e-6, 1e9) && is_link(p, 1, 2, 2e-6, 1e9),
       "the network is between hosts");
    ok(is_link(p, 0, 0, 1e-7, INFINITY), "memory is within them");
    ok(is_link(p, 0, 2, 0.5, 10) && is_link(p, 2, 0, 0.5, 10),
       "a link of its own comes before it, both ways");
    ok(is_link(p, 1, 1, 0, INFINITY), "also one within a host");
    ok(p->eager == 1000, "the eager limit is read");
    ok(platform_find(p, "c") == 2 && platform_find(p, "d") == 3,
       "hosts are found by name");
    platform_destroy(p);
    p = read_text("{\"hosts\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}", &err);
    ok(p && !platform_link(p, 0, 1)->known && !platform_link(p, 0, 0)->known
           && p->eager == PLATFORM_EAGER,
       "links that nobody tells of are not known");
    platform_destroy(p);
}

/* In the run of 'run' calls were late by 1.3 s on its only host, "a". */
static void test_later(const struct platform *run)
{
    struct error err = { .text = "" };
    struct platform *p =
        read_text("{\"hosts\": [{\"name\": \"a\"}, {\"name\": \"b\"}, "
                  "{\"name\": \"c\", \"delay\": 2}]}",
                  &err);

    ok(platform_take_delays(p, run) == 0
           && p->host[0].delay == run->host[0].delay
           && p->host[1].delay == run->host[0].delay,
       "calls are as late as in the run, on other hosts as well");
    ok(platform_delay(p, 1, PLATFORM_MESSAGE_KEPT, 255) > 3.9
           && platform_delay(p, 1, PLATFORM_MESSAGE, 255) == 0,
       "each kind of them");
    ok(p->host[2].delay == 2
           && platform_delay(p, 2, PLATFORM_MESSAGE_KEPT, 255) == 2,
       "where they are later anyway they stay so");
    platform_destroy(p);
}

static void test_delays(void)
{
    struct error err = { .text = "" };
    struct platform *p = read_text("{\"hosts\": [{\"name\": \"a\"}]}", &err);
    double late[4] = { 4, 0, 2, -6 };
    bool among = true;

    ok(platform_set_delays(p, 0, PLATFORM_MESSAGE_KEPT, late, 4) == 0,
       "delays are set");
    for (uint64_t i = 0; i < 1000; i++)
        among &= platform_delay(p, 0, PLATFORM_MESSAGE_KEPT, i) >= 0
                 && platform_delay(p, 0, PLATFORM_MESSAGE_KEPT, i) <= 4;
    ok(among, "none is longer than the longest, or negative");
    ok(platform_delay(p, 0, PLATFORM_MESSAGE_KEPT, 0) == 0
           && platform_delay(p, 0, PLATFORM_MESSAGE_KEPT, 255) > 3.9,
       "both ends of them come");
    ok(platform_delay(p, 0, PLATFORM_MESSAGE, 255) == 0,
       "calls that were not kept waiting have none");
    platform_mean_delay(p, 0, (const size_t[]){ 4, 0 });
    ok(fabs(p->host[0].delay - 1.3) < 0.3, "the mean is told: %g",
       p->host[0].delay);
    test_later(p);
    platform_destroy(p);
}

static void test_bad(void)
{
#define HOSTS "\"hosts\": [{\"name\": \"a\"}, {\"name\": \"b\"}]"
    static const struct {
        const char *text;
        const char *why;
    } cases[] = {
        { "", "it is empty" },
        { "{\"hosts\": [{\"name\": \"a\"}", "it is cut off in line 1" },
        { "{]", "it is not JSON: line 1" },
        { "[]", "a platform is not an object" },
        { "{}", "\"hosts\" is not a list" },
        { "{\"hosts\": []}", "\"hosts\" is not a list" },
        { "{\"hosts\": [1]}", "a host has no name" },
        { "{\"hosts\": [{\"name\": 5}]}", "a host has no name" },
        { "{\"hosts\": [{\"name\": \"\"}]}", "a host has no name" },
        { "{\"hosts\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}",
          "two hosts have the name 'a'" },
        { "{\"hosts\": [{\"name\": \"a\", \"sped\": 2}]}",
          "nothing called \"sped\" is known of a" },
        { "{\"hosts\": [{\"name\": \"a\", \"speed\": 0}]}",
          "\"speed\" of a is not from 1e-06 to 1e+06" },
        { "{\"hosts\": [{\"name\": \"a\", \"speed\": \"x\"}]}",
          "\"speed\" of a is not a number" },
        { "{\"hosts\": [{\"name\": \"a\", \"cores\": 1.5}]}",
          "is not a whole number" },
        { "{\"hosts\": [{\"name\": \"a\", \"delay\": -1}]}",
          "\"delay\" of a is not from 0 to 1e+06" },
        { "{" HOSTS ", \"network\": {\"bandwidth\": 0}}",
          "\"bandwidth\" of network is not from 1 to 1e+30" },
        { "{" HOSTS ", \"memory\": {\"latency\": -1}}",
          "\"latency\" of memory is not from 0 to 1e+06" },
        { "{" HOSTS ", \"memory\": {\"latency\": 1e306}}",
          "\"latency\" of memory is not from 0 to 1e+06" },
        { "{" HOSTS ", \"links\": [{\"between\": [\"a\", \"b\"],"
          " \"bandwidth\": 1e-300}]}",
          "\"bandwidth\" of a link is not from 1 to 1e+30" },
        { "{\"hosts\": [{\"name\": \"a\", \"cores\": 1e300}]}",
          "\"cores\" of a is not from 1 to 1e+06" },
        { "{\"hosts\": [{\"name\": \"a\", \"speed\": 1e-300}]}",
          "\"speed\" of a is not from 1e-06 to 1e+06" },
        { "{" HOSTS ", \"memory\": 5}", "memory is not an object" },
        { "{" HOSTS ", \"links\": {}}", "\"links\" is not a list" },
        { "{" HOSTS ", \"links\": [{\"between\": [\"a\", \"b\"]},"
          " {\"between\": [\"b\", \"a\"]}]}",
          "the link between 'b' and 'a' is there twice" },
        { "{" HOSTS ", \"links\": [{\"latency\": 1}]}",
          "is not two names of hosts" },
        { "{" HOSTS ", \"links\": [{\"between\": [\"a\", 1]}]}",
          "is not two names of hosts" },
        { "{" HOSTS ", \"links\": [{\"between\": [\"a\", \"z\"]}]}",
          "a link leads to 'z', which is no host" },
        { "{" HOSTS ", \"eager_limit\": -1}", "is not from 0 to 1e+15" },
        { "{" HOSTS ", \"eager_limit\": 1e30}", "is not from 0 to 1e+15" },
        { "{" HOSTS ", \"bandwith\": 1}", "nothing called \"bandwith\"" },
    };
    struct error err;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        err.text[0] = '\0';
        ok(!read_text(cases[i].text, &err), "%s is refused", cases[i].text);
        has(err.text, file, "the file is named");
        has(err.text, cases[i].why, "and what is wrong: %s", cases[i].why);
    }
    ok(!platform_file_read("/no/such/file", &err), "no file is refused");
    has(err.text, "/no/such/file: No such file", "by its name");
    ok(!platform_file_read("/", &err), "nor is a folder read");
    has(err.text, "/: it is a folder and no platform", "which is told");
}

/* What is written is read again as the same. */
static void test_print(void)
{
    struct error err = { .text = "" };
    struct platform *p =
        read_text("{\"hosts\": [{\"name\": \"a \\\"1\\\"\", \"cores\": 4,"
                  " \"speed\": 2, \"delay\": 0.5, \"bandwidth\": 4},"
                  " {\"name\": \"b\"},"
                  " {\"name\": \"c\"}],"
                  " \"network\": {\"latency\": 0.25, \"bandwidth\": 8},"
                  " \"links\": [{\"between\": [\"b\", \"c\"], \"latency\": 2},"
                  " {\"between\": [\"b\", \"b\"], \"latency\": 1}],"
                  " \"eager_limit\": 99, \"spread\": 0.75}",
                  &err);
    struct platform *again = NULL;
    FILE *out = fopen(file, "w");

    if (p)
        platform_file_print(p, out);
    fclose(out);
    again = platform_file_read(file, &err);
    ok(p && again, "what is written can be read: %s", err.text);
    if (p && again) {
        ok(again->hosts == 3 && platform_find(again, "a \"1\"") == 0
               && again->host[0].cores == 4 && again->host[0].speed == 2
               && again->host[0].delay == 0.5
               && again->host[0].per_byte == 0.25 && again->host[1].cores == 0
               && again->eager == 99,
           "with its hosts");
        ok(again->spread == 0.75 && platform_is_doubtful(again),
           "how far it can be trusted");
        ok(is_link(again, 0, 1, 0.25, 8) && is_link(again, 2, 0, 0.25, 8),
           "the network");
        ok(is_link(again, 1, 2, 2, INFINITY), "a link of its own");
        ok(is_link(again, 1, 1, 1, INFINITY)
               && !platform_link(again, 0, 0)->known,
           "and memory that is known of one host only");
    }
    platform_destroy(p);
    platform_destroy(again);
}

int main(void)
{
    int fd = mkstemp(file);

    close(fd);
    test_good();
    test_delays();
    test_bad();
    test_print();
    platform_destroy(NULL);
    unlink(file);
    return tap_done();
}
