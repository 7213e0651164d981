/* srun_options.c - the options of Slurm's srun, as far as their length goes
 *
 * Those of 22.05, and what is known of later ones.  Values that may be left
 * out can only stand behind a '='.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <string.h>

#include "command/run/srun_options.h"

/* Letters whose value is the rest of the word, or the next one. */
static const char with_value[] = "AbBcCdDeGiJLmMnNopqrStTwWx";

/* Letters without one, "-I" and "-K" with one in the same word at most. */
static const char without[] = "EHklOQsuvVXZhIK";

static const char *const take_value[] = {
    "account",
    "acctg-freq",
    "bb",
    "bbf",
    "bcast",
    "bcast-exclude",
    "begin",
    "chdir",
    "cluster-constraint",
    "clusters",
    "comment",
    "constraint",
    "container",
    "container-id",
    "core-spec",
    "cores-per-socket",
    "cpu-bind",
    "cpu-freq",
    "cpus-per-gpu",
    "cpus-per-task",
    "deadline",
    "delay-boot",
    "dependency",
    "distribution",
    "epilog",
    "error",
    "exclude",
    "export",
    "extra",
    "extra-node-info",
    "gpu-bind",
    "gpu-freq",
    "gpus",
    "gpus-per-node",
    "gpus-per-socket",
    "gpus-per-task",
    "gres",
    "gres-flags",
    "het-group",
    "hint",
    "input",
    "job-name",
    "jobid",
    "licenses",
    "mail-type",
    "mail-user",
    "mcs-label",
    "mem",
    "mem-bind",
    "mem-per-cpu",
    "mem-per-gpu",
    "mincpus",
    "mpi",
    "network",
    "nodefile",
    "nodelist",
    "nodes",
    "ntasks",
    "ntasks-per-core",
    "ntasks-per-gpu",
    "ntasks-per-node",
    "ntasks-per-socket",
    "open-mode",
    "output",
    "partition",
    "power",
    "prefer",
    "priority",
    "profile",
    "prolog",
    "qos",
    "relative",
    "reservation",
    "signal",
    "slurmd-debug",
    "sockets-per-node",
    "switches",
    "task-epilog",
    "task-prolog",
    "thread-spec",
    "threads",
    "threads-per-core",
    "time",
    "time-min",
    "tmp",
    "tres-bind",
    "tres-per-task",
    "wait",
    "wckey",
};

static const char *const take_none[] = {
    "compress",
    "contiguous",
    "disable-status",
    "exact",
    "exclusive",
    "hold",
    "immediate",
    "interactive",
    "kill-on-bad-exit",
    "label",
    "multi-prog",
    "nice",
    "no-allocate",
    "no-kill",
    "overcommit",
    "overlap",
    "oversubscribe",
    "preserve-env",
    "propagate",
    "pty",
    "quiet",
    "quit-on-interrupt",
    "reboot",
    "resv-ports",
    "send-libs",
    "spread-job",
    "unbuffered",
    "use-min-nodes",
    "verbose",
    "version",
    "wait-for-children",
    "whole",
};

enum {
    TAKE_VALUE = sizeof(take_value) / sizeof(take_value[0]),
    TAKE_NONE = sizeof(take_none) / sizeof(take_none[0]),
};

static bool is_in(const char *const list[], int count, const char *word)
{
    size_t len = strcspn(word, "=");

    for (int i = 0; i < count; i++)
        if (strlen(list[i]) == len && strncmp(list[i], word, len) == 0)
            return true;
    return false;
}

/* "-n4", "-n 4", "-lun4", "-n". */
static int words_of_letters(const char *letters)
{
    for (; *letters; letters++) {
        if (strchr(with_value, *letters))
            return letters[1] == '\0';
        if (!strchr(without, *letters))
            return -1;
        if (*letters == 'I' || *letters == 'K')
            return 0;
    }
    return 0;
}

int srun_options_words(char *const argv[])
{
    const char *word = argv[0];

    if (word[1] != '-')
        return word[1] ? words_of_letters(word + 1) : -1;
    if (is_in(take_value, TAKE_VALUE, word + 2))
        return strchr(word, '=') == NULL;
    return is_in(take_none, TAKE_NONE, word + 2) ? 0 : -1;
}

const char *srun_options_value(char *const argv[], const char *name)
{
    size_t len = strlen(name);
    const char *word = argv[0];

    if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, name, len) != 0)
        return NULL;
    if (word[2 + len] == '=')
        return word + 2 + len + 1;
    return word[2 + len] == '\0' ? argv[1] : NULL;
}

void srun_options_offer(struct suggest_name *n)
{
    for (int i = 0; i < TAKE_VALUE; i++)
        suggest_name_offer(n, take_value[i]);
    for (int i = 0; i < TAKE_NONE; i++)
        suggest_name_offer(n, take_none[i]);
}
