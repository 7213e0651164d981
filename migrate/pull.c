/* pull.c - fetch rows from the memory of another process of this host
 *
 * The kernel copies straight from one process's memory to the other's.  It is
 * asked for as much as stays in the cache, so that the digest of it costs
 * next to nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/uio.h>

#include "migrate/digest.h"
#include "migrate/pull.h"

enum {
    CHUNK = 512 * 1024,
    BATCH = 512, /* pieces that are asked for at once */
};

/* Fetch all of 'to' from 'from', which are as long together. */
static int fetch(pid_t pid,
                 struct iovec *to,
                 struct iovec *from,
                 size_t count,
                 struct error *err)
{
    while (count > 0) {
        ssize_t got = process_vm_readv(pid, to, count, from, count, 0);

        if (got <= 0)
            return error_set(err, "the memory of process %d: %s", (int)pid,
                             got == 0 ? "nothing there" : strerror(errno));
        while (count > 0 && (size_t)got >= to->iov_len) {
            got -= (ssize_t)to->iov_len;
            to++, from++, count--;
        }
        if (got > 0) {
            to->iov_base = (char *)to->iov_base + got;
            from->iov_base = (char *)from->iov_base + got;
            to->iov_len -= (size_t)got;
            from->iov_len -= (size_t)got;
        }
    }
    return 0;
}

/* One long piece. */
static int pull_piece(const struct copy *c,
                      uint64_t piece,
                      pid_t pid,
                      uint64_t address,
                      uint64_t row_bytes,
                      char *memory,
                      uint64_t *sum,
                      struct error *err)
{
    uint64_t first = c->to.first == RUN_ANYWHERE
                         ? RUN_ANYWHERE
                         : c->to.first + piece * c->to.first_step;
    char *to = memory + c->to.offset + piece * c->to.step;
    uint64_t from = address + c->from_offset + piece * c->from_step;

    for (uint64_t at = 0, now; at < c->to.bytes; at += now) {
        struct iovec local, remote;

        now = digest_cut(row_bytes, first, c->to.bytes - at, CHUNK);
        local = (struct iovec){ to + at, now };
        remote = (struct iovec){ (void *)(uintptr_t)(from + at), now };
        if (fetch(pid, &local, &remote, 1, err) < 0)
            return -1;
        if (c->owned)
            *sum += digest_bytes(to + at, now, row_bytes, first, at);
    }
    return 0;
}

/* Many short pieces, some at a time. */
static int pull_pieces(const struct copy *c,
                       pid_t pid,
                       uint64_t address,
                       char *memory,
                       struct error *err)
{
    struct iovec local[BATCH], remote[BATCH];

    for (uint64_t i = 0; i < c->to.times;) {
        size_t n = 0;

        for (; n < BATCH && i < c->to.times; n++, i++) {
            local[n] = (struct iovec){ memory + c->to.offset + i * c->to.step,
                                       c->to.bytes };
            remote[n] =
                (struct iovec){ (void *)(uintptr_t)(address + c->from_offset
                                                    + i * c->from_step),
                                c->to.bytes };
        }
        if (fetch(pid, local, remote, n, err) < 0)
            return -1;
    }
    return 0;
}

int pull_copy(const struct copy *c,
              pid_t pid,
              uint64_t address,
              uint64_t row_bytes,
              void *memory,
              uint64_t *sum,
              struct error *err)
{
    if (c->to.bytes == 0)
        return 0;
    if (c->to.times > 1 && c->to.bytes < CHUNK / 8) {
        if (pull_pieces(c, pid, address, memory, err) < 0)
            return -1;
        if (c->owned)
            *sum += digest_run(memory, &c->to, row_bytes);
        return 0;
    }
    for (uint64_t i = 0; i < c->to.times; i++)
        if (pull_piece(c, i, pid, address, row_bytes, memory, sum, err) < 0)
            return -1;
    return 0;
}
