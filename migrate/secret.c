/* secret.c - what the processes of a job know, and nobody else
 *
 * The file is written under another name and linked to its own, which fails
 * when it is there: so it is there with all its bytes or not at all, and all
 * who make one at once come to the same.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "migrate/secret.h"

enum { PATH_SIZE = 4096 + 64, NUMBERS = 1000000000 };

static int wrong(const char *path, struct error *err)
{
    return error_set(err, "%s: %s", path, strerror(errno));
}

int secret_read(const char *folder,
                uint8_t secret[SECRET_BYTES],
                struct error *err)
{
    uint8_t bytes[SECRET_BYTES + 1];
    char path[PATH_SIZE];
    struct stat st;
    ssize_t got;
    int fd;

    snprintf(path, sizeof(path), "%s/secret", folder);
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return wrong(path, err);
    if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) || st.st_uid != geteuid()
        || (st.st_mode & 077) != 0) {
        close(fd);
        return error_set(err, "%s: it is not ours alone", path);
    }
    got = read(fd, bytes, sizeof(bytes));
    close(fd);
    if (got != SECRET_BYTES)
        return error_set(err, "%s: it is no secret of ours", path);
    memcpy(secret, bytes, SECRET_BYTES);
    return 0;
}

static int write_file(const char *path, const uint8_t secret[SECRET_BYTES])
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    ssize_t done;

    if (fd < 0)
        return -1;
    done = write(fd, secret, SECRET_BYTES);
    if (done >= 0 && done < SECRET_BYTES)
        errno = ENOSPC;
    return close(fd) < 0 || done != SECRET_BYTES ? -1 : 0;
}

/* Put it there unless one is. */
static int offer(const char *folder,
                 const uint8_t secret[SECRET_BYTES],
                 struct error *err)
{
    char path[PATH_SIZE], other[PATH_SIZE];
    uint32_t number = 0;
    int rc = 0;

    if (getrandom(&number, sizeof(number), 0) != sizeof(number))
        return error_set(err, "getrandom: %s", strerror(errno));
    snprintf(path, sizeof(path), "%s/secret", folder);
    snprintf(other, sizeof(other), "%s/secret.%u", folder, number % NUMBERS);
    if (write_file(other, secret) < 0
        || (link(other, path) < 0 && errno != EEXIST))
        rc = wrong(other, err);
    unlink(other);
    return rc;
}

int secret_make(const char *folder,
                uint8_t secret[SECRET_BYTES],
                struct error *err)
{
    uint8_t made[SECRET_BYTES];

    if (getrandom(made, sizeof(made), 0) != sizeof(made))
        return error_set(err, "getrandom: %s", strerror(errno));
    if (offer(folder, made, err) < 0)
        return -1;
    return secret_read(folder, secret, err);
}

int secret_put(const char *folder,
               const uint8_t secret[SECRET_BYTES],
               struct error *err)
{
    uint8_t there[SECRET_BYTES];

    if (offer(folder, secret, err) < 0 || secret_read(folder, there, err) < 0)
        return -1;
    if (memcmp(there, secret, SECRET_BYTES) != 0)
        return error_set(err, "%s/secret: there is another one", folder);
    return 0;
}
