/* Tests of agent/core/generation.c: how far the ranks are
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "agent/core/generation.h"
#include "job/job.h"
#include "tests/tap.h"

enum { NUMBER = 2, RANKS = 2 };

struct progress {
    const char *what;
    uint32_t successor; /* as the record has it, */
    uint64_t sync;      /* and where that has taken over */
    uint64_t count[RANKS];
    uint64_t reached;
};

static void test_progress(struct generation *g, const struct progress *c)
{
    atomic_store(&g->record->successor, c->successor);
    atomic_store(&g->record->successor_sync, c->sync);
    for (int r = 0; r < RANKS; r++)
        atomic_store(&g->control->slot[r].count, c->count[r]);
    if (!ok(generation_count(g) == c->reached, "%s", c->what))
        diag("sync %llu", (unsigned long long)generation_count(g));
}

int main(void)
{
    static const struct progress cases[] = {
        { "the foremost rank tells how far a generation is",
          NUMBER,
          100,
          { 150, 152 },
          152 },
        { "whose ranks have not counted on yet is where it took over",
          NUMBER,
          100,
          { 1, 1 },
          100 },
        { "one that has not taken over is not there",
          NUMBER - 1,
          100,
          { 1, 1 },
          1 },
    };
    char folder[] = "/tmp/mitosis-generation-XXXXXX";
    struct host_list hosts = { 0 };
    struct control *record;
    struct generation *g = NULL;
    struct error err = { "" };

    if (!mkdtemp(folder))
        return 1;
    record = control_open(folder, 1, RANKS, &err);
    if (record)
        g = generation_create(folder, &hosts, record, NUMBER, RANKS, &err);
    if (!g) {
        printf("Bail out! %s\n", err.text);
        return 1;
    }
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        test_progress(g, &cases[i]);
    generation_destroy(g, folder);
    control_close(record);
    job_remove(folder);
    return tap_done();
}
