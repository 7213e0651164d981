/* request.c - communications that were begun and not completed yet
 *
 * A hash table with open addressing that doubles when it is half full;
 * deleting moves later ones of the same run back, so there are no traces of
 * what was deleted.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "pmpi/handles/request.h"

enum { FIRST_TABLE = 64 };

static struct {
    struct page *page;
    struct request *table; /* a free place has the handle MPI_REQUEST_NULL */
    uint32_t size;         /* a power of two */
    uint32_t used;
    uint64_t turns;
} requests;

void request_setup(struct page *page)
{
    free(requests.table);
    requests.table = NULL;
    requests.size = 0;
    requests.used = 0;
    requests.page = page;
}

static inline uint32_t home(MPI_Request handle)
{
    return ((uint32_t)handle * UINT32_C(2654435761)) & (requests.size - 1);
}

static inline bool is_free(const struct request *r)
{
    return r->handle == MPI_REQUEST_NULL;
}

/* Where 'handle' is, or the free place where it would be. */
static struct request *place(MPI_Request handle)
{
    uint32_t at = home(handle);

    while (!is_free(&requests.table[at])
           && requests.table[at].handle != handle)
        at = (at + 1) & (requests.size - 1);
    return &requests.table[at];
}

static bool grow(void)
{
    struct request *old = requests.table;
    uint32_t size = requests.size;
    uint32_t bigger = size > 0 ? 2 * size : FIRST_TABLE;
    struct request *table = malloc(bigger * sizeof(*table));

    if (!table)
        return false;
    for (uint32_t i = 0; i < bigger; i++)
        table[i].handle = MPI_REQUEST_NULL;
    requests.table = table;
    requests.size = bigger;
    for (uint32_t i = 0; i < size; i++)
        if (!is_free(&old[i]))
            *place(old[i].handle) = old[i];
    free(old);
    return true;
}

static void remove_at(struct request *r)
{
    uint32_t mask = requests.size - 1;
    uint32_t hole = r - requests.table;
    uint32_t at = hole;

    comm_drop(r->comm);
    requests.used--;
    requests.page->requests_open = requests.used;
    for (;;) {
        at = (at + 1) & mask;
        if (is_free(&requests.table[at]))
            break;
        if (((at - home(requests.table[at].handle)) & mask)
            >= ((at - hole) & mask)) {
            requests.table[hole] = requests.table[at];
            hole = at;
        }
    }
    requests.table[hole].handle = MPI_REQUEST_NULL;
}

/* MPICH has one handle for all sends that were complete at once, so the same
 * one may begin again before it was seen to end.
 */
uint64_t request_begin(struct request r)
{
    struct request *at;

    if (r.handle == MPI_REQUEST_NULL
        || (2 * requests.used >= requests.size && !grow()))
        return 0;
    at = place(r.handle);
    if (is_free(at))
        requests.used++;
    else
        comm_drop(at->comm);
    if (r.comm)
        comm_keep(r.comm);
    r.turn = ++requests.turns;
    *at = r;
    requests.page->requests_open = requests.used;
    return r.turn;
}

void request_start(struct request *r)
{
    r->turn = ++requests.turns;
    r->active = true;
    r->cancelled = false;
}

struct request *request_find(MPI_Request handle)
{
    struct request *r = requests.size > 0 ? place(handle) : NULL;

    return r && !is_free(r) ? r : NULL;
}

void request_take(MPI_Request handle, struct request *copy)
{
    const struct request *r = request_find(handle);

    if (r) {
        *copy = *r;
    } else {
        *copy = (struct request){ .handle = handle };
    }
}

/* Whether nobody has to come for it to complete. */
static bool is_idle(const struct request *r)
{
    return r->handle == MPI_REQUEST_NULL || (r->persistent && !r->active)
           || (r->kind == REQUEST_SEND && r->peer == MPI_PROC_NULL);
}

int request_awaits(const struct request *copies, int n)
{
    int awaited = COMM_FOREIGN;

    for (int i = 0; i < n; i++) {
        const struct request *r = &copies[i];
        int rank = COMM_FOREIGN;

        if (is_idle(r))
            continue;
        if (r->kind == REQUEST_SEND || r->kind == REQUEST_RECV)
            rank = comm_world_rank(r->comm, r->peer);
        if (rank < 0 || (awaited >= 0 && rank != awaited))
            return COMM_FOREIGN;
        awaited = rank;
    }
    return awaited;
}

void request_done(const struct request *copy)
{
    struct request *r = request_find(copy->handle);

    if (!r || r->turn != copy->turn)
        return;
    if (r->persistent)
        r->active = false;
    else
        remove_at(r);
}

static bool is_open_receive(const struct request *r)
{
    return r->kind == REQUEST_RECV && (!r->persistent || r->active);
}

/* Removing one may move another to its place. */
void request_pause(void)
{
    for (uint32_t i = 0; i < requests.size; i++) {
        struct request *r = &requests.table[i];

        while (!is_free(r)) {
            requests.page->received_unseen += is_open_receive(r);
            r->active = false;
            if (r->persistent)
                break;
            remove_at(r);
        }
    }
}

void request_forget(MPI_Request handle)
{
    struct request *r = request_find(handle);

    if (r) {
        requests.page->received_unseen += is_open_receive(r);
        remove_at(r);
    }
}

const struct request *request_pending(void)
{
    for (uint32_t i = 0; i < requests.size; i++) {
        const struct request *r = &requests.table[i];

        if (!is_free(r) && (!r->persistent || r->active))
            return r;
    }
    return NULL;
}
