/* bundler.c - gather the traces of a job's ranks into one file
 *
 * The blocks are copied as they are.  Only the last one, which a rank may
 * have left open, is made a whole block here.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/zstd.h"
#include "job/files.h"
#include "report/trace/block.h"
#include "report/trace/bundler.h"
#include "report/trace/bundler_index.h"

_Static_assert(sizeof(struct bundler_head) == 64, "as documented");

/* A trace in a job folder. */
struct source {
    int rank;
    const char *folder;
};

struct bundler {
    FILE *out;
    unsigned generation;
    zstd_t *pack;
    uint64_t offset;     /* of what is written next */
    struct list sources; /* of struct source */
    struct bundler_index index;
    struct error *remark;
    uint8_t stored[BLOCK_LARGEST];
    uint8_t packed[2 * BLOCK_LARGEST];
};

static int no_memory(struct error *err)
{
    return error_set(err, "%s", strerror(ENOMEM));
}

static void tell(struct bundler *b, const struct source *s, const char *what)
{
    char name[FILES_NAME];

    files_trace(name, b->generation, s->rank);
    if (b->remark && !b->remark->text[0])
        error_set(b->remark, "%s/%s: %s", s->folder, name, what);
}

/* ---- finding them ---- */

static int compare_sources(const void *a, const void *b)
{
    const struct source *x = a, *y = b;

    return (x->rank > y->rank) - (x->rank < y->rank);
}

static int find_sources(struct bundler *b,
                        const char *folder,
                        struct error *err)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;

    if (!dir)
        return error_set(err, "%s: %s", folder, strerror(errno));
    while ((entry = readdir(dir))) {
        unsigned generation;
        struct source *s;
        int rank;

        if (files_kind(entry->d_name, &generation, &rank) != FILES_TRACE
            || generation != b->generation)
            continue;
        if (!(s = list_add(&b->sources))) {
            closedir(dir);
            return no_memory(err);
        }
        *s = (struct source){ rank, folder };
    }
    closedir(dir);
    return 0;
}

/* ---- the blocks ---- */

struct events_place bundler_place(int fd,
                                  uint64_t bytes,
                                  const struct trace_head *head)
{
    struct events_place place = {
        .fd = fd,
        .rank = head->rank,
        .blocks = sizeof(*head) + head->area,
        .has_open = true,
        .open = head->open,
        .open_at = sizeof(*head),
    };
    uint64_t end = head->end < bytes ? head->end : bytes;

    place.bytes = end > place.blocks ? end - place.blocks : 0;
    return place;
}

static void put(struct bundler *b, const void *bytes, size_t n)
{
    fwrite(bytes, 1, n, b->out);
    b->offset += n;
}

/* Copy the whole blocks.  Returns the number of the event behind them. */
static uint64_t copy_blocks(struct bundler *b,
                            const struct source *s,
                            const struct events_place *place)
{
    uint64_t end = place->blocks + place->bytes;
    uint64_t at = place->blocks;
    uint64_t number = 0;

    while (at < end) {
        struct trace_block block;

        if (!block_read(place->fd, at, end, &block, b->stored)) {
            tell(b, s, "a block is damaged or cut off");
            at = block_search(place->fd, at + 1, end);
            continue;
        }
        put(b, &block, sizeof(block));
        put(b, b->stored, block.stored);
        at += sizeof(block) + block.stored;
        number = block.first + block.events;
    }
    return number;
}

static void close_block(struct bundler *b,
                        const struct source *s,
                        const struct events_place *place,
                        uint64_t number)
{
    struct trace_block block = place->open;
    const uint8_t *bytes = b->stored;
    size_t packed = 0;

    if (block.raw == 0 || block.first < number)
        return;
    if (block.raw > BLOCK_LARGEST
        || !block_bytes(place->fd, place->open_at, b->stored, block.raw)) {
        tell(b, s, "the last block is cut off");
        return;
    }
    block.method = TRACE_STORED;
    block.stored = block.raw;
    if (b->pack)
        packed = zstd_pack(b->pack, 1, b->packed, sizeof(b->packed), b->stored,
                           block.raw);
    if (packed > 0 && packed < block.raw) {
        block.method = TRACE_ZSTD;
        block.stored = (uint32_t)packed;
        bytes = b->packed;
    }
    memcpy(block.magic, block_magic, sizeof(block_magic));
    block.sum = 0;
    block.sum =
        checksum(checksum(0, &block, sizeof(block)), bytes, block.stored);
    put(b, &block, sizeof(block));
    put(b, bytes, block.stored);
}

/* ---- all of it ---- */

/* Add a rank's trace.  One that cannot be read is told and left out.
 * Returns -1 without memory.
 */
static int add_source(struct bundler *b,
                      const struct source *s,
                      struct error *err)
{
    char path[PATH_MAX], name[FILES_NAME], fields[512];
    struct trace_head head;
    struct events_place place;
    struct stat st;
    uint64_t offset = b->offset;
    bool known;
    int fd;

