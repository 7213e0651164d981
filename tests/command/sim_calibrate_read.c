/* Tests of command/sim_calibrate_read.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command/sim_calibrate_read.h"
#include "tests/tap.h"

static struct timed_command job;

static struct platform *read_text(const char *text, struct error *err)
{
    snprintf(job.text, sizeof(job.text), "%s", text);
    return sim_calibrate_read(&job, err);
}

static bool is_about(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

static void test_hosts(void)
{
    struct error err;
    struct platform *p = read_text("up 4\n"
                                   "speed a 1000.0\ncores a 4\n"
                                   "speed b 2504.0\ncores b 8\n"
                                   "takes a 0.000002000\n"
                                   "eager 4096\ndone\n",
                                   &err);

    ok(p && p->hosts == 2, "each host that told its speed is one");
    if (!p)
        return;
    ok(p->host[0].speed == 1 && p->host[1].speed == 2.5,
       "speeds are those beside the first one, in hundredths");
    ok(p->host[0].cores == 4 && p->host[1].cores == 8, "so are cores");
    ok(p->host[0].delay == 2e-6 && p->host[1].delay == 0,
       "what a message takes its receiver is known of one");
    ok(p->eager == 4096, "and the eager limit");
    ok(!platform_link(p, 0, 1)->known, "a link that told nothing is unknown");
    platform_destroy(p);
}

static void test_busy(void)
{
    struct error err;
    struct platform *p = read_text("speed a 1\n"
                                   "trip a a 1000 0.001\n"
                                   "trip a a 8 0.004\n",
                                   &err);
    const struct platform_link *aa = p ? platform_link(p, 0, 0) : NULL;

    ok(aa && aa->latency == 1e-3,
       "no latency is longer than what a long message takes");
    ok(aa && is_about(aa->per_byte, 1e-6), "which does not come for nothing");
    platform_destroy(p);
}

static void test_links(void)
{
    struct error err;
    struct platform *p = read_text("speed a 1\nspeed b 1\nspeed c 1\n"
                                   "takes a 0.000001\ntakes b 0.000003\n"
                                   "trip a b 1008 0.002012\n"
                                   "trip a b 508 0.000500\n"
                                   "trip a b 8 0.000012\n"
                                   "trip a c 1008 0.002011\n"
                                   "trip a c 8 0.000011\n"
                                   "trip b c 1008 0.004011\n"
                                   "trip b c 8 0.000011\n"
                                   "trip a z 8 0.1\n",
                                   &err);
    const struct platform_link *ab, *ac, *bc;

    ok(p != NULL, "links are read");
    if (!p)
        return;
    ab = platform_link(p, 1, 0);
    ac = platform_link(p, 0, 2);
    bc = platform_link(p, 1, 2);
    ok(is_about(ab->latency, 10e-6),
       "the latency is without what the receivers take");
    ok(is_about(ab->per_byte, 2e-6), "the bandwidth that of the longest");
    ok(ac->latency == ab->latency && ac->per_byte == ab->per_byte,
       "one that differs by less than a tenth is like that in the middle");
    ok(is_about(bc->per_byte, 4e-6), "and one that differs more is not");
    ok(!platform_link(p, 0, 0)->known, "nothing is known within a host");
    platform_destroy(p);
}

/* A link that takes a microsecond for a byte. */
static void test_shared(void)
{
    static const struct {
        const char *alone_and_both;
        double per_byte;
        const char *title;
    } cases[] = {
        { "500000 600000", 1e-6,
          "what a message alone had of the link the host has" },
        { "500000 1000000", 0, "two that are twice as fast share nothing" },
        { "1500000 2000000", 0.5e-6, "a host may have more than a link" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err;
        struct platform *p;
        char text[256];

        snprintf(text, sizeof(text),
                 "speed a 1\nspeed b 1\n"
                 "trip a b 1000 0.001\ntrip a b 8 0.000008\n"
                 "shared a b %s\n",
                 cases[i].alone_and_both);
        p = read_text(text, &err);
        ok(p
               && fabs(p->host[0].per_byte - cases[i].per_byte)
                      <= 0.01 * cases[i].per_byte,
           "%s: %g", cases[i].title, p ? p->host[0].per_byte : 0);
        platform_destroy(p);
    }
}

static void test_spread(void)
{
    static const struct {
        const char *text;
        double spread;
        bool doubtful;
    } cases[] = {
        { "speed a 1\ntrip a a 1000 0.001\ntrip a a 8 0.0004\n", 0, false },
        { "speed a 1 0.2\ntrip a a 1000 0.001 0.1\ntrip a a 8 0.0004 0.3\n",
          0.3, false },
        { "speed a 1 0.1\ntrip a a 1000 0.001 4\ntrip a a 8 0.0004 0.3\n", 4,
          true },
        { "speed a 1 0.75\ntrip a a 1000 0.001 0\ntrip a a 8 0.0004\n", 0.75,
          true },
        { "speed a 1\ntrip a a 1000 0.01 0\ntrip a a 500 0.005 9\n"
          "trip a a 8 0.0004 0.1\n",
          0.1, false },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };
        struct platform *p = read_text(cases[i].text, &err);

        ok(p && is_about(p->spread, cases[i].spread)
               && platform_is_doubtful(p) == cases[i].doubtful,
           "case %zu: figures that are used differ by %g at most, which is %s",
           i, cases[i].spread, cases[i].doubtful ? "too much" : "fine");
        platform_destroy(p);
    }
}

int main(void)
{
    struct error err = { .text = "" };

    test_hosts();
    test_links();
    test_busy();
    test_shared();
    test_spread();
    ok(!read_text("up 2\ndone\n", &err), "a job that told of no host");
    ok(strcmp(err.text, "the job told of no host") == 0, "is refused");
    return tap_done();
}
