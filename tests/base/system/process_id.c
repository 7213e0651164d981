/* Tests of base/system/process_id.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/process_id.h"
#include "tests/tap.h"

static pid_t fork_one(void)
{
    pid_t child = fork();

    if (child == 0) {
        pause();
        _exit(0);
    }
    return child;
}

/* Whether it ends by this, or within a moment. */
static bool ends(int fd, int ms)
{
    struct pollfd p = { fd, POLLIN, 0 };

    return poll(&p, 1, ms) == 1;
}

static void check_own(void)
{
    pid_t child = fork_one();
    struct process_id id = { 0, 0 };
    int fd;

    ok(!process_id_runs(&id) && process_id_open(&id) < 0,
       "none is there before one was set");
    process_id_kill(&id);
    process_id_set(&id, child);
    fd = process_id_open(&id);
    if (fd < 0 && errno == ENOSYS) {
        diag("valgrind has no pidfd_open()");
        process_id_kill(&id);
        waitpid(child, NULL, 0);
        return;
    }
    ok(process_id_runs(&id) && fd >= 0 && !ends(fd, 0),
       "one that runs can be waited for");
    process_id_kill(&id);
    ok(ends(fd, 10000), "it is ended by force, and that is seen");
    ok(!process_id_runs(&id), "nobody has waited for it yet: it does not run");
    ok(process_id_open(&id) < 0, "nor can it be waited for any more");
    waitpid(child, NULL, 0);
    ok(!process_id_runs(&id), "nor does it run when it is gone");
    close(fd);
}

/* Its number is ours, and it was started at another time. */
static void check_another(void)
{
    struct process_id id = { 0, 0 };

    process_id_set(&id, getpid());
    ok(process_id_runs(&id), "we run");
    atomic_fetch_add(&id.started, 1);
    ok(!process_id_runs(&id), "one that has the number of another is not it");
    ok(process_id_open(&id) < 0, "and is not waited for in its place");
    process_id_kill(&id);
    ok(true, "nor ended");
}

int main(void)
{
    check_own();
    check_another();
    return tap_done();
}
