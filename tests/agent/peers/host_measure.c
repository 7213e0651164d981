/* Tests of agent/peers/host_measure.c: what it sends is understood, and
 * nothing else is
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agent/peers/host_measure.h"
#include "tests/tap.h"

static struct host_measure_told told;

static bool parse(const void *message, size_t bytes)
{
    bool fine = host_measure_parse(message, bytes, &told);

    if (fine)
        host_measure_free(&told);
    return fine;
}

static void test_own(void)
{
    host_measure_t *g = host_measure_create("/no/such/folder");
    size_t bytes = 0;
    char *message = host_measure_read(g, NULL, NULL, &bytes);

    ok(message && parse(message, bytes) && told.head.cores >= 1
           && told.head.samples == 0,
       "a host without ranks tells of itself");
    ok(!parse(message, bytes - 1) && !parse(message, 0),
       "what is cut off is refused");
    free(message);
    host_measure_destroy(g);
    host_measure_destroy(NULL);
}

static void test_wrong(void)
{
    static const struct {
        const char *what;
        struct host_measure_head head;
        size_t rest;
        bool fine;
    } cases[] = {
        { "one rank",
          { .cores = 2, .samples = 1 },
          sizeof(struct rank_progress_sample),
          true },
        { "one rank too many",
          { .cores = 2, .samples = 2 },
          sizeof(struct rank_progress_sample),
          false },
        { "more ranks than there are",
          { .cores = 2, .samples = UINT64_MAX },
          64,
          false },
        { "sizes that overflow",
          { .cores = 2, .samples = UINT64_MAX / 56, .sents = 1 << 20 },
          64,
          false },
        { "a link",
          { .cores = 2, .links = 1 },
          sizeof(struct link_seen),
          true },
        { "more links than there are",
          { .cores = 2, .links = UINT64_MAX / 2 },
          64,
          false },
        { "something behind", { .cores = 2 }, 8, false },
        { "no cores", { .cores = 0 }, 0, false },
        { "cores that are no number", { .cores = JOB_UNKNOWN }, 0, false },
        { "too many cores", { .cores = 1e9 }, 0, false },
    };
    char message[1024] = { 0 };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        memcpy(message, &cases[i].head, sizeof(cases[i].head));
        ok(parse(message, sizeof(struct host_measure_head) + cases[i].rest)
               == cases[i].fine,
           "%s: %s", cases[i].what, cases[i].fine ? "understood" : "refused");
    }
}

/* Numbers that no host, rank or link can have. */
static void test_numbers(void)
{
    static const struct {
        const char *what;
        double came;
        double taken; /* no number: not known */
    } loads[] = {
        { "half a core", 0.5, 0.5 },
        { "all there are", 2, 2 },
        { "half a core more than there are", 2.5, JOB_UNKNOWN },
        { "very many cores", 1e9, JOB_UNKNOWN },
        { "without end", INFINITY, JOB_UNKNOWN },
        { "less than nothing", -1, JOB_UNKNOWN },
        { "not a number", JOB_UNKNOWN, JOB_UNKNOWN },
    };
    struct {
        struct host_measure_head head;
        struct rank_progress_sample sample;
        struct link_seen link;
    } m = { .head = { .cores = 2, .samples = 1, .links = 1 } };

    for (size_t i = 0; i < sizeof(loads) / sizeof(loads[0]); i++) {
        m.head.load = loads[i].came;
        ok(host_measure_parse(&m, sizeof(m), &told)
               && (isnan(loads[i].taken) ? isnan(told.head.load)
                                         : told.head.load == loads[i].taken),
           "a load of %s is %s", loads[i].what,
           isnan(loads[i].taken) ? "not known" : "taken");
        host_measure_free(&told);
    }
    m.head.speed = m.head.memory_free = INFINITY;
    m.head.pressure = -1;
    m.sample = (struct rank_progress_sample){ .timed = 1, .tick = INFINITY };
    m.link.seconds = -1;
    m.link.bytes_per_second = INFINITY;
    ok(host_measure_parse(&m, sizeof(m), &told) && isnan(told.head.speed)
           && isnan(told.head.memory_free) && isnan(told.head.pressure),
       "nor are a host's speed, memory and pressure that cannot be");
    ok(told.samples[0].timed == 0, "a rank's clock that cannot be is none");
    ok(isnan(told.links[0].seconds) && isnan(told.links[0].bytes_per_second),
       "a link's numbers that cannot be are not known");
    host_measure_free(&told);
}

/* What comes from elsewhere may be about ranks that do not exist. */
static void test_strange(void)
{
    rank_progress_t *s = rank_progress_create(2);
    struct rank_progress_sample sample = { .rank = 7, .timed = 1, .syncs = 5 };
    struct rank_progress_sent sent = { .from = 1, .to = 9, .bytes = 5 };

    rank_progress_take(s, &sample);
    rank_progress_take_sent(s, &sent);
    ok(rank_progress_syncs(s) == 0, "ranks that do not exist are passed over");
    rank_progress_destroy(s);
}

int main(void)
{
    test_own();
    test_wrong();
    test_numbers();
    test_strange();
    return tap_done();
}
