/* Tests of base/system/process.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/magic.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/system/process.h"
#include "tests/tap.h"

static void check(const char *called)
{
    prctl(PR_SET_NAME, called);
    ok(process_field(getpid(), PROCESS_PARENT) == (unsigned long)getppid(),
       "\"%s\" has its parent", called);
    ok(process_field(getpid(), PROCESS_SESSION) == (unsigned long)getsid(0),
       "\"%s\" has its session", called);
}

/* The names are those of test programs, of which the kernel keeps 15. */
static void check_above(void)
{
    static const char *const none[] = { "nobody", NULL };
    static const char *const mine[] = { "nobody", "a_name_that_is_long",
                                        NULL };
    pid_t child;
    int status = 0;

    prctl(PR_SET_NAME, "a_name_that_is_long");
    ok(process_is(getpid(), "a_name_that_is_long"), "a long name is known");
    ok(!process_is(getpid(), "a_name"), "its beginning is not enough");
    ok(!process_is(0, ""), "no process has a name");
    child = fork();
    if (child == 0)
        _exit(process_above(getpid(), mine) == getppid()
              && process_above(getpid(), none) == 0);
    waitpid(child, &status, 0);
    ok(WIFEXITED(status) && WEXITSTATUS(status) == 1,
       "a child finds its parent by name, and nobody who is not there");
}

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Two processes that want the same core have half of it each, if that. */
static void check_core_wait(void)
{
    bool told = access("/proc/self/schedstat", R_OK) == 0;
    double before = process_core_wait(getpid()), until;
    double had = process_core_time(getpid());
    cpu_set_t all, one;
    pid_t other;

    sched_getaffinity(0, sizeof(all), &all);
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof(one), &one);
    other = fork();
    until = seconds() + (other ? 0.5 : 60);
    while (seconds() < until)
        ;
    if (other == 0)
        _exit(EXIT_SUCCESS);
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    sched_setaffinity(0, sizeof(all), &all);
    ok(!told || process_core_wait(getpid()) > before + 0.05,
       "it is told how long a process had no core");
    ok(!told
           || (process_core_time(getpid()) > had
               && process_core_time(getpid()) < had + 60),
       "and how long it had one");
    errno = EDOM;
    ok(process_core_wait(0) == 0 && process_core_time(0) == 0 && errno == EDOM,
       "of no process there is nothing to tell, and errno stays");
}

static void check_pipe(bool told)
{
    struct process_io before, after;
    char text[1000] = "";
    int ends[2];

    if (!ok(pipe(ends) == 0, "there is a pipe to write to"))
        return;
    before = process_io(getpid());
    for (int i = 0; i < 20; i++)
        if (write(ends[1], text, sizeof(text)) < 0
            || read(ends[0], text, sizeof(text)) < 0)
            break;
    after = process_io(getpid());
    ok(!told
           || (after.written_bytes - before.written_bytes == 20000
               && after.read_bytes - before.read_bytes >= 20000
               && after.read_bytes - before.read_bytes < 21000),
       "it is told what a process reads and writes: %" PRIu64 ", %" PRIu64,
       after.read_bytes - before.read_bytes,
       after.written_bytes - before.written_bytes);
    ok(!told
           || (after.writes - before.writes == 20
               && after.reads - before.reads >= 20
               && after.reads - before.reads < 25),
       "and in how many calls: %" PRIu64 ", %" PRIu64,
       after.reads - before.reads, after.writes - before.writes);
    ok(after.disk_read_bytes == before.disk_read_bytes
           && after.disk_written_bytes == before.disk_written_bytes,
       "a disk has nothing to do with a pipe");
    close(ends[0]);
    close(ends[1]);
}

