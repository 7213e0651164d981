/* collect.c - have the report made from the pages of a job
 *
 * Turning addresses into lines of code and all of it into JSON takes
 * libraries and memory that have no place in somebody else's process, so a
 * process of our own does it, when MPI is over.  It is started in a way that
 * the program does not notice: no SIGCHLD comes of it, and a wait() of the
 * program's does not see it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pmpi/collect.h"
#include "pmpi/watch.h"

enum {
    PATH_SIZE = 4096,
    STACK_SIZE = 64 * 1024,
    PATIENCE_MS = 10 * 60 * 1000,
};

struct job {
    const char *command;
    const char *folder;
    char *const *environment;
};

/* The command is where the library is: in the build folder above .libs, or
 * in the bin beside its lib, however deep that is.
 */
static bool find_command(char command[PATH_SIZE])
{
    static const char *const ways[] = { "/../mitosis", "/../bin/mitosis",
                                        "/../../bin/mitosis" };
    char folder[PATH_SIZE], *slash;
    Dl_info us;

    if (!dladdr((const void *)collect_run, &us) || !us.dli_fname
        || strlen(us.dli_fname) + 32 > sizeof(folder))
        return false;
    strcpy(folder, us.dli_fname);
    slash = strrchr(folder, '/');
    if (!slash)
        return false;
    *slash = '\0';
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        strcpy(stpcpy(command, folder), ways[i]);
        if (access(command, X_OK) == 0)
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

    while (environ[n])
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

/* Runs in the memory of the parent, which waits: nothing but system calls. */
static int child(void *arg)
{
    const struct job *job = arg;
    char *const words[] = { (char *)"mitosis", (char *)"collect",
                            (char *)job->folder, NULL };

    execve(job->command, words, job->environment);
    _exit(127);
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

void collect_run(const char *folder)
{
    char command[PATH_SIZE];
    struct job job = { .command = command, .folder = folder };
    char **environment = own_environment();
    char *stack = malloc(STACK_SIZE);
    pid_t pid = -1;
    int status = -1;

    job.environment = environment;
    if (!find_command(command)) {
        watch_say("no report: the command 'mitosis' is not beside the"
                  " library; 'mitosis report %s' makes one",
                  folder);
        goto out;
    }
    if (stack && environment)
        pid = clone(child, stack + STACK_SIZE, CLONE_VM | CLONE_VFORK, &job);
    if (pid >= 0)
        status = wait_for(pid);
    if (pid < 0 || status != 0)
        watch_say("no report: '%s collect %s' failed; 'mitosis report %s' may"
                  " make one",
                  command, folder, folder);
out:
    free(environment);
    free(stack);
}
