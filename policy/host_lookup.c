/* host_lookup.c - the addresses of a host, without waiting for its name
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "base/system/host.h"
#include "policy/host_lookup.h"

enum {
    LOOKUPS = 16,          /* under way at once */
    WAITED_MOST_MS = 1000, /* for all of them, in any */
    PERIOD_MS = 10 * 1000,
    RESULT = STDERR_FILENO + 1,
};

/* One that is under way. */
static struct pending {
    char name[HOST_NAME];
    int fd;    /* where its answer will come from */
    pid_t pid; /* 0: none */
} pending[LOOKUPS];

static int64_t period; /* when it began, by clock_ms() */
static int64_t waited; /* ms, in it */

/* ---- in a process of its own ---- */

/* What else is open would keep others from seeing its end. */
static _Noreturn void become_lookup(const char *name, int fd, pid_t parent)
{
    struct host_lookup answer;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent || dup2(fd, RESULT) < 0)
        _exit(EXIT_FAILURE);
    closefrom(RESULT + 1);
    answer.count = links_addresses(name, answer.address);
    _exit(write(RESULT, &answer, sizeof(answer)) != sizeof(answer));
}

/* ---- asking it ---- */

static void end(struct pending *p)
{
    close(p->fd);
    while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    *p = (struct pending){ .pid = 0 };
}

static struct pending *find(const char *name)
{
    for (int i = 0; i < LOOKUPS; i++)
        if (pending[i].pid > 0 && strcmp(pending[i].name, name) == 0)
            return &pending[i];
    return NULL;
}

static bool has_answered(const struct pending *p, int ms)
{
    struct pollfd answer = { .fd = p->fd, .events = POLLIN };

    return poll(&answer, 1, ms) > 0;
}

/* A place for another one: one that is free, or whose answer nobody has asked
 * for again.
 */
static struct pending *find_place(void)
{
    for (int i = 0; i < LOOKUPS; i++)
        if (pending[i].pid == 0)
            return &pending[i];
    for (int i = 0; i < LOOKUPS; i++)
        if (has_answered(&pending[i], 0)) {
            end(&pending[i]);
            return &pending[i];
        }
    return NULL;
}

/* Returns NULL when that cannot be done. */
static struct pending *begin(const char *name)
{
    struct pending *p = find_place();
    pid_t parent = getpid(), pid;
    int ends[2];

    if (!p || strlen(name) >= sizeof(p->name) || pipe2(ends, O_CLOEXEC) < 0)
        return NULL;
    pid = fork();
    if (pid == 0)
        become_lookup(name, ends[1], parent);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return NULL;
    }
    *p = (struct pending){ .fd = ends[0], .pid = pid };
    strcpy(p->name, name);
    return p;
}

/* Wait for it, unless others were waited for so long that it adds up. */
static bool await(const struct pending *p, int ms)
{
    int64_t now = clock_ms(), left;
    bool answered;

    if (now - period > PERIOD_MS) {
        period = now;
        waited = 0;
    }
    left = WAITED_MOST_MS - waited;
    answered = has_answered(p, left < ms ? (int)(left > 0 ? left : 0) : ms);
    waited += clock_ms() - now;
    return answered;
}

bool host_lookup_find(const char *name, int ms, struct host_lookup *answer)
{
    struct pending *p = find(name);
    struct host_lookup came;
    bool is_whole;

    if (!p)
        p = begin(name);
    if (!p || !await(p, ms))
        return false;
    is_whole = read(p->fd, &came, sizeof(came)) == sizeof(came);
    end(p);
    if (is_whole)
        *answer = came;
    return is_whole;
}
