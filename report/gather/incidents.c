/* incidents.c - what befell a job while it ran
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "job/files.h"
#include "report/gather/incidents.h"
#include "report/model/units.h"

enum { MOST = 1000, LINE = 1024 };

/* One that is cut off is none. */
static int take(struct run *run, char *line)
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

int incidents_read(struct run *run, const char *folder)
{
    char path[PATH_MAX], line[LINE];
    FILE *file;
    int rc = 0;

    snprintf(path, sizeof(path), "%s/" FILES_INCIDENTS, folder);
    file = fopen(path, "re");
    run->incidents = 0;
    if (!file)
        return 0;
    run->incident = arena_take(run->arena, MOST, sizeof(*run->incident));
    if (!run->incident)
        rc = -1;
    while (rc >= 0 && run->incidents < MOST && fgets(line, sizeof(line), file))
        rc = take(run, line);
    fclose(file);
    return rc < 0 ? -1 : 0;
}
