/* Tests of policy/host_resources.c, on a kernel made of files and on the real
 * one
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "policy/host_resources.h"
#include "tests/policy/text.h"
#include "tests/tap.h"

static char root[] = "/tmp/measure-XXXXXX";
static int first_core;

static void put(const char *name, const char *text)
{
    char path[256];

    snprintf(path, sizeof(path), "%s/%s", root, name);
    text_write(path, text);
}

static void remove_file(const char *name)
{
    char path[256];

    snprintf(path, sizeof(path), "%s/%s", root, name);
    unlink(path);
}

static void make(const char *name)
{
    char path[256];

    snprintf(path, sizeof(path), "%s/%s", root, name);
    mkdir(path, 0700);
}

static void pass(double seconds)
{
    struct timespec t = { (time_t)seconds,
                          (long)((seconds - (time_t)seconds) * 1e9) };

    nanosleep(&t, NULL);
}

/* Processor ticks: of all, of us; what waited, in microseconds. */
static void put_times(long all, long own, long waited)
{
    char text[512];

    snprintf(text, sizeof(text),
             "cpu 1 2 3\ncpu%d %ld 10 20 99999 %ld 5 5 0 33 0\n"
             "intr 5\ncpu%d 9999999\n",
             first_core, all - 40, 3 * all, first_core);
    put("proc/stat", text);
    snprintf(text, sizeof(text),
             "77 (a ) b) R 1 1 1 0 -1 4 9 0 0 0 %ld %ld 5 5 20 0", own / 2,
             own - own / 2);
    put("proc/77/stat", text);
    snprintf(text, sizeof(text),
             "some avg10=1.00 avg60=1.00 avg300=1.00 total=%ld\n"
             "full avg10=0.00 avg60=0.00 avg300=0.00 total=0\n",
             waited);
    put("proc/pressure/cpu", text);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* In a second 0.9 cores' time are used, 0.65 of it by us, in a new process,
 * too; more than that the disk is waited for.  The clock is the
 * real one, so what comes is compared with how long it really was.
 */
static void test_load(void)
{
    struct policy_host host;
    host_resources_t *m;
    const int pids[] = { 77, 78, 79 };
    double before, after, since, load;

    put("proc/meminfo", "MemTotal: 5 kB\nMemAvailable:    2048 kB\n");
    put_times(1000, 500, 1000000);
    m = host_resources_create(root);
    before = now();
    host_resources_read(m, pids, 3, &host);
    since = now();
    ok(isnan(host.load) && isnan(host.pressure),
       "at first the load is not known");
    ok(host.memory_free == 2048 * 1024, "memory is");
    ok(host.cores >= 1 && (host.speed > 0.01 || tap_is_slow()),
       "and cores and their speed");
    pass(0.4);
    put("proc/79/stat", "79 (new) R 1 1 1 0 -1 4 9 0 0 0 8 7 5 5 20 0");
    put_times(1090, 550, 1200000);
    after = now();
    host_resources_read(m, pids, 3, &host);
    load = 0.25 * 100 / (double)sysconf(_SC_CLK_TCK);
    if (!ok(host.load <= load / (after - since)
                && host.load >= load / (now() - before),
            "what others used is the load"))
        diag("%g in %g s", host.load, after - since);
    if (!ok(host.pressure <= 0.2 / (after - since)
                && host.pressure >= 0.2 / (now() - before),
            "what waited is the pressure"))
        diag("%g", host.pressure);
    put_times(9999, 550, 1200000);
    load = host.load;
    host_resources_read(m, pids, 3, &host);
    ok((host.load <= load && host.load >= load) || tap_is_slow(),
       "a look that comes too soon tells the same");
    pass(0.25);
    host_resources_read(m, pids, 3, &host);
    ok((host.load >= host.cores || tap_is_slow()) && host.load <= host.cores,
       "there is no more load than there are cores");
    host_resources_restart(m);
    host_resources_read(m, pids, 3, &host);
    ok(isnan(host.load), "after a new start it is not known again");
    host_resources_destroy(m);
}

static void test_quota(void)
{
    struct policy_host host;
    host_resources_t *m = host_resources_create(root);
    double speed;

    host_resources_read(m, NULL, 0, &host);
    speed = host.speed;
    put("sys/fs/cgroup/cpu.max", "max 100000\n");
    host_resources_read(m, NULL, 0, &host);
    ok(host.speed >= speed, "a group without a limit has none");
    put("sys/fs/cgroup/cpu.max", "25000 100000\n");
    host_resources_read(m, NULL, 0, &host);
    ok(host.cores == 1 && host.speed < 0.26 * speed,
       "a quarter of a core is a slow one");
    put("sys/fs/cgroup/cpu.max", "110000 100000\n");
    host_resources_read(m, NULL, 0, &host);
    ok(host.cores == 1 && host.speed >= speed, "and one is one");
    host_resources_destroy(m);
}

/* Half a core is all there is, whatever the machine does: 0.05 s in a quarter
 * of a second are 0.4 of it.
 */
static void test_group(void)
{
    static const struct {
        const char *file;
        const char *before;
        const char *after;
    } versions[] = {
        { "sys/fs/cgroup/cpu.stat", "usage_usec 1000000\nuser_usec 5\n",
          "usage_usec 1050000\nuser_usec 5\n" },
        { "sys/fs/cgroup/cpuacct/cpuacct.usage", "1000000000\n",
          "1050000000\n" },
    };

    for (int v = 0; v < 2; v++) {
        struct policy_host host;
        host_resources_t *m = host_resources_create(root);
        double since = now(), seconds;

        put("sys/fs/cgroup/cpu.max", "50000 100000\n");
        put(versions[v].file, versions[v].before);
        host_resources_read(m, NULL, 0, &host);
        pass(0.25);
        put(versions[v].file, versions[v].after);
        host_resources_read(m, NULL, 0, &host);
        seconds = now() - since;
        ok(host.load <= 0.05 / 0.5 / 0.25 + 1e-6
               && host.load > 0.05 / 0.5 / seconds * 0.99
               && isnan(host.pressure),
           "what runs in the group is the load: %.3f", host.load);
        remove_file(versions[v].file);
        host_resources_destroy(m);
    }
    remove_file("sys/fs/cgroup/cpu.max");
}

static void test_nothing(void)
{
    struct policy_host host;
    host_resources_t *m = host_resources_create("/no/such/kernel");

    host_resources_read(m, NULL, 0, &host);
    pass(0.25);
    host_resources_read(m, NULL, 0, &host);
    ok(isnan(host.load) && isnan(host.pressure) && isnan(host.memory_free)
           && host.cores >= 1,
       "without the files nothing is known");
    host_resources_destroy(m);
    host_resources_destroy(NULL);
}

/* The real kernel: a process that spins is ours, or it is load. */
static void test_real(void)
{
    struct policy_host host;
    host_resources_t *m = host_resources_create("");
    int own = getpid();
    double until, cost;

    host_resources_read(m, &own, 1, &host);
    for (until = now() + 0.3; now() < until;)
        ;
    cost = now();
    host_resources_read(m, &own, 1, &host);
    cost = now() - cost;
    ok(host.load >= 0 && host.load <= host.cores,
       "the real one has a load, too");
    diag("%.2f cores of load, pressure %.2f, speed %.2f, in %.0f us",
         host.load, host.pressure, host.speed, cost * 1e6);
    host_resources_destroy(m);
}

/* How many cores a host has for a process of ours below one that is called
 * 'name' and bound to the first of them, when another one is there besides.
 */
static int cores_below(const char *name, int other)
{
    struct policy_host host = { .cores = 0 };
    host_resources_t *m;
    int pids[2] = { 0, other }, ends[2];
    pid_t above;

    if (pipe(ends) < 0)
        return 0;
    if ((above = fork()) == 0) {
        cpu_set_t one;

        prctl(PR_SET_NAME, name);
        CPU_ZERO(&one);
        CPU_SET((size_t)first_core, &one);
        sched_setaffinity(0, sizeof(one), &one);
        if ((pids[0] = fork()) == 0)
            pause();
        if (write(ends[1], pids, sizeof(pids[0])) < 0)
            _exit(1);
        pause();
    }
    if (read(ends[0], pids, sizeof(pids[0])) != sizeof(pids[0]))
        pids[0] = 0;
    close(ends[0]);
    close(ends[1]);
    m = host_resources_create("");
    host_resources_read(m, pids, other ? 2 : 1, &host);
    host_resources_destroy(m);
    kill(pids[0], SIGKILL);
    kill(above, SIGKILL);
    waitpid(above, NULL, 0);
    return host.cores;
}

static void test_bound(void)
{
    struct policy_host host;
    host_resources_t *m = host_resources_create("");

    host_resources_read(m, NULL, 0, &host);
    host_resources_destroy(m);
    ok(cores_below("hydra_pmi_proxy", 0) == 1,
       "where a job is bound to one core the host has one");
    ok(cores_below("hydra_pmi_proxy", getpid()) == host.cores,
       "unless that is not so for all our processes there");
    ok(cores_below("something", 0) == host.cores,
       "or it is not the launcher that is bound");
}

int main(void)
{
    static const char *const folders[] = {
        "proc", "proc/77", "proc/79",       "proc/pressure",
        "sys",  "sys/fs",  "sys/fs/cgroup", "sys/fs/cgroup/cpuacct"
    };
    char command[64];
    cpu_set_t set;

    if (!mkdtemp(root))
        return 1;
    for (size_t i = 0; i < COUNT(folders); i++)
        make(folders[i]);
    sched_getaffinity(0, sizeof(set), &set);
    while (!CPU_ISSET(first_core, &set))
        first_core++;
    test_load();
    test_quota();
    test_group();
    test_nothing();
    test_real();
    test_bound();
    snprintf(command, sizeof(command), "rm -r %s", root);
    return system(command) == 0 ? tap_done() : 1;
}
