/* fetch_local.c - fetch rows from other processes of this host
 *
 * The kernel copies straight from one process's memory to the other's.  It is
 * asked for as much as stays in the cache, so that the digest of it costs
 * next to nothing.  The work is cut into such parts beforehand, and each
 * thread takes the next one that is left.
 *
 * Of small pieces close to each other the kernel is asked for all from the
 * first to the last, with what lies between, and they are sorted out here: it
 * takes as long for a piece of a few bytes as for half a page.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/grow.h"
#include "base/system/masked_thread.h"
#include "migrate/transfer/fetch_local.h"
#include "migrate/transfer/fetch_part.h"

enum {
    THREADS_MOST = 8,
    GAP = 2048,  /* between pieces that are fetched at once */
    BATCH = 256, /* pieces that are asked for at once */
};

struct task {
    struct fetch_part_task is;
    struct fetch_local_source from;
};

struct fetch_local {
    struct task *task;
    size_t tasks, task_room;
    struct fetch_part *part;
    size_t parts, part_room;
    _Atomic size_t next;
    _Atomic bool failed;
    bool refused;
    struct error why;
};

fetch_local_t *fetch_local_create(void)
{
    return calloc(1, sizeof(fetch_local_t));
}

void fetch_local_destroy(fetch_local_t *p)
{
    if (p) {
        free(p->task);
        free(p->part);
        free(p);
    }
}

bool fetch_local_refused(const fetch_local_t *p)
{
    return p->refused;
}

/* ---- cutting it up ---- */

/* Whether pieces are better fetched with what is between them. */
static bool is_dense(const struct copy *c)
{
    return c->from_step >= c->to.bytes && c->from_step - c->to.bytes <= GAP;
}

static bool add_part(void *list, const struct fetch_part *part)
{
    fetch_local_t *p = list;

    if (!grow(&p->part, sizeof(*part), p->parts, &p->part_room))
        return false;
    p->part[p->parts++] = *part;
    return true;
}

int fetch_local_add(fetch_local_t *p,
                    const struct fetch_part_task *t,
                    const struct fetch_local_source *from,
                    struct error *err)
{
    const struct copy *c = &t->copy;
    uint64_t each = is_dense(c) ? c->from_step : c->to.bytes;

    if (c->to.bytes == 0)
        return 0;
    if (!grow(&p->task, sizeof(*p->task), p->tasks, &p->task_room))
        return error_set(err, "out of memory");
    p->task[p->tasks++] = (struct task){ *t, *from };
    return fetch_part_cut(t, p->tasks - 1, each, add_part, p)
               ? 0
               : error_set(err, "out of memory");
}

/* ---- fetching ---- */

/* One who works on it, zero at first. */
struct fetcher {
    char *scratch; /* to be freed */
    struct error why;
    int error; /* errno, when it went wrong */
};

static int wrong(struct fetcher *f, const struct task *t, ssize_t got)
{
    f->error = got == 0 ? EIO : errno;
    return error_set(&f->why, "the memory of process %d: %s", (int)t->from.pid,
                     got == 0 ? "nothing there" : strerror(errno));
}

static int fetch_from_file(struct fetcher *f,
                           const struct task *t,
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
                 const struct task *t,
                 struct iovec *to,
                 struct iovec *from,
                 size_t count)
{
    if (t->from.fd >= 0)
        return fetch_from_file(f, t, to, from, count);
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

static char *place_to(const struct task *t, uint64_t piece)
{
    return (char *)t->is.memory + t->is.copy.to.offset
           + piece * t->is.copy.to.step;
}

static void *place_from(const struct task *t, uint64_t piece)
{
    return (void *)(uintptr_t)(t->from.address + t->is.copy.from_offset
                               + piece * t->is.copy.from_step);
}

/* A part of a long piece. */
static int fetch_long(struct fetcher *f,
                      const struct task *t,
                      const struct fetch_part *u)
{
    struct iovec local = { place_to(t, u->piece) + u->at, u->bytes };
    struct iovec remote = { (char *)place_from(t, u->piece) + u->at,
                            u->bytes };

    return fetch(f, t, &local, &remote, 1);
}

/* Pieces that are far from each other. */
static int fetch_pieces(struct fetcher *f,
                        const struct task *t,
                        const struct fetch_part *u)
{
    struct iovec local[BATCH], remote[BATCH];

    for (uint64_t i = 0; i < u->count;) {
        size_t n = 0;

        for (; n < BATCH && i < u->count; n++, i++) {
            local[n] = (struct iovec){ place_to(t, u->piece + i),
                                       t->is.copy.to.bytes };
            remote[n] = (struct iovec){ place_from(t, u->piece + i),
                                        t->is.copy.to.bytes };
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
static int fetch_span(struct fetcher *f,
                      const struct task *t,
                      const struct fetch_part *u)
{
    const struct copy *c = &t->is.copy;
    uint64_t bytes = (u->count - 1) * c->from_step + c->to.bytes;
    struct iovec local, remote = { place_from(t, u->piece), bytes };

    if (!f->scratch && !(f->scratch = malloc(FETCH_PART_BYTES)))
        return fetch_pieces(f, t, u);
    local = (struct iovec){ f->scratch, bytes };
    if (fetch(f, t, &local, &remote, 1) < 0)
        return -1;
    scatter(place_to(t, u->piece), c->to.step, f->scratch, c->from_step,
            c->to.bytes, u->count);
    return 0;
}

/* Fetch 'u', of 't'.  Returns -1 with the reason in 'f'. */
static int fetch_one(struct fetcher *f,
                     const struct task *t,
                     const struct fetch_part *u)
{
    if (fetch_part_is_long(&t->is.copy))
        return fetch_long(f, t, u);
    return is_dense(&t->is.copy) ? fetch_span(f, t, u) : fetch_pieces(f, t, u);
}

/* ---- threads ---- */

struct worker {
    fetch_local_t *pull;
    pthread_t thread;
    struct fetcher fetcher;
};

static void *work(void *arg)
{
    struct worker *w = arg;
    fetch_local_t *p = w->pull;
    size_t i;

    while (!atomic_load(&p->failed)
           && (i = atomic_fetch_add(&p->next, 1)) < p->parts) {
        const struct task *t = &p->task[p->part[i].task];

        if (fetch_one(&w->fetcher, t, &p->part[i]) == 0) {
            __atomic_fetch_add(t->is.sum,
                               fetch_part_digest(&t->is, &p->part[i]),
                               __ATOMIC_RELAXED);
        } else if (!atomic_exchange(&p->failed, true)) {
            p->why = w->fetcher.why;
            p->refused =
                w->fetcher.error == EPERM || w->fetcher.error == ENOSYS;
        }
    }
    free(w->fetcher.scratch);
    w->fetcher.scratch = NULL;
    return NULL;
}

int fetch_local_run(fetch_local_t *p, int threads, struct error *err)
{
    struct worker workers[THREADS_MOST] = { { .pull = p } };
    int started = 1;

    for (; started < threads && started < THREADS_MOST; started++) {
        workers[started].pull = p;
        if (masked_thread_start(&workers[started].thread, work,
                                &workers[started])
            != 0)
            break;
    }
    work(&workers[0]);
    for (int i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    if (atomic_load(&p->failed))
        return error_set(err, "%s", p->why.text);
    return 0;
}
