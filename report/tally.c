/* tally.c - add up what the ranks counted
 *
 * Waiting is told apart at the end: what a call took beyond the fastest call
 * of its kind and size class.  The fastest of all ranks, not of the rank
 * itself, because who waits in every round never makes a fast one.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/list.h"
#include "report/table.h"
#include "report/tally.h"

struct call_sum {
    const char *name;
    uint32_t traits;
    uint64_t count;
    uint64_t untimed;
    uint64_t bytes;
    double seconds;
    double waiting;
    uint64_t sizes[SIZE_CLASSES];
    double fastest[SIZE_CLASSES]; /* seconds, 0 when there was none */
};

/* What one rank did in one call, to find its waiting time. */
struct share {
    size_t rank;
    uint32_t call;
    double seconds;
    double timed; /* share of the calls that were timed */
    size_t size_at;
    size_t sizes;
};

struct class_count {
    uint32_t class;
    uint64_t count;
};

struct coll_sum {
    uint32_t call;
    uint32_t comm;
    uint64_t count;
    uint64_t bytes;
    double seconds;
    uint64_t sizes[SIZE_CLASSES];
};

struct tally {
    struct run *run;
    table_t *calls;   /* of struct call_sum */
    table_t *comms;   /* of struct run_comm */
    table_t *colls;   /* of struct coll_sum */
    table_t *objects; /* of struct run_object */
    table_t *paths;   /* of struct run_path */
    struct list messages;
    struct list onesided;
    struct list visits;
    struct list shares;
    struct list counts; /* of struct class_count, for the shares */

    /* of the rank that was added last */
    const struct page *page;
    double init; /* seconds in MPI_Init */
    uint32_t call_of[PAGE_CALLS];
    uint32_t comm_of[PAGE_COMMS];
    uint32_t object_of[PAGE_OBJECTS];
    struct object_record object[PAGE_OBJECTS];
    uint64_t objects_used;
    uint64_t object_hit;
};

tally_t *tally_create(struct run *run)
{
    tally_t *t = calloc(1, sizeof(*t));

    if (!t)
        return NULL;
    t->run = run;
    t->calls = table_create(sizeof(struct call_sum));
    t->comms = table_create(sizeof(struct run_comm));
    t->colls = table_create(sizeof(struct coll_sum));
    t->objects = table_create(sizeof(struct run_object));
    t->paths = table_create(sizeof(struct run_path));
    t->messages.bytes = sizeof(struct run_message);
    t->onesided.bytes = sizeof(struct run_onesided);
    t->visits.bytes = sizeof(struct run_visit);
    t->shares.bytes = sizeof(struct share);
    t->counts.bytes = sizeof(struct class_count);
    if (!t->calls || !t->comms || !t->colls || !t->objects || !t->paths) {
        tally_destroy(t);
        return NULL;
    }
    return t;
}

void tally_destroy(tally_t *t)
{
    if (t) {
        table_destroy(t->calls);
        table_destroy(t->comms);
        table_destroy(t->colls);
        table_destroy(t->objects);
        table_destroy(t->paths);
        list_clear(&t->messages);
        list_clear(&t->onesided);
        list_clear(&t->visits);
        list_clear(&t->shares);
        list_clear(&t->counts);
        free(t);
    }
}

/* The counts of each class as a short list. */
static int keep_sizes(arena_t *a,
                      const uint64_t *counts,
                      struct run_sizes *sizes)
{
    size_t used = 0;

    for (int c = 0; c < SIZE_CLASSES; c++)
        used += counts[c] != 0;
    if (!(sizes->of = arena_take(a, used, sizeof(*sizes->of))))
        return -1;
    sizes->count = 0;
    for (int c = 0; c < SIZE_CLASSES; c++)
        if (counts[c])
            sizes->of[sizes->count++] =
                (struct run_size){ size_class_limit(c), counts[c] };
    return 0;
}

static int add_share(tally_t *t,
                     const struct call_record *call,
                     struct share share)
{
    struct share *kept;
    struct class_count *count;

    share.size_at = t->counts.count;
    share.timed = 1;
    if (call->untimed <= call->count && call->count > 0)
        share.timed -= (double)call->untimed / (double)call->count;
    for (uint32_t c = 0; c < SIZE_CLASSES; c++) {
        if (call->sizes[c] == 0)
            continue;
        if (!(count = list_add(&t->counts)))
            return -1;
        *count = (struct class_count){ c, call->sizes[c] };
        share.sizes++;
    }
    if (!(kept = list_add(&t->shares)))
        return -1;
    *kept = share;
    return 0;
}

