/* arrival.c - how a new rank gets what old ranks had
 *
 * While the old ranks still compute, it works out what it will hold, gets the
 * memory for that, and fetches what is constant.  At the stop it looks again
 * whether all is as it was, and fetches the rest.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "migrate/memory.h"
#include "migrate/pull.h"
#include "migrate/share.h"
#include "migrate/source.h"
#include "pmpi/arrival.h"
#include "pmpi/stage.h"
#include "pmpi/state.h"
#include "pmpi/thing.h"
#include "pmpi/watch.h"
#include "pmpi/world.h"

enum {
    THREADS_MOST = 4,
    WORTH_THREADS = 4 * 1024 * 1024, /* bytes to move */
};

/* Of one thing, in the order of the manifests. */
struct arriving {
    struct plan plan;
    uint64_t *addresses; /* of the old ranks, when it was moved ahead */
    bool ahead;
    uint64_t sum;
    char *staged;
};

static struct {
    struct world world;
    struct state_place place;
    struct arriving *item; /* NULL when there is no arrival */
    struct source source;
} me;

static const struct item *item_of(size_t i)
{
    return &me.world.new[me.place.rank]->items[i];
}

static struct thing *thing_of(size_t i)
{
    return &things[item_of(i)->order];
}

/* ---- ending ---- */

static void forget(void)
{
    source_close(&me.source);
    for (size_t i = 0; me.item && i < thing_count; i++) {
        plan_free(&me.item[i].plan);
        free(me.item[i].addresses);
        free(me.item[i].staged);
    }
    free(me.item);
    me.item = NULL;
    world_close(&me.world);
}

void arrival_end(void)
{
    if (!me.item)
        return;
    for (int r = 0; me.place.rank == 0 && r < me.world.old_ranks; r++)
        if (me.source.shared)
            share_remove(me.place.folder, me.world.old_generation, r);
    forget();
}

/* ---- memory ---- */

static int plan_all(struct error *err)
{
    for (size_t i = 0; i < thing_count; i++)
        if (plan_make(&me.item[i].plan, me.world.shares, i,
                      (size_t)me.place.rank, err)
            < 0)
            return -1;
    return 0;
}

/* Whether it cannot stay in the memory it has. */
static bool moves(const struct thing *t, uint64_t rows, uint64_t wanted)
{
    return t->pointed && t->layout.memory != MITO_FIXED && t->count
           && t->item.spread != ITEM_GRID && rows != wanted;
}

/* Whether all that is to come has room. */
static int check_room(struct error *err)
{
    uint64_t bytes = 0, fresh = 0;

    for (size_t i = 0; i < thing_count; i++) {
        const struct plan *p = &me.item[i].plan;
        struct thing *t = thing_of(i);
        uint64_t rows, had = 0;

        if (p->staged) {
            bytes += 2 * p->bytes;
            fresh += 2 * p->bytes;
            continue;
        }
        if (thing_rows(t, &rows, err) < 0)
            return -1;
        if (thing_memory(t))
            had = item_bytes(item_of(i), rows);
        if (had > p->bytes)
            had = p->bytes;
        bytes += p->bytes - memory_resident(thing_memory(t), had);
        if (moves(t, rows,
                  shares_count(me.world.shares, i, (size_t)me.place.rank)))
            fresh += p->bytes - had;
    }
    if (me.source.shared
        && share_check(me.place.folder, world_all(me.world.old),
                       me.world.old_ranks, err)
               < 0)
        return -1;
    return memory_check(bytes, fresh, err);
}

static uint64_t rows_of(size_t i)
{
    return shares_count(me.world.shares, i, (size_t)me.place.rank);
}

/* Memory for the rows that it is to hold. */
static int get_memory(size_t i, struct error *err)
{
    struct thing *t = thing_of(i);
    uint64_t rows;

    if (thing_rows(t, &rows, err) < 0)
        return -1;
    if (moves(t, rows, rows_of(i)) || t->layout.memory == MITO_FIXED)
        return thing_allocate(t, item_of(i), me.item[i].plan.bytes, err);
    return 0;
}

