/* Tests of pmpi/watch/launcher_variables.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pmpi/watch/launcher_variables.h"
#include "tests/tap.h"

/* Set "A=1 B=2" and nothing else that a launcher says. */
static void set(const char *text)
{
    static char copy[400];

    clearenv();
    snprintf(copy, sizeof(copy), "%s", text);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        putenv(word);
}

static void test_launchers(void)
{
    static const struct {
        const char *what;
        const char *variables;
        bool known;
        int rank, size, local_size, local_rank, started;
        const char *launcher; /* NULL: none */
    } cases[] = {
        { "no launcher", "", false, 0, 1, 0, 0, 0, NULL },
        { "mpiexec",
          "PMI_RANK=3 PMI_SIZE=8 MPI_LOCALNRANKS=4 MPI_LOCALRANKID=1", true, 3,
          8, 4, 1, 8, "mpiexec" },
        { "mpiexec beside another launcher's variables",
          "PMI_RANK=3 PMI_SIZE=8 OMPI_COMM_WORLD_RANK=1 "
          "OMPI_COMM_WORLD_SIZE=2 SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=1",
          true, 3, 8, 0, 0, 8, "mpiexec" },
        { "Open MPI's mpiexec",
          "OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=4 PMIX_RANK=1", false,
          1, 1, 0, 0, 4, "Open MPI's mpiexec" },
        { "a launcher by PMIx",
          "PMIX_RANK=2 PMIX_SIZE=4 PMIX_LOCAL_SIZE=2 PMIX_LOCAL_RANK=1", true,
          2, 4, 2, 1, 4, "the launcher" },
        { "srun", "SLURM_PROCID=5 SLURM_STEP_NUM_TASKS=6 SLURM_LOCALID=1",
          true, 5, 6, 0, 1, 6, "srun" },
        { "a rank without a size", "PMI_RANK=3", false, 0, 1, 0, 0, 0, NULL },
        { "a rank that is no number", "PMI_RANK=3x PMI_SIZE=8", false, 0, 1, 0,
          0, 0, NULL },
        { "a rank below zero", "PMI_RANK=-1 PMI_SIZE=8", false, 0, 1, 0, 0, 0,
          NULL },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct launcher_variables l;

        set(cases[i].variables);
        l = launcher_variables_find();
        ok(l.known == cases[i].known && l.size == cases[i].size
               && (!l.known || l.rank == cases[i].rank),
           "%s: rank %d of %d is %s", cases[i].what, cases[i].rank,
           cases[i].size, cases[i].known ? "told" : "assumed");
        ok(l.local_size == cases[i].local_size
               && l.local_rank == cases[i].local_rank
               && l.started == cases[i].started,
           "%s: %d ranks of %d are here", cases[i].what, cases[i].local_size,
           cases[i].started);
        ok(cases[i].launcher
               ? l.launcher && strcmp(l.launcher, cases[i].launcher) == 0
                     && l.way_out
               : !l.launcher,
           "%s: its name is %s", cases[i].what,
           cases[i].launcher ? cases[i].launcher : "not known");
    }
}

enum { FIRST, SECOND, FOUND }; /* of one session: its leader, and its child */

/* What two processes find that are in one session, as of a rank, below a
 * process of that name.
 */
static void find_below(const char *name,
                       struct launcher_variables found[FOUND])
{
    int ends[2];

    memset(found, 0, FOUND * sizeof(*found));
    if (pipe(ends) < 0)
        return;
    if (fork() == 0) {
        prctl(PR_SET_NAME, name);
        if (fork() == 0) {
            setsid();
            for (int i = 0; i < FOUND; i++)
                if (i == FIRST || fork() == 0) {
                    struct launcher_variables l = launcher_variables_find();

                    if (write(ends[1], &l, sizeof(l)) != sizeof(l))
                        _exit(1);
                }
            wait(NULL);
            _exit(0);
        }
        wait(NULL);
        _exit(0);
    }
    close(ends[1]);
    for (int i = 0; i < FOUND; i++)
        if (read(ends[0], &found[i], sizeof(*found)) != sizeof(*found))
            break;
    close(ends[0]);
    wait(NULL);
}

/* How many ranks there are on each host of a job of Slurm. */
static void test_slurm(void)
{
    static const struct {
        const char *list;
        int node;
        int ranks;
    } cases[] = {
        { "4", 0, 4 },         { "4", 1, 0 },         { "2(x3)", 0, 2 },
        { "2(x3)", 1, 2 },     { "2(x3)", 2, 2 },     { "2(x3)", 3, 0 },
        { "2(x3),1", 2, 2 },   { "2(x3),1", 3, 1 },   { "3,2(x2),1", 1, 2 },
        { "3,2(x2),1", 2, 2 }, { "3,2(x2),1", 3, 1 }, { "3,2(x2),1", 0, 3 },
        { "what", 0, 0 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct launcher_variables found[FOUND], l;
        char text[200];

        snprintf(text, sizeof(text),
                 "PMI_RANK=0 PMI_SIZE=7 SLURM_JOB_ID=12 SLURM_STEP_ID=3 "
                 "SLURM_LOCALID=1 SLURM_CPUS_ON_NODE=6 SLURM_NODEID=%d "
                 "SLURM_STEP_TASKS_PER_NODE=%s",
                 cases[i].node, cases[i].list);
        set(text);
        find_below("slurmstepd", found);
        l = found[SECOND];
        ok(l.local_size == cases[i].ranks && l.local_rank == 1 && l.cores == 6
               && l.key == 12 * 65536UL + 3,
           "on host %d of %s there are %d ranks, not %d", cases[i].node,
           cases[i].list, cases[i].ranks, l.local_size);
    }
}

/* Hydra may run within a job of Slurm, and have its variables. */
static void test_hydra_in_slurm(void)
{
    struct launcher_variables found[FOUND];

    cpu_set_t cores;

    sched_getaffinity(0, sizeof(cores), &cores);
    set("PMI_RANK=0 PMI_SIZE=2 MPI_LOCALNRANKS=2 SLURM_JOB_ID=12 "
        "SLURM_STEP_ID=3 SLURM_NODEID=0 SLURM_STEP_TASKS_PER_NODE=9 "
        "SLURM_CPUS_ON_NODE=4000");
    find_below("hydra_pmi_proxy", found);
    ok(found[FIRST].local_size == 2 && found[FIRST].key != 12 * 65536UL + 3,
       "below Hydra's proxy its variables count, not Slurm's");
    ok(found[FIRST].cores == CPU_COUNT(&cores),
       "as do the cores that this may use");
    ok(found[FIRST].key != 0 && found[FIRST].key == found[SECOND].key,
       "processes of one session are of one job");
}

int main(void)
{
    test_launchers();
    test_slurm();
    test_hydra_in_slurm();
    return tap_done();
}
