/* Tests of command/run/child.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/process.h"
#include "command/run/child.h"
#include "tests/tap.h"

/* Who starts the tests may have signals ignored (nohup, a shell's '&') or
 * blocked, which programs inherit.
 */
static void forget_inherited(void)
{
    sigset_t none;

    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static int run_shell(const char *script)
{
    char *argv[] = { (char *)"sh", (char *)"-c", (char *)script, NULL };
    struct error err = { "" };
    int status = child_run(argv, NULL, &err);

    if (status < 0)
        diag("%s", err.text);
    return status;
}

static void test_status(void)
{
    static const struct {
        const char *script;
        int status;
    } cases[] = {
        { "exit 0", 0 },
        { "exit 7", 7 },
        { "exit 255", 255 },
        { "kill -TERM $$", 128 + SIGTERM },
        { "kill -KILL $$", 128 + SIGKILL },
        { "sleep 0.1; exit 3", 3 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int status = run_shell(cases[i].script);

        if (!ok(status == cases[i].status, "'%s' gives %d", cases[i].script,
                cases[i].status))
            diag("came %d", status);
    }
}

static void test_start(void)
{
    char *missing[] = { (char *)"/nowhere/at-all", NULL };
    char *folder[] = { (char *)"/", NULL };
    struct error err = { "" };

    ok(child_run(missing, NULL, &err) == -1,
       "what is not there is not started");
    has(err.text, "/nowhere/at-all: No such file", "and the reason is told");
    ok(child_run(folder, NULL, &err) == -1, "nor is a folder");
    has(err.text, "/: Permission denied", "and the reason is told");
}

/* What the script and who sends it a signal tell each other by. */
static char ready[64], sent[64];

static void name_files(void)
{
    snprintf(ready, sizeof(ready), "/tmp/mitosis-child-%d.ready", getpid());
    snprintf(sent, sizeof(sent), "/tmp/mitosis-child-%d.sent", getpid());
}

static void touch(const char *path)
{
    close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

/* In a process of our own, run 'script' and have 'number' sent to us by
 * another process when it says that it is ready, and a request to end once
 * more afterwards.  Returns what child_run() did.
 */
static int run_signalled(const char *script, int number, bool ignored)
{
    pid_t pid = fork();
    int status = -1;

    if (pid == 0) {
        pid_t runner = getpid();

        if (ignored)
            signal(number, SIG_IGN);
        if (fork() == 0) {
            while (access(ready, F_OK) < 0)
                usleep(1000);
            kill(runner, number);
            touch(sent);
            _exit(0);
        }
        status = run_shell(script);
        if (child_asked_to_end()
            != (ignored || !process_asks_to_end(number) ? 0 : number))
            status = 99;
        if (number == SIGTERM || number == SIGHUP)
            raise(number); /* once more, as by one who is late */
        _exit(status);
    }
    waitpid(pid, &status, 0);
    unlink(ready);
    unlink(sent);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void on_signal(int number)
{
    (void)number;
    _exit(42);
}

/* What mpiexec does: it heeds SIGHUP, ignored or not.  A shell would not. */
static int heed(void)
{
    signal(SIGHUP, on_signal);
    touch(ready);
    while (access(sent, F_OK) < 0)
        usleep(1000);
    usleep(100000);
    return 5;
}

/* The files of the one that has started this are in its arguments. */
static void test_heeded(void)
{
    char script[400], self[200] = "";
    int status;

    if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0)
        diag("it is not known where this program is");
    snprintf(script, sizeof(script), "exec '%s' %s %s", self, ready, sent);
    status = run_signalled(script, SIGHUP, false);
    ok(status == 42, "a program that heeds SIGHUP is sent it: %d", status);
    status = run_signalled(script, SIGHUP, true);
    ok(status == 5, "unless it was ignored before: %d", status);
}

static void test_signals(void)
{
    static const struct {
        const char *name;
        int number;
    } cases[] = {
        { "INT", SIGINT },   { "TERM", SIGTERM }, { "HUP", SIGHUP },
        { "QUIT", SIGQUIT }, { "USR1", SIGUSR1 }, { "USR2", SIGUSR2 },
    };
    char script[400];
    int status;

    name_files();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        snprintf(script, sizeof(script),
                 "trap 'exit 42' %s; : >%s; i=0; "
                 "while test $i -lt 100; do "
                 "sleep 0.1; test ! -e %s || i=$((i + 1)); done; exit 1",
                 cases[i].name, ready, sent);
        status = run_signalled(script, cases[i].number, false);
        if (!ok(status == 42, "SIG%s is passed on", cases[i].name))
            diag("came %d", status);
    }
    snprintf(script, sizeof(script), ": >%s; exec sleep 50", ready);
    status = run_signalled(script, SIGTERM, false);
    ok(status == 128 + SIGTERM, "and may end the program");
    ok(child_asked_to_end() == 0, "no request to end is made up");
    snprintf(script, sizeof(script),
             ": >%s; until test -e %s; do sleep 0.1; done; sleep 0.1; exit 5",
             ready, sent);
    status = run_signalled(script, SIGHUP, true);
    ok(status == 5, "a signal that is ignored (nohup) stays so");
}

static void test_surroundings(void)
{
    sigset_t before, after;
    int same = 1;

    sigprocmask(SIG_SETMASK, NULL, &before);
    run_shell("exit 0");
    sigprocmask(SIG_SETMASK, NULL, &after);
    for (int i = 1; i < NSIG; i++)
        same = same && sigismember(&before, i) == sigismember(&after, i);
    ok(same, "the signals that are blocked stay the same");
    ok(run_shell("grep -q '^SigBlk:.0*$' /proc/self/status") == 0,
       "and the program has none blocked");
    signal(SIGCHLD, SIG_IGN);
    ok(run_shell("exit 6") == 6, "the status comes with SIGCHLD ignored");
}

int main(int argc, char *argv[])
{
    if (argc == 3) {
        snprintf(ready, sizeof(ready), "%s", argv[1]);
        snprintf(sent, sizeof(sent), "%s", argv[2]);
        return heed();
    }
    forget_inherited();
    test_status();
    test_start();
    test_signals();
    test_heeded();
    test_surroundings();
    return tap_done();
}