static int touch(size_t i, struct error *err)
{
    return memory_touch(thing_memory(thing_of(i)), me.item[i].plan.bytes,
                        me.world.new_ranks, err);
}

/* Things may share the variable of their count, so each looks at what that was
 * before any of them sets it.
 */
static int get_all_memory(bool touching, struct error *err)
{
    for (size_t i = 0; i < thing_count; i++)
        if (!me.item[i].plan.staged
            && (get_memory(i, err) < 0 || (touching && touch(i, err) < 0)))
            return -1;
    for (size_t i = 0; i < thing_count; i++)
        if (!me.item[i].plan.staged)
            thing_set_rows(thing_of(i), rows_of(i));
    return 0;
}

/* ---- what is constant ---- */

static uint64_t *note_addresses(size_t i)
{
    uint64_t *addresses =
        malloc((size_t)me.world.old_ranks * sizeof(addresses[0]));

    for (int r = 0; addresses && r < me.world.old_ranks; r++)
        addresses[r] = me.world.old[r]->items[i].address;
    return addresses;
}

static bool are_there(const struct arriving *a, size_t i)
{
    for (int r = 0; r < me.world.old_ranks; r++)
        if (a->addresses[r] != me.world.old[r]->items[i].address)
            return false;
    return true;
}

static int add_copies(
    pull_t *p, size_t i, char *memory, uint64_t *sum, struct error *err)
{
    const struct plan *plan = &me.item[i].plan;

    for (size_t n = 0; n < plan->count; n++) {
        const struct copy *c = &plan->copies[n];
        struct pull_source from;

        if (c->to.bytes > 0
            && (source_find(&me.source, me.world.old[c->from], i, &from, err)
                    < 0
                || pull_add(p, c, &from, plan->row_bytes, memory, sum, err)
                       < 0))
            return -1;
    }
    return 0;
}

/* If it cannot be had yet, it will be at the stop. */
static void fetch_ahead(size_t i)
{
    struct arriving *a = &me.item[i];
    pull_t *p;

    if (!(thing_of(i)->item.flags & ITEM_CONSTANT) || a->plan.staged
        || a->plan.rebuild || me.source.shared)
        return;
    p = pull_create();
    a->sum = 0;
    a->addresses = note_addresses(i);
    a->ahead =
        p && a->addresses
        && add_copies(p, i, thing_memory(thing_of(i)), &a->sum, NULL) == 0
        && pull_run(p, 1, NULL) == 0;
    pull_destroy(p);
}

int state_prepare(const struct state_place *place,
                  const char *order,
                  struct error *err)
{
    forget();
    me.place = *place;
    if (world_open(&me.world, place, order, err) < 0)
        return -1;
    me.item = calloc(thing_count + 1, sizeof(me.item[0]));
    if (!me.item) {
        world_close(&me.world);
        return error_set(err, "out of memory");
    }
    if (plan_all(err) < 0
        || source_open(&me.source, place->folder, watch_setting(SETTING_COPY),
                       world_all(me.world.old), me.world.old_ranks, err)
               < 0
        || check_room(err) < 0 || get_all_memory(true, err) < 0)
        return -1;
    for (size_t i = 0; i < thing_count; i++)
        fetch_ahead(i);
    return 0;
}

/* ---- at the stop ---- */

static bool same_plan(const struct plan *a, const struct plan *b)
{
    if (a->bytes != b->bytes || a->count != b->count
        || a->row_bytes != b->row_bytes)
        return false;
    for (size_t n = 0; n < a->count; n++) {
        const struct copy *x = &a->copies[n], *y = &b->copies[n];

        if (memcmp(&x->to, &y->to, sizeof(x->to)) != 0 || x->from != y->from
            || x->owned != y->owned || x->from_offset != y->from_offset
            || x->from_step != y->from_step)
            return false;
    }
    return true;
}

