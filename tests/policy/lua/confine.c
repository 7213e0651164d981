/* Tests of policy/lua/confine.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "policy/lua/confine.h"
#include "tests/tap.h"

struct told {
    int number;
    pid_t pid;
};

static struct told told;
static const struct output out[] = { { &told, sizeof(told) }, { NULL, 0 } };
static int elsewhere;
static volatile sig_atomic_t late;

static void on_late(int signal)
{
    (void)signal;
    late = 1;
}

static int tell(void *arg)
{
    told = (struct told){ *(int *)arg + 1, getpid() };
    elsewhere = 1;
    return 7;
}

static int stop_when_late(void *arg)
{
    struct timespec t;

    (void)arg;
    confine_limit(50, on_late);
    while (!late)
        clock_gettime(CLOCK_MONOTONIC, &t); /* where sanitizers take signals */
    return 3;
}

static int never_stop(void *arg)
{
    volatile bool forever = true;

    (void)arg;
    told.number = 99;
    confine_limit(50, on_late);
    while (forever)
        continue;
    return 0;
}

static int crash(void *arg)
{
    (void)arg;
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    return 0;
}

static int leave(void *arg)
{
    (void)arg;
    _exit(4);
}

static int no_limit(void *arg)
{
    confine_limit(1, on_late);
    confine_limit(0, NULL);
    for (volatile int i = 0; i < 20 * 1000 * 1000; i++)
        ;
    return late + *(int *)arg;
}

static int within(void *arg)
{
    pid_t pid = getpid();
    int result = 0;
    bool ended;

    if (confine_run(tell, arg, out, &result, &ended, NULL) < 0)
        return -1;
    return result == 7 && told.pid == pid && elsewhere ? 5 : 6;
}

static void test_output(void)
{
    int number = 41, result = 0;
    bool ended = true;

    ok(confine_run(tell, &number, out, &result, &ended, NULL) == 0
           && result == 7 && !ended,
       "what it returns is handed back");
    ok(told.number == 42, "and what it is to hand back");
    ok(told.pid != getpid(), "it ran in a process of its own");
    ok(elsewhere == 0, "what else it writes is lost");
    ok(confine_run(tell, &number, NULL, &result, &ended, NULL) == 0,
       "it need not hand back anything");
    ok(confine_run(within, &number, NULL, &result, &ended, NULL) == 0
           && result == 5,
       "within such a process there is not one more");
}

static double seconds_of_children(void)
{
    struct rusage use;

    getrusage(RUSAGE_CHILDREN, &use);
    return (double)use.ru_utime.tv_sec + (double)use.ru_utime.tv_usec * 1e-6;
}

static void test_limit(void)
{
    struct error err = { "" };
    double since = seconds_of_children();
    int result = 0, one = 1;
    bool ended;

    ok(confine_run(stop_when_late, NULL, NULL, &result, &ended, &err) == 0
           && result == 3,
       "it is asked to stop in time");
    ok(late == 0, "and nobody else is");
    told.number = 1;
    ok(confine_run(never_stop, NULL, out, &result, &ended, &err) < 0 && ended,
       "one that never stops is ended");
    has(err.text, "its time is spent", "which is told");
    ok(told.number == 1, "and it hands back nothing");
    ok(seconds_of_children() - since < 2, "after %g s",
       seconds_of_children() - since);
    ok(confine_run(no_limit, &one, NULL, &result, &ended, &err) == 0
           && result == 1,
       "a limit can be lifted");
}

/* In a process that may not have others. */
static void be_alone(void)
{
    struct error err = { "" };
    struct rlimit none;
    int result = 0;
    bool ended;

    getrlimit(RLIMIT_NPROC, &none);
    none.rlim_cur = 0;
    if ((geteuid() == 0 && setuid(65534) < 0)
        || setrlimit(RLIMIT_NPROC, &none) < 0)
        _exit(2);
    _exit(confine_run(tell, &result, out, &result, &ended, &err) < 0 && !ended
                  && strstr(err.text, "a process of its own")
              ? 0
              : 1);
}

static bool is_told_alone(void)
{
    pid_t pid = fork();
    int status = -1;

    if (pid == 0)
        be_alone();
    waitpid(pid, &status, 0);
    return status == 0;
}

static void test_ends(void)
{
    struct error err = { "" };
    int result = 0;
    bool ended;

    ok(confine_run(crash, NULL, NULL, &result, &ended, &err) < 0 && ended,
       "one that crashes is gone, and that is all");
    has(err.text, "signal 11", "and which signal it was is told");
    ok(confine_run(leave, NULL, NULL, &result, &ended, &err) < 0 && ended,
       "one that leaves by itself has not returned");
    has(err.text, "status 4", "which is told");
    ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD,
       "no process is left behind");
    ok(is_told_alone(), "where no process can be made nothing was running, "
                        "and the reason is told");
}

/* It holds the end of a pipe as long as it lives. */
static int tell_and_wait(void *arg)
{
    const int *fd = arg;
    pid_t self = getpid();

    if (write(*fd, &self, sizeof(self)) == sizeof(self))
        for (;;)
            pause();
    return 0;
}

static void test_orphaned(void)
{
    int ends[2], result;
    struct pollfd p;
    bool ended;
    pid_t pid, guest = 0;

    if (!ok(pipe(ends) == 0, "there is a pipe"))
        return;
    pid = fork();
    if (pid == 0) {
        close(ends[0]);
        confine_run(tell_and_wait, &ends[1], NULL, &result, &ended, NULL);
        _exit(0);
    }
    close(ends[1]);
    ok(read(ends[0], &guest, sizeof(guest)) == sizeof(guest),
       "a process asks another one");
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    p = (struct pollfd){ ends[0], POLLIN, 0 };
    if (!ok(poll(&p, 1, 10000) == 1 && (p.revents & POLLHUP),
            "which ends when the one that asks is killed")
        && guest > 0)
        kill(guest, SIGKILL);
    close(ends[0]);
}

int main(void)
{
    test_orphaned();
    test_output();
    test_limit();
    test_ends();
    return tap_done();
}