/* The start of MPI is not timed as a call, as it comes before all else. */
static double seconds_in(const tally_t *t,
                         const struct call_record *call,
                         double tick)
{
    static const char *const starts[] = { "MPI_Init", "MPI_Init_thread",
                                          "MPI_Session_init" };

    for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
        if (call->ticks == 0 && strcmp(call->name, starts[i]) == 0)
            return t->init;
    return call->ticks * tick;
}

static int add_call(tally_t *t,
                    const struct call_record *call,
                    uint32_t which,
                    size_t rank,
                    double tick)
{
    uint32_t n = table_number(t->calls, call->name, strlen(call->name));
    double seconds = seconds_in(t, call, tick);
    struct call_sum *sum;

    if (n == TABLE_NONE)
        return -1;
    sum = table_at(t->calls, n);
    if (!sum->name) {
        sum->name = arena_print(t->run->arena, "%s", call->name);
        sum->traits = call->traits;
        if (!sum->name)
            return -1;
    }
    sum->count += call->count;
    sum->untimed += call->untimed;
    sum->bytes += call->bytes;
    sum->seconds += seconds;
    for (int c = 0; c < SIZE_CLASSES; c++) {
        double fastest = call->fastest[c] * tick;

        sum->sizes[c] += call->sizes[c];
        if (fastest > 0 && (sum->fastest[c] == 0 || fastest < sum->fastest[c]))
            sum->fastest[c] = fastest;
    }
    t->call_of[which] = n;
    return add_share(
        t, call,
        (struct share){ .rank = rank, .call = n, .seconds = seconds });
}

static int add_calls(tally_t *t, const image_t *im, size_t rank, double tick)
{
    for (uint32_t i = 0; i < PAGE_CALLS; i++) {
        const struct call_record *call = &t->page->call[i];

        t->call_of[i] = TABLE_NONE;
        if (image_used(im, call->name) && call->name[0]
            && add_call(t, call, i, rank, tick) < 0)
            return -1;
    }
    return 0;
}

static void take_objects(tally_t *t)
{
    t->objects_used = t->page->objects_used;
    t->object_hit = 0;
    for (uint64_t i = 0; i < t->objects_used; i++) {
        t->object[i] = t->page->object[i];
        t->object_of[i] = TABLE_NONE;
    }
}

static uint32_t share_object(tally_t *t, const struct object_record *o)
{
    char name[sizeof(o->path) + sizeof(o->build_id)];
    size_t len = strlen(o->path) + 1;
    struct run_object *shared;
    uint32_t n;

    memcpy(name, o->path, len);
    memcpy(name + len, o->build_id, o->build_id_bytes);
    if ((n = table_number(t->objects, name, len + o->build_id_bytes))
        == TABLE_NONE)
        return n;
    shared = table_at(t->objects, n);
    if (!shared->path) {
        if (!(shared->path = arena_print(t->run->arena, "%s", o->path)))
            return TABLE_NONE;
        shared->build_id_bytes = o->build_id_bytes;
        memcpy(shared->build_id, o->build_id, o->build_id_bytes);
    }
    return n;
}

/* Calls come from few places: try the object that was hit last first. */
static const struct object_record *find_object(tally_t *t, uint64_t address)
{
    for (uint64_t i = 0; i < t->objects_used; i++) {
        uint64_t at = (t->object_hit + i) % t->objects_used;

        if (address >= t->object[at].base && address < t->object[at].end) {
            t->object_hit = at;
            return &t->object[at];
        }
    }
    return NULL;
}

struct run_frame tally_frame(tally_t *t, uint64_t address)
{
    const struct object_record *o = find_object(t, address);
    uint32_t *shared;

    if (!o)
        return (struct run_frame){ RUN_NOWHERE, 0 };
    shared = &t->object_of[o - t->object];
    if (*shared == TABLE_NONE)
        *shared = share_object(t, o);
    return (struct run_frame){ *shared, address - o->bias };
}

const char *tally_call(const tally_t *t, uint32_t call)
{
    if (call >= PAGE_CALLS || t->call_of[call] == TABLE_NONE)
        return NULL;
    return ((struct call_sum *)table_at(t->calls, t->call_of[call]))->name;
}

bool tally_waits(const tally_t *t, uint32_t call)
{
    const struct call_sum *sum;

    if (call >= PAGE_CALLS || t->call_of[call] == TABLE_NONE)
        return false;
    sum = table_at(t->calls, t->call_of[call]);
    return sum->traits & (TRAIT_BLOCKING | TRAIT_POLL)
           && !(sum->traits & (TRAIT_SETUP | TRAIT_LOCAL));
}

