/* comm.c - what we know of the program's communicators
 *
 * They are looked at when they are first used, unless we were told when they
 * were made: there are many ways to make one, and a program may make some
 * while we do not watch.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "pmpi/handles/comm.h"
#include "pmpi/mpi/real.h"
#include "profile/comm_ranks.h"
#include "profile/trace.h"

enum { TABLE = 256 }; /* chains of communicators */

struct comm_count {
    uint64_t kind; /* a hash of what they have in common */
    uint64_t count;
    struct comm_count *next;
};

static struct {
    struct page *page;
    MPI_Group world;
    comm_t *chain[TABLE];
    uint32_t serials;
    struct comm_count *made; /* of none, or of one that is no instance */
} comms;

/* Stands in when there is no memory, and for the last one when that is gone:
 * no handle is 0.
 */
static comm_t nothing = { .users = 1, .record = PAGE_COMMS };

comm_t *comm_last = &nothing;
void (*comm_on_forget)(comm_t *c);

/* ---- records in the page ---- */

/* The members of one that came when the page had no more room for texts are
 * not known: there the hash of them has to do.
 */
static uint32_t find_record(const char *members, uint64_t key, uint64_t size)
{
    struct page *p = comms.page;

    for (uint32_t i = 0; i < p->comms_used; i++) {
        const struct comm_record *r = &p->comm[i];

        if (r->key == key && r->size == size
            && (r->members_at == 0
                || strcmp(p->text + r->members_at, members) == 0))
            return i;
    }
    return PAGE_COMMS;
}

static uint32_t note_membership(const comm_t *c, const char *members)
{
    struct page *p = comms.page;
    uint64_t key = c->members;
    uint64_t size = (uint64_t)(c->inter ? c->size + c->peers : c->size);
    uint32_t at = find_record(members, key, size);
    struct comm_record *record = &p->comm[p->comms_used];

    if (at < PAGE_COMMS) {
        p->comm[at].made++;
        return at;
    }
    if (p->comms_used == PAGE_COMMS) {
        p->lost_comms++;
        return PAGE_COMMS;
    }
    record->members_at = page_text(p, members);
    record->key = key;
    record->size = size;
    record->rank = c->rank;
    record->made = 1;
    return p->comms_used++;
}

/* ---- groups ---- */

/* The world ranks of the members of a group, or NULL without memory. */
static int *world_ranks(MPI_Group group, int n)
{
    int *own = malloc(2 * (n + 1) * sizeof(*own));
    int *world = own ? own + n + 1 : NULL;

    if (!own)
        return NULL;
    for (int i = 0; i < n; i++)
        own[i] = i;
    if (REAL(MPI_Group_translate_ranks)(group, n, own, comms.world, world)
        != MPI_SUCCESS)
        for (int i = 0; i < n; i++)
            world[i] = COMM_FOREIGN;
    for (int i = 0; i < n; i++)
        own[i] = world[i] == MPI_UNDEFINED ? COMM_FOREIGN : world[i];
    return own;
}

static bool is_identity(const int *ranks, int n)
{
    return comm_ranks_run(ranks, n) == n && (n == 0 || ranks[0] == 0);
}

static int *group_of(MPI_Comm handle,
                     int (*ask)(MPI_Comm, MPI_Group *),
                     int *n)
{
    MPI_Group group;
    int *ranks = NULL;

    *n = 0;
    if (ask(handle, &group) != MPI_SUCCESS)
        return NULL;
    REAL(MPI_Group_size)(group, n);
    ranks = world_ranks(group, *n);
    REAL(MPI_Group_free)(&group);
    return ranks;
}

/* Both sides of an inter-communicator name it alike: the group that starts
 * with the lower rank comes first, unless it is of another job.
 */
static bool append_both(struct bytes *text, const comm_t *c, const int *own)
{
    bool swap = c->world[0] != COMM_FOREIGN && c->world[0] < own[0];

    return comm_ranks_append(text, swap ? c->world : own,
                             swap ? c->peers : c->size)
           && bytes_append(text, "|", 1)
           && comm_ranks_append(text, swap ? own : c->world,
                                swap ? c->size : c->peers);
}

/* Take 'members', and their end, into the page, if they are 'known'. */
static void note_members(comm_t *c, struct bytes *members, bool known)
{
    if (known && bytes_append(members, "", 1)) {
        const char *text = (const char *)members->data;

        c->members = checksum(0, text, strlen(text));
        c->record = note_membership(c, text);
    } else {
        comms.page->lost_comms++;
    }
    bytes_free(members);
}

static void look(comm_t *c)
{
    struct bytes members = { 0 };
    bool known = false;
    int *own, inter = 0;

    REAL(MPI_Comm_test_inter)(c->handle, &inter);
    REAL(MPI_Comm_rank)(c->handle, &c->rank);
    c->inter = inter;
    own = group_of(c->handle, REAL(MPI_Comm_group), &c->size);
    c->world = own;
    c->peers = c->size;
    if (inter)
        c->world = group_of(c->handle, REAL(MPI_Comm_remote_group), &c->peers);
    if (inter && own && c->world)
        known = append_both(&members, c, own);
    else if (own)
        known = comm_ranks_append(&members, own, c->size);
    note_members(c, &members, known);
    if (inter)
        free(own);
    if (c->world && is_identity(c->world, c->peers)) {
        free(c->world);
        c->world = NULL;
    }
}

