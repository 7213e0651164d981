/* mailbag.c - the file of messages that a rank has collected
 *
 * Its first word is the sync, written last; the messages follow.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "migrate/mailbag.h"

enum {
    PATH_SIZE = 4096 + 64,
    STEP = 256 * 1024, /* bytes of room got at once, if there are so many */
};

struct mailbag {
    struct mailbag_owner owner;
    int fd;
    uint64_t used;
    uint64_t room;
};

static void compose(const struct mailbag_owner *owner, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/mail-%u-%d", owner->folder,
             owner->generation, owner->rank);
}

static int fail(const struct mailbag_owner *owner, int why, struct error *err)
{
    char path[PATH_SIZE];

    compose(owner, path);
    return error_set(err, "%s: %s", path, strerror(why));
}

/* ---- writing ---- */

/* Returns what is wrong, or 0. */
static int extend(mailbag_t *b, uint64_t until)
{
    int wrong;

    do
        wrong =
            posix_fallocate(b->fd, (off_t)b->room, (off_t)(until - b->room));
    while (wrong == EINTR);
    if (wrong == 0)
        b->room = until;
    return wrong;
}

static int get_room(mailbag_t *b, uint64_t until, struct error *err)
{
    int wrong = 0;

    if (until > b->room && extend(b, until + STEP) != 0)
        wrong = extend(b, until);
    return wrong ? fail(&b->owner, wrong, err) : 0;
}

int mailbag_reserve(mailbag_t *b, uint64_t bytes, struct error *err)
{
    return get_room(b, b->used + sizeof(struct letter) + bytes, err);
}

mailbag_t *mailbag_open(const struct mailbag_owner *owner, struct error *err)
{
    mailbag_t *b = malloc(sizeof(*b));
    char path[PATH_SIZE];

    if (!b) {
        error_set(err, "out of memory");
        return NULL;
    }
    compose(owner, path);
    *b = (mailbag_t){ .owner = *owner, .used = sizeof(owner->sync) };
    b->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (b->fd < 0) {
        fail(owner, errno, err);
        free(b);
        return NULL;
    }
    if (get_room(b, b->used, err) < 0) {
        close(b->fd);
        free(b);
        return NULL;
    }
    return b;
}

static int put(mailbag_t *b, uint64_t at, const void *data, uint64_t bytes)
{
    const char *from = data;

    while (bytes > 0) {
        ssize_t wrote = pwrite(b->fd, from, bytes, (off_t)at);

        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return -1;
        from += wrote;
        at += (uint64_t)wrote;
        bytes -= (uint64_t)wrote;
    }
    return 0;
}

int mailbag_add(mailbag_t *b,
                const struct letter *letter,
                const void *data,
                struct error *err)
{
    if (put(b, b->used, letter, sizeof(*letter)) < 0
        || put(b, b->used + sizeof(*letter), data, letter->bytes) < 0)
        return fail(&b->owner, errno, err);
    b->used += sizeof(*letter) + letter->bytes;
    return 0;
}

int mailbag_close(mailbag_t *b, struct error *err)
{
    uint64_t sync = b->owner.sync;
    int rc = 0;

    if (ftruncate(b->fd, (off_t)b->used) < 0
        || put(b, 0, &sync, sizeof(sync)) < 0)
        rc = fail(&b->owner, errno, err);
    close(b->fd);
    free(b);
    return rc;
}

/* ---- reading ---- */

/* Returns the file, behind its first word, or NULL if it is not closed. */
static FILE *open_closed(const struct mailbag_owner *owner)
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

bool mailbag_is_closed(const struct mailbag_owner *owner)
{
    FILE *in = open_closed(owner);

    if (in)
        fclose(in);
    return in != NULL;
}

static int read_data(FILE *in, const struct letter *letter, void **data)
{
    *data = malloc(letter->bytes + 1);
    if (!*data)
        return ENOMEM;
    if (fread(*data, 1, letter->bytes, in) == letter->bytes)
        return 0;
    free(*data);
    return EIO;
}

int mailbag_read(const struct mailbag_owner *owner,
                 int source,
                 void (*action)(const struct letter *letter, void *data),
                 struct error *err)
{
    FILE *in = open_closed(owner);
    struct letter letter;
    int wrong = 0;
    void *data;

    while (in && !wrong && fread(&letter, sizeof(letter), 1, in) == 1)
        if (letter.source != source)
            wrong = fseeko(in, (off_t)letter.bytes, SEEK_CUR) < 0 ? errno : 0;
        else if ((wrong = read_data(in, &letter, &data)) == 0)
            action(&letter, data);
    if (in)
        fclose(in);
    return wrong ? fail(owner, wrong, err) : 0;
}
