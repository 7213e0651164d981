/* Tests of agent/batch/slurm_expand.c: idle nodes become those of the job
 *
 * The lines are of Slurm 22.05.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/batch/slurm_expand.h"
#include "tests/tap.h"

#define PERMITTED                                                             \
    "Configuration data as of 2026-11-26T01:30:56\n"                          \
    "AccountingStorageType   = accounting_storage/slurmdbd\n"                 \
    "SchedulerParameters     = bf_interval=1,permit_job_expansion\n"          \
    "SelectType              = select/linear\n"

#define WHOLE                                                                 \
    "JobId=8 JobName=a NumNodes=1 OverSubscribe=NO Contiguous=0 Power=\n"

static const struct {
    const char *text;
    const char *why; /* NULL: it is permitted */
} cases[] = {
    { PERMITTED WHOLE, NULL },
    { "AccountingStorageType = accounting_storage/slurmdbd\n"
      "SchedulerParameters=permit_job_expansion,defer\n" WHOLE,
      NULL },
    { "AccountingStorageType = accounting_storage/slurmdbd\n"
      "SlurmctldParameters = permit_job_expansion\n" WHOLE,
      NULL },
    { "AccountingStorageType = accounting_storage/slurmdbd\n"
      "SchedulerParameters = (null)\n" WHOLE,
      "does not permit it here" },
    { "AccountingStorageType = accounting_storage/slurmdbd\n"
      "SchedulerParameters = no_permit_job_expansion\n" WHOLE,
      "does not permit it here" },
    { "AccountingStorageType = accounting_storage/slurmdbd\n"
      "XSchedulerParameters = permit_job_expansion\n"
      "SchedulerParameters = permit_job_expansions\n" WHOLE,
      "does not permit it here" },
    { "AccountingStorageType = accounting_storage/none\n"
      "SchedulerParameters = permit_job_expansion\n" WHOLE,
      "no slurmdbd here" },
    { "SchedulerParameters = permit_job_expansion\n" WHOLE,
      "no slurmdbd here" },
    { PERMITTED "JobId=8 OverSubscribe=OK Contiguous=0\n",
      "does not have whole nodes" },
    { PERMITTED "", "does not have whole nodes" },
    { "", "does not permit it here" },
};

static void test_permitted(void)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };
        int rc = slurm_expand_permitted(cases[i].text, &err);

        if (cases[i].why) {
            ok(rc < 0, "in case %zu it is not permitted", i);
            has(err.text, cases[i].why, "and why is told");
        } else {
            ok(rc == 0, "in case %zu it is permitted: %s", i, err.text);
        }
    }
}

static void test_next(void)
{
    static const struct {
        const char *text;
        int hosts;
        const char *last;
        int cores;
    } hosts[] = {
        { "", 0, "", 0 },
        { "=4\n", 0, "", 4 },
        { "=4\nh2\n", 1, "h2", 4 },
        { "=4(x2)\nh2\nh3\n", 2, "h3", 4 },
        { "=4(x2),8\nh2\nh3\nh4", 3, "h4", 0 },
        { "=x\nh2\n", 1, "h2", 0 },
        { "\nh2\n\nh3\n", 2, "h3", 0 },
    };

    for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++) {
        char *text = strdup(hosts[i].text), *at = text;
        const char *host, *last = "";
        int cores = 0, count = 0;

        while (slurm_expand_next(&at, &host, &cores)) {
            last = host;
            count++;
        }
        ok(count == hosts[i].hosts && strcmp(last, hosts[i].last) == 0
               && cores == hosts[i].cores,
           "case %zu has %d hosts, the last of which is %s, with %d cores", i,
           count, last, cores);
        free(text);
    }
}

static void test_saved(void)
{
    struct slurm_job j = { .number = "8" };
    struct slurm_expand m = { .request = 0 }, next = { .request = 0 };
    char text[256], many[4096];
    FILE *out;

    ok(!slurm_expand_announce(&m, 3, &j), "a job without nodes gets none");
    j.nodes = strcpy(many, "h[1-2,4]");
    ok(slurm_expand_announce(&m, 3, &j), "one that has some may get others");
    out = fmemopen(text, sizeof(text), "w");
    fputs("17", out);
    slurm_expand_save(&m, out);
    fclose(out);
    ok(strcmp(text, "17 3 h[1-2,4]") == 0, "it is written as \"%s\"", text);
    slurm_expand_load(&next, text + 2);
    ok(next.request == 3 && next.lost && strcmp(next.before, "h[1-2,4]") == 0,
       "the next head reads it");
    slurm_expand_forget(&m);
    slurm_expand_forget(&next);
    ok(!next.lost && next.request == 0 && !next.before, "and forgets it");
    slurm_expand_load(&next, "");
    slurm_expand_load(&next, " 3");
    slurm_expand_load(&next, " x h1");
    ok(!next.lost && next.request == 0, "there is none where none is written");
    memset(many, 'h', sizeof(many) - 1);
    many[sizeof(many) - 1] = '\0';
    ok(!slurm_expand_announce(&m, 3, &j) && m.request == 0,
       "more nodes than can be told the next head are not begun with");
    j.nodes = NULL;
}

static void test_busy(void)
{
    ok(slurm_expand_is_busy("salloc: error: Unable to allocate resources: "
                            "Requested nodes are busy"),
       "that no nodes are idle is nothing to tell");
    ok(!slurm_expand_is_busy("salloc: error: Job submit/allocate failed: Job "
                             "dependency problem"),
       "that Slurm does not do it is");
}

int main(void)
{
    test_permitted();
    test_next();
    test_saved();
    test_busy();
    return tap_done();
}
