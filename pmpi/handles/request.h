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
    union {
        struct {
            enum request_kind kind;
            bool persistent;
            bool active;    /* of a persistent one: it was started */
            bool cancelled; /* the program asked for that */
        };
        uint32_t state; /* all of these; 0 when it is over */
    };
    bool copied;                   /* this is not its place in the table */
    bool sends;                    /* a receive of MPI_Isendrecv */
    enum call call;                /* that made it */
    uint64_t turn;                 /* which of those that had this handle */
    struct call_site_record *site; /* where */
    comm_t *comm;                  /* of a message or a collective */
    int peer;                      /* in comm, may be a wildcard */
    int tag;                       /* of a message; the root of a collective */
    uint64_t bytes;                /* that each start sends or hands in */
    uint64_t reserved;
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

/* What we know of 'handle', REQUEST_UNKNOWN if nothing.  It is the table's
 * own, and good until another request begins.
 */
static inline struct request *request_take(MPI_Request handle)
{
    struct request *place = request_table.place;
    uint32_t at = (uint32_t)handle * UINT32_C(2654435761);

    for (;; at++) {
        struct request *r = &place[at & request_table.last];

        if (__builtin_expect(r->handle == handle, 1) || r->handle == 0)
            return r;
    }
}

/* Forget all, and keep the count of open requests in 'page'. */
void request_setup(struct page *page);

/* A request begins: its handle, its turn and 'comm', which may be NULL, are
 * noted, and it is not persistent.  All else is for the caller to fill in.
 * The turn is 0 when it cannot be remembered.
 */
struct request *request_begin_new(MPI_Request handle, comm_t *comm);

static inline struct request *request_begin(MPI_Request handle, comm_t *comm)
{
    struct request *r = request_take(handle);

    if (__builtin_expect(r->handle != handle, 0))
        return request_begin_new(handle, comm);
    if (r->kind == REQUEST_UNKNOWN)
        request_table.page->requests_open++;
    else
        comm_drop(r->comm);
    r->state = 0;
    r->turn = ++request_table.turns;
    r->comm = comm_keep(comm);
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
    comm_drop(r->comm);
    r->comm = 0;
    r->state = 0;
    request_table.page->requests_open--;
}

/* Whether one that was taken, and is no copy, is just forgotten when it is
 * complete: nothing of it becomes known then.
 */
static inline bool request_is_simple(const struct request *r)
{
    static const struct request flags = { .persistent = true,
                                          .cancelled = true };

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
