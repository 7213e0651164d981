/* state.c - what the program has registered, and how it gets elsewhere
 *
 * Old and new ranks read the same manifests and come to the same shares, so
 * nobody has to tell them.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "migrate/agree.h"
#include "migrate/change.h"
#include "migrate/digest.h"
#include "migrate/holding.h"
#include "migrate/notice.h"
#include "migrate/pull.h"
#include "pmpi/state.h"
#include "pmpi/thing.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* Both generations of a change, and who is to have what. */
struct world {
    unsigned old_generation, new_generation;
    int old_ranks, new_ranks;
    struct manifest **old, **new;
    struct request *request;
    struct shares *shares;
};

/* ---- telling what there is ---- */

static int pack(struct thing *t, struct item *item, struct error *err)
{
    size_t bytes = t->layout.size(t->layout.arg);

    free(t->packed);
    t->packed = malloc(bytes + 1);
    if (!t->packed)
        return error_set(err, "\"%s\": no memory for %zu bytes", item->name,
                         bytes);
    if (t->layout.pack(t->packed, t->layout.arg) != 0)
        return error_set(err, "\"%s\": the program's 'pack' failed",
                         item->name);
    item->count = bytes;
    item->address = (uintptr_t)t->packed;
    return 0;
}

static int describe(struct manifest *m,
                    struct thing *t,
                    bool stopped,
                    struct error *err)
{
    struct item item = t->item;

    if (t->layout.pack) {
        item.count = 0;
        if (stopped && pack(t, &item, err) < 0)
            return -1;
    } else {
        if (thing_rows(t, &item.count, err) < 0)
            return -1;
        item.address = (uintptr_t)thing_memory(t);
    }
    return manifest_add(m, &item, err);
}

static int measure(struct manifest *m, struct error *err)
{
    for (size_t i = 0; i < m->count; i++) {
        struct item *item = &m->items[i];

        if ((item->flags & (ITEM_INDEX | ITEM_OFFSETS))
            && manifest_measure(item, (const void *)(uintptr_t)item->address,
                                err)
                   < 0)
            return -1;
    }
    return 0;
}

int state_write(const struct state_place *place,
                bool stopped,
                struct error *err)
{
    struct manifest *m = manifest_create(err);
    int rc = -1;

    if (!m)
        return -1;
    m->rank = (uint64_t)place->rank;
    m->size = (uint64_t)place->ranks;
    m->generation = place->generation;
    m->sync = place->sync;
    m->pid = (uint64_t)getpid();
    gethostname(m->host, sizeof(m->host) - 1);
    for (size_t i = 0; i < thing_count; i++)
        if (describe(m, &things[i], stopped, err) < 0)
            goto out;
    if (manifest_seal(m, err) < 0 || measure(m, err) < 0)
        goto out;
    rc = notice_write(place->folder, m, err);
    if (stopped)
        prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
out:
    manifest_destroy(m);
    return rc;
}

/* ---- coming to the same shares ---- */

static struct request *make_request(const struct change *c,
                                    size_t old,
                                    size_t new,
                                    struct error *err)
{
    size_t ranks[CHANGE_RANKS];

    switch (c->kind) {
    case CHANGE_SPLIT:
        return request_split(old, (size_t)c->rank, (size_t)c->parts, err);
    case CHANGE_MERGE:
        for (int i = 0; i < c->count; i++)
            ranks[i] = (size_t)c->ranks[i];
        return request_merge(old, ranks, (size_t)c->count, err);
    case CHANGE_MIGRATE:
        return request_same(old, err);
    case CHANGE_REBALANCE:
        return request_weighted(old, new, c->weights, err);
    default:
        return request_resize(old, new, err);
    }
}

static void close_world(struct world *w)
{
    shares_destroy(w->shares);
    request_destroy(w->request);
    notice_free(w->old, w->old_ranks);
    notice_free(w->new, w->new_ranks);
    memset(w, 0, sizeof(*w));
}

static int read_order(struct world *w, const char *order, struct error *err)
{
    static struct change change;
    int used = 0;

    if (sscanf(order, "%u %d %u %d %n", &w->old_generation, &w->old_ranks,
               &w->new_generation, &w->new_ranks, &used)
            < 4
        || used == 0 || w->old_ranks < 1 || w->new_ranks < 1)
        return error_set(err, "the agent's order is not understood: %.200s",
                         order);
    if (change_parse(&change, order + used, err) < 0)
        return -1;
    w->request =
        make_request(&change, (size_t)w->old_ranks, (size_t)w->new_ranks, err);
    return w->request ? 0 : -1;
}