static int add_path(tally_t *t,
                    const struct site_record *site,
                    double tick,
                    uint32_t *path)
{
    struct {
        uint64_t call;
        struct run_frame frames[SITE_FRAMES];
    } key = { .call = t->call_of[site->call] };
    size_t len = sizeof(key.call) + site->depth * sizeof(key.frames[0]);
    struct run_path *sum;

    for (uint32_t i = 0; i < site->depth; i++)
        key.frames[i] = tally_frame(t, site->frames[i]);
    if ((*path = table_number(t->paths, &key, len)) == TABLE_NONE)
        return -1;
    sum = table_at(t->paths, *path);
    if (!sum->call) {
        sum->call = tally_call(t, site->call);
        sum->depth = site->depth;
        sum->frames =
            arena_take(t->run->arena, site->depth, sizeof(key.frames[0]));
        if (!sum->frames)
            return -1;
        memcpy(sum->frames, key.frames, len - sizeof(key.call));
    }
    sum->count += site->count;
    sum->seconds += site->ticks * tick;
    sum->bytes += site->bytes;
    return 0;
}

static int add_paths(tally_t *t, double tick, int rank, uint32_t *paths)
{
    for (uint64_t i = 0; i < t->page->sites_used; i++) {
        const struct site_record *site = &t->page->site[i];
        struct run_visit *visit;

        paths[i] = TABLE_NONE;
        if (site->count == 0 || site->depth == 0
            || t->call_of[site->call] == TABLE_NONE)
            continue;
        if (add_path(t, site, tick, &paths[i]) < 0
            || !(visit = list_add(&t->visits)))
            return -1;
        *visit = (struct run_visit){ rank, paths[i] };
    }
    return 0;
}

static bool is_world(const struct page *p, const char *members)
{
    char world[32];

    snprintf(world, sizeof(world), p->size > 1 ? "0-%d" : "%d", p->size - 1);
    return strcmp(members, world) == 0;
}

/* Communicators of one rank are the same in each rank, as it were. */
static int add_comm(tally_t *t, const image_t *im, uint32_t which)
{
    const struct comm_record *comm = &t->page->comm[which];
    const char *members = image_text(im, comm->members_at);
    bool self = comm->size == 1 && t->page->size > 1;
    struct {
        uint64_t key;
        uint32_t size;
        uint32_t self;
    } key = { self ? 0 : comm->key, comm->size, self };
    struct run_comm *sum;

    if ((t->comm_of[which] = table_number(t->comms, &key, sizeof(key)))
        == TABLE_NONE)
        return -1;
    sum = table_at(t->comms, t->comm_of[which]);
    if (!sum->members) {
        sum->size = comm->size;
        sum->name = self                         ? "MPI_COMM_SELF"
                    : is_world(t->page, members) ? "MPI_COMM_WORLD"
                                                 : "";
        sum->members = arena_print(t->run->arena, "%s", self ? "" : members);
        if (!sum->members)
            return -1;
    }
    if (comm->name[0] && !sum->name[0]
        && !(sum->name = arena_print(t->run->arena, "%s", comm->name)))
        return -1;
    if (comm->made > sum->made)
        sum->made = comm->made;
    sum->ranks++;
    return 0;
}

static int add_comms(tally_t *t, const image_t *im)
{
    for (uint32_t i = 0; i < PAGE_COMMS; i++) {
        t->comm_of[i] = TABLE_NONE;
        if (i < t->page->comms_used && t->page->comm[i].size > 0
            && add_comm(t, im, i) < 0)
            return -1;
    }
    return 0;
}

static int add_coll(tally_t *t, const struct coll_record *coll, double tick)
{
    uint32_t key[2] = { t->call_of[coll->call_plus_one - 1],
                        t->comm_of[coll->comm] };
    struct coll_sum *sum;
    uint32_t n;

    if (key[0] == TABLE_NONE || key[1] == TABLE_NONE)
        return 0;
    if ((n = table_number(t->colls, key, sizeof(key))) == TABLE_NONE)
        return -1;
    sum = table_at(t->colls, n);
    sum->call = key[0];
    sum->comm = key[1];
    sum->count += coll->count;
    sum->bytes += coll->bytes;
    sum->seconds += coll->ticks * tick;
    for (int c = 0; c < SIZE_CLASSES; c++)
        sum->sizes[c] += coll->sizes[c];
    return 0;
}

static int add_colls(tally_t *t, double tick)
{
    for (uint32_t i = 0; i < t->page->colls_used; i++) {
        const struct coll_record *coll = &t->page->coll[i];

        if (coll->call_plus_one > 0 && coll->call_plus_one <= PAGE_CALLS
            && coll->comm < PAGE_COMMS && add_coll(t, coll, tick) < 0)
            return -1;
    }
    return 0;
}

