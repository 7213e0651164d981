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

struct bundler {
    FILE *out;
    const char *folder; /* of the job */
    unsigned generation;
    zstd_t *pack;
    uint64_t offset;   /* of what is written next */
    struct list ranks; /* of int, those that have a trace */
    struct bundler_index index;
    struct error *remark;
    uint8_t stored[BLOCK_LARGEST];
    uint8_t packed[2 * BLOCK_LARGEST];
};

static int no_memory(struct error *err)
{
    return error_set(err, "%s", strerror(ENOMEM));
}

static void tell(struct bundler *b, int rank, const char *what)
{
    char name[FILES_NAME];

    files_trace(name, b->generation, rank);
    if (b->remark && !b->remark->text[0])
        error_set(b->remark, "%s/%s: %s", b->folder, name, what);
}

/* ---- finding them ---- */

static int compare_ranks(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

static int find_ranks(struct bundler *b, struct error *err)
{
    DIR *dir = opendir(b->folder);
    struct dirent *entry;

    if (!dir)
        return error_set(err, "%s: %s", b->folder, strerror(errno));
    while ((entry = readdir(dir))) {
        unsigned generation;
        int rank, *kept;

        if (files_kind(entry->d_name, &generation, &rank) != FILES_TRACE
            || generation != b->generation)
            continue;
        if (!(kept = list_add(&b->ranks))) {
            closedir(dir);
            return no_memory(err);
        }
        *kept = rank;
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
                            int rank,
                            const struct events_place *place)
{
    uint64_t end = place->blocks + place->bytes;
    uint64_t at = place->blocks;
    uint64_t number = 0;

    while (at < end) {
        struct trace_block block;

        if (!block_read(place->fd, at, end, &block, b->stored)) {
            tell(b, rank, "a block is damaged or cut off");
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
                        int rank,
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
        tell(b, rank, "the last block is cut off");
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
static int add_rank(struct bundler *b, int rank, struct error *err)
{
    char path[PATH_MAX], name[FILES_NAME], fields[512];
    struct trace_head head;
    struct events_place place;
    struct stat st;
    uint64_t offset = b->offset;
    bool known;
    int fd;

    files_trace(name, b->generation, rank);
    snprintf(path, sizeof(path), "%s/%s", b->folder, name);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) < 0
        || !block_bytes(fd, 0, &head, sizeof(head))
        || memcmp(head.magic, "MITOTRCE", sizeof(head.magic)) != 0
        || head.version < 1 || head.version > TRACE_VERSION
        || head.area > BLOCK_LARGEST
        || !(head.unit_ns > 0 && head.unit_ns < 1e6)) {
        tell(b, rank, "this is not a trace, or it is cut off");
        if (fd >= 0)
            close(fd);
        return 0;
    }
    head.why[sizeof(head.why) - 1] = '\0';
    head.why[strcspn(head.why, "\t\n\\")] = '\0';
    place = bundler_place(fd, (uint64_t)st.st_size, &head);
    close_block(b, rank, &place, copy_blocks(b, rank, &place));
    close(fd);
    snprintf(fields, sizeof(fields),
             "\toffset=%" PRIu64 "\tbytes=%" PRIu64 "\tevents=%" PRIu64
             "\tlost=%" PRIu64 "\twhy=%s",
             offset, b->offset - offset, head.events, head.lost, head.why);
    files_page(name, b->generation, rank);
    snprintf(path, sizeof(path), "%s/%s", b->folder, name);
    if (bundler_index_add(&b->index, path, rank, &head, fields, &known) < 0)
        return no_memory(err);
    if (!known)
        tell(b, rank, "the rank's page cannot be read");
    return 0;
}

static int write_all(struct bundler *b, struct error *err)
{
    const int *rank = b->ranks.records;
    struct bundler_head head = { .magic = BUNDLER_MAGIC,
                                 .version = BUNDLER_VERSION };
    size_t bytes;
    char *index = NULL;
    FILE *out;

    put(b, &head, sizeof(head));
    for (size_t i = 0; i < b->ranks.count; i++)
        if (add_rank(b, rank[i], err) < 0)
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
    list_clear(&b->ranks);
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

int bundler_write(const char *folder,
                  unsigned generation,
                  const char *path,
                  struct error *remark,
                  struct error *err)
{
    struct bundler *b = calloc(1, sizeof(*b));
    int rc;

    if (remark)
        remark->text[0] = '\0';
    if (!b)
        return no_memory(err);
    b->remark = remark;
    b->generation = generation;
    b->ranks.bytes = sizeof(int);
    b->folder = folder;
    rc = bundler_index_begin(&b->index) < 0 ? no_memory(err)
                                            : find_ranks(b, err);
    if (rc == 0 && b->ranks.count > 0) { /* of most jobs there are none */
        b->pack = zstd_open(NULL);
        qsort(b->ranks.records, b->ranks.count, sizeof(int), compare_ranks);
        rc = write_beside(b, path, err);
    }
    clear(b);
    return rc;
}