static const struct manifest *const *all(struct manifest **list)
{
    return (const struct manifest *const *)list;
}

static int open_world(struct world *w,
                      const struct state_place *place,
                      const char *order,
                      struct error *err)
{
    memset(w, 0, sizeof(*w));
    if (read_order(w, order, err) < 0)
        goto fail;
    w->old =
        notice_read_all(place->folder, w->old_generation, w->old_ranks, err);
    w->new =
        notice_read_all(place->folder, w->new_generation, w->new_ranks, err);
    if (!w->old || !w->new
        || agree_ranks(all(w->old), (size_t)w->old_ranks, err) < 0
        || agree_ranks(all(w->new), (size_t)w->new_ranks, err) < 0
        || agree_generations(w->old[0], w->new[0], err) < 0
        || agree_counts(all(w->old), (size_t)w->old_ranks, err) < 0)
        goto fail;
    w->shares = shares_create(all(w->old), all(w->new), w->request, err);
    if (w->shares)
        return 0;
fail:
    close_world(w);
    return -1;
}

/* ---- what an old rank has ---- */

int state_digest(const struct state_place *place,
                 const char *order,
                 uint64_t *sums,
                 struct error *err)
{
    struct world w;
    int rc = 0;

    if (open_world(&w, place, order, err) < 0)
        return -1;
    for (size_t i = 0; rc == 0 && i < thing_count; i++) {
        const struct item *item = &w.old[place->rank]->items[i];
        const void *memory = (const void *)(uintptr_t)item->address;
        struct holding h = { 0 };

        rc = holding_old(&h, w.shares, i, (size_t)place->rank, err);
        sums[i] = 0;
        for (size_t r = 0; rc == 0 && h.readers > 0 && r < h.count; r++)
            sums[i] += h.readers * digest_run(memory, &h.runs[r], h.row_bytes);
        holding_free(&h);
    }
    close_world(&w);
    return rc;
}

/* ---- what a new rank gets ---- */

/* Have the kernel hand out the pages now, not while everybody waits. */
static void touch(void *memory, uint64_t bytes)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t from = ((uintptr_t)memory + page - 1) & ~(page - 1);
    uintptr_t to = ((uintptr_t)memory + bytes) & ~(page - 1);

    if (to > from)
        madvise((void *)from, to - from, MADV_POPULATE_WRITE);
}

/* Memory for the rows that new rank 'rank' is to hold. */
static int get_memory(struct world *w,
                      size_t i,
                      int rank,
                      struct thing *t,
                      uint64_t bytes,
                      struct error *err)
{
    uint64_t rows, wanted = shares_count(w->shares, i, (size_t)rank);
    int rc = 0;

    if (thing_rows(t, &rows, err) < 0)
        return -1;
    if (t->item.spread != ITEM_GRID && t->count && rows != wanted)
        rc = thing_allocate(t, bytes, err);
    else if (t->layout.memory == MITO_FIXED)
        rc = thing_allocate(t, bytes, err);
    return rc;
}

static int pull_plan(struct world *w,
                     size_t i,
                     const struct plan *p,
                     char *memory,
                     uint64_t *bytes,
                     uint64_t *sum,
                     struct error *err)
{
    for (size_t n = 0; n < p->count; n++) {
        const struct copy *c = &p->copies[n];
        const struct manifest *from = w->old[c->from];

        if (pull_copy(c, (pid_t)from->pid, from->items[i].address,
                      p->row_bytes, memory, sum, err)
            < 0)
            return -1;
    }
    *bytes += plan_volume(p);
    return 0;
}

/* Rows of each parent, for the program to make its own of. */
static int take_up(struct world *w,
                   size_t i,
                   int rank,
                   struct thing *t,
                   const struct plan *p,
                   const char *staged,
                   struct error *err)
{
    const struct request *q = w->request;
    const mito_layout *l = &t->layout;
    size_t row = item_row_bytes(&t->item);

