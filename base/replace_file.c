/* replace_file.c - put a file in the place of another one
 *
 * To rename one over the other, ext4 first waits until the disk has what comes
 * in the place of the old one, for the case that the machine fails.  To
 * exchange the two it does not; what we keep is of no use after that.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_write.h"
#include "base/replace_file.h"

int replace_file(const char *from, const char *to)
{
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE) < 0)
        return rename(from, to);
    unlink(from);
    return 0;
}

static int write_file(const char *path, const void *from, size_t bytes)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int rc = fd < 0 ? -1 : file_write_all(fd, from, bytes, 0);

    return fd >= 0 && close(fd) < 0 ? -1 : rc;
}

int replace_file_write(const char *path, const void *from, size_t bytes)
{
    char new[PATH_MAX];
    int why;

    if (snprintf(new, sizeof(new), "%s.new", path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (write_file(new, from, bytes) == 0 && replace_file(new, path) == 0)
        return 0;
    why = errno;
    unlink(new);
    errno = why;
    return -1;
}

int replace_file_check(const char *path, struct error *err)
{
    const char *name = strrchr(path, '/');
    char folder[PATH_MAX] = ".";
    struct stat st;

    if (name)
        snprintf(folder, sizeof(folder), "%.*s", (int)(name + 1 - path), path);
    if (access(folder, W_OK | X_OK) < 0)
        return error_set(err, "%.900s: %s", folder, strerror(errno));
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return error_set(err, "%.900s: %s", path, strerror(EISDIR));
    return 0;
}