/* Look at everything again. */
static int plan_again(struct error *err)
{
    if (world_refresh(&me.world, &me.place, err) < 0)
        return -1;
    for (size_t i = 0; i < thing_count; i++) {
        struct arriving *a = &me.item[i];
        struct plan p = { 0 };

        if (plan_make(&p, me.world.shares, i, (size_t)me.place.rank, err) < 0)
            return -1;
        a->ahead = a->ahead && are_there(a, i) && same_plan(&a->plan, &p);
        plan_free(&a->plan);
        a->plan = p;
    }
    return 0;
}

/* Add what is to be fetched for one. */
static int add_item(pull_t *p, size_t i, uint64_t *sum, struct error *err)
{
    struct arriving *a = &me.item[i];
    struct thing *t = thing_of(i);

    if (a->plan.staged) {
        a->staged = malloc(a->plan.bytes + 1);
        if (!a->staged)
            return error_set(err, "\"%s\": no memory for %llu bytes",
                             t->item.name, (unsigned long long)a->plan.bytes);
        return add_copies(p, i, a->staged, sum, err);
    }
    if (a->plan.rebuild)
        return plan_rebuild(me.world.shares, i, (size_t)me.place.rank,
                            thing_memory(t), err);
    if (a->ahead) {
        *sum = a->sum;
        return 0;
    }
    return add_copies(p, i, thing_memory(t), sum, err);
}

/* Cores that no other new rank needs. */
static int spare_threads(uint64_t bytes)
{
    cpu_set_t cores;
    int each = 1;

    if (bytes >= WORTH_THREADS
        && sched_getaffinity(0, sizeof(cores), &cores) == 0)
        each = CPU_COUNT(&cores) / me.world.new_ranks;
    return each < 1 ? 1 : each > THREADS_MOST ? THREADS_MOST : each;
}

static int run(pull_t *p, uint64_t bytes, struct error *err)
{
    int rc = pull_run(p, spare_threads(bytes), err);

    if (rc < 0 && pull_refused(p))
        source_refused(&me.source);
    return rc;
}

static int take_up_all(struct error *err)
{
    for (size_t i = 0; i < thing_count; i++) {
        struct arriving *a = &me.item[i];

        if (a->plan.staged
            && stage_take_up(me.world.request, me.place.rank, thing_of(i),
                             &a->plan, a->staged, err)
                   < 0)
            return -1;
        free(a->staged);
        a->staged = NULL;
    }
    return 0;
}

/* The digest of what is constant is that of the next stop, too, but where it
 * goes by the rank.
 */
static void keep_sums(const uint64_t *sums)
{
    for (size_t i = 0; i < thing_count; i++) {
        struct thing *t = thing_of(i);

        if (!(t->item.flags & ITEM_CONSTANT) || t->item.spread == ITEM_LOCAL
            || me.item[i].plan.staged)
            continue;
        t->summed = true;
        t->sum = sums[i];
    }
}

int state_pull(const struct state_place *place,
               const char *order,
               uint64_t *bytes,
               uint64_t *sums,
               struct error *err)
{
    pull_t *p;
    uint64_t now = 0;
    int rc = 0;

    if (!me.item && state_prepare(place, order, err) < 0)
        return -1;
    if (plan_again(err) < 0 || get_all_memory(false, err) < 0)
        return -1;
    p = pull_create();
    if (!p)
        return error_set(err, "out of memory");
    *bytes = 0;
    for (size_t i = 0; rc == 0 && i < thing_count; i++) {
        sums[i] = 0;
        rc = add_item(p, i, &sums[i], err);
        *bytes += plan_volume(&me.item[i].plan);
        now += me.item[i].ahead ? 0 : plan_volume(&me.item[i].plan);
    }
    if (rc == 0)
        rc = run(p, now, err);
    pull_destroy(p);
    if (rc == 0)
        rc = take_up_all(err);
    if (rc == 0)
        keep_sums(sums);
    return rc;
}
