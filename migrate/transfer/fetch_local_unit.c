/* fetch_local_unit.c - one unit of what fetch_local.h fetches
 *
 * Of small pieces close to each other the kernel is asked for all from the
 * first to the last, with what lies between, and they are sorted out here: it
 * takes as long for a piece of a few bytes as for half a page.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "migrate/layout/digest.h"
#include "migrate/transfer/fetch_local_unit.h"

enum {
    LONG = FETCH_LOCAL_UNIT_CHUNK / 8, /* a piece that is fetched by itself */
    GAP = 2048,  /* between pieces that are fetched at once */
    BATCH = 256, /* pieces that are asked for at once */
};

uint64_t fetch_local_unit_first_row(const struct copy *c, uint64_t piece)
{
    return c->to.first == STRIDE_ANYWHERE
               ? STRIDE_ANYWHERE
               : c->to.first + piece * c->to.first_step;
}

bool fetch_local_unit_is_long(const struct copy *c)
{
    return c->to.times == 1 || c->to.bytes >= LONG;
}

bool fetch_local_unit_is_dense(const struct copy *c)
{
    return c->from_step >= c->to.bytes && c->from_step - c->to.bytes <= GAP;
}

static int wrong(struct fetcher *f,
                 const struct fetch_local_unit_task *t,
                 ssize_t got)
{
    f->error = got == 0 ? EIO : errno;
    return error_set(&f->why, "the memory of process %d: %s", (int)t->from.pid,
                     got == 0 ? "nothing there" : strerror(errno));
}

static int fetch_local_unit_file(struct fetcher *f,
                                 const struct fetch_local_unit_task *t,
                                 const struct iovec *to,
                                 const struct iovec *from,
                                 size_t count)
{
    for (; count > 0; count--, to++, from++)
        for (size_t at = 0; at < to->iov_len;) {
            ssize_t got =
                pread(t->from.fd, (char *)to->iov_base + at, to->iov_len - at,
                      (off_t)((uintptr_t)from->iov_base + at));

            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                return wrong(f, t, got);
            at += (size_t)got;
        }
    return 0;
}

/* Fetch all of 'to' from 'from', piece by piece as long. */
static int fetch(struct fetcher *f,
                 const struct fetch_local_unit_task *t,
                 struct iovec *to,
                 struct iovec *from,
                 size_t count)
{
    if (t->from.fd >= 0)
        return fetch_local_unit_file(f, t, to, from, count);
    while (count > 0) {
        ssize_t got = process_vm_readv(t->from.pid, to, count, from, count, 0);

        if (got <= 0)
            return wrong(f, t, got);
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

static char *place_to(const struct fetch_local_unit_task *t, uint64_t piece)
{
    return t->memory + t->copy.to.offset + piece * t->copy.to.step;
}

static void *place_from(const struct fetch_local_unit_task *t, uint64_t piece)
{
    return (void *)(uintptr_t)(t->from.address + t->copy.from_offset
                               + piece * t->copy.from_step);
}

/* A part of a long piece. */
static int fetch_local_unit_part(struct fetcher *f,
                                 const struct fetch_local_unit_task *t,
                                 const struct fetch_local_unit_unit *u,
                                 uint64_t *sum)
{
    char *to = place_to(t, u->piece) + u->at;
    struct iovec local = { to, u->bytes };
    struct iovec remote = { (char *)place_from(t, u->piece) + u->at,
                            u->bytes };

    if (fetch(f, t, &local, &remote, 1) < 0)
        return -1;
    if (t->copy.owned)
        *sum = digest_bytes(to, u->bytes, t->row_bytes,
                            fetch_local_unit_first_row(&t->copy, u->piece),
                            u->at);
    return 0;
}

/* Pieces that are far from each other. */
static int fetch_local_unit_pieces(struct fetcher *f,
                                   const struct fetch_local_unit_task *t,
                                   const struct fetch_local_unit_unit *u)
{
    struct iovec local[BATCH], remote[BATCH];

    for (uint64_t i = 0; i < u->count;) {
        size_t n = 0;

        for (; n < BATCH && i < u->count; n++, i++) {
            local[n] =
                (struct iovec){ place_to(t, u->piece + i), t->copy.to.bytes };
            remote[n] = (struct iovec){ place_from(t, u->piece + i),
                                        t->copy.to.bytes };
        }
        if (fetch(f, t, local, remote, n) < 0)
            return -1;
    }
    return 0;
}

/* A size that the compiler knows makes it a move. */
static void scatter(char *to,
                    uint64_t step,
                    const char *from,
                    uint64_t from_step,
                    uint64_t bytes,
                    uint64_t count)
{
    if (bytes == 8)
        for (uint64_t i = 0; i < count; i++)
            memcpy(to + i * step, from + i * from_step, 8);
    else
        for (uint64_t i = 0; i < count; i++)
            memcpy(to + i * step, from + i * from_step, bytes);
}

/* Pieces that are close to each other. */
static int fetch_local_unit_span(struct fetcher *f,
                                 const struct fetch_local_unit_task *t,
                                 const struct fetch_local_unit_unit *u)
{
    const struct copy *c = &t->copy;
    uint64_t bytes = (u->count - 1) * c->from_step + c->to.bytes;
    struct iovec local, remote = { place_from(t, u->piece), bytes };

    if (!f->scratch && !(f->scratch = malloc(FETCH_LOCAL_UNIT_CHUNK)))
        return fetch_local_unit_pieces(f, t, u);
    local = (struct iovec){ f->scratch, bytes };
    if (fetch(f, t, &local, &remote, 1) < 0)
        return -1;
    scatter(place_to(t, u->piece), c->to.step, f->scratch, c->from_step,
            c->to.bytes, u->count);
    return 0;
}

int fetch_local_unit_unit(struct fetcher *f,
                          const struct fetch_local_unit_task *t,
                          const struct fetch_local_unit_unit *u,
                          uint64_t *sum)
{
    struct stride run = t->copy.to;

    if (fetch_local_unit_is_long(&t->copy))
        return fetch_local_unit_part(f, t, u, sum);
    if ((fetch_local_unit_is_dense(&t->copy)
             ? fetch_local_unit_span(f, t, u)
             : fetch_local_unit_pieces(f, t, u))
        < 0)
        return -1;
    run.first = fetch_local_unit_first_row(&t->copy, u->piece);
    run.offset += u->piece * run.step;
    run.times = u->count;
    if (t->copy.owned)
        *sum = digest_run(t->memory, &run, t->row_bytes);
    return 0;
}
