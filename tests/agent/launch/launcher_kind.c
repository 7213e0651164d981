/* Tests of agent/launch/hydra.c and agent/launch/srun.c, as far as words go
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "agent/launch/launcher_kind.h"
#include "tests/tap.h"

enum { WORDS = 40 };

/* Split 'text' at spaces into a list that ends with NULL. */
static char **split(char *text, char *list[WORDS + 1])
{
    int count = 0;

    for (char *word = strtok(text, " "); word && count < WORDS;
         word = strtok(NULL, " "))
        list[count++] = word;
    list[count] = NULL;
    return list;
}

static const char *join(const struct string_list *t)
{
    static char text[4000];
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < t->count; i++)
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s",
                                 i ? " " : "", t->text[i]);
    return text;
}

static void expect(const char *came, const char *expected, const char *what)
{
    if (!ok(strcmp(came, expected) == 0, "%s", what)) {
        diag("    came: %s", came);
        diag("expected: %s", expected);
    }
}

struct launched {
    const char *what;
    const struct launch_kind *kind;
    const char *words; /* of what is repeated */
    const char *environment;
    size_t options; /* mpiexec's words before the program */
    const char *helper;
    const char *hosts;
    int ranks;
    const char *expected;
};

static void compose(const struct launched *c,
                    struct string_list *words,
                    struct string_list *environment)
{
    static struct launcher l;
    char text[1000], variables[1000];
    char *word_list[WORDS + 1], *variable_list[WORDS + 1];
    struct launch_order order = { .folder = "/dev/shm/mitosis-0-heat-abc",
                                  .generation = 2,
                                  .ranks = c->ranks,
                                  .hosts = c->hosts };

    snprintf(text, sizeof(text), "%s", c->words);
    snprintf(variables, sizeof(variables), "%s", c->environment);
    l = (struct launcher){ .kind = c->kind, .options = c->options };
    snprintf(l.helper, sizeof(l.helper), "%s", c->helper);
    l.origin.words = split(text, word_list);
    l.origin.environment = split(variables, variable_list);
    c->kind->compose(&l, &order, words, environment);
}

#define SRUN "srun --jobid=7 --overlap --overcommit --quiet --input=none "
#define GENV                                                                  \
    "-genv MITOSIS_GENERATION 2 -genv MITOSIS_PAGES /dev/shm "                \
    "-genv MITOSIS_JOB heat-abc "

static void test_words(void)
{
    static const struct launched cases[] = {
        { "srun has hosts one by one", &launch_srun, "./heat 5",
          "SLURM_JOB_ID=7 SLURM_MPI_TYPE=pmi2", 0, "", "b:2,a:1", 3,
          SRUN "--mpi=pmi2 --export=ALL --ntasks=3 --nodelist=b,b,a "
               "--distribution=arbitrary ./heat 5" },
        { "names are as Slurm has them", &launch_srun, "./heat",
          "SLURM_JOB_ID=7 SLURMD_NODENAME=a", 0, "", "a.x.org:1,b.x.org:1", 2,
          SRUN "--export=ALL --ntasks=2 --nodelist=a,b "
               "--distribution=arbitrary ./heat" },
        { "with a domain, too", &launch_srun, "./heat",
          "SLURM_JOB_ID=7 SLURMD_NODENAME=a.x.org", 0, "", "a.x.org:1", 1,
          SRUN "--export=ALL --ntasks=1 --nodelist=a.x.org "
               "--distribution=arbitrary ./heat" },
        { "what is preloaded is not for srun", &launch_srun, "./heat",
          "LD_PRELOAD=/l.so:/m.so SLURM_JOB_ID=7 SLURM_CPU_BIND_TYPE=none", 0,
          "", "a:1", 1,
          SRUN "--cpu-bind=none --export=ALL,LD_PRELOAD=/l.so:/m.so "
               "--ntasks=1 --nodelist=a --distribution=arbitrary ./heat" },
        { "mpiexec is repeated", &launch_hydra,
          "mpiexec -iface eth0 -n 2 ./heat 5", "A=1", 5, "/helper", NULL, 4,
          "mpiexec -iface eth0 " GENV "-n 4 ./heat 5" },
        { "with hosts in place of those before", &launch_hydra,
          "mpiexec -f file -ppn 2 -n 4 ./heat", "A=1", 7, "/helper", "b:1,a:2",
          3, "mpiexec " GENV "-hosts b:1,a:2 -n 3 ./heat" },
        { "Slurm does not sort them", &launch_hydra, "mpiexec -n 4 ./heat",
          "SLURM_JOB_ID=7", 3, "/helper", "b:1,a:2", 3,
          "mpiexec -launcher ssh -launcher-exec /helper " GENV
          "-hosts b:1,a:2 -n 3 ./heat" },
        { "unless somebody wants it so", &launch_hydra,
          "mpiexec -launcher slurm -n 4 ./heat", "SLURM_JOB_ID=7", 5,
          "/helper", "b:1,a:2", 3,
          "mpiexec -launcher slurm " GENV "-hosts b:1,a:2 -n 3 ./heat" },
        { "by a variable, too", &launch_hydra, "mpiexec ./heat",
          "SLURM_JOB_ID=7 HYDRA_LAUNCHER=slurm", 1, "/helper", "b:1", 1,
          "mpiexec " GENV "-hosts b:1 -n 1 ./heat" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct string_list words = { 0 }, environment = { 0 };

        compose(&cases[i], &words, &environment);
        expect(join(&words), cases[i].expected, cases[i].what);
        string_list_clear(&words);
        string_list_clear(&environment);
    }
}

static void test_environment(void)
{
    static const char *const dropped[] = {
        "SLURM_NTASKS=4",     "SLURM_STEP_ID=0", "SLURM_NODELIST=a",
        "SLURM_HOSTFILE=f",   "PMI_RANK=0",      "LD_PRELOAD=x",
        "MITOSIS_JOB=heat-1", "SLURM_NNODES=2",
    };
    static const char *const kept[] = {
        "PATH=/bin",
        "SLURM_JOB_ID=7",
        "SLURM_CONF=/c",
        "SLURM_ARRAY_TASK_ID=3",
        "MITOSIS_PROFILE=times",
    };
    static const struct launched order = {
        "", &launch_srun, "./heat", "SLURM_JOB_ID=7", 0, "", "a:1", 1, ""
    };
    static struct launcher far, near = { .pid = 1 };
    struct string_list words = { 0 }, environment = { 0 };

    for (size_t i = 0; i < sizeof(dropped) / sizeof(dropped[0]); i++)
        ok(launch_srun.is_own(&far, dropped[i]), "%s is not for another srun",
           dropped[i]);
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
        ok(!launch_srun.is_own(&far, kept[i]), "%s is", kept[i]);
    ok(launch_hydra.is_own(&far, "PMI_RANK=0")
           && !launch_hydra.is_own(&near, "PMI_RANK=0"),
       "what a rank has from mpiexec is not for another mpiexec");
    compose(&order, &words, &environment);
    expect(join(&environment),
           "MITOSIS_GENERATION=2 MITOSIS_PAGES=/dev/shm MITOSIS_JOB=heat-abc",
           "srun's ranks are told who they are");
    string_list_clear(&words);
    string_list_clear(&environment);
}

int main(void)
{
    test_words();
    test_environment();
    return tap_done();
}
