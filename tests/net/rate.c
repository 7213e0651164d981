/* Tests of net/rate.c, in time that only passes on paper
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "net/rate.h"
#include "tests/tap.h"

enum { MS = 1000 * 1000 };

static const double core = 3e9;

/* A link that takes 'speed', looked at each millisecond, with a queue.
 * Returns what it is taken for.
 */
static void run(struct rate_meter *m,
                uint64_t *now,
                uint64_t *bytes,
                double speed,
                int steps,
                uint64_t queued,
                double flow)
{
    for (int i = 0; i < steps; i++) {
        *now += MS;
        *bytes += (uint64_t)(speed * 1e-3);
        rate_note(m, *now, *bytes, queued, flow);
    }
}

static bool is_near(double a, double b)
{
    return a > 0.9 * b && a < 1.1 * b;
}

static void test_meter(void)
{
    static const double speeds[] = { 125e3, 6.25e6, 125e6, 2e9 };

    for (int i = 0; i < 4; i++) {
        struct rate_meter m = { 0 };
        uint64_t now = 1, bytes = 0;

        ok(m.speed == 0, "a link is not known at first");
        run(&m, &now, &bytes, speeds[i], 600, 100000, core);
        ok(is_near(m.speed, speeds[i]), "%g MB/s are seen as %g",
           speeds[i] * 1e-6, m.speed * 1e-6);
        run(&m, &now, &bytes, speeds[i] / 2, 5000, 100000, core);
        ok(is_near(m.speed, speeds[i] / 2), "half of it is seen as %g",
           m.speed * 1e-6);
    }
}

static void test_excuses(void)
{
    struct rate_meter m = { 0 };
    uint64_t now = 1, bytes = 0;

    run(&m, &now, &bytes, 1e9, 100, 100000, core);
    run(&m, &now, &bytes, 1e6, 500, 0, core);
    ok(is_near(m.speed, 1e9), "with nothing to send it is not slower");
    run(&m, &now, &bytes, 100e6, 100, 100000, 100e6);
    ok(is_near(m.speed, 1e9), "nor when the other side unpacks slowly");
    run(&m, &now, &bytes, 10e6, 200, 100000, 100e6);
    ok(is_near(m.speed, 10e6), "but when it is slower than that");
}

static void test_bucket(void)
{
    struct rate_bucket b = { 0 };
    uint64_t now = 1, sent = 0;

    for (int i = 0; i < 10000; i++, now += MS) {
        rate_fill(&b, now, 2e6);
        while (rate_wait(&b, 2e6) == 0) {
            rate_take(&b, 30000);
            sent += 30000;
        }
    }
    ok(sent > 19e6 && sent < 21e6, "ten seconds at 2 MB/s are %g MB",
       (double)sent * 1e-6);
    now += (uint64_t)3600e9;
    rate_fill(&b, now, 2e6);
    ok(b.tokens <= 0.5e6, "an hour of silence is not made up for");
    rate_take(&b, 2000000);
    ok(rate_wait(&b, 2e6) > 700 * (uint64_t)MS
           && rate_wait(&b, 2e6) < 800 * (uint64_t)MS,
       "who took too much waits for it");
}

int main(void)
{
    test_meter();
    test_excuses();
    test_bucket();
    return tap_done();
}
