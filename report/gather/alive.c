/* alive.c - whether the process of a rank is still there
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "report/gather/alive.h"

enum { SLACK_SECONDS = 2 };

/* When this was, in seconds since the host started. */
static double seconds_since_boot(uint64_t realtime_ns)
{
    return ((double)realtime_ns - (double)clock_boot_wall()) * 1e-9;
}

bool alive_process(int pid, uint64_t birth_ns)
{
    char path[64], text[1024], state;
    unsigned long long start;
    const char *rest;
    ssize_t got;
    int fd;

    if (pid <= 0 || (kill(pid, 0) < 0 && errno != EPERM))
        return false;
    snprintf(path, sizeof(path), "/proc/%d/stat", pid);
    if ((fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
        return errno != ENOENT;
    got = read(fd, text, sizeof(text) - 1);
    close(fd);
    text[got > 0 ? got : 0] = '\0';
    /* The name in parentheses may hold anything, so start behind it. */
    rest = strrchr(text, ')');
    if (!rest
        || sscanf(rest,
                  ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u"
                  " %*d %*d %*d %*d %*d %*d %llu",
                  &state, &start)
               != 2)
        return true;
    if (state == 'Z' || state == 'X')
        return false;
    return (double)start / sysconf(_SC_CLK_TCK)
           <= seconds_since_boot(birth_ns) + SLACK_SECONDS;
}
