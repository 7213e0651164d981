/* made_up_watch.h - a rank that is watched without MPI, for tests of wrappers
 *
 * There is a page, and MPI's own calls are those that the test puts into the
 * tables of calls (real.h, next.h).  There is one communicator, WORLD, as long
 * as the test does not say otherwise.  Spans take no time and are not written
 * down.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_PMPI_CALLS_MADE_UP_WATCH_H
#define MITOSIS_TESTS_PMPI_CALLS_MADE_UP_WATCH_H

#include "pmpi/handles/comm.h"
#include "pmpi/handles/request.h"
#include "pmpi/mpi/next.h"
#include "pmpi/mpi/real.h"
#include "pmpi/watch/page_tables.h"
#include "pmpi/watch/span.h"

enum { WORLD = 1000, RANKS = 4 };

/* The n-th handle of a request. */
#define HANDLE(n) ((MPI_Request)(MPI_REQUEST_NULL + 1 + (n)))

/* What is known of WORLD, and what was exchanged with each of its ranks. */
extern comm_t world;
extern struct peer_record made_up_peer[RANKS];

/* The span that was closed last, on the other way. */
extern struct span made_up_left;

/* Begin with an empty page and no request. */
void made_up_watch_start(void);

/* A status of so many bytes; that of what was cancelled. */
MPI_Status made_up_status(int source, uint64_t bytes, bool cancelled);

#endif /* !MITOSIS_TESTS_PMPI_CALLS_MADE_UP_WATCH_H */
