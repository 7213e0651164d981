/* prepare.c - how a new rank gets what old ranks had
 *
 * While the old ranks still compute, it works out what it will hold, gets the
 * memory for that, and fetches what is constant.  At the stop it looks again
 * whether all is as it was, and fetches the rest.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "base/system/memory_reserve.h"
#include "migrate/transfer/manifest_file.h"
#include "migrate/transfer/state_file.h"
#include "pmpi/state/low_priority.h"
#include "pmpi/state/prepare.h"
#include "pmpi/watch/watch.h"

enum {
    PORT_MS = 10 * 1000, /* for old ranks to offer what is constant */
    PORT_STEP_MS = 10,
};

struct prepare prepared;

const struct item *prepare_item(size_t i)
{
    return &prepared.world.new[prepared.place.rank]->items[i];
}

struct registered *prepare_thing(size_t i)
{
    return &things[prepare_item(i)->order];
}

/* ---- ending ---- */

static void forget(void)
{
    fetch_source_close(&prepared.source);
    for (size_t i = 0; prepared.item && i < registered_count; i++) {
        plan_free(&prepared.item[i].plan);
        free(prepared.item[i].addresses);
        staging_free(&prepared.item[i].staged);
    }
    staging_free(&prepared.owners);
    staging_free(&prepared.leaving);
    free(prepared.item);
    prepared.item = NULL;
    both_generations_close(&prepared.world);
}

void prepare_end(void)
{
    if (!prepared.item)
        return;
    for (int r = 0; prepared.place.rank == 0 && r < prepared.world.old_ranks;
         r++)
        if (prepared.source.shared)
            state_file_remove(prepared.place.folder,
                              prepared.world.old_generation, r);
    forget();
}

/* ---- memory ---- */

static int plan_all(struct error *err)
{
    for (size_t i = 0; i < registered_count; i++)
        if (plan_make(&prepared.item[i].plan, prepared.world.shares, i,
                      (size_t)prepared.place.rank, err)
            < 0)
            return -1;
    return 0;
}

/* Whether it cannot stay in the memory it has. */
static bool moves(size_t i)
{
    return registered_can_grow(prepare_thing(i))
           && prepared.item[i].bytes != prepared.item[i].plan.bytes;
}

static uint64_t rows_of(size_t i)
{
    return division_count(prepared.world.shares, i,
                          (size_t)prepared.place.rank);
}

