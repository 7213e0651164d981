/* state_manifest.c - what the program has registered, as its ranks tell each
 * other
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/system/host.h"
#include "migrate/layout/digest.h"
#include "migrate/layout/owned_rows.h"
#include "migrate/transfer/manifest_file.h"
#include "migrate/transfer/state_file.h"
#include "pmpi/state/both_generations.h"
#include "pmpi/state/memory_kind.h"
#include "pmpi/state/prepare.h"
#include "pmpi/state/registered.h"
#include "pmpi/state/serve_state.h"
#include "pmpi/state/state_manifest.h"
#include "pmpi/watch/watch.h"

/* Where this rank has written a file for others to read. */
static struct state_place shared;

static struct error refusal;
static bool is_for_good;

void state_manifest_refuse(const struct error *why, bool for_good)
{
    if (!refusal.text[0] || (for_good && !is_for_good))
        refusal = *why;
    is_for_good = is_for_good || for_good;
}

int state_manifest_check(struct error *err)
{
    const char *why = watch_sight_lost();

    if (refusal.text[0])
        return error_set(err, "%s", refusal.text);
    if (why)
        return error_set(err,
                         "%s, so it is not known which messages and requests "
                         "are under way",
                         why);
    return 0;
}

/* ---- telling what there is ---- */

static int pack(struct registered *t, struct item *item, struct error *err)
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
                    struct registered *t,
                    bool stopped,
                    struct error *err)
{
    struct item item = t->item;

    if (t->layout.pack) {
        item.count = 0;
        if (stopped && pack(t, &item, err) < 0)
            return -1;
    } else {
        if (registered_rows(t, &item.count, err) < 0)
            return -1;
        item.address = (uintptr_t)registered_memory(t);
        if (registered_check(t, item.count, err) < 0)
            return -1;
    }
    return manifest_add(m, &item, err);
}

/* How much is read of the program's memory: without rows only the first of
 * offsets.  Whether a count of elements is what the lengths of ragged rows add
 * up to is looked at later.
 */
static uint64_t bytes_to_read(const struct manifest *m, size_t i)
{
    const struct item *item = &m->items[i];

    if (item->count == 0 && !(item->flags & ITEM_OFFSETS))
        return 0;
    if (item->spread == ITEM_RAGGED && item->group != ITEM_NONE
        && item->group != m->items[item->index].group)
        return item_bytes(item, item->count);
    return state_file_bytes(m, i);
}

/* Whether all can be read, of ragged rows or of all others: of these some tell
 * how much memory ragged rows have.
 */
static int check_bytes(const struct manifest *m,
                       bool ragged,
                       struct error *err)
{
    for (size_t i = 0; i < m->count; i++) {
        const struct item *item = &m->items[i];
        const struct registered *t = &things[item->order];

        if (t->layout.pack || ragged != (item->spread == ITEM_RAGGED))
            continue;
        if (registered_check_bytes(t, item->count, bytes_to_read(m, i), err)
            < 0)
            return -1;
    }
    return 0;
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

static struct manifest *make_manifest(const struct state_place *place,
                                      bool stopped,
                                      struct error *err)
{
    struct manifest *m = manifest_create(err);
    bool good;

    if (!m)
        return NULL;
    m->rank = (uint64_t)place->rank;
    m->size = (uint64_t)place->ranks;
    m->generation = place->generation;
    m->sync = place->sync;
    m->pid = (uint64_t)getpid();
    snprintf(m->host, sizeof(m->host), "%s", host_own());
    for (size_t i = 0; i < registered_count; i++)
        if (describe(m, &things[i], stopped, err) < 0)
            goto fail;
    memory_kind_remember(); /* a rank may stand still meanwhile */
    good = manifest_seal(m, err) == 0 && check_bytes(m, false, err) == 0
           && measure(m, err) == 0 && check_bytes(m, true, err) == 0;
    memory_kind_forget();
    if (good)
        return m;
fail:
    manifest_destroy(m);
    return NULL;
}

struct manifest *state_manifest_make(const struct state_place *place,
                                     struct error *err)
{
    return make_manifest(place, false, err);
}

int state_manifest_write(const struct state_place *place,
                         bool stopped,
                         struct error *err)
{
    struct manifest *m = NULL;
    int rc = -1;

