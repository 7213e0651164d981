/* Tests of agent/core/host_links_lost.c: when a job is ended that waits for a
 * host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "agent/core/host_links_internal.h"
#include "job/job.h"
#include "tests/tap.h"

enum {
    RANKS = 2,      /* one here, one on the host that is lost */
    PATIENCE = 1,   /* second */
    GONE_ON = 1,    /* second before, in which the head saw the syncs */
    ENDS_MS = 20000 /* at most, for a job that is ended */
};

/* A job that is not ended may have stood so long, ten times as long as a sync
 * took if that was all of the time before.
 */
static const double stands = 2;

struct loss {
    const char *what;
    uint64_t synced; /* when the head began */
    uint64_t count;  /* now */
    bool ends;
};

static bool is_decided(void *arg)
{
    const struct head *a = arg;

    return a->ended || a->links->standstill.seconds >= stands;
}

static void test_loss(const struct loss *c)
{
    struct head a = { .folder = "/tmp/mitosis-lost-XXXXXX",
                      .hosts.patience = PATIENCE,
                      .synced = c->synced };
    struct error err = { "" };

    if (!mkdtemp(a.folder) || !(a.loop = loop_create())
        || !(a.links = host_links_create(&a))
        || !(a.record = control_open(a.folder, 1, RANKS, &err))
        || !(a.now = generation_create(a.folder, &a.hosts, a.record, 1, RANKS,
                                       &err))) {
        printf("Bail out! %s\n", err.text);
        exit(1);
    }
    a.since = loop_now() - GONE_ON;
    atomic_store(&a.now->control->slot[0].state, SLOT_RUNNING);
    atomic_store(&a.now->control->slot[0].count, c->count);
    generation_place(a.now, 1, "h1");
    host_links_expect(a.links, "h1");
    loop_await(a.loop, is_decided, &a, ENDS_MS);
    ok(a.ended == c->ends, "%s", c->what);
    ok(!a.ended || a.status != 0, "a job that is ended has failed");
    host_links_destroy(a.links, 0);
    generation_destroy(a.now, a.folder);
    host_clear(&a.hosts);
    loop_destroy(a.loop);
    control_close(a.record);
    job_remove(a.folder);
}

int main(void)
{
    static const struct loss cases[] = {
        { "who stands for many times a sync is not waited for", 0, 1000,
          true },
        { "syncs of before the head began do not make them quick", 1000, 1000,
          false },
        { "those since then do", 1000, 2000, true },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        test_loss(&cases[i]);
    return tap_done();
}