static int add_peer(tally_t *t,
                    const struct peer_record *peer,
                    struct run_rank *rank)
{
    int to = peer->rank_plus_one - 1;

    rank->sent_count += peer->sent_count;
    rank->sent_bytes += peer->sent_bytes;
    rank->received_count += peer->received_count;
    rank->received_bytes += peer->received_bytes;
    rank->put_count += peer->put_count;
    rank->put_bytes += peer->put_bytes;
    rank->get_count += peer->get_count;
    rank->get_bytes += peer->get_bytes;
    if (peer->sent_count > 0) {
        struct run_message *m = list_add(&t->messages);

        if (!m || keep_sizes(t->run->arena, peer->sizes, &m->sizes) < 0)
            return -1;
        m->from = rank->rank;
        m->to = to;
        m->count = peer->sent_count;
        m->bytes = peer->sent_bytes;
    }
    if (peer->put_count > 0 || peer->get_count > 0) {
        struct run_onesided *o = list_add(&t->onesided);

        if (!o)
            return -1;
        *o = (struct run_onesided){ rank->rank,      to,
                                    peer->put_count, peer->put_bytes,
                                    peer->get_count, peer->get_bytes };
    }
    return 0;
}

static int add_peers(tally_t *t, const image_t *im, struct run_rank *rank)
{
    for (uint64_t i = 0; i < t->page->peers; i++) {
        const struct peer_record *peer = &t->page->peer[i];

        if (image_used(im, peer) && peer->rank_plus_one > 0
            && peer->rank_plus_one <= INT32_MAX && add_peer(t, peer, rank) < 0)
            return -1;
    }
    return 0;
}

int tally_add(tally_t *t,
              const image_t *im,
              size_t index,
              double tick,
              struct run_rank *rank,
              uint32_t *paths)
{
    int rc = -1;

    t->page = image_page(im);
    t->init = rank->init;
    take_objects(t);
    if (add_calls(t, im, index, tick) == 0 && add_comms(t, im) == 0
        && add_colls(t, tick) == 0 && add_peers(t, im, rank) == 0)
        rc = add_paths(t, tick, rank->rank, paths);
    t->page = NULL;
    return rc;
}

static double waiting_in(const tally_t *t, const struct share *share)
{
    const struct call_sum *call = table_at(t->calls, share->call);
    const struct class_count *count = t->counts.records;
    double needed = 0;

    if (call->traits & (TRAIT_SETUP | TRAIT_LOCAL))
        return 0;
    if (call->traits & TRAIT_POLL)
        return share->seconds;
    if (!(call->traits & TRAIT_BLOCKING))
        return 0;
    for (size_t i = share->size_at; i < share->size_at + share->sizes; i++)
        needed += count[i].count * call->fastest[count[i].class];
    needed *= share->timed;
    return needed < share->seconds ? share->seconds - needed : 0;
}

/* A rank's calls may be those of several threads; its time in MPI is that of
 * the main thread, which the parts are scaled down to.
 */
static void split_mpi(struct run_times *times, double in_calls)
{
    double scale = in_calls > times->mpi ? times->mpi / in_calls : 1;

    times->waiting *= scale;
    times->other *= scale;
    times->transfer = times->mpi - times->waiting - times->other;
    if (times->transfer < 0)
        times->transfer = 0;
}

static int split_times(tally_t *t)
{
    struct run_rank *rank = t->run->rank;
    double *in_calls = calloc(t->run->ranks + 1, sizeof(*in_calls));
    const struct share *share = t->shares.records;

    if (!in_calls)
        return -1;
    for (size_t i = 0; i < t->shares.count; i++, share++) {
        struct call_sum *call = table_at(t->calls, share->call);
        double waiting = waiting_in(t, share);

        call->waiting += waiting;
        in_calls[share->rank] += share->seconds;
        rank[share->rank].times.waiting += waiting;
        if (call->traits & (TRAIT_SETUP | TRAIT_LOCAL))
            rank[share->rank].times.other += share->seconds;
    }
    for (size_t i = 0; i < t->run->ranks; i++)
        split_mpi(&rank[i].times, in_calls[i]);
    free(in_calls);
    return 0;
}