/* Whether the program's variables can count all that is to come. */
static int check_counts(struct error *err)
{
    for (size_t i = 0; i < registered_count; i++)
        if (!prepared.item[i].plan.staged
            && registered_check_count(prepare_thing(i), rows_of(i), err) < 0)
            return -1;
    return 0;
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* How many items of it have an owner that is to be found out. */
static uint64_t count_owners(size_t i)
{
    const struct item *item = prepare_item(i);

    return item->flags & ITEM_OWNED
               ? prepared.item[i].plan.bytes / item_row_bytes(item)
               : 0;
}

/* Whether all that is to come has room. */
static int check_room(struct error *err)
{
    uint64_t bytes = 0, fresh = 0, items = 0;

    for (size_t i = 0; i < registered_count; i++) {
        const struct plan *p = &prepared.item[i].plan;
        uint64_t had = prepared.item[i].bytes;

        if (p->staged) {
            bytes += 2 * p->bytes;
            fresh += 2 * p->bytes;
            items = most(items, count_owners(i));
            continue;
        }
        if (had > p->bytes)
            had = p->bytes;
        bytes += p->bytes
                 - memory_resident(registered_memory(prepare_thing(i)), had);
        if (moves(i))
            fresh += p->bytes - had;
    }
    bytes += items * sizeof(int);
    fresh += items * sizeof(int);
    if (prepared.source.shared
        && state_file_check(prepared.place.folder,
                            both_generations_all(prepared.world.old),
                            prepared.world.old_ranks, err)
               < 0)
        return -1;
    return memory_check(bytes, fresh, err);
}

/* Memory for the rows that it is to hold. */
static int get_memory(size_t i, struct error *err)
{
    struct registered *t = prepare_thing(i);

    if ((moves(i) || !registered_can_grow(t))
        && registered_allocate(t, prepare_item(i), prepared.item[i].plan.bytes,
                               err)
               < 0)
        return -1;
    prepared.item[i].bytes = prepared.item[i].plan.bytes;
    return 0;
}

/* Memory for what does not go to its place at once, and for the items among it
 * that leave: unless what stays takes other memory yet, at the stop.
 */
static int get_staging(size_t i, struct error *err)
{
    const struct item *item = prepare_item(i);
    const struct registered *t = prepare_thing(i);
    uint64_t bytes = prepared.item[i].plan.bytes;

    if (staging_hold(&prepared.item[i].staged, item->name, bytes, err) < 0)
        return -1;
    if (!(item->flags & ITEM_OWNED))
        return 0;
    if (staging_hold(&prepared.owners, item->name,
                     count_owners(i) * sizeof(int), err)
        < 0)
        return -1;
    return registered_can_grow(t) && !registered_takes_malloc(t)
               ? 0
               : staging_hold(&prepared.leaving, item->name, bytes, err);
}

int prepare_get_memory(struct error *err)
{
    if (check_counts(err) < 0)
        return -1;
    for (size_t i = 0; i < registered_count; i++)
        if ((prepared.item[i].plan.staged ? get_staging(i, err)
                                          : get_memory(i, err))
            < 0)
            return -1;
    for (size_t i = 0; i < registered_count; i++)
        if (!prepared.item[i].plan.staged)
            registered_set_rows(prepare_thing(i), rows_of(i), NULL);
    return 0;
}

/* ---- ahead of the stop ---- */

static uint64_t *note_addresses(size_t i)
{
    uint64_t *addresses =
        malloc((size_t)prepared.world.old_ranks * sizeof(addresses[0]));

    for (int r = 0; addresses && r < prepared.world.old_ranks; r++)
        addresses[r] = prepared.world.old[r]->items[i].address;
    return addresses;
}

int prepare_add(
    fetch_t *h, size_t i, char *memory, uint64_t *sum, struct error *err)
{
    const struct plan *plan = &prepared.item[i].plan;

    for (size_t n = 0; n < plan->count; n++) {
        struct fetch_part_task t = { plan->copies[n], plan->row_bytes, memory,
                                     sum };

        /* The digest of items is that of them at their owners. */
        if (prepare_item(i)->flags & ITEM_OWNED)
            t.copy.owned = false;
        if (t.copy.to.bytes > 0
            && fetch_add(h, prepared.world.old[t.copy.from], i, &t, err) < 0)
            return -1;
    }
    return 0;
}

/* An old rank on another host says at its next sync where what is constant
 * can be had.  Returns whether it has.
 */
static bool await_port(struct manifest *m, uint64_t until)
{
    while (!m->port[0]) {
        struct manifest *now =
            manifest_file_read(prepared.place.folder, (uint32_t)m->generation,
                               (int)m->rank, NULL);

        if (now)
            memcpy(m->port, now->port, sizeof(m->port));
        manifest_destroy(now);
        if (!m->port[0] && clock_monotonic() > until)
            return false;
        if (!m->port[0])
            usleep(PORT_STEP_MS * 1000);
    }
    return true;
}

static bool await_ports(size_t i, uint64_t until)
{
    const struct plan *plan = &prepared.item[i].plan;

    for (size_t n = 0; n < plan->count; n++) {
        struct manifest *m = prepared.world.old[plan->copies[n].from];

        if (fetch_source_is_far(&prepared.source, m) && !await_port(m, until))
            return false;
    }
    return true;
}

/* If it cannot be had yet, it will be at the stop. */
static void fetch_ahead(size_t i, uint64_t ports_until)
{
    struct prepared_item *a = &prepared.item[i];
    fetch_t *h;

    if (!(prepare_thing(i)->item.flags & ITEM_CONSTANT) || a->plan.staged
        || a->plan.rebuild || prepared.source.shared
        || (prepared.place.apart && !await_ports(i, ports_until)))
        return;
    h = fetch_create(&prepared.source, &prepared.options);
    a->sum = 0;
    a->addresses = note_addresses(i);
    a->ahead = h && a->addresses
               && prepare_add(h, i, registered_memory(prepare_thing(i)),
                              &a->sum, NULL)
                      == 0
               && fetch_run(h, 1, NULL) == 0;
    if (h)
        prepared.travelled += fetch_travelled(h);
    fetch_destroy(h);
}

struct ahead {
    struct error *err;
    int rc;
};

static void touch(struct ahead *a, void *memory, uint64_t bytes)
{
    if (a->rc == 0)
        a->rc = memory_touch(memory, bytes, prepared.world.new_ranks, a->err);
}

/* All that is work for the machine, while the old ranks compute on it. */
static void go_ahead(void *arg)
{
    struct ahead *a = arg;
    uint64_t until;

    for (size_t i = 0; i < registered_count; i++)
        touch(a,
              prepared.item[i].plan.staged
                  ? prepared.item[i].staged.at
                  : registered_memory(prepare_thing(i)),
              prepared.item[i].plan.bytes);
    touch(a, prepared.owners.at, prepared.owners.room);
    touch(a, prepared.leaving.at, prepared.leaving.room);
    until = clock_monotonic() + PORT_MS * UINT64_C(1000000);
    if (until > prepared.options.until_ns)
        until = prepared.options.until_ns;
    for (size_t i = 0; a->rc == 0 && i < registered_count; i++)
        fetch_ahead(i, until);
}

/* Half of what the agent waits for us to get ready. */
static uint64_t early_ns(void)
{
    const char *patience = watch_setting(SETTING_PATIENCE);

    return strtoull(patience, NULL, 10) * UINT64_C(500000000);
}

int prepare_begin(const struct state_place *place,
                  const char *order,
                  struct error *err)
{
    struct ahead ahead = { err, 0 };

    forget();
    prepared.travelled = 0;
    prepared.place = *place;
    prepared.options = (struct fetch_options){
        .compress = watch_setting(SETTING_COMPRESS),
        .encrypt = strcmp(watch_setting(SETTING_ENCRYPT), "on") == 0,
        .ahead = true,
        .until_ns = clock_monotonic() + early_ns(),
    };
    if (both_generations_open(&prepared.world, place, order, err) < 0)
        return -1;
    prepared.item = calloc(registered_count + 1, sizeof(prepared.item[0]));
    if (!prepared.item) {
        both_generations_close(&prepared.world);
        return error_set(err, "out of memory");
    }
    for (size_t i = 0; i < registered_count; i++)
        if (registered_memory(prepare_thing(i)))
            prepared.item[i].bytes =
                state_file_bytes(prepared.world.new[place->rank], i);
    if (plan_all(err) < 0
        || fetch_source_open(&prepared.source, place->folder,
                             watch_setting(SETTING_COPY),
                             both_generations_all(prepared.world.old),
                             prepared.world.old_ranks, err)
               < 0
        || check_counts(err) < 0 || check_room(err) < 0
        || prepare_get_memory(err) < 0)
        return -1;
    low_priority_run(go_ahead, &ahead);
    return ahead.rc;
}
