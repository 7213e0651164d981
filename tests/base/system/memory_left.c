/* Tests of base/system/memory_left.c, on a kernel made of files and on the
 * real one
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system/memory_left.h"
#include "tests/tap.h"

enum { PID = 77, MIB = 1 << 20 };

static char root[] = "/tmp/mitosis-headroom-XXXXXX";

/* Write a file below the root, with the folders above it. */
static void put(const char *name, const char *text)
{
    char path[512];
    FILE *file;

    snprintf(path, sizeof(path), "%s/%s", root, name);
    for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
    file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        diag("%s cannot be written", path);
}

/* A control group's files; 'mib' of them in mebibytes, files below zero are
 * not there.
 */
struct group {
    const char *folder;
    double limit, usage, files; /* a limit of 0 is none */
    double swap_limit, swap_usage;
};

static void put_number(const char *folder, const char *name, double mib)
{
    char path[256], text[64];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    snprintf(text, sizeof(text), "%.0f\n", mib * MIB);
    if (mib == 0 && strstr(name, ".max"))
        strcpy(text, "max\n");
    else if (mib == 0)
        strcpy(text, "9223372036854771712\n");
    put(path, text);
}

static void put_first(const struct group *g)
{
    char path[256], text[256];

    put_number(g->folder, "memory.limit_in_bytes", g->limit);
    put_number(g->folder, "memory.usage_in_bytes", g->usage + 0.001);
    snprintf(path, sizeof(path), "%s/memory.stat", g->folder);
    snprintf(text, sizeof(text),
             "cache 5\ninactive_file 7\ntotal_cache 9\n"
             "total_inactive_file %.0f\ntotal_active_file %.0f\n",
             g->files * MIB * 0.75, g->files * MIB * 0.25);
    put(path, text);
    if (g->swap_limit < 0)
        return;
    put_number(g->folder, "memory.memsw.limit_in_bytes", g->swap_limit);
    put_number(g->folder, "memory.memsw.usage_in_bytes",
               g->swap_usage + 0.001);
}

static void put_second(const struct group *g)
{
    char path[256], text[256];

    put_number(g->folder, "memory.max", g->limit);
    put_number(g->folder, "memory.current", g->usage + 0.001);
    snprintf(path, sizeof(path), "%s/memory.stat", g->folder);
    snprintf(text, sizeof(text),
             "anon 5\nfile 9\ninactive_file %.0f\nactive_file %.0f\n",
             g->files * MIB * 0.75, g->files * MIB * 0.25);
    put(path, text);
    if (g->swap_limit < 0)
        return;
    put_number(g->folder, "memory.swap.max", g->swap_limit);
    put_number(g->folder, "memory.swap.current", g->swap_usage + 0.001);
}

static void put_host(double total, double available, double swap)
{
    char text[256];

    snprintf(text, sizeof(text),
             "MemTotal: %.0f kB\nMemFree: 1 kB\nMemAvailable: %.0f kB\n"
             "SwapTotal: 9 kB\nSwapFree: %.0f kB\n",
             total * 1024, available * 1024, swap * 1024);
    put("proc/meminfo", text);
}

struct test_case {
    const char *what;
    const char *cgroup; /* of the process */
    const char *mounts;
    bool second; /* version */
    struct group groups[3];
    double swap; /* of the host, which has 900 of 1000 */
    double free, left_swap, limit;
    const char *where;
};

#define FIRST_ALL                                                             \
    "20 1 0:9 / /sys rw - sysfs sysfs rw\n"                                   \
    "30 20 0:3 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu\n"     \
    "31 20 0:4 / /sys/fs/cgroup/memory rw shared:5 - cgroup cgroup "          \
    "rw,memory\n"
#define SECOND_ALL                                                            \
    "20 1 0:9 / /sys rw - sysfs sysfs rw\n"                                   \
    "31 20 0:4 / /sys/fs/cgroup rw shared:5 - cgroup2 cgroup2 rw\n"
#define FIRST "sys/fs/cgroup/memory"
#define SECOND "sys/fs/cgroup"
#define NO_SWAP -1, 0

