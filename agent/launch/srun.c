/* srun.c - Slurm's srun, and another one like it
 *
 * srun itself may be anywhere, on a login node as a rule.  But what it has
 * started knows all that matters: its words, its folder, and an environment
 * in which Slurm tells the job, the kind of PMI and more.  So another srun
 * can be started from any node of the allocation.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/launch/launcher_kind.h"
#include "agent/launch/port_owner.h"
#include "base/system/host.h"
#include "base/system/process.h"

/* The process that Slurm's own has started, however many shells are between it
 * and the rank.
 */
static pid_t find_task(pid_t rank, pid_t above)
{
    pid_t pid = rank, parent;

    while ((parent = (pid_t)process_field(pid, PROCESS_PARENT)) > 1
           && parent != above)
        pid = parent;
    return pid;
}

/* The program may have gone elsewhere since it was started. */
static void find_folder(struct process_copy *o)
{
    const char *folder = process_copy_variable(o, "PWD");

    if (folder && folder[0] == '/' && strlen(folder) < sizeof(o->folder)
        && access(folder, X_OK) == 0)
        strcpy(o->folder, folder);
}

static bool is_srun(pid_t pid)
{
    return process_is(pid, "srun");
}

/* srun itself, if it is on this host, or 0. */
static pid_t find_srun(const struct process_copy *o)
{
    const char *port = process_copy_variable(o, "SLURM_SRUN_COMM_PORT");

    return port ? port_owner_find((unsigned)atoi(port), is_srun) : 0;
}

static int read_srun(launcher_t *l, pid_t rank, pid_t above, struct error *err)
{
    const char *number;

    if (process_copy_read(&l->origin, find_task(rank, above), err) < 0)
        return -1;
    find_folder(&l->origin);
    l->pid = find_srun(&l->origin);
    strcpy(l->path, "srun");
    number = process_copy_variable(&l->origin, "SLURM_JOB_ID");
    if (!number)
        return error_set(err, "Slurm has not told the job's number "
                              "(SLURM_JOB_ID)");
    if (process_copy_variable(&l->origin, "SLURM_HET_SIZE")
        || process_copy_variable(&l->origin, "SLURM_PACK_SIZE"))
        return error_set(err, "the job is one of several in one for Slurm");
    return 0;
}

/* ---- another one ---- */

/* What Slurm calls a host: its name, without the domain if Slurm's own name of
 * this one has none.
 */
static size_t length_of(const launcher_t *l, const char *host, size_t len)
{
    const char *node = process_copy_variable(&l->origin, "SLURMD_NODENAME");
    const char *dot = memchr(host, '.', len);

    return node && dot && !strchr(node, '.') ? (size_t)(dot - host) : len;
}

/* Of "h1:2,h2:1" make "h1,h1,h2", which srun takes literally. */
static void add_nodes(const launcher_t *l,
                      const struct launch_order *order,
                      struct string_list *words)
{
    char here[HOST_NAME + 16];
    const char *at = order->hosts;
    struct string_list list = { 0 };
    char *text;
    size_t room = 1, used = 0;

    snprintf(here, sizeof(here), "%s:%d", host_own(), order->ranks);
    for (at = at ? at : here; *at; at += *at == ',') {
        size_t all = strcspn(at, ":,"), len = length_of(l, at, all);
        int times = at[all] == ':' ? atoi(at + all + 1) : 1;

        for (int i = 0; i < times; i++)
            string_list_add(&list, "%s%.*s", list.count ? "," : "", (int)len,
                            at);
        room += (size_t)times * (len + 1);
        at += strcspn(at, ",");
    }
    text = malloc(room);
    for (size_t i = 0; text && i < list.count; i++)
        used += (size_t)sprintf(text + used, "%s", list.text[i]);
    if (text && !list.failed) {
        string_list_add(words, "--nodelist=%s", text);
        string_list_add(words, "--distribution=arbitrary");
    } else {
        words->failed = true;
    }
    free(text);
    string_list_clear(&list);
}

