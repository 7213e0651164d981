/* merge_tables.c - add up the tables of runs by what their lines are about
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/gather/merge_tables.h"
#include "report/model/order.h"
#include "report/model/table.h"

struct merge_tables {
    struct run *to;
    table_t *calls; /* each as in the run */
    table_t *sites;
    table_t *messages;
    table_t *onesided;
    table_t *comms;
    table_t *colls;
};

merge_tables_t *merge_tables_create(struct run *to)
{
    merge_tables_t *s = calloc(1, sizeof(*s));

    if (!s)
        return NULL;
    s->to = to;
    s->calls = table_create(sizeof(struct run_call));
    s->sites = table_create(sizeof(struct run_site));
    s->messages = table_create(sizeof(struct run_message));
    s->onesided = table_create(sizeof(struct run_onesided));
    s->comms = table_create(sizeof(struct run_comm));
    s->colls = table_create(sizeof(struct run_coll));
    if (s->calls && s->sites && s->messages && s->onesided && s->comms
        && s->colls)
        return s;
    merge_tables_destroy(s);
    return NULL;
}

void merge_tables_destroy(merge_tables_t *s)
{
    if (s) {
        table_destroy(s->calls);
        table_destroy(s->sites);
        table_destroy(s->messages);
        table_destroy(s->onesided);
        table_destroy(s->comms);
        table_destroy(s->colls);
        free(s);
    }
}

/* ---- helpers ---- */

/* The thing with this name, or NULL without memory. */
static void *find(table_t *t, const void *name, size_t len)
{
    uint32_t n = table_number(t, name, len);

    return n == TABLE_NONE ? NULL : table_at(t, n);
}

/* Set a text that is not set yet. */
static int keep_text(const merge_tables_t *s,
                     const char **to,
                     const char *text)
{
    if (!*to)
        *to = arena_print(s->to->arena, "%s", text);
    return *to ? 0 : -1;
}

/* How many classes the two have together. */
static size_t count_classes(const struct run_sizes *a,
                            const struct run_sizes *b)
{
    size_t i = 0, k = 0, n = 0;

    for (; i < a->count && k < b->count; n++) {
        uint64_t x = a->of[i].limit, y = b->of[k].limit;

        i += x <= y;
        k += y <= x;
    }
    return n + (a->count - i) + (b->count - k);
}

