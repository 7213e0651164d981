/* Tests of foresee/platform/mapped_run_place.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "foresee/platform/mapped_run.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

/* Four ranks that make one barrier, each on its own host or all on h0. */
static struct recording *four(bool apart)
{
    struct made_up_run m;

    made_up_begin(&m, 4, apart);
    made_up_all(&m, "MPI_Barrier", TRACE_NONE, 0);
    return made_up_end(&m);
}

static void test_maps(void)
{
    static const struct {
        const char *map;
        size_t host[4];
    } good[] = {
        { NULL, { 0, 1, 2, 3 } },         { "h0:4", { 0, 0, 0, 0 } },
        { "h2:2,h0:2", { 2, 2, 0, 0 } },  { "h3,h2,h1,h0", { 3, 2, 1, 0 } },
        { "h1,h0:2,h1", { 1, 0, 0, 1 } },
    };
    static const struct {
        const char *map;
        const char *why;
    } bad[] = {
        { "", "places for 0 ranks, and the run has 4" },
        { "h0:3", "places for 3 ranks, and the run has 4" },
        { "h0:4,h1", "places for 5 ranks, and the run has 4" },
        { "h0:99999999999", "places for 99999999999 ranks" },
        { "h9:4", "no host 'h9'" },
        { "h0:x", "'x' is no number of ranks for h0" },
        { "h0:0,h1:4", "'0' is no number of ranks" },
        { "h0:2,,h1:2", "is not like a:2,b:2" },
        { "h0:4,", "is not like a:2,b:2" },
    };
    struct platform *p = made_up_platform(4, 1, 1);
    struct recording *r = four(true);
    struct error err = { .text = "" };
    struct mapped_run s;

    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        bool held = mapped_run_create(&s, r, p, good[i].map, &err) == 0;

        for (int k = 0; held && k < 4; k++)
            held = s.host[k] == good[i].host[k];
        ok(held, "the map %s puts ranks in their order",
           good[i].map ? good[i].map : "of the run");
        mapped_run_destroy(&s);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        ok(mapped_run_create(&s, r, p, bad[i].map, &err) < 0,
           "the map \"%s\" is refused", bad[i].map);
        has(err.text, bad[i].why, "because: %s", bad[i].why);
    }
    platform_destroy(p);
    recording_destroy(r);
}

static void test_missing(void)
{
    struct platform *p = made_up_platform(2, 1, 1);
    struct recording *r = four(true);
    struct error err = { .text = "" };
    struct mapped_run s;

    ok(mapped_run_create(&s, r, p, NULL, &err) < 0,
       "a platform without a host of the run is refused");
    has(err.text, "no host 'h2', where rank 2 was", "which is named");
    p->link[1].known = p->link[2].known = false;
    ok(mapped_run_create(&s, r, p, "h0:2,h1:2", &err) == 0
           && mapped_run_check_links(&s, &err) < 0,
       "so is one without a link between hosts that talk");
    has(err.text, "between h0 and h1, where ranks 0 and 2 are",
        "and both are named");
    mapped_run_destroy(&s);
    platform_destroy(p);
    recording_destroy(r);
}

/* How much slower than recorded the first rank is there, or -1. */
static double slower(const struct recording *r,
                     const struct platform *p,
                     const char *map)
{
    struct error err;
    struct mapped_run s;
    double times = -1;

    if (mapped_run_create(&s, r, p, map, &err) == 0)
        times = s.slower[0];
    mapped_run_destroy(&s);
    return times;
}

static void test_cores(void)
{
    struct platform *p = made_up_platform(4, 1, 1);
    struct recording *apart = four(true), *together = four(false);

    p->host[0].cores = p->host[1].cores = 2;
    ok(slower(apart, p, "h0:2,h1:2") == 1, "as many ranks as cores are fine");
    ok(slower(apart, p, "h0:3,h1") == 1.5,
       "one more, and each has two thirds of a core");
    ok(slower(apart, p, "h0:4") == 2, "two more, and each has half of one");
    recording_set_cores(together, "h0", 2);
    ok(slower(together, p, NULL) == 1, "what the run had is as recorded");
    ok(slower(together, p, "h0:2,h1:2") == 0.5,
       "and twice as fast on cores of its own");
    recording_set_cores(together, "h0", 4);
    ok(slower(together, p, NULL) == 2,
       "cores that the platform has not, and the run had, are missed");
    p->host[0].cores = 4;
    ok(slower(together, p, NULL) == 1, "as many as the run had are as many");
    recording_set_cores(together, "h0", 1);
    ok(slower(together, p, NULL) == 0.25, "and more are faster");
    ok(slower(apart, p, "h2:4") == 1,
       "where cores are not told there is no bound");
    recording_set_cores(together, "h0", 2);
    recording_set_yields(together, NULL);
    ok(slower(together, p, "h0:1,h1:3") == 1,
       "where ranks yield they share cores only while others compute");
    platform_destroy(p);
    recording_destroy(apart);
    recording_destroy(together);
}

int main(void)
{
    test_maps();
    test_missing();
    test_cores();
    return tap_done();
}
