/* parallel.c - call a function many times, in processes that run side by side
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "base/system/usable_cores.h"
#include "command/common/parallel.h"

enum { POLITE = 10, PAUSE_NS = 200 * 1000 * 1000 };

/* A call, in memory that its process shares with us. */
struct call {
    pid_t pid; /* 0: it has not begun, or its process is gone */
    bool ended;
    int rc;
    struct error err;
};

struct calls {
    parallel_fn *fn;
    void *arg;
    size_t count;
    size_t bytes;
    size_t next; /* to be begun */
    size_t under_way;
    bool failed;
    const char *what;
    bool shown;    /* something is in the terminal's line */
    uint64_t told; /* when it was told last how many have ended */
    struct call *call;
    char *results; /* shared, too */
};

static void *share(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

/* In the new process. */
static void enter(struct calls *c, size_t number, pid_t parent)
{
    struct call *call = &c->call[number];

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (nice(POLITE) < 0)
        errno = 0; /* so it is not, which is no reason to end */
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
    call->rc =
        c->fn(c->arg, number, c->results + number * c->bytes, &call->err);
    call->ended = true;
    fflush(NULL);
    _exit(EXIT_SUCCESS);
}

static void begin(struct calls *c)
{
    struct call *call = &c->call[c->next];
    pid_t parent = getpid(), pid = fork();

    if (pid == 0)
        enter(c, c->next, parent);
    c->next++;
    if (pid > 0) {
        call->pid = pid;
        c->under_way++;
        return;
    }
    call->ended = true;
    call->rc =
        error_set(&call->err, "a process of its own: %s", strerror(errno));
    c->failed = true;
}

/* A process is gone. */
static void end(struct calls *c, pid_t pid, int status)
{
    struct call *call = c->call;

    while (call < c->call + c->next && call->pid != pid)
        call++;
    if (call == c->call + c->next)
        return;
    call->pid = 0;
    c->under_way--;
    if (!call->ended) {
        call->ended = true;
        call->rc = error_set(&call->err, "its process was ended by signal %d",
                             WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    }
    c->failed |= call->rc < 0;
}

/* The line is removed at the end, so that the results stand alone. */
static void tell(struct calls *c)
{
    size_t ended = c->next - c->under_way;
    uint64_t now = clock_monotonic();

    if (!isatty(STDERR_FILENO))
        return;
    if (ended == c->count || c->failed) {
        fprintf(stderr, "%s", c->shown ? "\r\033[K" : "");
    } else if (now - c->told >= PAUSE_NS) {
        fprintf(stderr, "\r%zu of %zu %s", ended, c->count, c->what);
        c->told = now;
        c->shown = true;
    }
    fflush(stderr);
}

/* How many of the machine's processors are for us. */
static size_t usable_processors(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof(set), &set) == 0
                    ? CPU_COUNT(&set)
                    : (int)sysconf(_SC_NPROCESSORS_ONLN);

    return (size_t)usable_cores_within(count, usable_cores_quota(""));
}

static void run(struct calls *c)
{
    size_t most = usable_processors();

    fflush(NULL);
    while (c->under_way > 0 || (c->next < c->count && !c->failed)) {
        int status;
        pid_t pid;

        if (c->next < c->count && !c->failed && c->under_way < most) {
            begin(c);
            continue;
        }
        pid = wait(&status);
        if (pid > 0)
            end(c, pid, status);
        tell(c);
    }
}

/* The first failure by number, as that does not depend on how fast they are.
 */
static int sum_up(const struct calls *c, struct error *err)
{
    for (size_t i = 0; i < c->next; i++)
        if (c->call[i].rc < 0)
            return error_set(err, "%s", c->call[i].err.text);
    return 0;
}

int parallel_run(parallel_fn *fn,
                 void *arg,
                 size_t count,
                 void *results,
                 size_t bytes,
                 const char *what,
                 struct error *err)
{
    struct calls c = { .fn = fn,
                       .arg = arg,
                       .count = count,
                       .bytes = bytes,
                       .what = what,
                       .told = clock_monotonic() };
    size_t calls_bytes = (count + 1) * sizeof(*c.call);
    size_t results_bytes = count * bytes + 1;
    int rc;

    c.call = share(calls_bytes);
    c.results = share(results_bytes);
    if (c.call && c.results) {
        run(&c);
        rc = sum_up(&c, err);
    } else {
        rc = error_set(err, "no memory for %zu results", count);
    }
    if (rc == 0)
        memcpy(results, c.results, count * bytes);
    if (c.call)
        munmap(c.call, calls_bytes);
    if (c.results)
        munmap(c.results, results_bytes);
    return rc;
}