static const char *kind_of(uint32_t traits)
{
    static const struct {
        uint32_t trait;
        const char *kind;
    } kinds[] = {
        { TRAIT_SETUP, "setup" },        { TRAIT_LOCAL, "local" },
        { TRAIT_RMA, "one-sided" },      { TRAIT_IO, "file" },
        { TRAIT_COMM, "communicator" },  { TRAIT_COLL, "collective" },
        { TRAIT_P2P, "point to point" }, { TRAIT_COMPLETE, "completion" },
    };

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (traits & kinds[i].trait)
            return kinds[i].kind;
    return "other";
}

static int finish_calls(tally_t *t)
{
    struct run *run = t->run;

    run->calls = 0;
    run->call =
        arena_take(run->arena, table_count(t->calls), sizeof(*run->call));
    if (!run->call)
        return -1;
    for (size_t i = 0; i < table_count(t->calls); i++) {
        const struct call_sum *sum = table_at(t->calls, i);
        struct run_call *call = &run->call[run->calls];

        if (sum->count == 0)
            continue;
        *call = (struct run_call){ .name = sum->name,
                                   .kind = kind_of(sum->traits),
                                   .count = sum->count,
                                   .untimed = sum->untimed,
                                   .seconds = sum->seconds,
                                   .waiting = sum->waiting,
                                   .bytes = sum->bytes };
        if (keep_sizes(run->arena, sum->sizes, &call->sizes) < 0)
            return -1;
        run->calls++;
    }
    return 0;
}

static int finish_comms(tally_t *t)
{
    struct run *run = t->run;

    run->comms = table_count(t->comms);
    run->comm = arena_take(run->arena, run->comms, sizeof(*run->comm));
    if (!run->comm)
        return -1;
    for (size_t i = 0; i < run->comms; i++)
        run->comm[i] = *(struct run_comm *)table_at(t->comms, i);
    return 0;
}

static int finish_colls(tally_t *t)
{
    struct run *run = t->run;

    run->colls = table_count(t->colls);
    run->coll = arena_take(run->arena, run->colls, sizeof(*run->coll));
    if (!run->coll)
        return -1;
    for (size_t i = 0; i < run->colls; i++) {
        const struct coll_sum *sum = table_at(t->colls, i);
        const struct call_sum *call = table_at(t->calls, sum->call);

        run->coll[i] = (struct run_coll){ .call = call->name,
                                          .comm = sum->comm,
                                          .count = sum->count,
                                          .seconds = sum->seconds,
                                          .bytes = sum->bytes };
        if (keep_sizes(run->arena, sum->sizes, &run->coll[i].sizes) < 0)
            return -1;
    }
    return 0;
}

static int by_time(double a, double b)
{
    return (a < b) - (a > b);
}

static int compare_calls(const void *a, const void *b)
{
    const struct run_call *x = a, *y = b;
    int order = by_time(x->seconds, y->seconds);

    return order ? order : strcmp(x->name, y->name);
}

static int compare_colls(const void *a, const void *b)
{
    const struct run_coll *x = a, *y = b;
    int order = by_time(x->seconds, y->seconds);

    if (order == 0)
        order = strcmp(x->call, y->call);
    return order ? order : (x->comm > y->comm) - (x->comm < y->comm);
}

static int compare_messages(const void *a, const void *b)
{
    const struct run_message *x = a, *y = b;
    int order = (x->from > y->from) - (x->from < y->from);

    return order ? order : (x->to > y->to) - (x->to < y->to);
}

static void *keep_table(table_t *t, size_t bytes, arena_t *a)
{
    void *kept = arena_take(a, table_count(t), bytes);

    if (kept && table_count(t) > 0)
        memcpy(kept, table_at(t, 0), table_count(t) * bytes);
    return kept;
}

int tally_finish(tally_t *t)
{
    struct run *run = t->run;

    if (split_times(t) < 0 || finish_calls(t) < 0 || finish_comms(t) < 0
        || finish_colls(t) < 0)
        return -1;
    run->objects = table_count(t->objects);
    run->paths = table_count(t->paths);
    run->messages = t->messages.count;
    run->onesided = t->onesided.count;
    run->visits = t->visits.count;
    run->object = keep_table(t->objects, sizeof(*run->object), run->arena);
    run->path = keep_table(t->paths, sizeof(*run->path), run->arena);
    run->message = list_keep(&t->messages, run->arena);
    run->one = list_keep(&t->onesided, run->arena);
    run->visit = list_keep(&t->visits, run->arena);
    if (!run->object || !run->path || !run->message || !run->one
        || !run->visit)
        return -1;
    qsort(run->call, run->calls, sizeof(*run->call), compare_calls);
    qsort(run->coll, run->colls, sizeof(*run->coll), compare_colls);
    qsort(run->message, run->messages, sizeof(*run->message),
          compare_messages);
    return 0;
}
