/* Tests of agent/change/rank_limit.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "agent/change/rank_limit.h"
#include "tests/tap.h"

enum { RANKS = 3 };

static struct head head;
static struct generation now;
static struct generation_rank rank[RANKS];

/* Ranks on hosts of 2 cores and 1, and two hosts that are offered. */
static void start(void)
{
    static const struct {
        const char *name;
        int cores;
    } hosts[] = { { "a", 2 }, { "b", 1 }, { "c", 4 }, { "d", 3 } };
    static const char *const places[RANKS] = { "a", "b", "a" };

    for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++)
        host_offer(&head.hosts, hosts[i].name, NULL)->cores = hosts[i].cores;
    now = (struct generation){ .ranks = RANKS,
                               .rank = rank,
                               .hosts = &head.hosts };
    for (int r = 0; r < RANKS; r++)
        generation_place(&now, r, places[r]);
    head.now = &now;
}

static void test_limits(void)
{
    static const struct {
        const char *change;
        int allowed;         /* by the user */
        const char *refused; /* NULL: it is not */
    } cases[] = {
        { "resize 2", 0, NULL },
        { "resize 160", 0, NULL },
        { "resize 161", 0, "161 ranks are too many for 10 cores on 4 hosts" },
        { "resize 161", 161, NULL },
        { "resize 162", 161, "unless the job is started with --limits 1-162" },
        { "resize 32 --hosts a", 0, NULL },
        { "resize 33 --hosts a", 0,
          "33 ranks are too many for 2 cores on 1 "
          "host:" },
        { "resize 16 --hosts b", 0, NULL },
        { "resize 17 --hosts b", 0,
          "17 ranks are too many for 1 core on 1 "
          "host:" },
        { "resize 80 --hosts b,c", 0, NULL },
        { "resize 81 --hosts b,c", 0,
          "81 ranks are too many for 5 cores on 2 "
          "hosts:" },
        { "resize 112 --hosts c,d", 0, NULL },
        { "resize 113 --hosts c,d", 0, "7 cores on 2 hosts" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { "" };
        struct change *change = change_parse(cases[i].change, &err);

        head.most_ranks = cases[i].allowed;
        if (!ok(change
                    && (rank_limit_check(&head, change, &err) < 0)
                           == (cases[i].refused != NULL),
                "%s, %d ranks being allowed, is %s", cases[i].change,
                cases[i].allowed, cases[i].refused ? "refused" : "fine"))
            diag("%s", err.text);
        if (cases[i].refused)
            has(err.text, cases[i].refused, "%s: the reason is told",
                cases[i].change);
        change_destroy(change);
    }
}

/* One that has too many ranks already may have fewer, or as many. */
static void test_many(void)
{
    struct error err = { "" };
    struct change *change = change_parse("resize 3 --hosts b", &err);

    head.hosts.first->cores = 1;
    ok(rank_limit_check(&head, change, &err) == 0,
       "a change that adds no ranks is fine");
    change_destroy(change);
}

int main(void)
{
    start();
    test_limits();
    test_many();
    host_clear(&head.hosts);
    return tap_done();
}
