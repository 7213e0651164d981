/* private_file.c - a few bytes in a file that is ours alone
 *
 * A file is written under another name and linked to its own, which fails when
 * it is there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_write.h"
#include "net/private_file.h"

enum { PATH_SIZE = 4096 + 80, NUMBERS = 1000000000 };

static int wrong(const char *path, struct error *err)
{
    return error_set(err, "%s: %s", path, strerror(errno));
}

int private_file_read(const char *path,
                      void *to,
                      size_t bytes,
                      struct error *err)
{
    struct stat st;
    ssize_t got;
    int fd;

    fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return wrong(path, err);
    if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) || st.st_uid != geteuid()
        || (st.st_mode & 077) != 0) {
        close(fd);
        return error_set(err, "%s: it is not ours alone", path);
    }
    got = st.st_size == (off_t)bytes ? read(fd, to, bytes) : 0;
    close(fd);
    if (got != (ssize_t)bytes)
        return error_set(err, "%s: it does not have %zu bytes", path, bytes);
    return 0;
}

static int write_file(const char *path, const void *from, size_t bytes)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    int rc = fd < 0 ? -1 : file_write_all(fd, from, bytes, 0);

    return fd >= 0 && close(fd) < 0 ? -1 : rc;
}

/* Not every file system has links. */
static int put(const char *own, const char *path)
{
    if (link(own, path) == 0 || errno == EEXIST)
        return 0;
    if (errno != EPERM && errno != ENOTSUP && errno != ENOSYS)
        return -1;
    return access(path, F_OK) == 0 ? 0 : rename(own, path);
}

int private_file_offer(const char *path,
                       const void *from,
                       size_t bytes,
                       struct error *err)
{
    char other[PATH_SIZE];
    uint32_t number = 0;
    int rc = 0;

    if (getrandom(&number, sizeof(number), 0) != sizeof(number))
        return error_set(err, "getrandom: %s", strerror(errno));
    if (snprintf(other, sizeof(other), "%s.%u", path, number % NUMBERS)
        >= (int)sizeof(other))
        return error_set(err, "%.200s...: the path is too long", path);
    if (write_file(other, from, bytes) < 0 || put(other, path) < 0)
        rc = wrong(other, err);
    unlink(other);
    return rc;
}
