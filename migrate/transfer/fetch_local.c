/* fetch_local.c - fetch rows from other processes of this host
 *
 * The kernel copies straight from one process's memory to the other's.  It is
 * asked for as much as stays in the cache, so that the digest of it costs
 * next to nothing.  The work is cut into such units beforehand, and each
 * thread takes the next one that is left.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/grow.h"
#include "migrate/layout/digest.h"
#include "migrate/transfer/fetch_local.h"
#include "migrate/transfer/fetch_local_unit.h"

enum { THREADS_MOST = 8 };

struct fetch_local {
    struct fetch_local_unit_task *task;
    size_t tasks, task_room;
    struct fetch_local_unit_unit *unit;
    size_t units, unit_room;
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
        free(p->unit);
        free(p);
    }
}

bool fetch_local_refused(const fetch_local_t *p)
{
    return p->refused;
}

/* ---- cutting it up ---- */

static bool add_unit(fetch_local_t *p, const struct fetch_local_unit_unit *u)
{
    if (!grow(&p->unit, sizeof(*u), p->units, &p->unit_room))
        return false;
    p->unit[p->units++] = *u;
    return true;
}

static bool cut_piece(fetch_local_t *p,
                      const struct fetch_local_unit_task *t,
                      uint64_t piece)
{
    uint64_t bytes = t->copy.to.bytes;
    struct fetch_local_unit_unit u = { .task = p->tasks - 1,
                                       .piece = piece,
                                       .count = 1 };

    for (; u.at < bytes; u.at += u.bytes) {
        u.bytes = digest_cut(t->row_bytes,
                             fetch_local_unit_first_row(&t->copy, piece),
                             bytes - u.at, FETCH_LOCAL_UNIT_CHUNK);
        if (!add_unit(p, &u))
            return false;
    }
    return true;
}

static bool cut_pieces(fetch_local_t *p, const struct copy *c)
{
    uint64_t each = fetch_local_unit_is_dense(c) ? c->from_step : c->to.bytes;
    uint64_t most =
        FETCH_LOCAL_UNIT_CHUNK / each > 0 ? FETCH_LOCAL_UNIT_CHUNK / each : 1;
    struct fetch_local_unit_unit u = { .task = p->tasks - 1 };

    for (; u.piece < c->to.times; u.piece += u.count) {
        u.count = c->to.times - u.piece;
        if (u.count > most)
            u.count = most;
        if (!add_unit(p, &u))
            return false;
    }
    return true;
}

int fetch_local_add(fetch_local_t *p,
                    const struct copy *c,
                    const struct fetch_local_source *from,
                    uint64_t row_bytes,
                    void *memory,
                    uint64_t *sum,
                    struct error *err)
{
    struct fetch_local_unit_task t = { *c, *from, row_bytes, memory, sum };
    bool fits = true;

    if (c->to.bytes == 0)
        return 0;
    if (!grow(&p->task, sizeof(t), p->tasks, &p->task_room))
        return error_set(err, "out of memory");
    p->task[p->tasks++] = t;
    if (!fetch_local_unit_is_long(c))
        fits = cut_pieces(p, c);
    else
        for (uint64_t i = 0; fits && i < c->to.times; i++)
            fits = cut_piece(p, &t, i);
    return fits ? 0 : error_set(err, "out of memory");
}

/* ---- fetching ---- */

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
           && (i = atomic_fetch_add(&p->next, 1)) < p->units) {
        const struct fetch_local_unit_task *t = &p->task[p->unit[i].task];
        uint64_t sum = 0;

        if (fetch_local_unit_unit(&w->fetcher, t, &p->unit[i], &sum) == 0) {
            __atomic_fetch_add(t->sum, sum, __ATOMIC_RELAXED);
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

/* Signals are for the program's own threads. */
static int start(struct worker *w)
{
    sigset_t all, before;
    int rc;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    rc = pthread_create(&w->thread, NULL, work, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return rc;
}

int fetch_local_run(fetch_local_t *p, int threads, struct error *err)
{
    struct worker workers[THREADS_MOST] = { { .pull = p } };
    int started = 1;

    for (; started < threads && started < THREADS_MOST; started++) {
        workers[started].pull = p;
        if (start(&workers[started]) != 0)
            break;
    }
    work(&workers[0]);
    for (int i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    if (atomic_load(&p->failed))
        return error_set(err, "%s", p->why.text);
    return 0;
}
