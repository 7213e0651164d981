/* doctor_local_jobs.c - what small jobs on this host tell
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "command/doctor/doctor.h"
#include "report/model/units.h"

enum { LINE = 256, CROWD_MOST = 64 };

static void try_spawn(struct doctor *d)
{
    struct error err;
    const char *at;
    char why[LINE];

    if (doctor_try(d, "spawn", 1, NULL, false, DOCTOR_SECONDS, &err) < 0)
        snprintf(why, sizeof(why), "fails: %.200s", err.text);
    else if ((at = timed_command_find(&d->trial, "spawn", NULL)))
        snprintf(why, sizeof(why), "works, in %.0f ms",
                 timed_command_number(at, 0));
    else
        snprintf(why, sizeof(why), "is not there");
    finding_add(&d->found, FINDING_OK, "spawn", NULL,
                "MPI_Comm_spawn() %s; not needed", why);
}

static void try_leave(struct doctor *d)
{
    struct error err;
    const char *can = "may or may not (not tried)";

    if (doctor_try(d, "leave", 2, NULL, false, DOCTOR_SECONDS, &err) == 0) {
        if (timed_command_find(&d->trial, "left", NULL))
            can = "can";
        else if (timed_command_find(&d->trial, "notleft", NULL))
            can = "cannot";
    }
    finding_add(&d->found, FINDING_OK, "leaving", NULL,
                "a rank %s leave MPI alone; not needed", can);
}

/* Messages of a ring a second. */
static double crowd(struct doctor *d,
                    int ranks,
                    bool watched,
                    struct error *err)
{
    const char *at;

    if (doctor_try(d, "crowd", ranks, NULL, watched, DOCTOR_SECONDS, err) < 0
        || !(at = timed_command_find(&d->trial, "rounds", NULL)))
        return 0;
    return timed_command_number(at, 0) * ranks;
}

static void try_crowd(struct doctor *d)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int ranks = (int)(2 * cores < CROWD_MOST ? 2 * cores : CROWD_MOST);
    char text[64] = "unknown";
    struct error err;
    double alone = crowd(d, ranks, false, &err);
    double helped = crowd(d, ranks, true, &err);
    bool with_us = helped > 0 && access(d->report, F_OK) == 0;

    if (with_us)
        snprintf(text, sizeof(text), "%.0f", helped);
    finding_add(&d->found, with_us ? FINDING_OK : FINDING_WARNING, "crowd",
                "Do not run more ranks than there are cores.",
                "%d ranks on %ld core%s: %.0f messages/s, with mitosis %s",
                ranks, cores, unit_plural((uint64_t)cores), alone, text);
}

void doctor_local_jobs(struct doctor *d)
{
    try_crowd(d);
    try_spawn(d);
    try_leave(d);
}
