/* file_write.c - write files in somebody else's process
 *
 * The signal is for the thread that makes the call: it is blocked in that
 * thread, and taken from it afterwards.  One that waited before is the
 * program's and stays.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include "base/file_write.h"

struct kept {
    sigset_t mask;
    bool waits; /* one that the program has blocked */
};

static void only_that(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGXFSZ);
}

static struct kept hold_signal(void)
{
    sigset_t set, waiting;
    struct kept kept;

    only_that(&set);
    pthread_sigmask(SIG_BLOCK, &set, &kept.mask);
    sigpending(&waiting);
    kept.waits = sigismember(&waiting, SIGXFSZ) == 1;
    return kept;
}

/* Keeps errno. */
static void drop_signal(const struct kept *kept)
{
    static const struct timespec now = { 0, 0 };
    int wrong = errno;
    sigset_t set;

    only_that(&set);
    if (!kept->waits)
        while (sigtimedwait(&set, NULL, &now) > 0 || errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &kept->mask, NULL);
    errno = wrong;
}

ssize_t file_write(int fd, const void *from, size_t bytes)
{
    struct kept kept = hold_signal();
    ssize_t done = write(fd, from, bytes);

    drop_signal(&kept);
    return done;
}

ssize_t file_pwrite(int fd, const void *from, size_t bytes, off_t at)
{
    struct kept kept = hold_signal();
    ssize_t done = pwrite(fd, from, bytes, at);

    drop_signal(&kept);
    return done;
}

int file_write_all(int fd, const void *from, size_t bytes, off_t at)
{
    const char *next = from;

    while (bytes > 0) {
        ssize_t done = file_pwrite(fd, next, bytes, at);

        if (done < 0 && errno == EINTR)
            continue;
        if (done == 0)
            errno = ENOSPC;
        if (done <= 0)
            return -1;
        next += done;
        at += done;
        bytes -= (size_t)done;
    }
    return 0;
}

int file_truncate(int fd, off_t bytes)
{
    struct kept kept = hold_signal();
    int rc = ftruncate(fd, bytes);

    drop_signal(&kept);
    return rc;
}

int file_allocate(int fd, off_t from, off_t bytes)
{
    struct kept kept = hold_signal();
    int wrong = posix_fallocate(fd, from, bytes);

    drop_signal(&kept);
    return wrong;
}

int file_claim(int fd, off_t bytes)
{
    struct kept kept = hold_signal();
    int rc = fallocate(fd, 0, 0, bytes);

    if (rc < 0 && errno == EOPNOTSUPP)
        rc = ftruncate(fd, bytes);
    drop_signal(&kept);
    return rc;
}
