/* read_file.c - what is in a file, in memory
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/read_file.h"

enum { ROOM_FIRST = 4096, NULS = 2 };

/* Read until 'text' has 'most' bytes or there are no more.  Returns how many
 * it has then, or -1.
 */
static ssize_t read_most(int fd, char *text, size_t used, size_t most)
{
    ssize_t got = 1;

    while (used < most && got != 0) {
        got = read(fd, text + used, most - used);
        if (got < 0 && errno != EINTR)
            return -1;
        used += got > 0 ? (size_t)got : 0;
    }
    return (ssize_t)used;
}

static void close_keeping_errno(int fd)
{
    int kept = errno;

    close(fd);
    errno = kept;
}

ssize_t read_file_start(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = -1;

    if (fd >= 0) {
        got = read_most(fd, text, 0, size - 1);
        close_keeping_errno(fd);
    }
    text[got > 0 ? got : 0] = '\0';
    return got;
}

/* With one byte more than 'most', if there is one. */
static char *read_all(int fd, size_t most, size_t *bytes)
{
    char *text = NULL, *more;
    size_t room = 0;
    ssize_t used = 0;

    do {
        room = room == 0 ? ROOM_FIRST : 2 * room;
        if (room > most + 1)
            room = most + 1;
        more = realloc(text, room + NULS);
        text = more ? more : text;
        used = more ? read_most(fd, text, (size_t)used, room) : -1;
    } while (used == (ssize_t)room && room <= most);
    if (used < 0) {
        free(text);
        return NULL;
    }
    memset(text + used, '\0', NULS);
    *bytes = (size_t)used;
    return text;
}

char *read_file(const char *path,
                size_t most,
                size_t *bytes,
                struct error *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    char *text = NULL;

    if (fd >= 0) {
        text = read_all(fd, most, bytes);
        close_keeping_errno(fd);
    }
    if (!text) {
        error_set(err, "%s: %s", path, strerror(errno));
    } else if (*bytes > most) {
        error_set(err, "%s: larger than %zu kB", path, most / 1024);
        errno = EFBIG;
        free(text);
        text = NULL;
    }
    return text;
}
