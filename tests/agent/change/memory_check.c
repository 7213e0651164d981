/* Tests of agent/host/memory_check.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agent/change/memory_check.h"
#include "agent/host/host_memory.h"
#include "migrate/layout/lineage.h"
#include "tests/tap.h"

enum { MOST = 6 };

struct test_case {
    const char *what;
    const char *change;
    size_t ranks; /* before it */
    double used[MOST];
    double state[MOST];
    double each[MOST]; /* after it */
};

static const struct test_case cases[] = {
    { "as many ranks take as much",
      "rebalance 1 1",
      2,
      { 100, 100 },
      { 80, 80 },
      { 100, 100 } },
    { "more ranks share it",
      "resize 4",
      2,
      { 100, 100 },
      { 80, 80 },
      { 50, 50, 50, 50 } },
    { "for fewer the state stays, and each has what a process needs",
      "resize 1",
      2,
      { 100, 100 },
      { 80, 80 },
      { 180 } },
    { "what is not registered may be a process's own",
      "resize 2",
      4,
      { 100, 100, 100, 100 },
      { 0 },
      { 100, 100 } },
    { "state that was never touched takes nothing",
      "resize 1",
      2,
      { 100, 100 },
      { 500, 500 },
      { 200 } },
    { "weights are shares",
      "rebalance 3 1",
      2,
      { 100, 100 },
      { 100, 100 },
      { 150, 50 } },
    { "parts of a rank share what it has",
      "split 1",
      2,
      { 100, 60 },
      { 0 },
      { 100, 30, 30 } },
    { "a rank that carries on two has both",
      "merge 0 1",
      3,
      { 100, 60, 7 },
      { 0 },
      { 160, 7 } },
    { "one that moves keeps its own",
      "migrate 1 elsewhere",
      2,
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
    bool same = false;

    change = change_parse(c->change, &err);
    if (change)
        q = change_lineage(change, c->ranks, &err);
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

int main(void)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        test_foresee(&cases[i]);
    test_look();
    return tap_done();
}
