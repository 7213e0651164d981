/* changes.c - what the agent noted of a job: changes, policies, incidents
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
#include "report/model/units.h"

enum { INCIDENTS = 1000, INCIDENT = 1024 };

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
    if (!change->done || !(g = led_to(run, change, &iteration)))
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

/* ---- what befell it ---- */

/* One that is cut off is none. */
static int take_incident(struct run *run, char *line)
{
    double wall, at;
    int used = 0;

    if (sscanf(line, "%lf %n", &wall, &used) != 1 || used == 0
        || !strchr(line, '\n'))
        return 0;
    line[strcspn(line, "\n")] = '\0';
    at = wall - (double)run->started_ns * 1e-9;
    run->incident[run->incidents] = arena_print(
        run->arena, "at %s %s", unit_time(at > 0 ? at : 0).text, line + used);
    return run->incident[run->incidents] ? (int)++run->incidents : -1;
}

static int read_incidents(struct run *run, const char *folder)
{
    char path[PATH_MAX], line[INCIDENT];
    FILE *file;
    int rc = 0;

    snprintf(path, sizeof(path), "%s/" FILES_INCIDENTS, folder);
    file = fopen(path, "re");
    run->incidents = 0;
    if (!file)
        return 0;
    run->incident = arena_take(run->arena, INCIDENTS, sizeof(*run->incident));
    if (!run->incident)
        rc = -1;
    while (rc >= 0 && run->incidents < INCIDENTS
           && fgets(line, sizeof(line), file))
        rc = take_incident(run, line);
    fclose(file);
    return rc < 0 ? -1 : 0;
}

int changes_read(struct run *run, const char *folder, struct error *err)
{
    char path[PATH_MAX];

    if (read_incidents(run, folder) < 0)
        return error_set(err, "%s/" FILES_INCIDENTS ": %s", folder,
                         strerror(ENOMEM));
    if (name(folder, FILES_POLICIES, path, err) < 0
        || json_read_policies(path, run, err) < 0
        || name(folder, FILES_CHANGES, path, err) < 0
        || json_read_changes(path, run, err) < 0)
        return -1;
    for (size_t i = 0; i < run->changes; i++)
        place(run, &run->change[i]);
    return 0;
}
