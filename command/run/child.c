/* child.c - run a program in our place, with all signals that concern it
 *
 * Signals are not caught but blocked and waited for, so there is no handler
 * and nothing that it could interrupt.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/system/process.h"
#include "command/run/child.h"

static const int passed_on[] = { SIGINT,  SIGTERM, SIGHUP,
                                 SIGQUIT, SIGUSR1, SIGUSR2 };

enum { PASSED_ON = sizeof(passed_on) / sizeof(passed_on[0]) };

/* The signals to wait for.  What was ignored when we came (nohup) is to stay
 * so, for us and for the child.
 */
static void choose_signals(sigset_t *set)
{
    struct sigaction action;

    signal(SIGCHLD, SIG_DFL);
    sigemptyset(set);
    sigaddset(set, SIGCHLD);
    for (int i = 0; i < PASSED_ON; i++)
        if (sigaction(passed_on[i], NULL, &action) == 0
            && action.sa_handler != SIG_IGN)
            sigaddset(set, passed_on[i]);
}

/* In the child: become the program, or say through 'fd' why not.  Without us
 * nobody would look after it: it is asked to end then.
 */
static void become(char *const argv[],
                   const sigset_t *mask,
                   pid_t parent,
                   int fd)
{
    int number;

    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        raise(SIGTERM); /* once that is not blocked */
    sigprocmask(SIG_SETMASK, mask, NULL);
    execvp(argv[0], argv);
    number = errno;
    _exit(write(fd, &number, sizeof(number)) < 0 ? 126 : 127);
}

/* Start the program.  The other end of the pipe is closed by the exec that
 * succeeds; one that fails sends its errno.
 */
static int start(char *const argv[],
                 const sigset_t *mask,
                 pid_t *pid,
                 struct error *err)
{
    pid_t own = getpid();
    int ends[2], number = 0;

    if (pipe2(ends, O_CLOEXEC) < 0)
        return error_set(err, "%s: %s", argv[0], strerror(errno));
    *pid = fork();
    if (*pid == 0)
        become(argv, mask, own, ends[1]);
    if (*pid < 0)
        number = errno;
    close(ends[1]);
    if (*pid > 0 && read(ends[0], &number, sizeof(number)) > 0)
        waitpid(*pid, NULL, 0);
    close(ends[0]);
    if (number != 0)
        return error_set(err, "%s: %s", argv[0], strerror(number));
    return 0;
}

/* Whether a signal is for us to pass on: the kernel's own, from a key or a
 * lost terminal, went to the child as well.
 */
static bool is_ours(const siginfo_t *info, pid_t child)
{
    return info->si_code <= 0 && info->si_pid != child;
}

static uint64_t passed[NSIG]; /* when each was passed on, */
static bool came[NSIG];       /* and whether it came at all */

static void pass_on(pid_t child, int number, const struct child_watch *watch)
{
    if (process_passes_signal(number, passed)
        && !(watch && watch->pass && watch->pass(number, watch->arg)))
        kill(child, number);
}

/* Wait for a signal.  Returns its number, or -1 when it is time to look. */
static int next_signal(const sigset_t *set,
                       const struct child_watch *watch,
                       siginfo_t *info)
{
    struct timespec most;

    if (!watch)
        return sigwaitinfo(set, info);
    most = (struct timespec){ watch->ms / 1000, watch->ms % 1000 * 1000000L };
    return sigtimedwait(set, info, &most);
}

static int wait_for(pid_t child,
                    const sigset_t *set,
                    const struct child_watch *watch)
{
    siginfo_t info;
    int status;

    while (waitpid(child, &status, WNOHANG) != child) {
        int number = next_signal(set, watch, &info);

        if (number > 0)
            came[number] = true;
        if (number > 0 && number != SIGCHLD && is_ours(&info, child))
            pass_on(child, number, watch);
        else if (number < 0 && errno == EAGAIN)
            watch->look(watch->arg);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* What came too late to be passed on shall not end us now either; nor what is
 * still to come of a request to end: who signals a group may be slow to reach
 * us, who presses a key presses it again, and there is a report to make.
 */
static void forget_late(const sigset_t *set)
{
    static const struct timespec now = { 0, 0 };

    for (int i = 1; i < NSIG; i++)
        if (came[i] && process_asks_to_end(i))
            signal(i, SIG_IGN);
    while (sigtimedwait(set, NULL, &now) > 0)
        ;
}

int child_run(char *const argv[],
              const struct child_watch *watch,
              struct error *err)
{
    sigset_t set, before;
    pid_t child = -1;
    int status = -1;

    memset(came, 0, sizeof(came));
    choose_signals(&set);
    sigprocmask(SIG_BLOCK, &set, &before);
    if (start(argv, &before, &child, err) == 0) {
        status = wait_for(child, &set, watch);
        forget_late(&set);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

int child_asked_to_end(void)
{
    for (int i = 1; i < NSIG; i++)
        if (came[i] && process_asks_to_end(i))
            return i;
    return 0;
}
