/* request.c - communications that were begun and not completed yet
 *
 * A hash table with open addressing that is made anew when it is half full.
 * MPI uses a handle again as soon as it can, so the place of a request that is
 * over is left to its handle: there it is REQUEST_UNKNOWN, and begins again
 * without anything being moved.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pmpi/handles/request.h"

enum { FIRST_TABLE = 64 };

/* The table as long as nothing was begun. */
static struct request none;

struct request_table request_table = { .place = &none };

/* Where requests begin that cannot be remembered. */
static struct request nowhere;

/* The program frees a communicator. */
static void keep_comm(comm_t *c)
{
    if (request_table.page->requests_open == 0)
        return;
    for (uint32_t i = 0; i <= request_table.last; i++) {
        struct request *r = &request_table.place[i];

        if (r->kind != REQUEST_UNKNOWN && r->comm == c)
            r->keeps = comm_keep(c) != NULL;
    }
}

void request_setup(struct page *page)
{
    comm_on_forget = keep_comm;
    if (request_table.place != &none)
        free(request_table.place);
    request_table = (struct request_table){ .page = page, .place = &none };
}

/* Make the table anew without what is over, at most a quarter full. */
static __attribute__((noinline)) bool grow(void)
{
    struct request *old = request_table.place, *table;
    uint64_t open = request_table.page->requests_open;
    uint32_t last = request_table.last, size = FIRST_TABLE;

    while (size < 4 * (open + 1))
        size *= 2;
    table = aligned_alloc(sizeof(*table), size * sizeof(*table));
    if (!table)
        return false;
    memset(table, 0, size * sizeof(*table));
    request_table.place = table;
    request_table.last = size - 1;
    request_table.taken = (uint32_t)open;
    for (uint32_t i = 0; i <= last; i++)
        if (old[i].kind != REQUEST_UNKNOWN)
            *request_take(old[i].handle) = old[i];
    if (old != &none)
        free(old);
    return true;
}

/* MPICH has one handle for all sends that were complete at once, so the same
 * one may begin again before it was seen to end.
 */
struct request *request_begin_new(MPI_Request handle, comm_t *comm)
{
    struct request *r;

    if (handle == MPI_REQUEST_NULL
        || (2 * request_table.taken >= request_table.last && !grow())) {
        nowhere = (struct request){ .turn = 0 };
        return &nowhere;
    }
    r = request_take(handle);
    request_table.taken += r->handle != handle;
    r->handle = handle;
    return request_begin_shortly(handle, comm);
}

void request_start(struct request *r)
{
    r->turn = ++request_table.turns;
    r->active = true;
    r->cancelled = false;
}

struct request *request_find(MPI_Request handle)
{
    struct request *r = request_take(handle);

    return r->kind != REQUEST_UNKNOWN ? r : NULL;
}

struct request *request_copy(const struct request *taken, struct request *copy)
{
    *copy = *taken;
    copy->copied = true;
    return copy;
}

struct request *request_copied(const struct request *copy)
{
    struct request *r = request_find(copy->handle);

    return r && r->turn == copy->turn ? r : NULL;
}

/* Whether nobody has to come for it to complete. */
static bool is_idle(const struct request *r)
{
    return (r->persistent && !r->active)
           || (r->kind == REQUEST_SEND && r->peer == MPI_PROC_NULL);
}

int request_awaits(struct request *const *taken,
                   const MPI_Request *handles,
                   int n)
{
    int awaited = COMM_FOREIGN;

    for (int i = 0; i < n; i++) {
        const struct request *r = taken[i];
        int rank = COMM_FOREIGN;

        if (handles[i] == MPI_REQUEST_NULL || is_idle(r))
            continue;
        if (r->kind == REQUEST_SEND || r->kind == REQUEST_RECV)
            rank = comm_world_rank(r->comm, r->peer);
        if (rank < 0 || (awaited >= 0 && rank != awaited))
            return COMM_FOREIGN;
        awaited = rank;
    }
    return awaited;
}

static bool is_open_receive(const struct request *r)
{
    return r->kind == REQUEST_RECV && (!r->persistent || r->active);
}

void request_pause(void)
{
    for (uint32_t i = 0; i <= request_table.last; i++) {
        struct request *r = &request_table.place[i];

        request_table.page->received_unseen += is_open_receive(r);
        r->active = false;
        if (r->kind != REQUEST_UNKNOWN && !r->persistent)
            request_end(r);
    }
}

void request_forget(MPI_Request handle)
{
    struct request *r = request_find(handle);

    if (r) {
        request_table.page->received_unseen += is_open_receive(r);
        request_end(r);
    }
}

const struct request *request_pending(void)
{
    for (uint32_t i = 0; i <= request_table.last; i++) {
        const struct request *r = &request_table.place[i];

        if (r->kind != REQUEST_UNKNOWN && (!r->persistent || r->active))
            return r;
    }
    return NULL;
}