/* srun itself is not to be watched. */
static void add_preload(const launcher_t *l, struct string_list *words)
{
    const char *preload = process_copy_variable(&l->origin, "LD_PRELOAD");

    if (preload && !strchr(preload, ','))
        string_list_add(words, "--export=ALL,LD_PRELOAD=%s", preload);
    else
        string_list_add(words, "--export=ALL");
}

static void compose(const launcher_t *l,
                    const struct launch_order *order,
                    struct string_list *words,
                    struct string_list *environment)
{
    const char *mpi = process_copy_variable(&l->origin, "SLURM_MPI_TYPE");
    const char *bind =
        process_copy_variable(&l->origin, "SLURM_CPU_BIND_TYPE");
    char job[PROCESS_COPY_PATH], pages[PROCESS_COPY_PATH];

    launch_job(order, job, pages);
    string_list_add(environment, "MITOSIS_GENERATION=%u", order->generation);
    string_list_add(environment, "MITOSIS_PAGES=%s", pages);
    string_list_add(environment, "MITOSIS_JOB=%s", job);
    string_list_add(words, "srun");
    string_list_add(words, "--jobid=%s",
                    process_copy_variable(&l->origin, "SLURM_JOB_ID"));
    string_list_add_all(words, "--overlap", "--overcommit", "--quiet",
                        "--input=none", NULL);
    if (mpi && *mpi)
        string_list_add(words, "--mpi=%s", mpi);
    if (bind && strcmp(bind, "none") == 0)
        string_list_add(words, "--cpu-bind=none");
    add_preload(l, words);
    string_list_add(words, "--ntasks=%d", order->ranks);
    add_nodes(l, order, words);
    for (char **at = l->origin.words; *at; at++)
        string_list_add(words, "%s", *at);
}

/* Slurm's own for a step, and those that srun would take for orders; others,
 * such as a batch job's numbers, are the job's.
 */
static bool is_own(const launcher_t *l, const char *variable)
{
    static const char *const names[] = {
        "PMI_",
        "PMI2_",
        "PMIX_",
        "SLURM_STEP",
        "SLURM_SRUN_",
        "SLURM_LAUNCH_",
        "SLURM_NTASKS",
        "SLURM_NPROCS",
        "SLURM_NNODES",
        "SLURM_NODELIST",
        "SLURM_NODEID",
        "SLURM_JOB_NUM_NODES",
        "SLURM_JOB_NODELIST",
        "SLURM_TASKS_PER_NODE",
        "SLURM_TASK_",
        "SLURM_DISTRIBUTION",
        "SLURM_HOSTFILE",
        "SLURM_ARBITRARY_NODELIST",
        "SLURM_PROCID",
        "SLURM_LOCALID",
        "SLURM_GTIDS",
        "SLURM_CPU_BIND",
        "SLURM_CPUS_ON_NODE",
        "SLURM_MEM_BIND",
        "SLURM_EXPORT_ENV",
        "SLURM_EXACT",
        "SLURM_EXCLUSIVE",
        "SLURM_WHOLE",
        "SLURM_OVERCOMMIT",
        "SLURM_OVERLAP",
        "SLURM_LABELIO",
        "SLURM_STDINMODE",
        "SLURM_STDOUTMODE",
        "SLURM_STDERRMODE",
        "SLURM_MPI_TYPE",
        "SLURM_UNBUFFEREDIO",
        "SLURM_WORKING_DIR",
        "SLURM_MULTI_PROG",
        "SLURM_RELATIVE",
        "SLURM_UMASK",
        "SLURMD_",
        "MITOSIS_GENERATION=",
        "MITOSIS_PAGES=",
        "MITOSIS_JOB=",
        "LD_PRELOAD=",
        NULL,
    };

    (void)l;
    return launch_begins(variable, names);
}

const struct launch_kind launch_srun = {
    .name = "srun",
    .above = "slurmstepd",
    .confined = true,
    .read = read_srun,
    .compose = compose,
    .is_own = is_own,
};
