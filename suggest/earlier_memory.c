/* earlier_memory.c - memory as it was at an earlier moment
 *
 * The process that keeps it sends what it is asked for.  It is no child that
 * the program would hear of: its end sends no signal.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "suggest/earlier_memory.h"

struct wanted {
    uintptr_t address;
    size_t size;
};

static int child;
static int line = -1;

static bool send_all(int fd, const char *at, size_t size)
{
    while (size > 0) {
        ssize_t n = write(fd, at, size);

        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* Without memory at an address, the write fails, and all is over. */
static void keep(int fd)
{
    struct wanted w;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (read(fd, &w, sizeof(w)) == sizeof(w)
           && send_all(fd, (const char *)w.address, w.size))
        continue;
    syscall(SYS_exit_group, 0);
}

int earlier_memory_keep(void)
{
    sigset_t all, mask;
    int pair[2];

    earlier_memory_drop();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
        return -1;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &mask);
    child = (int)syscall(SYS_clone, 0, 0, 0, 0, 0);
    if (child == 0) {
        close(pair[0]);
        keep(pair[1]);
    }
    sigprocmask(SIG_SETMASK, &mask, NULL);
    close(pair[1]);
    line = pair[0];
    if (child < 0)
        earlier_memory_drop();
    return child < 0 ? -1 : 0;
}

int earlier_memory_read(uintptr_t address, void *to, size_t size)
{
    struct wanted w = { address, size };
    char *at = to;

    if (line < 0
        || send(line, &w, sizeof(w), MSG_NOSIGNAL) != (ssize_t)sizeof(w))
        return -1;
    while (size > 0) {
        ssize_t n = read(line, at, size);

        if (n <= 0)
            return -1;
        at += n;
        size -= (size_t)n;
    }
    return 0;
}

void earlier_memory_drop(void)
{
    if (line >= 0)
        close(line);
    if (child > 0)
        waitpid(child, NULL, __WALL);
    line = -1;
    child = 0;
}
