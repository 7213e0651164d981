/* launcher_variables.c - what the launcher tells a rank before MPI is started
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/parse_value.h"
#include "base/read_file.h"
#include "base/system/process.h"
#include "base/system/usable_cores.h"
#include "pmpi/watch/launcher_variables.h"

enum { STEPS = 65536 }; /* that a job of Slurm may have, more or less */

static const struct {
    const char *rank;
    const char *size;
    const char *local_size;
    const char *local_rank;
    const char *launcher;
    const char *way_out;
    bool other; /* it does not start MPICH's programs: only they know */
} launchers[] = {
    { .rank = "PMI_RANK",
      .size = "PMI_SIZE",
      .local_size = "MPI_LOCALNRANKS",
      .local_rank = "MPI_LOCALRANKID",
      .launcher = "mpiexec",
      .way_out = "most often as this MPICH was built for another launcher, "
                 "as that of Ubuntu 24.04 for PMIx: take one that was built "
                 "for Hydra (there mpich 4.2.0-5.1 or later)" },
    { .rank = "OMPI_COMM_WORLD_RANK",
      .size = "OMPI_COMM_WORLD_SIZE",
      .launcher = "Open MPI's mpiexec",
      .way_out = "programs of MPICH are for its own mpiexec, mpiexec.hydra",
      .other = true },
    { .rank = "PMIX_RANK",
      .size = "PMIX_SIZE",
      .local_size = "PMIX_LOCAL_SIZE",
      .local_rank = "PMIX_LOCAL_RANK",
      .launcher = "the launcher",
      .way_out = "this MPICH was not built for PMIx: start it by "
                 "mpiexec.hydra" },
    { .rank = "SLURM_PROCID",
      .size = "SLURM_STEP_NUM_TASKS",
      .local_rank = "SLURM_LOCALID",
      .launcher = "srun",
      .way_out = "tell srun what this MPICH was built for, --mpi=pmi2 or "
                 "--mpi=pmix" },
};

static bool number_of(const char *name, int *number)
{
    const char *text = name ? getenv(name) : NULL;
    char *end;
    long value = text ? strtol(text, &end, 10) : 0;

    if (!text || end == text || *end || value < 0 || value > 1 << 30)
        return false;
    *number = value;
    return true;
}

/* Where Hydra's process on a host finds its mpiexec, which is the same on all
 * hosts and for no other job meanwhile; 0 when that is not said.
 */
static unsigned long key_of_launcher(pid_t parent)
{
    char path[64], words[4096];
    unsigned long key = 0;
    ssize_t bytes;

    snprintf(path, sizeof(path), "/proc/%d/cmdline", (int)parent);
    bytes = read_file_start(path, words, sizeof(words));
    for (char *at = words; at < words + bytes; at += strlen(at) + 1)
        if (strcmp(at, "--control-port") == 0)
            for (at += strlen(at) + 1; *at; at++)
                key = key * 257 + (unsigned char)*at;
    return key;
}

/* Slurm's process on this host, if that and not another launcher's is the
 * nearest one above us.  Hydra may run under Slurm, too, with its variables.
 */
static bool is_slurm(void)
{
    static const char *const names[] = { "hydra_pmi_proxy", "slurmstepd",
                                         NULL };
    pid_t above = process_above(getpid(), names);

    return above > 0 && process_is(above, "slurmstepd");
}

/* How many ranks there are on node number 'node' of a list as "2(x3),1". */
static int tasks_on(const char *list, int node)
{
    int tasks = 0, times, used;

    for (; *list; list += *list == ',') {
        times = 1;
        used = 0;
        if (sscanf(list, "%d%n", &tasks, &used) < 1 || used == 0)
            return 0;
        list += used;
        used = 0;
        if (sscanf(list, "(x%d)%n", &times, &used) == 1 && used > 0)
            list += used;
        if (node < times)
            return tasks;
        node -= times;
    }
    return 0;
}

/* Its numbers of the job and of what an srun starts in it, which are the same
 * on all hosts, and how many ranks are here.  Returns false when it was not
 * Slurm that started us.
 */
static bool ask_slurm(struct launcher_variables *l)
{
    const char *tasks = getenv("SLURM_STEP_TASKS_PER_NODE");
    int job, step, node;

    if (!number_of("SLURM_JOB_ID", &job) || !number_of("SLURM_STEP_ID", &step)
        || !is_slurm())
        return false;
    l->key = (unsigned long)job * STEPS + (unsigned long)step;
    number_of("SLURM_LOCALID", &l->local_rank);
    number_of("SLURM_CPUS_ON_NODE", &l->cores);
    if (tasks && number_of("SLURM_NODEID", &node))
        l->local_size = tasks_on(tasks, node);
    return true;
}

/* Hydra makes each rank the leader of a session, however many shells are
 * between it and the program, so the parent of that leader is the launcher's
 * process on this host.  Process numbers come round again; with the time
 * when it was started the pair does not.
 */
static unsigned long key_of_job(bool launched, bool several_hosts)
{
    pid_t leader = getsid(0);
    pid_t parent = process_field(leader, PROCESS_PARENT);
    unsigned long key = several_hosts ? key_of_launcher(parent) : 0;

    if (key)
        return key;
    if (!launched)
        parent = getpid();
    return process_field(parent, PROCESS_STARTED) * 4194304UL + parent;
}

struct launcher_variables launcher_variables_find(void)
{
    struct launcher_variables l = { .size = 1 };
    cpu_set_t cores;

    for (size_t i = 0; i < sizeof(launchers) / sizeof(launchers[0]); i++)
        if (number_of(launchers[i].rank, &l.rank)
            && number_of(launchers[i].size, &l.started)) {
            l.launcher = launchers[i].launcher;
            l.way_out = launchers[i].way_out;
            l.known = !launchers[i].other;
            if (l.known)
                l.size = l.started;
            number_of(launchers[i].local_size, &l.local_size);
            number_of(launchers[i].local_rank, &l.local_rank);
            break;
        }
    if (!l.started)
        l.rank = 0;
    if (!l.known || !ask_slurm(&l)) {
        l.key = key_of_job(l.known, l.known && l.local_size != l.size);
        if (l.known && usable_cores_of_launcher(getpid(), &cores))
            l.cores = CPU_COUNT(&cores);
    }
    return l;
}

bool launcher_variables_are_of_rank(void)
{
    pid_t proxy = process_field(getsid(0), PROCESS_PARENT);
    pid_t mpiexec = process_field(proxy, PROCESS_PARENT);
    pid_t leader = mpiexec > 1 ? getsid(mpiexec) : 0;

    return leader > 1
           && process_is(process_field(leader, PROCESS_PARENT),
                         "hydra_pmi_proxy")
           && !process_is(process_field(mpiexec, PROCESS_PARENT), "mitosis");
}

unsigned launcher_variables_generation(void)
{
    const char *given = getenv("MITOSIS_GENERATION");
    uint64_t number;

    return given && parse_value_number(given, &number) && number > 0
                   && number <= INT32_MAX
               ? (unsigned)number
               : 1;
}
