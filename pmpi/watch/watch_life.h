/* watch_life.h - what only the start and the end of watching need
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_WATCH_LIFE_H
#define MITOSIS_PMPI_WATCH_WATCH_LIFE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/settings.h"
#include "base/system/clock.h"
#include "job/job.h"
#include "pmpi/watch/launcher_variables.h"
#include "pmpi/watch/watch.h"
#include "profile/energy.h"

struct watch_life {
    bool prepared;
    bool automatic; /* the level may fall when watching costs too much */
    bool reporting; /* it is ours to see to the report */
    bool given_up;  /* there was no memory left for the pages */
    bool left;
    bool ending;    /* what the rank uses from here on is none of its run */
    bool delivered; /* to another host, where the report is made */
    unsigned generation;   /* of the job, from 1 on */
    uint64_t refresh_at;   /* ticks: when to take stock again */
    uint64_t looked_at;    /* ticks: when the last closer look was, */
    uint64_t looked_ticks; /* what all had taken by then, */
    double looked_wait;    /* and how long the rank had had no core */
    struct energy energy;  /* counted in one rank of a host */
    uint64_t use_at;       /* ticks: when a rank that waits looks at its use */
    pid_t pid; /* children of fork() have our memory, not our job */
    struct settings settings;
    struct clock_pair birth;
    struct launcher_variables launch;
    char job[JOB_NAME];
    char folder[JOB_PATH];
};

extern struct watch_life watch_life;

/* Write down what this process uses, if it is not ending. */
void watch_look_at_rank(void);

/* What this thread did since clock_thread() said 'since' was to start or to
 * end watching.
 */
void watch_spent(uint64_t since);

#endif /* !MITOSIS_PMPI_WATCH_WATCH_LIFE_H */
