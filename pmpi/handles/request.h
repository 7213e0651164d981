/* request.h - communications that were begun and not completed yet
 *
 * What a receive brought is known when it completes, in another call, maybe
 * in another thread.  So each request is remembered from its start.
 *
 * Before a call that may complete requests, request_take() copies what we
 * know of them; after it, request_done() settles those that completed.  In
 * between the same handle may already stand for a new request of another
 * thread, which the turn tells.
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

enum request_kind {
    REQUEST_UNKNOWN, /* we did not see it begin */
    REQUEST_SEND,
    REQUEST_RECV,
    REQUEST_COLL,
    REQUEST_OTHER, /* file, one-sided, a receive from nobody */
};

struct request {
    MPI_Request handle;
    enum request_kind kind;
    bool persistent;
    bool active;              /* of a persistent one: it was started */
    bool cancelled;           /* the program asked for that */
    uint64_t turn;            /* which of those that had this handle */
    enum call call;           /* that made it */
    struct site_record *site; /* where */
    comm_t *comm;             /* of a message or a collective */
    int peer;                 /* in comm, may be a wildcard */
    int tag;                  /* of a message; the root of a collective */
    uint64_t bytes;           /* that each start sends or hands in */
};

/* Forget all, and keep the count of open requests in 'page'. */
void request_setup(struct page *page);

/* Remember a request.  Returns its turn, 0 when it cannot be remembered. */
uint64_t request_begin(struct request r);

/* A persistent one was started: it is active, and has a new turn. */
void request_start(struct request *r);

/* What we know of 'handle', or NULL. */
struct request *request_find(MPI_Request handle);

/* Copy what we know of 'handle' to 'copy', REQUEST_UNKNOWN if nothing. */
void request_take(MPI_Request handle, struct request *copy);

/* The rank of MPI_COMM_WORLD that all 'n' of these copies wait for, or
 * COMM_FOREIGN.
 */
int request_awaits(const struct request *copies, int n);

/* The request of 'copy' is complete: forget it, or that it is active.  The
 * copy is good until the lock is given back.
 */
void request_done(const struct request *copy);

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
