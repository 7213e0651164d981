/* rank_sums.c - add up what the ranks counted
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/gather/rank_sums_internal.h"

rank_sums_t *rank_sums_create(struct run *run)
{
    rank_sums_t *t = calloc(1, sizeof(*t));

    if (!t)
        return NULL;
    t->run = run;
    t->calls = table_create(sizeof(struct call_sum));
    t->comms = table_create(sizeof(struct run_comm));
    t->colls = table_create(sizeof(struct coll_sum));
    t->paths = call_paths_create(run->arena);
    t->waiting = wait_estimate_create();
    t->messages.bytes = sizeof(struct run_message);
    t->onesided.bytes = sizeof(struct run_onesided);
    if (!t->calls || !t->comms || !t->colls || !t->paths || !t->waiting) {
        rank_sums_destroy(t);
        return NULL;
    }
    return t;
}

void rank_sums_destroy(rank_sums_t *t)
{
    if (t) {
        table_destroy(t->calls);
        table_destroy(t->comms);
        table_destroy(t->colls);
        call_paths_destroy(t->paths);
        wait_estimate_destroy(t->waiting);
        list_clear(&t->messages);
        list_clear(&t->onesided);
        free(t);
    }
}

/* ---- one page ---- */

/* The start of MPI is not timed as a call, as it comes before all else. */
static double seconds_in(const rank_sums_t *t, const struct call_record *call)
{
    static const char *const starts[] = { "MPI_Init", "MPI_Init_thread",
                                          "MPI_Session_init" };

    for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
        if (call->ticks == 0 && call->count > 0
            && strcmp(call->name, starts[i]) == 0)
            return t->init;
    return call->ticks * t->tick;
}

static int add_call(rank_sums_t *t,
                    const struct call_record *call,
                    uint32_t which,
                    size_t rank)
{
    uint32_t n = table_number(t->calls, call->name, strlen(call->name));
    double seconds = seconds_in(t, call);
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
    for (int c = 0; c < SIZE_CLASSES; c++)
        sum->sizes[c] += call->sizes[c];
    t->call_of[which] = n;
    return wait_estimate_add_call(t->waiting, rank, n, call, seconds, t->tick);
}

static int add_calls(rank_sums_t *t, const page_copy_t *im, size_t rank)
{
    for (uint32_t i = 0; i < PAGE_CALLS; i++) {
        const struct call_record *call = &t->page->call[i];

        t->call_of[i] = TABLE_NONE;
        if (page_copy_used(im, call->name) && call->name[0]
            && add_call(t, call, i, rank) < 0)
            return -1;
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
static int add_comm(rank_sums_t *t, const page_copy_t *im, uint32_t which)
{
    const struct comm_record *comm = &t->page->comm[which];
    const char *members = page_copy_text(im, comm->members_at);
    bool self = comm->size == 1 && t->page->size > 1;
    struct {
        uint64_t key;
        uint32_t size;
        uint32_t self;
    } key = { self ? 0 : comm->key, comm->size, self };
    uint32_t n = table_number(t->comms, &key, sizeof(key));
    struct run_comm *sum;

    if ((t->comm_of[which] = n) == TABLE_NONE)
        return -1;
    sum = table_at(t->comms, n);
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

static int add_comms(rank_sums_t *t, const page_copy_t *im)
{
    for (uint32_t i = 0; i < PAGE_COMMS; i++) {
        t->comm_of[i] = TABLE_NONE;
        if (i < t->page->comms_used && t->page->comm[i].size > 0
            && add_comm(t, im, i) < 0)
            return -1;
    }
    return 0;
}

static int add_coll(rank_sums_t *t, const struct coll_record *coll)
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
    sum->seconds += coll->ticks * t->tick;
    for (int c = 0; c < SIZE_CLASSES; c++)
        sum->sizes[c] += coll->sizes[c];
    return 0;
}

static int add_colls(rank_sums_t *t)
{
    for (uint32_t i = 0; i < t->page->colls_used; i++) {
        const struct coll_record *coll = &t->page->coll[i];

        if (coll->call_plus_one > 0 && coll->call_plus_one <= PAGE_CALLS
            && coll->comm < PAGE_COMMS
            && (coll->count > 0 || !t->page->took_over)
            && add_coll(t, coll) < 0)
            return -1;
    }
    return 0;
}

static int add_peer(rank_sums_t *t,
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

        if (!m || rank_sums_sizes(t->run->arena, peer->sizes, &m->sizes) < 0)
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

static int add_peers(rank_sums_t *t,
                     const page_copy_t *im,
                     struct run_rank *rank)
{
    for (uint64_t i = 0; i < t->page->peers; i++) {
        const struct peer_record *peer = &t->page->peer[i];

        if (page_copy_used(im, peer) && peer->rank_plus_one > 0
            && peer->rank_plus_one <= INT32_MAX && add_peer(t, peer, rank) < 0)
            return -1;
    }
    return 0;
}

static int add_paths(rank_sums_t *t, int rank, uint32_t *paths)
{
    for (uint32_t i = 0; i < t->page->sites_used; i++) {
        const struct call_site_record *site = &t->page->site[i];
        uint32_t call = t->call_of[site->call];

        paths[i] = RUN_NOWHERE;
        if (site->count == 0 || site->depth == 0 || call == TABLE_NONE)
            continue;
        paths[i] =
            call_paths_add(t->paths, site, call, rank_sums_call(t, site->call),
                           rank, t->tick);
        if (paths[i] == RUN_NOWHERE
            || wait_estimate_add_path(t->waiting, call, paths[i], site,
                                      t->tick)
                   < 0)
            return -1;
    }
    return 0;
}

int rank_sums_add(rank_sums_t *t,
                  const page_copy_t *im,
                  size_t index,
                  double tick,
                  struct run_rank *rank,
                  uint32_t *paths)
{
    int rc = -1;

    t->page = page_copy_page(im);
    t->tick = tick;
    t->init = rank->init;
    call_paths_begin(t->paths, t->page);
    if (add_calls(t, im, index) == 0 && add_comms(t, im) == 0
        && add_colls(t) == 0 && add_peers(t, im, rank) == 0)
        rc = add_paths(t, rank->rank, paths);
    t->page = NULL;
    return rc;
}

struct run_frame rank_sums_frame(rank_sums_t *t, uint64_t address)
{
    return call_paths_frame(t->paths, address);
}

static const struct call_sum *find_call(const rank_sums_t *t, uint32_t call)
{
    if (call >= PAGE_CALLS || t->call_of[call] == TABLE_NONE)
        return NULL;
    return table_at(t->calls, t->call_of[call]);
}

const char *rank_sums_call(const rank_sums_t *t, uint32_t call)
{
    const struct call_sum *sum = find_call(t, call);

    return sum ? sum->name : NULL;
}

bool rank_sums_waits(const rank_sums_t *t, uint32_t call)
{
    const struct call_sum *sum = find_call(t, call);

    return sum && wait_estimate_possible(sum->traits);
}
