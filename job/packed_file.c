/* packed_file.c - a file of a job's folder as bytes, to go to another host
 *
 * A head, the stretches of the file that are no holes, and their bytes one
 * after the other.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_write.h"
#include "base/replace_file.h"
#include "job/files.h"
#include "job/packed_file.h"

enum { STRETCHES_MOST = 65536, PATH_SIZE = 4096 + FILES_NAME };

static const uint64_t SIZE_LIMIT = UINT64_C(1) << 40;
static const char magic[8] = "MITOPARC";

struct head {
    char magic[8];
    char name[FILES_NAME];
    uint64_t size; /* of the file */
    uint64_t stretches;
};

struct stretch {
    uint64_t from;
    uint64_t bytes;
};

/* ---- packing ---- */

/* Find what is no hole.  Returns how many stretches, at most STRETCHES_MOST,
 * the last of which then goes to the end.
 */
static size_t find_stretches(int fd,
                             uint64_t size,
                             struct stretch list[STRETCHES_MOST])
{
    size_t count = 0;
    off_t from = 0, to = 0;

    while (count < STRETCHES_MOST && (from = lseek(fd, to, SEEK_DATA)) >= 0
           && (to = lseek(fd, from, SEEK_HOLE)) > from
           && (uint64_t)from < size) {
        uint64_t end = (uint64_t)to < size ? (uint64_t)to : size;

        list[count++] =
            (struct stretch){ (uint64_t)from, end - (uint64_t)from };
    }
    if (count == STRETCHES_MOST)
        list[count - 1].bytes = size - list[count - 1].from;
    return count;
}

static bool read_stretch(int fd, const struct stretch *s, char *to)
{
    uint64_t done = 0;

    while (done < s->bytes) {
        ssize_t got =
            pread(fd, to + done, s->bytes - done, (off_t)(s->from + done));

        if (got == 0)
            errno = ENODATA; /* somebody has cut it off meanwhile */
        if (got <= 0 && errno != EINTR)
            return false;
        done += got > 0 ? (uint64_t)got : 0;
    }
    return true;
}

static char *pack_open(int fd, const char *name, size_t *bytes)
{
    static const struct head blank;
    struct stretch *list = malloc(STRETCHES_MOST * sizeof(*list));
    struct head head = blank;
    char *data = NULL, *at;
    struct stat st;

    if (!list || fstat(fd, &st) < 0)
        goto out;
    memcpy(head.magic, magic, sizeof(magic));
    snprintf(head.name, sizeof(head.name), "%s", name);
    head.size = (uint64_t)st.st_size;
    head.stretches = find_stretches(fd, head.size, list);
    *bytes = sizeof(head) + head.stretches * sizeof(*list);
    for (size_t i = 0; i < head.stretches; i++)
        *bytes += list[i].bytes;
    data = malloc(*bytes);
    if (!data)
        goto out;
    memcpy(data, &head, sizeof(head));
    memcpy(data + sizeof(head), list, head.stretches * sizeof(*list));
    at = data + sizeof(head) + head.stretches * sizeof(*list);
    for (size_t i = 0; i < head.stretches; at += list[i++].bytes)
        if (!read_stretch(fd, &list[i], at)) {
            free(data);
            data = NULL;
            break;
        }
out:
    free(list);
    return data;
}

void *packed_file_pack(const char *folder,
                       const char *name,
                       size_t *bytes,
                       struct error *err)
{
    char path[PATH_SIZE];
    char *data = NULL;
    int fd;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0)
        data = pack_open(fd, name, bytes);
    if (!data)
        error_set(err, "%s: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return data;
}

/* ---- unpacking ---- */

static bool may_come(const char *name)
{
    unsigned generation;
    int rank;

    switch (files_kind(name, &generation, &rank)) {
    case FILES_PAGE:
    case FILES_TRACE:
        return true;
    case FILES_STATE:
        return strncmp(name, "share-", 6) != 0;
    default:
        return false;
    }
}

/* What is wrong with a parcel, or NULL. */
static const char *find_fault(const char *data, size_t bytes)
{
    struct head head;
    uint64_t rest = bytes;

    if (bytes < sizeof(head))
        return "it is cut off";
    memcpy(&head, data, sizeof(head));
    if (memcmp(head.magic, magic, sizeof(magic)) != 0)
        return "it is not one";
    if (!memchr(head.name, '\0', sizeof(head.name)) || !may_come(head.name))
        return "its name is not that of a file to be sent";
    rest -= sizeof(head);
    if (head.size > SIZE_LIMIT || head.stretches > STRETCHES_MOST
        || head.stretches * sizeof(struct stretch) > rest)
        return "its sizes cannot be right";
    rest -= head.stretches * sizeof(struct stretch);
    for (uint64_t i = 0; i < head.stretches; i++) {
        struct stretch s;

        memcpy(&s, data + sizeof(head) + i * sizeof(s), sizeof(s));
        if (s.from > head.size || s.bytes > head.size - s.from
            || s.bytes > rest)
            return "its sizes cannot be right";
        rest -= s.bytes;
    }
    return rest > 0 ? "there is more behind it" : NULL;
}

bool packed_file_is_there(const char *folder, const void *data, size_t bytes)
{
    char path[PATH_SIZE];

    if (find_fault(data, bytes))
        return false;
    snprintf(path, sizeof(path), "%s/%s", folder,
             (const char *)data + sizeof(magic));
    return access(path, F_OK) == 0;
}

static bool write_stretches(int fd, const char *data)
{
    struct head head;
    const char *at;

    memcpy(&head, data, sizeof(head));
    at = data + sizeof(head) + head.stretches * sizeof(struct stretch);
    if (file_truncate(fd, (off_t)head.size) < 0)
        return false;
    for (uint64_t i = 0; i < head.stretches; i++) {
        struct stretch s;

        memcpy(&s, data + sizeof(head) + i * sizeof(s), sizeof(s));
        if (file_write_all(fd, at, s.bytes, (off_t)s.from) < 0)
            return false;
        at += s.bytes;
    }
    return true;
}

/* Write the file 'aside', whole. */
static int write_aside(const char *aside, const void *data)
{
    int fd = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool written;
    int why;

    if (fd < 0)
        return -1;
    written = write_stretches(fd, data);
    why = errno;
    if (close(fd) == 0 && written)
        return 0;
    if (!written)
        errno = why;
    return -1;
}

int packed_file_unpack(const char *folder,
                       const void *data,
                       size_t bytes,
                       struct error *err)
{
    const char *fault = find_fault(data, bytes);
    char path[PATH_SIZE], aside[PATH_SIZE];
    const char *name = (const char *)data + sizeof(magic);

    if (fault)
        return error_set(err, "a parcel is refused: %s", fault);
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    snprintf(aside, sizeof(aside), "%s/parcel-%d", folder, (int)getpid());
    if (write_aside(aside, data) == 0 && replace_file(aside, path) == 0)
        return 0;
    error_set(err, "%s: %s", path, strerror(errno));
    unlink(aside);
    return -1;
}
