/* confine.c - run a function in a process of its own, for so long and no more
 *
 * A signal handler could do no more than ask the code that it interrupts to
 * end, as what that was doing would be left half done.  So its end is that of
 * a process: the first SIGPROF is caught, the second one is not.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "policy/lua/confine.h"

/* This process was made by confine_run(). */
static bool confined;

/* What it hands back is behind this, in memory that both share. */
struct box {
    bool filled;
    int result;
    char data[];
};

static size_t bytes_of(const struct output *out)
{
    size_t bytes = sizeof(struct box);

    for (; out && out->data; out++)
        bytes += out->bytes;
    return bytes;
}

static void fill(struct box *box, const struct output *out)
{
    char *at = box->data;

    for (; out && out->data; at += out->bytes, out++)
        memcpy(at, out->data, out->bytes);
    box->filled = true;
}

static void empty(const struct box *box, const struct output *out)
{
    const char *at = box->data;

    for (; out && out->data; at += out->bytes, out++)
        memcpy(out->data, at, out->bytes);
}

/* Whoever is killed takes its processes along, as they have its locks. */
static void stay_with(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
}

/* Why the process is gone. */
static int explain(int status, struct error *err)
{
    if (!WIFSIGNALED(status))
        return error_set(err, "its process ended with status %d",
                         WEXITSTATUS(status));
    if (WTERMSIG(status) == SIGPROF)
        return error_set(err, "its time is spent, and as it did not stop its "
                              "process was ended");
    return error_set(err, "its process was ended by signal %d",
                     WTERMSIG(status));
}

/* In the new process. */
static void enter(int (*fn)(void *arg),
                  void *arg,
                  const struct output *out,
                  struct box *box)
{
    confined = true;
    box->result = fn(arg);
    confine_limit(0, NULL);
    fill(box, out);
    _exit(EXIT_SUCCESS);
}

int confine_run(int (*fn)(void *arg),
                void *arg,
                const struct output *out,
                int *result,
                bool *ended,
                struct error *err)
{
    size_t bytes = bytes_of(out);
    pid_t parent = getpid(), pid;
    int status = 0, rc = 0;
    struct box *box;

    *ended = false;
    if (confined) {
        *result = fn(arg);
        return 0;
    }
    box = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
               -1, 0);
    if (box == MAP_FAILED)
        return error_set(err, "%s", strerror(errno));
    pid = fork();
    if (pid == 0) {
        stay_with(parent);
        enter(fn, arg, out, box);
    }
    if (pid < 0)
        rc = error_set(err, "a process of its own: %s", strerror(errno));
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (pid > 0 && box->filled) {
        *result = box->result;
        empty(box, out);
    } else if (pid > 0) {
        *ended = true;
        rc = explain(status, err);
    }
    munmap(box, bytes);
    return rc;
}

static struct timeval time_of(int ms)
{
    return (struct timeval){ .tv_sec = ms / 1000,
                             .tv_usec = ms % 1000 * 1000L };
}

void confine_limit(int ms, void (*late)(int signal))
{
    struct itimerval timer = { .it_value = time_of(ms),
                               .it_interval =
                                   time_of((CONFINE_TIMES - 1) * ms) };
    struct sigaction action = { .sa_handler = late,
                                .sa_flags = (int)(SA_RESETHAND | SA_RESTART) };
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    if (ms > 0) {
        sigaction(SIGPROF, &action, NULL);
        sigprocmask(SIG_UNBLOCK, &set, NULL);
    }
    setitimer(ITIMER_PROF, &timer, NULL);
}
