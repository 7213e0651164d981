/* doctor.h - the parts of 'mitosis doctor'
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_DOCTOR_DOCTOR_H
#define MITOSIS_COMMAND_DOCTOR_DOCTOR_H

#include <stdbool.h>

#include "base/settings.h"
#include "command/common/installed_paths.h"
#include "command/common/words.h"
#include "command/doctor/finding.h"
#include "command/doctor/timed_command.h"

#define DOCTOR_EACH 0.2 /* seconds more for each rank */
enum { DOCTOR_SECONDS = 10 };

struct doctor {
    struct settings settings;
    struct string_list hosts; /* to be tried, none for this one only */
    struct string_list words; /* for mpiexec, but for hosts and ranks */
    bool away;                /* no rank came to this host */
    bool apart;               /* each process of a job is a world of its own */
    char self[INSTALLED_PATHS_PATH];
    char probe[INSTALLED_PATHS_PATH];
    char report[INSTALLED_PATHS_PATH]; /* where a job that is watched writes it
                                        */
    struct timed_command trial; /* the last one, kept for what it told */
    struct findings found;
};

/* Here, without MPI: the launcher, the kernel, the place for pages, the
 * settings.
 */
bool doctor_launcher(struct doctor *d);
void doctor_kernel(struct doctor *d);
void doctor_room(struct doctor *d);
void doctor_settings(struct doctor *d);

/* Run a job of 'ranks' ranks that tries 'what', for at most so many seconds,
 * on these hosts (NULL: this one), watched or not.  Returns -1 with the reason
 * in 'err' when it did not get to its end.
 */
int doctor_try(struct doctor *d,
               const char *what,
               int ranks,
               const char *hosts,
               bool watched,
               double seconds,
               struct error *err);

/* Remove what jobs of ours, that were killed, have left on this host. */
void doctor_forget(const struct settings *settings);

/* Seconds that a job may take to start, but for DOCTOR_EACH rank. */
double doctor_patience(const struct doctor *d);

/* Within a job of Slurm, whether srun can be used there. */
void doctor_slurm(struct doctor *d);

/* A job on this host, or on all: returns whether it runs.  Then what it told,
 * and what only small jobs on this host tell.
 */
bool doctor_job(struct doctor *d);
void doctor_told(struct doctor *d);
void doctor_local_jobs(struct doctor *d);

/* The least of the numbers in what lines 'word HOST NUMBER' told, or 0. */
double doctor_least(const struct timed_command *t, const char *word);

/* What the job told about several hosts, and which of them take no job. */
void doctor_hosts(struct doctor *d);
void doctor_unreached(struct doctor *d, const char *why);

#endif /* !MITOSIS_COMMAND_DOCTOR_DOCTOR_H */