    files_trace(name, b->generation, s->rank);
    snprintf(path, sizeof(path), "%s/%s", s->folder, name);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) < 0
        || !block_bytes(fd, 0, &head, sizeof(head))
        || memcmp(head.magic, "MITOTRCE", sizeof(head.magic)) != 0
        || head.version < 1 || head.version > TRACE_VERSION
        || head.area > BLOCK_LARGEST
        || !(head.unit_ns > 0 && head.unit_ns < 1e6)) {
        tell(b, s, "this is not a trace, or it is cut off");
        if (fd >= 0)
            close(fd);
        return 0;
    }
    head.why[sizeof(head.why) - 1] = '\0';
    head.why[strcspn(head.why, "\t\n\\")] = '\0';
    place = bundler_place(fd, (uint64_t)st.st_size, &head);
    close_block(b, s, &place, copy_blocks(b, s, &place));
    close(fd);
    snprintf(fields, sizeof(fields),
             "\toffset=%" PRIu64 "\tbytes=%" PRIu64 "\tevents=%" PRIu64
             "\tlost=%" PRIu64 "\twhy=%s",
             offset, b->offset - offset, head.events, head.lost, head.why);
    files_page(name, b->generation, s->rank);
    snprintf(path, sizeof(path), "%s/%s", s->folder, name);
    if (bundler_index_add(&b->index, path, s->rank, &head, fields, &known) < 0)
        return no_memory(err);
    if (!known)
        tell(b, s, "the rank's page cannot be read");
    return 0;
}

static int write_all(struct bundler *b, struct error *err)
{
    const struct source *s = b->sources.records;
    struct bundler_head head = { .magic = BUNDLER_MAGIC,
                                 .version = BUNDLER_VERSION };
    size_t bytes;
    char *index = NULL;
    FILE *out;

    put(b, &head, sizeof(head));
    for (size_t i = 0; i < b->sources.count; i++)
        if (add_source(b, &s[i], err) < 0)
            return -1;
    if (!(out = open_memstream(&index, &bytes)))
        return no_memory(err);
    bundler_index_put(&b->index, out);
    if (fclose(out) != 0) {
        free(index);
        return no_memory(err);
    }
    head.index = b->offset;
    head.bytes = bytes;
    head.sum = checksum(0, index, bytes);
    put(b, index, bytes);
    free(index);
    if (fseek(b->out, 0, SEEK_SET) == 0)
        fwrite(&head, sizeof(head), 1, b->out);
    if (fflush(b->out) != 0 || ferror(b->out))
        return error_set(err, "%s", strerror(errno ? errno : EIO));
    return 0;
}

static void clear(struct bundler *b)
{
    bundler_index_clear(&b->index);
    list_clear(&b->sources);
    zstd_close(b->pack);
    free(b);
}

static int write_beside(struct bundler *b, const char *path, struct error *err)
{
    char beside[PATH_MAX];
    struct error why = { "" };
    int rc = -1;

    if (snprintf(beside, sizeof(beside), "%s.%d", path, (int)getpid())
        >= (int)sizeof(beside))
        return error_set(err, "%s: %s", path, strerror(ENAMETOOLONG));
    if (!(b->out = fopen(beside, "wxe")))
        return error_set(err, "%s: %s", beside, strerror(errno));
    rc = write_all(b, &why);
    if (fclose(b->out) != 0 && rc == 0)
        rc = error_set(&why, "%s", strerror(errno));
    if (rc == 0 && b->index.ranks.count > 0 && rename(beside, path) < 0)
        rc = error_set(&why, "%s", strerror(errno));
    if (rc < 0 || b->index.ranks.count == 0)
        unlink(beside);
    return rc < 0 ? error_set(err, "%s: %s", path, why.text)
                  : (int)b->index.ranks.count;
}

int bundler_write(const char *const *folders,
                  size_t count,
                  unsigned generation,
                  const char *path,
                  struct error *remark,
                  struct error *err)
{
    struct bundler *b = calloc(1, sizeof(*b));
    int rc = 0;

    if (remark)
        remark->text[0] = '\0';
    if (!b)
        return no_memory(err);
    b->remark = remark;
    b->generation = generation;
    b->sources.bytes = sizeof(struct source);
    if (bundler_index_begin(&b->index) < 0)
        rc = no_memory(err);
    for (size_t i = 0; i < count && rc == 0; i++)
        rc = find_sources(b, folders[i], err);
    if (rc == 0 && b->sources.count > 0) { /* of most jobs there are none */
        b->pack = zstd_open(NULL);
        qsort(b->sources.records, b->sources.count, sizeof(struct source),
              compare_sources);
        rc = write_beside(b, path, err);
    }
    clear(b);
    return rc;
}
