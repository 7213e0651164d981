/* doctor_slurm.c - what Slurm allows within one of its jobs
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "command/doctor/doctor.h"

enum { LINE = 256 };

static const char name[] = "slurm";

/* Whether a job of two ranks starts as a later generation would. */
static bool starts(const struct doctor *d,
                   struct timed_command *t,
                   struct error *err)
{
    char *words[] = {
        (char *)"srun",       (char *)"--overlap",    (char *)"--overcommit",
        (char *)"--mpi=pmi2", (char *)"--input=none", (char *)"--ntasks=2",
        (char *)d->probe,     (char *)"start",        NULL
    };
    char why[LINE];

    if (timed_command_run(words, doctor_patience(d) + 2 * DOCTOR_EACH, 0, t,
                          err)
        < 0)
        return false;
    if (t->done)
        return true;
    timed_command_excuse(t, why, sizeof(why));
    return error_set(err, "%s", why) == 0;
}

/* How long srun waits for the other tasks once one has ended, 0 being for
 * ever.  What is left of the first rank is one of these.
 */
static long wait_time(struct timed_command *t)
{
    char *words[] = { (char *)"scontrol", (char *)"show", (char *)"config",
                      NULL };
    const char *own = getenv("SLURM_WAIT"), *at;

    if (own)
        return strtol(own, NULL, 10);
    if (timed_command_run(words, DOCTOR_SECONDS, 0, t, NULL) < 0)
        return 0;
    at = timed_command_find(t, "WaitTime", NULL);
    return at ? strtol(at + strspn(at, " ="), NULL, 10) : 0;
}

void doctor_slurm(struct doctor *d)
{
    static struct timed_command t;
    struct error err;
    const char *job = getenv("SLURM_JOB_ID");
    long seconds;

    if (!job)
        return;
    if (!starts(d, &t, &err)) {
        finding_add(&d->found, FINDING_WARNING, name,
                    "Jobs of mpiexec are not concerned. See srun --mpi=list: "
                    "there should be pmi2; and whether srun --overlap works.",
                    "in job %s srun starts no ranks of MPI: %.200s", job,
                    err.text);
        return;
    }
    seconds = wait_time(&t);
    if (seconds > 0)
        finding_add(&d->found, FINDING_WARNING, name,
                    "Give srun --wait=0: the first rank's place is kept until "
                    "the job ends.",
                    "in job %s srun ends the rest %ld s after the first ranks",
                    job, seconds);
    else
        finding_add(&d->found, FINDING_OK, name, NULL,
                    "srun starts ranks in job %s, beside those that run", job);
}