static const struct test_case cases[] = {
    { .what = "without control groups the host counts",
      .cgroup = NULL,
      .mounts = "20 1 0:9 / /sys rw - sysfs sysfs rw\n",
      .free = 900,
      .limit = 1000,
      .where = "the host" },
    { .what = "of version 1: what the group leaves, files not counted",
      .cgroup = "5:cpu,cpuacct:/other\n4:memory:/jobs/7\n0::/\n",
      .mounts = FIRST_ALL,
      .groups = { { FIRST "/jobs/7", 300, 250, 60, NO_SWAP } },
      .free = 110,
      .limit = 300,
      .where = "control group /jobs/7" },
    { .what = "of version 1: one that is above has less",
      .cgroup = "4:blkio,memory:/jobs/7\n",
      .mounts = FIRST_ALL,
      .groups = { { FIRST "/jobs/7", 300, 100, 0, NO_SWAP },
                  { FIRST "/jobs", 400, 350, 0, NO_SWAP },
                  { FIRST, 0, 800, 0, NO_SWAP } },
      .free = 50,
      .limit = 400,
      .where = "control group /jobs" },
    { .what = "of version 1: the group may swap, but not for long",
      .cgroup = "4:memory:/jobs/7\n",
      .mounts = FIRST_ALL,
      .groups = { { FIRST "/jobs/7", 300, 250, 0, 340, 270 } },
      .swap = 500,
      .free = 50,
      .left_swap = 20,
      .limit = 300,
      .where = "control group /jobs/7" },
    { .what = "of version 1: no limit is none",
      .cgroup = "4:memory:/jobs/7\n",
      .mounts = FIRST_ALL,
      .groups = { { FIRST "/jobs/7", 0, 250, 0, NO_SWAP } },
      .free = 900,
      .limit = 1000,
      .where = "the host" },
    { .what = "of version 1, in a container that sees its own group as all",
      .cgroup = "4:memory:/docker/ab\n",
      .mounts = "31 20 0:4 /docker/ab /sys/fs/cgroup/memory ro - cgroup "
                "cgroup rw,memory\n",
      .groups = { { FIRST, 300, 200, 0, NO_SWAP } },
      .free = 100,
      .limit = 300,
      .where = "control group /docker/ab" },
    { .what = "of version 2: what the group leaves, files not counted",
      .cgroup = "0::/user.slice/job\n",
      .mounts = SECOND_ALL,
      .second = true,
      .groups = { { SECOND "/user.slice/job", 300, 250, 60, NO_SWAP },
                  { SECOND "/user.slice", 0, 600, 0, NO_SWAP } },
      .free = 110,
      .limit = 300,
      .where = "control group /user.slice/job" },
    { .what = "of version 2: one that is above has less",
      .cgroup = "0::/a/b/c\n",
      .mounts = SECOND_ALL,
      .second = true,
      .groups = { { SECOND "/a/b/c", 0, 100, 0, NO_SWAP },
                  { SECOND "/a/b", 500, 100, 0, NO_SWAP },
                  { SECOND "/a", 450, 380, 0, NO_SWAP } },
      .free = 70,
      .limit = 450,
      .where = "control group /a" },
    { .what = "of version 2: swap has a limit of its own",
      .cgroup = "0::/a\n",
      .mounts = SECOND_ALL,
      .second = true,
      .groups = { { SECOND "/a", 300, 250, 0, 80, 50 } },
      .swap = 500,
      .free = 50,
      .left_swap = 30,
      .limit = 300,
      .where = "control group /a" },
    { .what = "of version 2: one that is too full has nothing left",
      .cgroup = "0::/a\n",
      .mounts = SECOND_ALL,
      .second = true,
      .groups = { { SECOND "/a", 300, 310, 0, NO_SWAP } },
      .free = 0,
      .limit = 300,
      .where = "control group /a" },
    { .what = "a group that cannot be seen from here says nothing",
      .cgroup = "0::/../../elsewhere\n",
      .mounts = SECOND_ALL,
      .second = true,
      .groups = { { SECOND, 0, 1, 0, NO_SWAP } },
      .free = 900,
      .limit = 1000,
      .where = "the host" },
    { .what = "lines that are none say nothing",
      .cgroup = "memory\n:\n4\n\n",
      .mounts = " - \n31 20 / - cgroup2\n",
      .free = 900,
      .limit = 1000,
      .where = "the host" },
};

