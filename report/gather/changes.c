/* changes.c - what the agent noted of a job: changes, policies, incidents
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "job/files.h"
#include "report/gather/changes.h"
#include "report/json/read.h"
#include "report/model/units.h"

enum { INCIDENTS = 1000, INCIDENT = 1024 };

static const double APART = 5; /* seconds from an answer to its change */

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

/* ---- what policies saw of it ---- */

/* What an agent notes of a change that it has looked at afterwards. */
static const char looked[] = "done: iterations take ";

/* The change that an answer led to: it has the same order, and was asked for
 * soon after.  The clocks of both begin at about the same time.
 */
static const struct run_change *find_change(const struct run *run,
                                            const struct run_answer *answer)
{
    const struct run_change *nearest = NULL;
    double least = APART;

    for (size_t i = 0; i < run->changes; i++) {
        const struct run_change *c = &run->change[i];
        double apart = fabs(c->asked - run->started_ns * 1e-9 - answer->until);

        if (c->done && *c->order && apart < least
            && strncmp(answer->answer, c->order, strlen(c->order)) == 0) {
            least = apart;
            nearest = c;
        }
    }
    return nearest;
}

static const char *more_or_less(double gain)
{
    return gain < 0 ? "more" : "less";
}

/* The policy saw what iterations took up to the question after the change, and
 * the report knows those right before and after it.  So that no reader is told
 * two figures for one thing, the answer has that of the report first, and then
 * what the policy went by, if that is another one.
 */
static int tell_outcome(struct run *run, struct run_answer *answer)
{
    const struct run_change *c = find_change(run, answer);
    const char *saw = answer->outcome + strlen(looked);
    char came[64], expected[64] = "";
    const char *made;

    if (!c || !(c->before > 0 && c->after > 0))
        return 0;
    snprintf(came, sizeof(came), "%.0f %% %s time",
             fabs(c->realised_gain) * 100, more_or_less(c->realised_gain));
    if (strncmp(saw, came, strlen(came)) == 0)
        return 0;
    if (fabs(c->predicted_gain) > 0)
        snprintf(expected, sizeof(expected), "; expected were %.0f %% %s",
                 fabs(c->predicted_gain) * 100,
                 more_or_less(c->predicted_gain));
    made = arena_print(run->arena,
                       "%s%s%s; when they were looked at next, they took %.*s",
                       looked, came, expected, (int)strcspn(saw, ";"), saw);
    if (made)
        answer->outcome = made;
    return made ? 0 : -1;
}

static int tell_outcomes(struct run *run)
{
    for (size_t i = 0; i < run->policies; i++)
        for (size_t k = 0; k < run->policy[i].answers; k++) {
            struct run_answer *answer = &run->policy[i].answer[k];

            if (strncmp(answer->outcome, looked, strlen(looked)) == 0
                && tell_outcome(run, answer) < 0)
                return -1;
        }
    return 0;
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
    if (tell_outcomes(run) < 0)
        return error_set(err, "%s: %s", path, strerror(ENOMEM));
    return 0;
}
