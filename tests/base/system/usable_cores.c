/* Tests of base/system/usable_cores.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/usable_cores.h"
#include "tests/tap.h"

static char root[] = "/tmp/usable-cores-XXXXXX";

/* Bind ourselves to the one core that we are on. */
static void bind_to_one(void)
{
    cpu_set_t one;

    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    sched_setaffinity(0, sizeof(one), &one);
}

/* What a rank finds that is bound to one core, below a shell that is, too, and
 * that below a process of that name, which is so if it has 'cores' of 1.
 * Returns how many cores it finds, or -1 for nothing.
 */
static int find_below(const char *name, int cores)
{
    int status = 0;

    if (fork() == 0) {
        prctl(PR_SET_NAME, name);
        if (cores == 1)
            bind_to_one();
        if (fork() == 0) {
            prctl(PR_SET_NAME, "shell");
            bind_to_one();
            if (fork() == 0) {
                cpu_set_t found;
                bool told = usable_cores_of_launcher(getpid(), &found);

                _exit(told ? CPU_COUNT(&found) : 100 + CPU_COUNT(&found));
            }
            wait(&status);
            _exit(WEXITSTATUS(status));
        }
        wait(&status);
        _exit(WEXITSTATUS(status));
    }
    wait(&status);
    return WEXITSTATUS(status) == 100 ? -1 : WEXITSTATUS(status);
}

static void test_launcher(void)
{
    cpu_set_t all;
    int count;

    sched_getaffinity(0, sizeof(all), &all);
    count = CPU_COUNT(&all);
    ok(find_below("hydra_pmi_proxy", 1) == 1,
       "a job that is bound to one core has one");
    ok(find_below("hydra_pmi_proxy", count) == count,
       "one whose ranks are bound has all");
    ok(find_below("something", count) == -1,
       "without Hydra above it nothing is told, and nothing found");
}

static void put(const char *name, const char *text)
{
    char path[256];
    FILE *file;

    snprintf(path, sizeof(path), "%s/sys/fs/cgroup/%s", root, name);
    if (!text) {
        unlink(path);
    } else if ((file = fopen(path, "w"))) {
        fputs(text, file);
        fclose(file);
    }
}

static void make(const char *name)
{
    char path[256];

    snprintf(path, sizeof(path), "%s/%s", root, name);
    mkdir(path, 0700);
}

static void test_quota(void)
{
    static const struct {
        const char *max, *quota, *period; /* NULL: there is no such file */
        double cores;
    } cases[] = {
        { NULL, NULL, NULL, INFINITY },
        { "max 100000\n", NULL, NULL, INFINITY },
        { "150000 100000\n", NULL, NULL, 1.5 },
        { "150000 0\n", NULL, NULL, INFINITY },
        { "", NULL, NULL, INFINITY },
        { NULL, "-1\n", "100000\n", INFINITY },
        { NULL, "25000\n", "100000\n", 0.25 },
        { NULL, "25000\n", NULL, INFINITY },
        { NULL, "25000\n", "0\n", INFINITY },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double quota;

        put("cpu.max", cases[i].max);
        put("cpu/cpu.cfs_quota_us", cases[i].quota);
        put("cpu/cpu.cfs_period_us", cases[i].period);
        quota = usable_cores_quota(root);
        ok(quota >= cases[i].cores && quota <= cases[i].cores,
           "%s, %s, %s: a quota of %g cores",
           cases[i].max ? "cpu.max" : "no cpu.max",
           cases[i].quota ? "cpu.cfs_quota_us" : "none of version 1",
           cases[i].period ? "its period" : "no period", cases[i].cores);
    }
}

static void test_within(void)
{
    ok(usable_cores_within(4, INFINITY) == 4, "without a quota all are left");
    ok(usable_cores_within(4, 8) == 4, "nor does a large one add any");
    ok(usable_cores_within(4, 2.9) == 2, "whole ones count");
    ok(usable_cores_within(4, 0.2) == 1, "one there is always");
}

int main(void)
{
    char command[64];

    if (!mkdtemp(root))
        return 1;
    make("sys");
    make("sys/fs");
    make("sys/fs/cgroup");
    make("sys/fs/cgroup/cpu");
    test_launcher();
    test_quota();
    test_within();
    snprintf(command, sizeof(command), "rm -r %s", root);
    return system(command) == 0 ? tap_done() : 1;
}
