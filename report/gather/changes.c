/* changes.c - the changes of a job that moved, on its time line
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "job/files.h"
#include "report/gather/changes.h"
#include "report/json/read.h"

/* The generation that a change led to, and the iterations before it. */
static const struct run_generation *led_to(const struct run *run,
                                           const struct run_change *change,
                                           uint64_t *iteration)
{
    *iteration = 0;
    for (size_t i = 0; i < run->generations; i++) {
        const struct run_generation *g = &run->generation[i];

        if (g->generation == change->generation)
            return g;
        *iteration += g->iterations;
    }
    return NULL;
}

/* A change without effect began when it was asked for, and that is all. */
static void place(const struct run *run, struct run_change *change)
{
    const struct run_generation *g = NULL;
    double asked = change->asked - run->started_ns * 1e-9;
    uint64_t iteration;

    change->at = change->asked > 0 && asked > 0 ? asked : 0;
    if (strcmp(change->outcome, "done") != 0
        || !(g = led_to(run, change, &iteration)))
        return;
    change->at = g->start;
    change->iteration = iteration;
    change->before = g->before;
    change->after = g->after;
    if (change->before > 0 && change->after > 0)
        change->realised_gain = 1 - change->after / change->before;
}

static int name(const char *folder,
                const char *file,
                char path[PATH_MAX],
                struct error *err)
{
    if (snprintf(path, PATH_MAX, "%s/%s", folder, file) >= PATH_MAX)
        return error_set(err, "%s: %s", folder, strerror(ENAMETOOLONG));
    return 0;
}

int changes_read(struct run *run, const char *folder, struct error *err)
{
    char path[PATH_MAX];

    if (name(folder, FILES_POLICIES, path, err) < 0
        || json_read_policies(path, run, err) < 0
        || name(folder, FILES_CHANGES, path, err) < 0
        || json_read_changes(path, run, err) < 0)
        return -1;
    for (size_t i = 0; i < run->changes; i++)
        place(run, &run->change[i]);
    return 0;
}