/* Both are in rising order.  Room is taken only for classes that are new. */
static int add_sizes(const merge_tables_t *s,
                     struct run_sizes *to,
                     const struct run_sizes *from)
{
    size_t n = count_classes(to, from), i = to->count, k = from->count;
    struct run_size *of = to->of;

    if (n > to->count && !(of = arena_take(s->to->arena, n, sizeof(*to->of))))
        return -1;
    for (size_t at = n; at-- > 0;) {
        bool old =
            i > 0 && (k == 0 || to->of[i - 1].limit >= from->of[k - 1].limit);
        bool new =
            k > 0 && (i == 0 || from->of[k - 1].limit >= to->of[i - 1].limit);
        struct run_size sum = { 0 };

        if (old)
            sum = to->of[--i];
        if (new) {
            sum.limit = from->of[--k].limit;
            sum.count += from->of[k].count;
        }
        of[at] = sum;
    }
    *to = (struct run_sizes){ n, of };
    return 0;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* ---- the tables ---- */

static int add_call(merge_tables_t *s, const struct run_call *from)
{
    struct run_call *to = find(s->calls, from->name, strlen(from->name));

    if (!to || keep_text(s, &to->name, from->name) < 0
        || keep_text(s, &to->kind, from->kind) < 0)
        return -1;
    to->count += from->count;
    to->untimed += from->untimed;
    to->seconds += from->seconds;
    to->waiting += from->waiting;
    to->bytes += from->bytes;
    return add_sizes(s, &to->sizes, &from->sizes);
}

/* The call and the frames, a line each. */
static char *name_site(const struct run_site *site, size_t *len)
{
    char *name = NULL;
    FILE *out = open_memstream(&name, len);

    if (!out)
        return NULL;
    fputs(site->call, out);
    for (size_t i = 0; i < site->depth; i++)
        fprintf(out, "\n%s", site->frames[i]);
    if (fclose(out) == 0)
        return name;
    free(name);
    return NULL;
}

static int keep_frames(const merge_tables_t *s,
                       struct run_site *to,
                       const struct run_site *from)
{
    if (to->frames)
        return 0;
    to->frames = arena_take(s->to->arena, from->depth, sizeof(*to->frames));
    if (!to->frames)
        return -1;
    for (; to->depth < from->depth; to->depth++)
        if (keep_text(s, &to->frames[to->depth], from->frames[to->depth]) < 0)
            return -1;
    return 0;
}

static int add_site(merge_tables_t *s, const struct run_site *from)
{
    size_t len;
    char *name = name_site(from, &len);
    struct run_site *to = name ? find(s->sites, name, len) : NULL;

    free(name);
    if (!to || keep_text(s, &to->call, from->call) < 0
        || keep_frames(s, to, from) < 0)
        return -1;
    to->count += from->count;
    to->seconds += from->seconds;
    to->waiting += from->waiting;
    if (from->for_last > to->for_last / 2)
        to->last = from->last;
    to->for_last += from->for_last;
    to->bytes += from->bytes;
    to->ranks = (unsigned)larger(to->ranks, from->ranks);
    return 0;
}

static int add_message(merge_tables_t *s, const struct run_message *from)
{
    int pair[2] = { from->from, from->to };
    struct run_message *to = find(s->messages, pair, sizeof(pair));

    if (!to)
        return -1;
    to->from = from->from;
    to->to = from->to;
    to->count += from->count;
    to->bytes += from->bytes;
    return add_sizes(s, &to->sizes, &from->sizes);
}

static int add_onesided(merge_tables_t *s, const struct run_onesided *from)
{
    int pair[2] = { from->from, from->to };
    struct run_onesided *to = find(s->onesided, pair, sizeof(pair));

    if (!to)
        return -1;
    to->from = from->from;
    to->to = from->to;
    to->put_count += from->put_count;
    to->put_bytes += from->put_bytes;
    to->get_count += from->get_count;
    to->get_bytes += from->get_bytes;
    return 0;
}

/* The world of one generation may have the members that a part of another
 * one's has.  Returns the number, or TABLE_NONE without memory.
 */
static uint32_t add_comm(merge_tables_t *s, const struct run_comm *from)
{
    bool world = strcmp(from->name, "MPI_COMM_WORLD") == 0;
    bool self = strcmp(from->name, "MPI_COMM_SELF") == 0;
    char *key = arena_print(s->to->arena, "%u %d %d %s", from->size, world,
                            self, from->members);
    uint32_t n = key ? table_number(s->comms, key, strlen(key)) : TABLE_NONE;
    struct run_comm *to;

    if (n == TABLE_NONE)
        return TABLE_NONE;
    to = table_at(s->comms, n);
    if (to->name && !to->name[0])
        to->name = NULL;
    if (keep_text(s, &to->name, from->name) < 0
        || keep_text(s, &to->members, from->members) < 0)
        return TABLE_NONE;
    to->size = from->size;
    to->made = larger(to->made, from->made);
    to->ranks = (unsigned)larger(to->ranks, from->ranks);
    return n;
}

static int add_coll(merge_tables_t *s,
                    const struct run_coll *from,
                    uint32_t comm)
{
    char key[256];
    struct run_coll *to;

    snprintf(key, sizeof(key), "%u %s", comm, from->call);
    to = find(s->colls, key, strlen(key));
    if (!to || keep_text(s, &to->call, from->call) < 0)
        return -1;
    to->comm = comm;
    to->count += from->count;
    to->seconds += from->seconds;
    to->bytes += from->bytes;
    return add_sizes(s, &to->sizes, &from->sizes);
}

static int add_comms(merge_tables_t *s, const struct run *run)
{
    uint32_t *number = calloc(run->comms + 1, sizeof(*number));
    int rc = number ? 0 : -1;

    for (size_t i = 0; rc == 0 && i < run->comms; i++)
        if ((number[i] = add_comm(s, &run->comm[i])) == TABLE_NONE)
            rc = -1;
    for (size_t i = 0; rc == 0 && i < run->colls; i++)
        if (run->coll[i].comm < run->comms)
            rc = add_coll(s, &run->coll[i], number[run->coll[i].comm]);
    free(number);
    return rc;
}

int merge_tables_add(merge_tables_t *s, const struct run *run)
{
    for (size_t i = 0; i < run->calls; i++)
        if (add_call(s, &run->call[i]) < 0)
            return -1;
    for (size_t i = 0; i < run->sites; i++)
        if (add_site(s, &run->site[i]) < 0)
            return -1;
    for (size_t i = 0; i < run->messages; i++)
        if (add_message(s, &run->message[i]) < 0)
            return -1;
    for (size_t i = 0; i < run->onesided; i++)
        if (add_onesided(s, &run->one[i]) < 0)
            return -1;
    return add_comms(s, run);
}

/* ---- the end ---- */

int merge_tables_finish(merge_tables_t *s)
{
    struct run *to = s->to;

    to->calls = table_count(s->calls);
    to->sites = table_count(s->sites);
    to->messages = table_count(s->messages);
    to->onesided = table_count(s->onesided);
    to->comms = table_count(s->comms);
    to->colls = table_count(s->colls);
    if (!(to->call = table_keep(s->calls, to->arena))
        || !(to->site = table_keep(s->sites, to->arena))
        || !(to->message = table_keep(s->messages, to->arena))
        || !(to->one = table_keep(s->onesided, to->arena))
        || !(to->comm = table_keep(s->comms, to->arena))
        || !(to->coll = table_keep(s->colls, to->arena)))
        return -1;
    qsort(to->call, to->calls, sizeof(*to->call), order_calls);
    qsort(to->site, to->sites, sizeof(*to->site), order_sites);
    qsort(to->message, to->messages, sizeof(*to->message), order_messages);
    qsort(to->one, to->onesided, sizeof(*to->one), order_onesided);
    qsort(to->coll, to->colls, sizeof(*to->coll), order_colls);
    return 0;
}