/* ---- how many were made ---- */

/* How many of the kind there are now, in 'list'; 0 without memory. */
static uint64_t count_one(struct comm_count **list, uint64_t kind)
{
    struct comm_count *made = *list;

    while (made && made->kind != kind)
        made = made->next;
    if (!made && (made = calloc(1, sizeof(*made)))) {
        made->kind = kind;
        made->next = *list;
        *list = made;
    }
    return made ? ++made->count : 0;
}

static void free_counts(struct comm_count **list)
{
    while (*list) {
        struct comm_count *next = (*list)->next;

        free(*list);
        *list = next;
    }
}

/* ---- the table ---- */

static comm_t **chain_of(MPI_Comm handle)
{
    return &comms.chain[((uint32_t)handle * 2654435761U) >> 24];
}

/* Add one of which no more is known than that it is there, or return NULL. */
static comm_t *add_unseen(MPI_Comm handle)
{
    comm_t **chain = chain_of(handle);
    comm_t *c = calloc(1, sizeof(*c));

    if (!c)
        return NULL;
    c->handle = handle;
    c->users = 1;
    c->record = PAGE_COMMS;
    c->serial = comms.serials++;
    c->next = *chain;
    return *chain = c;
}

static comm_t *add(MPI_Comm handle)
{
    comm_t *c = add_unseen(handle);

    if (!c)
        return &nothing;
    look(c);
    return c;
}

void comm_setup(struct page *page, MPI_Group world)
{
    comms.page = page;
    comms.world = world;
    free_counts(&comms.made);
}

comm_t *comm_known(MPI_Comm handle)
{
    comm_t *c = *chain_of(handle);

    while (c && c->handle != handle)
        c = c->next;
    return c;
}

comm_t *comm_search(MPI_Comm handle)
{
    comm_t *c = comm_known(handle);

    return comm_last = c ? c : add(handle);
}

void comm_destroy(comm_t *c)
{
    free_counts(&c->made);
    free(c->world);
    free(c);
}

/* The first one made from 'serial' on that has all ranks in their order. */
static const comm_t *next_world(uint32_t serial)
{
    const comm_t *next = NULL;

    for (int i = 0; i < TABLE; i++)
        for (const comm_t *c = comms.chain[i]; c; c = c->next)
            if (c->record == 0 && c->serial >= serial
                && (!next || c->serial < next->serial))
                next = c;
    return next;
}

size_t comm_worlds(MPI_Comm *handles, size_t most)
{
    const comm_t *c = next_world(0);
    size_t count = 0;

    for (; c && count < most; c = next_world(c->serial + 1))
        handles[count++] = c->handle;
    return count;
}

void comm_forget(MPI_Comm handle)
{
    for (comm_t **at = chain_of(handle); *at; at = &(*at)->next)
        if ((*at)->handle == handle) {
            comm_t *gone = *at;

            *at = gone->next;
            if (comm_last == gone)
                comm_last = &nothing;
            if (comm_on_forget)
                comm_on_forget(gone);
            comm_drop(gone);
            return;
        }
}

/* ---- those of the same members ---- */

/* A number that hardly comes twice. */
static void set_instance(comm_t *c, comm_t *parent, int tag)
{
    bool counts = parent && parent->instance > 0;
    uint64_t kind = checksum_word(c->members, (uint64_t)tag), sum;

    if (parent)
        kind = checksum_word(kind, parent->members);
    sum = checksum_word(kind, counts ? parent->instance : 0);
    sum = checksum_word(sum,
                        count_one(counts ? &parent->made : &comms.made, kind));
    sum >>= 64 - TRACE_INSTANCE_BITS;
    c->instance = sum > 0 ? sum : 1;
}

void comm_made(MPI_Comm handle, MPI_Comm parent, int tag)
{
    comm_t *of, *c;

    comm_forget(handle); /* what had it before was freed unseen */
    of = parent == MPI_COMM_NULL ? NULL : comm_find(parent);
    c = comm_find(handle);
    if (c != &nothing && of != &nothing)
        set_instance(c, of, tag);
}

/* Members are those of the parent, in the same order. */
static void look_like(comm_t *c, const comm_t *parent)
{
    size_t bytes = (size_t)parent->peers * sizeof(*parent->world);

    c->rank = parent->rank;
    c->size = parent->size;
    c->inter = parent->inter;
    c->members = parent->members;
    c->record = parent->record;
    if (!parent->world)
        c->peers = parent->peers;
    else if ((c->world = malloc(bytes))) {
        memcpy(c->world, parent->world, bytes);
        c->peers = parent->peers;
    }
    if (c->record < PAGE_COMMS)
        comms.page->comm[c->record].made++;
    else
        comms.page->lost_comms++;
}

void comm_begun(MPI_Comm handle, MPI_Comm parent)
{
    comm_t *of, *c;

    comm_forget(handle);
    of = comm_find(parent);
    if (of == &nothing || !(c = add_unseen(handle)))
        return;
    look_like(c, of);
    set_instance(c, of, TRACE_NONE);
}

void comm_name(MPI_Comm handle, const char *name)
{
    comm_t *c = comm_find(handle);

    if (c->record < PAGE_COMMS) {
        struct comm_record *record = &comms.page->comm[c->record];

        snprintf(record->name, sizeof(record->name), "%s", name);
    }
}