/* What is written to a file is for a disk, unless that is in memory. */
static void check_file(bool told)
{
    enum { BYTES = 1 << 20 };
    struct process_io before = process_io(getpid()), after;
    char *bytes = calloc(1, BYTES);
    FILE *file = tmpfile();
    struct statfs on = { 0 };

    if (bytes && file && fstatfs(fileno(file), &on) == 0
        && on.f_type != TMPFS_MAGIC && on.f_type != RAMFS_MAGIC) {
        fwrite(bytes, 1, BYTES, file);
        fflush(file);
        after = process_io(getpid());
        ok(!told
               || after.disk_written_bytes - before.disk_written_bytes
                      >= BYTES,
           "it is told what is for a disk: %" PRIu64,
           after.disk_written_bytes - before.disk_written_bytes);
    } else {
        ok(true, "there is no disk to write to");
    }
    if (file)
        fclose(file);
    free(bytes);
}

static void check_io(void)
{
    bool told = access("/proc/self/io", R_OK) == 0;
    struct process_io none;

    check_pipe(told);
    check_file(told);
    errno = EDOM;
    none = process_io(0);
    ok(none.read_bytes + none.written_bytes + none.reads + none.writes == 0
           && errno == EDOM,
       "of no process nothing is told, and errno stays");
}

/* What a child leaves, in a session of its own and under another name, becomes
 * ours.
 */
static void check_children(void)
{
    static const char *const left = "left";
    pid_t grandchild;
    int ends[2];

    if (pipe(ends) < 0)
        return;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (fork() == 0) {
        setsid();
        grandchild = fork();
        if (grandchild == 0) {
            prctl(PR_SET_NAME, left);
            grandchild = getpid();
            if (write(ends[1], &grandchild, sizeof(grandchild)) > 0)
                pause();
        }
        _exit(EXIT_SUCCESS);
    }
    close(ends[1]);
    ok(read(ends[0], &grandchild, sizeof(grandchild)) == sizeof(grandchild),
       "a child has left a child");
    process_end_children(left);
    ok(kill(grandchild, 0) == 0, "one that is to be spared goes on");
    process_end_children(NULL);
    ok(kill(grandchild, 0) < 0, "else it is ended");
    close(ends[0]);
}

static void ignore(int number)
{
    (void)number;
}

static void check_default(void)
{
    signal(SIGUSR1, SIG_DFL);
    ok(process_has_default(getpid(), SIGUSR1), "a signal has its default");
    signal(SIGUSR1, SIG_IGN);
    ok(!process_has_default(getpid(), SIGUSR1), "not when it is ignored");
    signal(SIGUSR1, ignore);
    ok(!process_has_default(getpid(), SIGUSR1), "nor when it is caught");
    ok(process_has_default(getpid(), SIGUSR2), "another one has it still");
    ok(!process_has_default(0, SIGUSR1), "none is told of no process");
    signal(SIGUSR1, SIG_DFL);
}

static void nap(long ms)
{
    nanosleep(&(struct timespec){ 0, ms * 1000000 }, NULL);
}

static void check_passed(void)
{
    uint64_t passed[NSIG] = { 0 };
    int came = 0;

    ok(process_passes_signal(SIGUSR1, passed)
           && !process_passes_signal(SIGUSR1, passed),
       "of two that come at once one is passed on");
    ok(process_passes_signal(SIGUSR2, passed), "and one of another kind");
    for (int i = 0; i < 8; i++) {
        nap(60);
        came += process_passes_signal(SIGUSR1, passed);
    }
    ok(came == 8, "those that come one after the other all are: %d", came);
    process_passes_signal(SIGTERM, passed);
    nap(60);
    ok(!process_passes_signal(SIGTERM, passed),
       "not so requests to end, which are made once more by force");
    came = 0;
    for (int i = 0; i < 12; i++) {
        nap(60);
        came += process_passes_signal(SIGTERM, passed);
    }
    ok(came > 0, "but for those that go on for long");
}

int main(void)
{
    check("plain");
    check("two words");
    check(") S 1 2 3");
    ok(process_field(getpid(), PROCESS_STARTED)
           >= process_field(getppid(), PROCESS_STARTED),
       "a process starts after its parent");
    ok(process_field(0, PROCESS_PARENT) == 0, "none is told of no process");
    check_above();
    check_core_wait();
    check_io();
    check_children();
    check_default();
    check_passed();
    return tap_done();
}