static void clear(void)
{
    char command[128];

    snprintf(command, sizeof(command), "rm -rf '%s'/*", root);
    if (system(command) != 0)
        diag("%s cannot be cleared", root);
}

static bool is_near(double bytes, double mib)
{
    return bytes > (mib - 0.1) * MIB && bytes < (mib + 0.1) * MIB;
}

static void test_case(const struct test_case *c)
{
    struct memory_left h = { .where = "" };

    clear();
    put_host(1000, 900, c->swap);
    put("proc/self/mountinfo", c->mounts);
    if (c->cgroup)
        put("proc/77/cgroup", c->cgroup);
    for (int i = 0; i < 3 && c->groups[i].folder; i++)
        (c->second ? put_second : put_first)(&c->groups[i]);
    ok(memory_left_find(root, PID, true, &h) && is_near(h.free, c->free)
           && is_near(h.swap, c->left_swap) && is_near(h.limit, c->limit)
           && strcmp(h.where, c->where) == 0,
       "%s", c->what);
    diag("%s: %.1f free, %.1f of swap, of %.1f", h.where, h.free / MIB,
         h.swap / MIB, h.limit / MIB);
}

/* A host whose memory is nearly full, but not its swap, and a group with more
 * memory, that may not swap.
 */
static void test_swap(void)
{
    static const struct group group = { SECOND "/a", 300, 100, 0, 10, 10 };
    struct memory_left h = { .where = "" };

    clear();
    put_host(1000, 100, 500);
    put("proc/self/mountinfo", SECOND_ALL);
    put("proc/77/cgroup", "0::/a\n");
    put_second(&group);
    ok(memory_left_find(root, PID, true, &h) && is_near(h.free, 200)
           && strcmp(h.where, "control group /a") == 0,
       "room in swap counts: a group that may not swap has the least");
    ok(memory_left_find(root, PID, false, &h) && is_near(h.free, 100)
           && h.swap == 0 && strcmp(h.where, "the host") == 0,
       "without it the host has the least, whose swap has room");
}

static void test_use(void)
{
    struct memory_left_use use;

    put("proc/77/status", "Name:\tx\nVmSize:\t  5000 kB\nVmData:\t 4000 kB\n"
                          "VmRSS:\t 3000 kB\nRssAnon:\t 2000 kB\n"
                          "RssFile:\t 900 kB\nVmSwap:\t 100 kB\n");
    put("proc/78/status", "Name:\tzombie\nState:\tZ\n");
    ok(memory_left_use(root, PID, &use) && use.own == 2100 * 1024
           && use.address == 5000 * 1024 && use.data == 4000 * 1024,
       "a process has what is its own, in memory and in swap");
    ok(!memory_left_use(root, 78, &use), "one that has ended has nothing");
    ok(!memory_left_use(root, 79, &use), "nor one that is not there");
    ok(!memory_left_use("", 0, &use), "nor number 0");
}

static void test_kills(void)
{
    put("proc/vmstat", "nr_free 4\noom_kill 17\nlast 3\n");
    ok(memory_left_kills(root) == 17, "the kernel counts whom it has ended");
    put("proc/vmstat", "nr_free 4\n");
    ok(memory_left_kills(root) == 0, "an old one does not");
}

static void test_nothing(void)
{
    struct memory_left h;

    clear();
    ok(!memory_left_find(root, PID, true, &h),
       "without files nothing is known");
}

static void test_real(void)
{
    struct memory_left h;
    struct memory_left_use use;

    ok(memory_left_find("", getpid(), true, &h) && h.free > 0
           && h.free <= h.limit && *h.where,
       "this host has something left");
    diag("%s has %.0f MiB left of %.0f", h.where, h.free / MIB, h.limit / MIB);
    ok(memory_left_use("", getpid(), &use) && use.own > 0
           && use.own < use.address,
       "and this process uses some of it");
}

int main(void)
{
    if (!mkdtemp(root))
        diag("%s cannot be made", root);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        test_case(&cases[i]);
    test_swap();
    test_use();
    test_kills();
    test_nothing();
    test_real();
    rmdir(root);
    return tap_done();
}
