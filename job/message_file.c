/* message_file.c - the file of messages that a rank has collected
 *
 * Its first word is the sync, written last; the messages follow.  What is kept
 * in memory is a file without a name, and a link leads there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file_write.h"
#include "base/system/memory_reserve.h"
#include "job/message_file.h"

enum {
    PATH_SIZE = 4096 + 64,
    STEP = 256 * 1024, /* bytes of room got at once, if there are so many */
};

struct message_file {
    struct message_file_owner owner;
    int fd;
    uint64_t used;
    uint64_t room;
    bool spilled;      /* it is in memory, because */
    struct error full; /* the folder has no room */
};

static int in_memory = -1; /* the last one that was spilled */

static void compose(const struct message_file_owner *owner,
                    char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/mail-%u-%d", owner->folder,
             owner->generation, owner->rank);
}

static int fail(const struct message_file_owner *owner,
                int why,
                struct error *err)
{
    char path[PATH_SIZE];

    compose(owner, path);
    return error_set(err, "%s: %s", path, strerror(why));
}

/* ---- writing ---- */

/* Returns what is wrong, or 0. */
static int extend(message_file_t *b, uint64_t until)
{
    int wrong;

    do
        wrong = file_allocate(b->fd, (off_t)b->room, (off_t)(until - b->room));
    while (wrong == EINTR);
    if (wrong == 0)
        b->room = until;
    return wrong;
}

static int copy(int from, int to, uint64_t bytes)
{
    char chunk[4096];

    for (uint64_t at = 0; at < bytes;) {
        ssize_t got = pread(from, chunk, sizeof(chunk), (off_t)at);

        if (got <= 0 || file_pwrite(to, chunk, (size_t)got, (off_t)at) != got)
            return -1;
        at += (uint64_t)got;
    }
    return 0;
}

/* Have the file's name lead to 'fd'. */
static int redirect(const message_file_t *b, int fd)
{
    char path[PATH_SIZE], target[64];

    compose(&b->owner, path);
    snprintf(target, sizeof(target), "/proc/%ld/fd/%d", (long)getpid(), fd);
    unlink(path);
    return symlink(target, path);
}

/* Go on in memory. */
static int spill(message_file_t *b, struct error *err)
{
    int fd = memfd_create("mail", MFD_CLOEXEC);

    if (fd < 0 || copy(b->fd, fd, b->used) < 0 || redirect(b, fd) < 0) {
        error_set(err, "%s", b->full.text);
        if (fd >= 0)
            close(fd);
        return -1;
    }
    close(b->fd);
    b->fd = in_memory = fd;
    b->room = b->used;
    b->spilled = true;
    return 0;
}

/* Returns what is wrong, or 0. */
static int get_more(message_file_t *b, uint64_t until)
{
    if (until <= b->room || extend(b, until + STEP) == 0)
        return 0;
    return extend(b, until);
}

/* The kernel would end processes for memory that it does not have. */
static int get_memory(message_file_t *b, uint64_t until, struct error *err)
{
    int wrong;

    if (until <= b->room)
        return 0;
    if (memory_check(until + STEP - b->room, 0, err) < 0)
        return -1;
    wrong = get_more(b, until);
    return wrong ? fail(&b->owner, wrong, err) : 0;
}

static int get_room(message_file_t *b, uint64_t until, struct error *err)
{
    int wrong;

    if (b->spilled)
        return get_memory(b, until, err);
    wrong = get_more(b, until);
    if (!wrong)
        return 0;
    fail(&b->owner, wrong, &b->full);
    return spill(b, err) < 0 ? -1 : get_memory(b, until, err);
}

int message_file_reserve(message_file_t *b, uint64_t bytes, struct error *err)
{
    return get_room(b, b->used + sizeof(struct message_file_head) + bytes,
                    err);
}

message_file_t *message_file_open(const struct message_file_owner *owner,
                                  struct error *err)
{
    message_file_t *b = malloc(sizeof(*b));
    char path[PATH_SIZE];

    if (!b)
        return error_null(err, "out of memory");
    if (in_memory >= 0)
        close(in_memory);
    in_memory = -1;
    compose(owner, path);
    unlink(path);
    *b = (message_file_t){ .owner = *owner, .used = 0 };
    b->fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (b->fd < 0) {
        fail(owner, errno, err);
        free(b);
        return NULL;
    }
    if (get_room(b, sizeof(owner->sync), err) < 0) {
        if (!b->spilled)
            close(b->fd);
        free(b);
        return NULL;
    }
    b->used = sizeof(owner->sync);
    return b;
}

int message_file_add(message_file_t *b,
                     const struct message_file_head *head,
                     const void *data,
                     struct error *err)
{
    if (file_write_all(b->fd, head, sizeof(*head), (off_t)b->used) < 0
        || file_write_all(b->fd, data, head->bytes,
                          (off_t)(b->used + sizeof(*head)))
               < 0)
        return fail(&b->owner, errno, err);
    b->used += sizeof(*head) + head->bytes;
    return 0;
}

int message_file_close(message_file_t *b, struct error *err)
{
    uint64_t sync = b->owner.sync;
    int rc = 0;

    if (file_truncate(b->fd, (off_t)b->used) < 0
        || file_write_all(b->fd, &sync, sizeof(sync), 0) < 0)
        rc = fail(&b->owner, errno, err);
    else if (b->spilled)
        rc = error_set(err, "%s", b->full.text);
    if (!b->spilled)
        close(b->fd);
    free(b);
    return rc;
}

/* ---- reading ---- */

/* Returns the file, behind its first word, or NULL if it is not closed. */
static FILE *open_closed(const struct message_file_owner *owner)
{
    char path[PATH_SIZE];
    uint64_t sync;
    FILE *in;

    compose(owner, path);
    in = fopen(path, "re");
    if (in
        && (fread(&sync, sizeof(sync), 1, in) != 1 || sync != owner->sync)) {
        fclose(in);
        return NULL;
    }
    return in;
}

bool message_file_is_closed(const struct message_file_owner *owner)
{
    FILE *in = open_closed(owner);

    if (in)
        fclose(in);
    return in != NULL;
}

static int read_data(FILE *in,
                     const struct message_file_head *head,
                     void **data)
{
    *data = malloc(head->bytes + 1);
    if (!*data)
        return ENOMEM;
    if (fread(*data, 1, head->bytes, in) == head->bytes)
        return 0;
    free(*data);
    return EIO;
}

int message_file_read(const struct message_file_owner *owner,
                      int source,
                      void (*action)(const struct message_file_head *head,
                                     void *data),
                      struct error *err)
{
    FILE *in = open_closed(owner);
    struct message_file_head head;
    int wrong = 0;
    void *data;

    while (in && !wrong && fread(&head, sizeof(head), 1, in) == 1)
        if (head.source != source)
            wrong = fseeko(in, (off_t)head.bytes, SEEK_CUR) < 0 ? errno : 0;
        else if ((wrong = read_data(in, &head, &data)) == 0)
            action(&head, data);
    if (in)
        fclose(in);
    return wrong ? fail(owner, wrong, err) : 0;
}