    if (stopped && state_manifest_check(err) < 0)
        return -1;
    m = make_manifest(place, stopped, err);
    if (m
        && (!stopped
            || serve_state_begin(place->folder, m, place->apart, err) == 0))
        rc = manifest_file_write(place->folder, m, err);
    manifest_destroy(m);
    if (rc == 0 && stopped)
        prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    return rc;
}

/* ---- what is constant, ahead of the stop ---- */

/* What was offered of each thing. */
static struct offered {
    const void *memory;
    uint64_t rows;
} * offered;

/* Look at what is constant.  Returns whether it is where it was; -1 when there
 * is nothing, or it cannot be told.
 */
static int look_at_constant(void)
{
    bool same = offered != NULL;
    int found = 0;

    if (!offered)
        offered = calloc(registered_count + 1, sizeof(offered[0]));
    if (!offered)
        return -1;
    for (size_t i = 0; i < registered_count; i++) {
        struct registered *t = &things[i];
        struct offered now = { registered_memory(t), 0 };

        if (!(t->item.flags & ITEM_CONSTANT) || t->layout.pack)
            continue;
        if (registered_rows(t, &now.rows, NULL) < 0)
            return -1;
        found++;
        same = same && now.memory == offered[i].memory
               && now.rows == offered[i].rows;
        offered[i] = now;
    }
    return found > 0 ? same : -1;
}

int state_manifest_offer(const struct state_place *place, struct error *err)
{
    int same = look_at_constant();
    struct manifest *m;
    int rc = -1;

    if (same > 0)
        serve_state_step();
    if (same != 0)
        return 0;
    m = make_manifest(place, false, err);
    if (m && serve_state_ahead(place->folder, m, err) == 0
        && manifest_file_write(place->folder, m, err) == 0)
        rc = 1;
    manifest_destroy(m);
    return rc;
}

/* ---- what an old rank has ---- */

/* What is constant is not gone over again at each stop. */
static int digest(const struct both_generations *w,
                  size_t i,
                  int rank,
                  uint64_t *sum,
                  struct error *err)
{
    const struct item *item = &w->old[rank]->items[i];
    const void *memory = (const void *)(uintptr_t)item->address;
    struct registered *t = &things[item->order];
    bool known = t->summed;
    struct owned_rows h = { 0 };

    if (owned_rows_old(&h, w->shares, i, (size_t)rank, err) < 0)
        return -1;
    if (!known)
        t->sum = 0;
    for (size_t r = 0; !known && h.readers > 0 && r < h.count; r++)
        t->sum += digest_run(memory, &h.runs[r], h.row_bytes);
    t->summed = known || (h.readers > 0 && item->flags & ITEM_CONSTANT);
    *sum = h.readers * t->sum;
    owned_rows_free(&h);
    return 0;
}

int state_manifest_digest(const struct state_place *place,
                          const char *order,
                          uint64_t *sums,
                          struct error *err)
{
    struct both_generations w;
    int rc = 0;

    if (both_generations_open(&w, place, order, err) < 0)
        return -1;
    if (state_file_wanted(place->folder)) {
        rc = state_file_write(place->folder, w.old[place->rank], err);
        shared = *place;
    }
    for (size_t i = 0; rc == 0 && i < registered_count; i++)
        rc = digest(&w, i, place->rank, &sums[i], err);
    both_generations_close(&w);
    return rc;
}

void state_manifest_settle(void)
{
    prctl(PR_SET_PTRACER, 0);
    serve_state_end();
    free(offered);
    offered = NULL;
    for (size_t i = 0; i < registered_count; i++) {
        free(things[i].packed);
        things[i].packed = NULL;
    }
    if (shared.folder)
        state_file_remove(shared.folder, shared.generation, shared.rank);
    shared.folder = NULL;
    if (!is_for_good)
        refusal.text[0] = '\0';
    prepare_end();
}
