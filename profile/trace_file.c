/* trace_file.c - the blocks of a trace, packed and appended to its file
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/file_write.h"
#include "profile/trace_file.h"

enum {
    LARGEST_AREA = 128 * 1024,
    LEVEL = 1, /* more takes longer and saves little: events are packed */
};

_Static_assert(sizeof(struct trace_block) == 56, "as documented");
_Static_assert(sizeof(struct trace_head) == 512, "as documented");

/* Signals would end the program where the file may not grow. */
static bool may_grow_to(uint64_t bytes)
{
    struct rlimit limit;

    return getrlimit(RLIMIT_FSIZE, &limit) < 0
           || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= bytes;
}

static size_t area_for(uint64_t limit)
{
    uint64_t area = limit / 4;

    if (area < 4096 - sizeof(struct trace_head))
        area = 4096 - sizeof(struct trace_head);
    return area < LARGEST_AREA ? area : LARGEST_AREA;
}

/* A program may close all files that it did not open, and open its own, which
 * then have our number.
 */
static bool has_file(const struct trace_file *f)
{
    struct stat st;

    return fstat(f->fd, &st) == 0 && st.st_dev == f->dev
           && st.st_ino == f->ino;
}

static int make_file(struct trace_file *f, const char *path, struct error *err)
{
    struct stat st;
    void *map;

    if (!may_grow_to(f->mapped))
        return error_set(err, "%s: files may not grow to %zu bytes here", path,
                         f->mapped);
    f->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (f->fd < 0)
        return error_set(err, "%s: %s", path, strerror(errno));
    errno = file_allocate(f->fd, 0, f->mapped);
    if (errno == 0 && fstat(f->fd, &st) == 0) {
        f->dev = st.st_dev;
        f->ino = st.st_ino;
        map = mmap(NULL, f->mapped, PROT_READ | PROT_WRITE, MAP_SHARED, f->fd,
                   0);
        if (map != MAP_FAILED) {
            f->head = map;
            f->area = (uint8_t *)(f->head + 1);
            return 0;
        }
    }
    error_set(err, "%s: %s", path, strerror(errno));
    unlink(path);
    return -1;
}

static int stop(struct trace_file *f,
                enum trace_state state,
                struct error *err,
                const char *why)
{
    snprintf(f->head->why, sizeof(f->head->why), "%s", why);
    f->head->state = state;
    return error_set(err, "%s", why);
}

/* Put the open block, packed if that helps, into f->packed. */
static size_t pack_block(struct trace_file *f)
{
    struct trace_block block = f->head->open;
    uint8_t *bytes = f->packed + sizeof(block);
    size_t packed = 0;

    block.method = TRACE_ZSTD;
    if (f->pack)
        packed = zstd_pack(f->pack, LEVEL, bytes, f->room - sizeof(block),
                           f->area, block.raw);
    if (packed == 0 || packed >= block.raw) {
        block.method = TRACE_STORED;
        packed = block.raw;
        memcpy(bytes, f->area, packed);
    }
    block.stored = (uint32_t)packed;
    block.sum = 0;
    block.sum = checksum(checksum(0, &block, sizeof(block)), bytes, packed);
    memcpy(f->packed, &block, sizeof(block));
    return sizeof(block) + packed;
}

int trace_file_append(struct trace_file *f, struct error *err)
{
    char text[sizeof(f->head->why)];
    size_t bytes;

    bytes = pack_block(f);
    if (f->head->end + bytes > f->head->limit)
        return stop(f, TRACE_FULL, err, "the trace has reached its limit");
    if (!may_grow_to(f->head->end + bytes))
        return stop(f, TRACE_FULL, err, "the trace may not grow further here");
    if (!has_file(f))
        return stop(f, TRACE_BROKEN, err,
                    "the program has closed the file of the trace");
    if (file_write_all(f->fd, f->packed, bytes, (off_t)f->head->end) < 0) {
        snprintf(text, sizeof(text), "the trace cannot be written: %s",
                 strerror(errno));
        return stop(f, TRACE_BROKEN, err, text);
    }
    __atomic_store_n(&f->head->end, f->head->end + bytes, __ATOMIC_RELEASE);
    return 0;
}

int trace_file_open(struct trace_file *f,
                    const char *path,
                    uint64_t limit,
                    struct error *remark,
                    struct error *err)
{
    *f = (struct trace_file){ .fd = -1 };
    f->mapped = sizeof(*f->head) + area_for(limit);
    f->pack = zstd_open(remark);
    f->room = sizeof(struct trace_block) + f->mapped;
    if (f->pack)
        f->room += zstd_bound(f->pack, f->mapped);
    if (!(f->packed = malloc(f->room)))
        error_set(err, "%s: no memory for a trace", path);
    else if (make_file(f, path, err) == 0)
        return 0;
    trace_file_close(f);
    return -1;
}

void trace_file_close(struct trace_file *f)
{
    if (f->head)
        munmap(f->head, f->mapped);
    if (has_file(f))
        close(f->fd);
    zstd_close(f->pack);
    free(f->packed);
}
