/* Tests of migrate/transfer/compress_check.c, in time that only passes on
 * paper
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "migrate/transfer/compress_check.h"
#include "tests/tap.h"

enum { CHUNK = 256 * 1024, CHUNKS = 4000 };

/* Seconds for all chunks, each of which takes so long as it is and packed;
 * way 1 promises most all the time.
 */
static double run(double raw_ns,
                  double guess_ns,
                  double packed_ns,
                  int *packed)
{
    struct compress_check v = { 0 };
    double now = 1;

    *packed = 0;
    for (int i = 0; i < CHUNKS; i++) {
        int way = compress_check_take(&v, (uint64_t)now,
                                      i < 2 ? COMPRESS_CHOICE_RAW : 1,
                                      guess_ns * 1e-9 / CHUNK, CHUNK);

        *packed += way == 1;
        now += way == 1 ? packed_ns : raw_ns;
    }
    return now * 1e-9;
}

static void test_promises(void)
{
    static const struct {
        const char *what;
        double raw_ns, guess_ns, packed_ns, most;
        int packed_least, packed_most;
    } cases[] = {
        { "a promise that is kept", 1e6, 1e6, 0.4e6, 0.42, CHUNKS * 0.95,
          CHUNKS },
        { "one that is not", 1e6, 1e6, 3e6, 1.03, 1, CHUNKS / 20 },
        { "one that is not, on a quick link", 1e5, 1e5, 3e5, 1.09, 1,
          CHUNKS / 10 },
        { "one for which raw is taken to be bad", 1e6, 9e6, 4e6, 1.2, 1,
          CHUNKS / 5 },
        { "one of nothing", 1e6, 1e6, 1e6, 1.01, 1, CHUNKS / 10 },
        { "a slow link's", 2e7, 2e7, 0.5e7, 0.27, CHUNKS * 0.95, CHUNKS },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int packed;
        double took = run(cases[i].raw_ns, cases[i].guess_ns,
                          cases[i].packed_ns, &packed)
                      / (CHUNKS * cases[i].raw_ns * 1e-9);

        ok(took < cases[i].most, "%s: %.3f of the time of raw", cases[i].what,
           took);
        ok(packed >= cases[i].packed_least && packed <= cases[i].packed_most,
           "with %d chunks packed", packed);
    }
}

/* What was bad is tried again, later and later. */
static void test_change(void)
{
    struct compress_check v = { 0 };
    double now = 1;
    int since = 0, packed = 0;

    for (int i = 0; i < 20 * CHUNKS; i++) {
        bool better = i > 5 * CHUNKS;
        int way = compress_check_take(&v, (uint64_t)now, 1, 1e6 * 1e-9 / CHUNK,
                                      CHUNK);

        if (better && way != 1 && packed == 0)
            since++;
        packed += better && way == 1;
        now += way != 1 ? 1e6 : better ? 0.3e6 : 2e6;
    }
    ok(packed > 10 * CHUNKS, "what becomes good is used, %d chunks on", since);
}

/* Runs in a row in which one chunk is held up, so that packing is a little
 * worse than raw.
 */
static unsigned wait_after(int times)
{
    struct compress_check v = { 0 };
    uint64_t now = 1;

    for (int i = 0; i < 400; i++) {
        int way = compress_check_take(
            &v, now, i < 20 ? COMPRESS_CHOICE_RAW : 1, 1e-3 / CHUNK, CHUNK);

        now += way == 1 ? 500000 : 1000000;
        if (i < 200 || way != 1 || v.chunks != 10 || times == 0)
            continue;
        times--;
        now += 10000000;
    }
    return v.bad.wait;
}

static void test_chance(void)
{
    ok(wait_after(0) == 0, "what is good is not given up");
    ok(wait_after(1) == 0, "nor what is bad once");
    ok(wait_after(2) > 0, "but twice in a row");
}

static void test_pause(void)
{
    struct compress_check v = { 0 };
    uint64_t now = 1;

    for (int i = 0; i < 100; i++, now += 1000000)
        compress_check_take(&v, now, COMPRESS_CHOICE_RAW, 1e-9, CHUNK);
    for (int i = 0; i < 3; i++, now += 400000)
        compress_check_take(&v, now, 1, 1e-9, CHUNK);
    compress_check_pause(&v);
    now += UINT64_C(3600000000000);
    for (int i = 0; i < 100; i++, now += 400000)
        compress_check_take(&v, now, 1, 1e-9, CHUNK);
    ok(v.way == 1 && v.bad.wait == 0, "a pause does not count");
}

int main(void)
{
    test_promises();
    test_change();
    test_chance();
    test_pause();
    return tap_done();
}
