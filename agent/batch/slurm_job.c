/* slurm_job.c - the job of Slurm that we are in, and its companions
 *
 * A companion has a node to itself, as nobody else is to slow our ranks down,
 * and ends when the job ends at the latest: Slurm shortens its time when it is
 * started late, and does not start it when it is too late.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/batch/slurm_job.h"

enum { LEAST_S = 60 /* Slurm counts in minutes */ };

int slurm_job_find(struct slurm_job *j, struct error *err)
{
    const char *number = getenv("SLURM_JOB_ID");

    memset(j, 0, sizeof(*j));
    if (!number || !*number || number[strspn(number, "0123456789")]
        || strlen(number) >= sizeof(j->number))
        return error_set(err, "this is not in a job of Slurm (there is no "
                              "SLURM_JOB_ID)");
    strcpy(j->number, number);
    return 0;
}

void slurm_job_name(const struct slurm_job *j,
                    const char *job,
                    char name[SLURM_JOB_NAME])
{
    snprintf(name, SLURM_JOB_NAME, "mitosis-%s-%.255s", j->number, job);
}

static void replace(char **text, const char *by)
{
    free(*text);
    *text = strdup(by);
}

void slurm_job_take(struct slurm_job *j, const struct slurm_queue_job *from)
{
    if (strcmp(from->raw, j->number) != 0 || from->state == SLURM_QUEUE_WAITS)
        return;
    j->found = from->state == SLURM_QUEUE_RUNS;
    j->left = from->left;
    replace(&j->nodes, from->nodes);
    for (int i = 0; i < SLURM_OPTIONS; i++)
        replace(&j->had.text[i], from->has[i]);
}

void slurm_job_clear(struct slurm_job *j)
{
    free(j->nodes);
    slurm_options_clear(&j->had);
    memset(j, 0, sizeof(*j));
}

/* What a companion runs: it holds its node until the job is gone, and then
 * takes the others with it that still wait.  A controller that does not answer
 * is no reason to end.
 */
static void add_script(const struct slurm_job *j,
                       const char *name,
                       struct string_list *words)
{
    string_list_add(words,
                    "--wrap="
                    "while :; do"
                    " state=$(squeue -h -j %s -o %%T 2>&1) || case $state in"
                    " *'Invalid job id'*) state= ;; *) state=unknown ;; esac;"
                    " test -n \"$state\" || break; sleep 10; done;"
                    " scancel --quiet --me --name='%s'",
                    j->number, name);
}

void slurm_job_options(const struct slurm_job *j,
                       const struct slurm_options *o,
                       struct string_list *words)
{
    for (int i = 0; i < SLURM_OPTIONS; i++) {
        const char *text = o && o->text[i] ? o->text[i] : j->had.text[i];

        if (text && *text)
            string_list_add(words, "--%s=%s",
                            slurm_options_name((enum slurm_option)i), text);
    }
}

static void add_time(const struct slurm_job *j, struct string_list *words)
{
    if (j->left == SLURM_QUEUE_UNLIMITED) {
        string_list_add(words, "--time=UNLIMITED");
    } else if (j->left >= 0) {
        string_list_add(words, "--time=%ld", ((long)j->left + 59) / 60);
        string_list_add(words, "--time-min=1");
        string_list_add(words, "--deadline=now+%.0f", j->left + LEAST_S);
    }
}

int slurm_job_submit(const struct slurm_job *j,
                     const struct slurm_options *o,
                     const char *name,
                     unsigned request,
                     int hosts,
                     struct string_list *words,
                     struct error *err)
{
    if (!j->found)
        return error_set(err, "squeue does not list job %s, which this is in",
                         j->number);
    if (j->left >= 0 && j->left < LEAST_S)
        return error_set(err, "job %s has %.0f s left", j->number, j->left);
    string_list_add_all(words, "sbatch", "--parsable", NULL);
    string_list_add(words, "--job-name=%s", name);
    string_list_add(words, "--comment=" SLURM_JOB_COMMENT, request);
    string_list_add(words, "--array=1-%d", hosts);
    string_list_add_all(words, "--nodes=1", "--exclusive", "--mem=0",
                        "--no-requeue", "--output=/dev/null", "--chdir=/",
                        NULL);
    slurm_job_options(j, o, words);
    add_time(j, words);
    add_script(j, name, words);
    return 0;
}

/* Slurm is told which nodes are left, and what these are it says best itself.
 * The scripts that scontrol writes where it is are of no use to us.
 */
void slurm_job_shrink(const struct slurm_job *j,
                      const struct string_list *hosts,
                      struct string_list *words)
{
    static const char script[] =
        "job=$1; shift; nodes=$(squeue --noheader --jobs=\"$job\" --format=%N)"
        " && nodes=$(scontrol show hostnames \"$nodes\") || exit;"
        " left=$(echo \"$nodes\" | grep -vxF \"$(printf '%s\\n' \"$@\")\");"
        " test \"$left\" != \"$nodes\" || exit 0;"
        " at=$(mktemp -d) && cd \"$at\" || exit;"
        " scontrol update JobId=\"$job\""
        " NodeList=\"$(echo \"$left\" | paste -sd,)\"; status=$?;"
        " cd / && rm -rf \"$at\"; exit $status";

    string_list_add_all(words, "sh", "-c", script, "sh", j->number, NULL);
    for (size_t i = 0; i < hosts->count; i++)
        string_list_add(words, "%s", hosts->text[i]);
}

void slurm_job_cancel(const char *name, struct string_list *words)
{
    string_list_add_all(words, "scancel", "--quiet", "--me", NULL);
    string_list_add(words, "--name=%s", name);
}
