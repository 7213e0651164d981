/* agent_lock.c - who is the one agent of a job on this host
 *
 * The file holds when the last ones were started in place of others.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_write.h"
#include "base/system/clock.h"
#include "job/agent_lock.h"
#include "net/local_message.h"

enum {
    PATH_SIZE = 4096 + 48,
    CALL_US = 10 * 1000 * 1000, /* for one that is being started */
    CALL_STEP_US = 2000,
};

static void name(const char *folder,
                 enum agent_lock which,
                 char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/%s", folder,
             which == AGENT_LOCK_HEAD ? "head" : "outpost");
}

static int lock(const char *path, int flags)
{
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);

    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) < 0) {
        close(fd);
        return -1;
    }
    return fd;
}

/* Not every file system has links. */
static int put(const char *own, const char *path)
{
    if (link(own, path) == 0)
        return 0;
    return errno == EEXIST ? -1 : rename(own, path);
}

/* It is locked before it is there: nobody else can come in between. */
static int make_file(const char *path)
{
    char own[PATH_SIZE + 16];
    int fd;

    snprintf(own, sizeof(own), "%s.%d", path, (int)getpid());
    fd = lock(own, O_CREAT);
    if (fd >= 0 && put(own, path) < 0) {
        close(fd);
        fd = -1;
    }
    unlink(own);
    return fd;
}

int agent_lock_take(const char *folder, enum agent_lock which, bool make)
{
    char path[PATH_SIZE];
    int fd;

    name(folder, which, path);
    fd = lock(path, 0);
    if (fd >= 0 && !agent_lock_is(folder, which, fd)) {
        close(fd); /* it was removed meanwhile */
        fd = -1;
    }
    if (fd < 0 && make && access(path, F_OK) < 0)
        fd = make_file(path);
    return fd;
}

void agent_lock_resign(const char *folder, enum agent_lock which)
{
    char path[PATH_SIZE];

    name(folder, which, path);
    unlink(path);
}

bool agent_lock_stands(const char *folder, enum agent_lock which)
{
    char path[PATH_SIZE];

    name(folder, which, path);
    return access(path, F_OK) == 0;
}

bool agent_lock_is(const char *folder, enum agent_lock which, int fd)
{
    char path[PATH_SIZE];
    struct stat one, other;

    name(folder, which, path);
    return fstat(fd, &one) == 0 && stat(path, &other) == 0
           && one.st_ino == other.st_ino && one.st_dev == other.st_dev;
}

/* Whether another one may be started at 'now', which is noted.  Who cannot
 * note it may.
 */
static bool renew(int fd, double now)
{
    double start[AGENT_LOCK_DEATHS - 1] = { 0 };
    ssize_t got = pread(fd, start, sizeof(start), 0);

    if (got == sizeof(start) && start[0] > 0
        && now - start[0] < AGENT_LOCK_SECONDS)
        return false;
    memmove(&start[0], &start[1], sizeof(start) - sizeof(start[0]));
    start[AGENT_LOCK_DEATHS - 2] = now;
    got = file_pwrite(fd, start, sizeof(start), 0);
    return true;
}

int agent_lock_inherit(const char *folder,
                       enum agent_lock which,
                       struct error *err)
{
    int fd = agent_lock_take(folder, which, false);

    err->text[0] = '\0';
    if (fd < 0 || which != AGENT_LOCK_HEAD || renew(fd, clock_seconds()))
        return fd;
    agent_lock_resign(folder, which);
    close(fd);
    return error_set(err, "it was killed %d times within %d s",
                     AGENT_LOCK_DEATHS, AGENT_LOCK_SECONDS);
}

int agent_lock_call(const char *folder)
{
    for (int us = 0; us < CALL_US; us += CALL_STEP_US) {
        int fd = local_message_connect(folder, NULL), dead;

        if (fd >= 0)
            return fd;
        /* One that was started for the end alone resigns right after it has
         * begun to listen, which may be just now.
         */
        if (!agent_lock_stands(folder, AGENT_LOCK_HEAD))
            return local_message_connect(folder, NULL);
        dead = agent_lock_take(folder, AGENT_LOCK_HEAD, false);
        if (dead >= 0) {
            agent_lock_resign(folder, AGENT_LOCK_HEAD);
            close(dead);
            return -1;
        }
        usleep(CALL_STEP_US);
    }
    return -1;
}