    for (size_t n = 0; n < p->count; n++) {
        const struct copy *c = &p->copies[n];
        const struct parent *parent = NULL;
        const char *rows = staged + c->to.offset;
        size_t count = c->to.bytes * c->to.times / row, had;
        void *memory;
        uint64_t before;
        int failed;

        for (size_t k = q->first[rank]; k < q->first[rank + 1]; k++)
            if (q->parents[k].rank == c->from)
                parent = &q->parents[k];
        if (!parent)
            continue;
        if (l->pack) {
            if (l->unpack(rows, count, (int)n, (int)p->count, l->arg) != 0)
                return error_set(err, "\"%s\": the program's 'unpack' failed",
                                 t->item.name);
            continue;
        }
        if (n == 0) {
            if (thing_allocate(t, count * row, err) < 0)
                return -1;
            memcpy(thing_memory(t), rows, count * row);
            thing_set_rows(t, count);
            if (parent->parts == 1 || !l->split)
                continue;
        }
        memory = thing_memory(t);
        if (thing_rows(t, &before, err) < 0)
            return -1;
        had = before;
        failed = n == 0 ? l->split(&memory, &had, (int)parent->part,
                                   (int)parent->parts, l->arg)
                        : l->merge(&memory, &had, rows, count, l->arg);
        if (failed)
            return error_set(err, "\"%s\": the program's '%s' failed",
                             t->item.name, n == 0 ? "split" : "merge");
        if (t->pointed)
            memcpy(t->buffer, &memory, sizeof(memory));
        thing_set_rows(t, had);
    }
    (void)i;
    return 0;
}

static int pull_staged(struct world *w,
                       size_t i,
                       int rank,
                       struct thing *t,
                       const struct plan *p,
                       uint64_t *bytes,
                       uint64_t *sum,
                       struct error *err)
{
    char *staged = malloc(p->bytes + 1);
    int rc;

    if (!staged)
        return error_set(err, "\"%s\": no memory for %llu bytes", t->item.name,
                         (unsigned long long)p->bytes);
    rc = pull_plan(w, i, p, staged, bytes, sum, err);
    if (rc == 0)
        rc = take_up(w, i, rank, t, p, staged, err);
    free(staged);
    return rc;
}

static int pull_item(struct world *w,
                     size_t i,
                     int rank,
                     uint64_t *bytes,
                     uint64_t *sum,
                     struct error *err)
{
    struct thing *t = &things[w->new[rank]->items[i].order];
    struct plan p = { 0 };
    int rc = plan_make(&p, w->shares, i, (size_t)rank, err);

    if (rc == 0 && p.staged) {
        rc = pull_staged(w, i, rank, t, &p, bytes, sum, err);
    } else if (rc == 0) {
        if (p.rebuild)
            rc =
                plan_rebuild(w->shares, i, (size_t)rank, thing_memory(t), err);
        else
            rc = pull_plan(w, i, &p, thing_memory(t), bytes, sum, err);
    }
    plan_free(&p);
    return rc;
}

static struct thing *thing_of(struct world *w, size_t i, int rank)
{
    return &things[w->new[rank]->items[i].order];
}

/* Get memory for all that needs no staging.  Things may share the variable of
 * their count, so each looks at what that was before any of them sets it.
 */
static int get_all_memory(struct world *w,
                          int rank,
                          bool touching,
                          struct error *err)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < thing_count; i++) {
        struct thing *t = thing_of(w, i, rank);
        struct plan p = { 0 };

        if (shares_staged(w->shares, i, (size_t)rank))
            continue;
        rc = plan_make(&p, w->shares, i, (size_t)rank, err);
        if (rc == 0)
            rc = get_memory(w, i, rank, t, p.bytes, err);
        if (rc == 0 && touching)
            touch(thing_memory(t), p.bytes);
        plan_free(&p);
    }
    for (size_t i = 0; rc == 0 && i < thing_count; i++)
        if (!shares_staged(w->shares, i, (size_t)rank))
            thing_set_rows(thing_of(w, i, rank),
                           shares_count(w->shares, i, (size_t)rank));
    return rc;
}

int state_prepare(const struct state_place *place,
                  const char *order,
                  struct error *err)
{
    struct world w;
    int rc;

    if (open_world(&w, place, order, err) < 0)
        return -1;
    rc = get_all_memory(&w, place->rank, true, err);
    close_world(&w);
    return rc;
}

/* The old ranks may hold other numbers of rows than when we got ready. */
int state_pull(const struct state_place *place,
               const char *order,
               uint64_t *bytes,
               uint64_t *sums,
               struct error *err)
{
    struct world w;
    int rc;

    *bytes = 0;
    if (open_world(&w, place, order, err) < 0)
        return -1;
    rc = get_all_memory(&w, place->rank, false, err);
    for (size_t i = 0; rc == 0 && i < thing_count; i++) {
        sums[i] = 0;
        rc = pull_item(&w, i, place->rank, bytes, &sums[i], err);
    }
    close_world(&w);
    return rc;
}

void state_settle(void)
{
    prctl(PR_SET_PTRACER, 0);
    for (size_t i = 0; i < thing_count; i++) {
        free(things[i].packed);
        things[i].packed = NULL;
    }
}
