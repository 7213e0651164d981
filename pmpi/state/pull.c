/* pull.c - what a new rank does once the old ones stand still
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sched.h>
#include <string.h>

#include "pmpi/state/owner_exchange.h"
#include "pmpi/state/prepare.h"
#include "pmpi/state/pull.h"
#include "pmpi/state/shared_rows.h"
#include "pmpi/state/user_merge.h"
#include "pmpi/watch/watch.h"

enum {
    THREADS_MOST = 4,
    WORTH_THREADS = 4 * 1024 * 1024, /* bytes to move */
};

static bool are_there(const struct prepared_item *a, size_t i)
{
    for (int r = 0; r < prepared.world.old_ranks; r++)
        if (a->addresses[r] != prepared.world.old[r]->items[i].address)
            return false;
    return true;
}

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
    if (both_generations_refresh(&prepared.world, &prepared.place, err) < 0)
        return -1;
    for (size_t i = 0; i < registered_count; i++) {
        struct prepared_item *a = &prepared.item[i];
        struct plan p = { 0 };

        if (plan_make(&p, prepared.world.shares, i,
                      (size_t)prepared.place.rank, err)
            < 0)
            return -1;
        a->ahead = a->ahead && are_there(a, i) && same_plan(&a->plan, &p);
        plan_free(&a->plan);
        a->plan = p;
    }
    return 0;
}

/* Add what is to be fetched for one. */
static int add_item(fetch_t *h, size_t i, uint64_t *sum, struct error *err)
{
    struct prepared_item *a = &prepared.item[i];
    struct registered *t = prepare_thing(i);

    if (a->plan.staged)
        return prepare_add(h, i, a->staged.at, sum, err);
    if (a->plan.rebuild)
        return plan_rebuild(prepared.world.shares, i,
                            (size_t)prepared.place.rank, registered_memory(t),
                            err);
    if (a->ahead) {
        *sum = a->sum;
        return 0;
    }
    return prepare_add(h, i, registered_memory(t), sum, err);
}

/* Cores that no other new rank needs. */
static int spare_threads(uint64_t bytes)
{
    cpu_set_t cores;
    int each = 1;

    if (bytes >= WORTH_THREADS
        && sched_getaffinity(0, sizeof(cores), &cores) == 0)
        each = CPU_COUNT(&cores) / prepared.world.new_ranks;
    return each < 1 ? 1 : each > THREADS_MOST ? THREADS_MOST : each;
}

static int run(fetch_t *h, uint64_t bytes, struct error *err)
{
    int rc = fetch_run(h, spare_threads(bytes), err);

    if (rc < 0 && fetch_refused(h))
        fetch_source_refused(&prepared.source);
    return rc;
}

static int take_up_all(struct error *err)
{
    for (size_t i = 0; i < registered_count; i++) {
        struct prepared_item *a = &prepared.item[i];

        if (!a->plan.staged || prepare_item(i)->flags & ITEM_OWNED)
            continue;
        if (user_merge_take_up(prepared.world.request, prepared.place.rank,
                               prepare_thing(i), &a->plan, a->staged.at, err)
            < 0)
            return -1;
        staging_free(&a->staged);
    }
    return 0;
}

/* The digest of what is constant is that of the next stop, too, but where it
 * goes by the rank.
 */
static void keep_sums(const uint64_t *sums)
{
    for (size_t i = 0; i < registered_count; i++) {
        struct registered *t = prepare_thing(i);

        if (!(t->item.flags & ITEM_CONSTANT) || t->item.spread == ITEM_LOCAL
            || prepared.item[i].plan.staged)
            continue;
        t->summed = true;
        t->sum = sums[i];
    }
}

/* Have all that is fetched, each rank for itself. */
static int fetch_all(uint64_t *bytes, uint64_t *sums, struct error *err)
{
    fetch_t *h = fetch_create(&prepared.source, &prepared.options);
    uint64_t now = 0;
    int rc = 0;

    if (!h)
        return error_set(err, "out of memory");
    *bytes = 0;
    for (size_t i = 0; rc == 0 && i < registered_count; i++) {
        sums[i] = 0;
        rc = add_item(h, i, &sums[i], err);
        *bytes += plan_volume(&prepared.item[i].plan);
        now +=
            prepared.item[i].ahead ? 0 : plan_volume(&prepared.item[i].plan);
    }
    if (rc == 0)
        rc = run(h, now, err);
    prepared.travelled += fetch_travelled(h);
    fetch_destroy(h);
    return rc;
}

static int pull_own(const struct state_place *place,
                    const char *order,
                    const struct pull_progress *p,
                    uint64_t *bytes,
                    uint64_t *sums,
                    struct error *err)
{
    if (!prepared.item && prepare_begin(place, order, err) < 0)
        return -1;
    if (plan_again(err) < 0 || prepare_get_memory(err) < 0)
        return -1;
    prepared.options.ahead = false;
    prepared.options.until_ns = 0;
    prepared.options.moved = p->moved;
    if (fetch_all(bytes, sums, err) < 0)
        return -1;
    p->travelled(prepared.travelled);
    if (strcmp(watch_setting(SETTING_STRICT), "on") == 0
        && shared_rows_check(err) < 0)
        return -1;
    return take_up_all(err);
}

int pull_all(const struct state_place *place,
             const char *order,
             const struct pull_progress *p,
             uint64_t *bytes,
             uint64_t *sums,
             struct error *err)
{
    int rc = pull_own(place, order, p, bytes, sums, err);

    rc = owner_exchange(rc, sums, err);
    if (rc == 0)
        keep_sums(sums);
    return rc;
}
