/* Tests of agent/change/memory_check.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "agent/change/memory_check.h"
#include "agent/host/host_memory.h"
#include "base/system/host.h"
#include "base/system/memory_left.h"
#include "job/job.h"
#include "migrate/layout/lineage.h"
#include "tests/tap.h"

enum { MOST = 6, RANKS = 2, HELD = 64 * 1024 * 1024 };

struct test_case {
    const char *what;
    const char *change;
    double used[MOST]; /* by each rank before it */
    double state[MOST];
    double each[MOST]; /* after it */
};

static const struct test_case cases[] = {
    { "as many ranks take as much",
      "rebalance 1 1",
      { 100, 100 },
      { 80, 80 },
      { 100, 100 } },
    { "more ranks share it",
      "resize 4",
      { 100, 100 },
      { 80, 80 },
      { 50, 50, 50, 50 } },
    { "for fewer the state stays, and each has what a process needs",
      "resize 1",
      { 100, 100 },
      { 80, 80 },
      { 180 } },
    { "what is not registered may be a process's own",
      "resize 2",
      { 100, 100, 100, 100 },
      { 0 },
      { 100, 100 } },
    { "state that was never touched takes nothing",
      "resize 1",
      { 100, 100 },
      { 500, 500 },
      { 200 } },
    { "weights are shares",
      "rebalance 3 1",
      { 100, 100 },
      { 100, 100 },
      { 150, 50 } },
    { "parts of a rank share what it has",
      "split 1",
      { 100, 60 },
      { 0 },
      { 100, 30, 30 } },
    { "a rank that carries on two has both",
      "merge 0 1",
      { 100, 60, 7 },
      { 0 },
      { 160, 7 } },
    { "one that moves keeps its own",
      "migrate 1 elsewhere",
      { 100, 60 },
      { 0 },
      { 100, 60 } },
};

static void test_foresee(const struct test_case *c)
{
    struct change *change;
    struct error err = { "" };
    struct lineage *q = NULL;
    double *each = NULL;
    size_t ranks = 0;
    bool same = false;

    while (ranks < MOST && c->used[ranks] > 0)
        ranks++;
    change = change_parse(c->change, &err);
    if (change)
        q = change_lineage(change, ranks, &err);
    change_destroy(change);
    if (q)
        each = memory_check_foresee(q, c->used, c->state);
    for (size_t r = 0; each && r < q->new_size; r++) {
        same = (r == 0 || same) && fabs(each[r] - c->each[r]) < 1e-6;
        if (!same)
            diag("rank %zu takes %g, expected %g", r, each[r], c->each[r]);
    }
    ok(same, "%s: %s", c->change, c->what);
    if (*err.text)
        diag("%s", err.text);
    free(each);
    lineage_destroy(q);
}

static void test_look(void)
{
    struct host_messages_memory memory;

    ok(host_memory_look(NULL, &memory) && memory.used == 0
           && memory.room.free > 0,
       "a host without ranks has memory left");
}

/* Two ranks, both of which are this process, that did not write down yet what
 * they have registered.
 */
static void begin(struct head *a)
{
    struct error err = { "" };

    strcpy(a->folder, "/tmp/mitosis-check-XXXXXX");
    if (!mkdtemp(a->folder) || !(a->loop = loop_create())
        || !(a->record = control_open(a->folder, 1, RANKS, &err))
        || !(a->now = generation_create(a->folder, &a->hosts, a->record, 1,
                                        RANKS, &err))) {
        printf("Bail out! %s\n", err.text);
        exit(1);
    }
    for (int r = 0; r < RANKS; r++)
        process_id_set(&a->now->control->slot[r].process, getpid());
}

static void end(struct head *a)
{
    generation_destroy(a->now, a->folder);
    loop_destroy(a->loop);
    control_close(a->record);
    job_remove(a->folder);
}

/* This process may have half as much again as it has. */
static void test_unwritten(void)
{
    struct change *change = change_parse("resize 1", NULL);
    char host[1][HOST_NAME];
    struct placement place = { .ranks = 1, .host = host };
    struct head a = { .settled = false };
    struct memory_left_use use = { .own = 0 };
    struct rlimit limit, before;
    char *held = malloc(HELD);
    struct error err = { "" };

    begin(&a);
    memset(held, 1, HELD);
    snprintf(host[0], HOST_NAME, "%s", host_own());
    memory_left_use("", getpid(), &use);
    getrlimit(RLIMIT_AS, &before);
    limit = before;
    limit.rlim_cur = (rlim_t)(use.address + use.own / 2);
    setrlimit(RLIMIT_AS, &limit);
    ok(memory_check_check(&a, change, &place, &err) < 0,
       "what ranks have is taken for state until they have written it down");
    setrlimit(RLIMIT_AS, &before);
    has(err.text, "of address space, of which a process here may have",
        "so one that would have it all is not begun");
    change_destroy(change);
    free(held);
    end(&a);
}

int main(void)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        test_foresee(&cases[i]);
    test_look();
    test_unwritten();
    return tap_done();
}
