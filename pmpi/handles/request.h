/* request.h - communications that were begun and not completed yet
 *
 * What a receive brought is known when it completes, in another call, maybe
 * in another thread.  So each request is remembered from its start.
 *
 * Before a call that may complete requests, request_take() says what we know
 * of them; after it, request_done() settles those that completed.  In between
 * the same handle may already stand for a new request of another thread: where
 * there may be one, a copy is taken, and the turn tells.
 *
 * A request does not count as a user of its communicator, as there are many of
 * them; only when the program frees that do those that are open keep it.
 *
 * All calls but request_setup() are made with the lock of watch.h held.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_HANDLES_REQUEST_H
#define MITOSIS_PMPI_HANDLES_REQUEST_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "pmpi/handles/comm.h"
#include "pmpi/mpi/calls.h"

enum __attribute__((packed)) request_kind {
    REQUEST_UNKNOWN, /* we did not see it begin */
    REQUEST_RECV,    /* what it brings is known at its end */
    REQUEST_SEND,
    REQUEST_COLL,
    REQUEST_OTHER, /* file, one-sided, a receive from nobody */
};

/* A line of the cache each. */
struct request {
    MPI_Request handle;
    int peer; /* in comm, may be a wildcard */
    union {
        struct {
            enum request_kind kind;
            bool persistent : 1;
            bool active : 1;    /* of a persistent one: it was started */
            bool cancelled : 1; /* the program asked for that */
            bool keeps : 1;     /* its communicator, which was freed */
            bool copied : 1;    /* this is not its place in the table */
            bool sends : 1;     /* a receive of MPI_Isendrecv */
            uint16_t call;      /* enum call, that made it */
        };
        uint32_t state; /* all of these; 0 when it is over */
    };
    int tag;       /* of a message; the root of a collective */
    uint64_t turn; /* which of those that had this handle, where threads or a
                      trace ask for that */
    struct call_site_record *site; /* where */
    comm_t *comm;                  /* of a message or a collective */
    uint64_t bytes;                /* that each start sends or hands in */
    uint64_t reserved[2];
};

_Static_assert(sizeof(struct request) == 64, "a line of the cache");

/* The table of them, see request.c. */
struct request_table {
    struct page *page;
    struct request
        *place;     /* a free one has the handle 0, which no request has */
    uint32_t last;  /* index of the last place, one less than a power of
                       two */
    uint32_t taken; /* places that are not free */
    uint64_t turns;
};

extern struct request_table request_table
    __attribute__((visibility("hidden")));

/* What a table knows of 'handle', REQUEST_UNKNOWN if nothing. */
static inline struct request *request_look_up(struct request *place,
                                              uint32_t last,
                                              MPI_Request handle)
{
    uint32_t at = (uint32_t)handle * UINT32_C(2654435761);

    for (;; at++) {
        struct request *r = &place[at & last];

        if (__builtin_expect(r->handle == handle, 1) || r->handle == 0)
            return r;
    }
}

/* What we know of it.  That is the table's own, and good until another request
 * begins.
 */
static inline struct request *request_take(MPI_Request handle)
{
    return request_look_up(request_table.place, request_table.last, handle);
}

/* The same of 'n' of them. */
static inline void request_take_all(const MPI_Request *handles,
                                    struct request **taken,
                                    int n)
{
    struct request *place = request_table.place;
    uint32_t last = request_table.last;

    for (int i = 0; i < n; i++)
        taken[i] = request_look_up(place, last, handles[i]);
}

/* Forget all, and keep the count of open requests in 'page'. */
void request_setup(struct page *page);

/* A request begins: its handle and 'comm', which may be NULL, are noted.  All
 * else, its state too, is for the caller to fill in.
 */
struct request *request_begin_new(MPI_Request handle, comm_t *comm);

static inline struct request *request_begin_shortly(MPI_Request handle,
                                                    comm_t *comm)
{
    struct request *r = request_take(handle);

    if (__builtin_expect(r->handle != handle, 0))
        return request_begin_new(handle, comm);
    if (r->kind == REQUEST_UNKNOWN)
        request_table.page->requests_open++;
    else if (__builtin_expect(r->keeps, 0))
        comm_drop(r->comm);
    r->comm = comm;
    return r;
}

/* The same with a turn, which is 0 when it cannot be remembered, and nothing
 * in its state.
 */
static inline struct request *request_begin(MPI_Request handle, comm_t *comm)
{
    struct request *r = request_begin_shortly(handle, comm);

    r->state = 0;
    if (r->handle)
        r->turn = ++request_table.turns;
    return r;
}

/* A persistent one was started: it is active, and has a new turn. */
void request_start(struct request *r);

/* What we know of 'handle', or NULL. */
struct request *request_find(MPI_Request handle);

/* Where other threads may begin requests, keep what was taken as a copy, which
 * is returned.
 */
struct request *request_copy(const struct request *taken,
                             struct request *copy);

/* The rank of MPI_COMM_WORLD that all 'n' of these wait for, or COMM_FOREIGN.
 */
int request_awaits(struct request *const *taken,
                   const MPI_Request *handles,
                   int n);

/* The request that a copy is of, or NULL if that is over. */
struct request *request_copied(const struct request *copy);

static inline void request_end(struct request *r)
{
    if (__builtin_expect(r->keeps, 0))
        comm_drop(r->comm);
    r->state = 0;
    request_table.page->requests_open--;
}

/* Whether one that was taken, and is no copy, is just forgotten when it is
 * complete: nothing of it becomes known then, and nothing is to be given back.
 * That is done by setting its state to 0, and counting it.
 */
static inline bool request_is_simple(const struct request *r)
{
    static const struct request flags = { .persistent = true,
                                          .cancelled = true,
                                          .keeps = true };

    return r->kind > REQUEST_RECV && (r->state & flags.state) == 0;
}

/* The request that was taken is complete: forget it, or that it is active.  A
 * copy is good until the lock is given back.
 */
static inline void request_done(struct request *taken)
{
    struct request *r = taken->copied ? request_copied(taken) : taken;

    if (!r || r->kind == REQUEST_UNKNOWN)
        return;
    if (r->persistent)
        r->active = false;
    else
        request_end(r);
}

/* One that was begun and is not complete, or NULL: persistent ones that were
 * not started do not count.
 */
const struct request *request_pending(void);

/* Nobody will see what completes from now on, nor what the handles stand for
 * then: forget all but the persistent ones, which last.
 */
void request_pause(void);

/* The program frees it. */
void request_forget(MPI_Request handle);

#endif /* !MITOSIS_PMPI_HANDLES_REQUEST_H */
