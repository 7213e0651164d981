/* start_command.c - start our command from within the program
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/process.h"
#include "pmpi/watch/oom_score.h"
#include "pmpi/watch/start_command.h"

enum {
    STACK_SIZE = 64 * 1024,
    PATIENCE_MS = 10 * 60 * 1000,
};

struct start_command {
    const char *command;
    char *const *words;
    char **environment;
    int fd; /* of a command apart, else -1 */
    char *stack;
    int error;
};

static bool is_program(const char *path)
{
    struct stat file;

    return stat(path, &file) == 0 && S_ISREG(file.st_mode)
           && access(path, X_OK) == 0;
}

bool start_command_find(char command[START_COMMAND_PATH])
{
    static const char *const ways[] = { "/mitosis", "/../bin/mitosis",
                                        "/../../bin/mitosis" };
    char folder[START_COMMAND_PATH], *slash;
    Dl_info us;

    if (!dladdr((const void *)start_command_find, &us) || !us.dli_fname
        || strlen(us.dli_fname) + 32 > sizeof(folder))
        return false;
    strcpy(folder, us.dli_fname);
    slash = strrchr(folder, '/');
    if (!slash)
        return false;
    *slash = '\0';
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        strcpy(stpcpy(command, folder), ways[i]);
        if (is_program(command))
            return true;
    }
    return false;
}

/* The environment without what would make a rank of our process. */
static char **own_environment(void)
{
    static const char *const drop[] = { "LD_PRELOAD=", "PMI_", "PMIX_",
                                        "HYDI_" };
    size_t n = 0, kept = 0;
    char **copy;

    while (environ && environ[n]) /* clearenv() leaves none */
        n++;
    copy = malloc((n + 1) * sizeof(*copy));
    if (!copy)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        bool dropped = false;

        for (size_t j = 0; j < sizeof(drop) / sizeof(drop[0]); j++)
            if (strncmp(environ[i], drop[j], strlen(drop[j])) == 0)
                dropped = true;
        if (!dropped)
            copy[kept++] = environ[i];
    }
    copy[kept] = NULL;
    return copy;
}

/* Limits that are for the program are not for what we do.  Those of the stack
 * and of core files do us no harm.
 */
static void raise_limits(void)
{
    static const int raised[] = { RLIMIT_AS, RLIMIT_CPU, RLIMIT_DATA,
                                  RLIMIT_FSIZE, RLIMIT_NOFILE };
    struct rlimit limit;

    for (size_t i = 0; i < sizeof(raised) / sizeof(raised[0]); i++)
        if (getrlimit(raised[i], &limit) == 0) {
            limit.rlim_cur = limit.rlim_max;
            setrlimit(raised[i], &limit);
        }
}

/* Block these signals alone, and have all others handled so.  When they are
 * ignored, those that are pending are gone.
 */
static void set_signals(void (*handler)(int), const sigset_t *blocked)
{
    for (int i = 1; i < NSIG; i++)
        if (sigismember(blocked, i) != 1)
            signal(i, handler);
    sigprocmask(SIG_SETMASK, blocked, NULL);
}

/* What the program has set for itself is not for a process that outlives it:
 * signals that it ignores or blocks, descriptors that it has open.
 */
static void set_apart(int fd)
{
    int nothing = open("/dev/null", O_RDONLY);
    sigset_t none;

    setsid();
    oom_score_take_back();
    sigemptyset(&none);
    set_signals(SIG_DFL, &none);
    dup2(nothing, STDIN_FILENO);
    if (fd == START_COMMAND_FD)
        fcntl(fd, F_SETFD, 0);
    else
        dup2(fd, START_COMMAND_FD);
    closefrom(START_COMMAND_FD + 1);
}

/* Runs in the memory of the parent, which waits: nothing but system calls.
 * Its table of signal handlers is its own.  What it returns is its status;
 * before a call that does not return a sanitizer looks at a stack that is not
 * the one it knows, and says so.
 */
static int become(void *arg)
{
    struct start_command *start = arg;

    if (start->fd >= 0)
        set_apart(start->fd);
    raise_limits();
    execve(start->command, start->words, start->environment);
    start->error = errno;
    return 127;
}

/* One in between, so that the command is nobody's child: the program may wait
 * for all children that it has.
 */
static int pass_on(void *arg)
{
    struct start_command *start = arg;

    if (clone(become, start->stack + STACK_SIZE, CLONE_VM | CLONE_VFORK, start)
        < 0)
        start->error = errno;
    return 0;
}

static pid_t launch(struct start_command *start)
{
    pid_t pid = -1;

    start->stack = malloc(2 * STACK_SIZE);
    start->environment = own_environment();
    errno = ENOMEM;
    if (start->stack && start->environment)
        pid = clone(start->fd >= 0 ? pass_on : become,
                    start->stack + 2 * STACK_SIZE, CLONE_VM | CLONE_VFORK,
                    start);
    if (pid < 0)
        start->error = errno;
    free(start->environment);
    free(start->stack);
    return pid;
}

/* Wait for a child that does not announce its end. */
static int wait_for(pid_t pid)
{
    int status = -1;
    int fd = syscall(SYS_pidfd_open, pid, 0);
    struct pollfd end = { .fd = fd, .events = POLLIN };
    int came;

    if (fd >= 0) {
        do
            came = poll(&end, 1, PATIENCE_MS);
        while (came < 0 && errno == EINTR);
        close(fd);
        if (came <= 0)
            return -1;
    }
    while (waitpid(pid, &status, __WALL) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

int start_command_and_wait(const char *command, char *const words[])
{
    struct start_command start = { .command = command,
                                   .words = words,
                                   .fd = -1 };
    pid_t pid = launch(&start);

    return pid < 0 ? -1 : wait_for(pid);
}

int start_command_apart(char *const words[], int fd, struct error *err)
{
    char command[START_COMMAND_PATH];
    struct start_command start = { .command = command,
                                   .words = words,
                                   .fd = fd };
    pid_t pid;

    if (!start_command_find(command))
        return error_set(err, "the command 'mitosis' is not beside the "
                              "library");
    pid = launch(&start);
    if (pid > 0)
        wait_for(pid);
    if (start.error == 0)
        return 0;
    return error_set(err, "%s: %s", command, strerror(start.error));
}

/* An exec leaves these running, and takes away what handles their signals. */
static void stop_timers(void)
{
    static const int timers[] = { ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF };
    static const struct itimerval never;

    for (size_t i = 0; i < sizeof(timers) / sizeof(timers[0]); i++)
        setitimer(timers[i], &never, NULL);
}

/* Have an exec close all from this one on, and not before: threads of MPI wait
 * on theirs, and abort when they are closed.
 */
static void close_by_exec(int from)
{
    if (close_range((unsigned)from, ~0U, CLOSE_RANGE_CLOEXEC) != 0)
        closefrom(from); /* Linux before 5.11 */
}

/* Timers of timer_create() run until the exec, threads of the program do so,
 * too; what they still send ends nobody while it is ignored.  What is blocked
 * waits for the command.
 */
void start_command_become(const char *command, char *const words[])
{
    char **environment = own_environment();
    sigset_t passed;

    if (!environment)
        return;
    stop_timers();
    process_passed_signals(&passed);
    set_signals(SIG_IGN, &passed);
    raise_limits();
    close_by_exec(STDERR_FILENO + 1);
    execve(command, words, environment);
}
