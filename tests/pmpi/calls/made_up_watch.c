/* made_up_watch.c - a rank that is watched without MPI, for tests of wrappers
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pmpi/watch/span_trace.h"
#include "tests/pmpi/calls/made_up_watch.h"
#include "tests/tap.h"

struct watch watch;
_Thread_local struct watch_thread watch_thread;
pthread_mutex_t watch_mutex = PTHREAD_MUTEX_INITIALIZER;

void *next_call[CALL_COUNT];

comm_t world;
comm_t *comm_last = &world;
void (*comm_on_forget)(comm_t *c);
struct peer_record made_up_peer[RANKS];
struct peer_record *page_tables_of_rank[PAGE_PEERS];

void made_up_watch_start(void)
{
    free(watch.page);
    watch = (struct watch){ .on = true,
                            .level = LEVEL_CALLSITES,
                            .page = calloc(1, sizeof(*watch.page)) };
    watch_thread.where = WATCH_OUTSIDE;
    world = (comm_t){
        .handle = WORLD, .users = 1, .rank = 1, .size = RANKS, .peers = RANKS
    };
    comm_last = &world;
    memset(made_up_peer, 0, sizeof(made_up_peer));
    for (int r = 0; r < RANKS; r++)
        page_tables_of_rank[r] = &made_up_peer[r];
    request_setup(watch.page);
}

MPI_Status made_up_status(int source, uint64_t bytes, bool cancelled)
{
    MPI_Status status = { .MPI_SOURCE = source, .MPI_ERROR = MPI_SUCCESS };

    status.count_lo = (int)(uint32_t)bytes;
    status.count_hi_and_cancelled = (int)((bytes >> 32) << 1) + cancelled;
    return status;
}

/* ---- calls that nobody has made up ---- */

void *next_find(enum call call)
{
    return real_find(call);
}

/* ---- communicators ---- */

comm_t *comm_search(MPI_Comm handle)
{
    (void)handle;
    return &world;
}

void comm_destroy(comm_t *c)
{
    (void)c;
}

struct peer_record *page_tables_new_peer(int rank)
{
    (void)rank;
    return NULL;
}

/* ---- spans ---- */

bool span_enter_other(struct span *span,
                      enum call call,
                      void *address,
                      char *frame)
{
    *span = (struct span){ .call = call, .address = address, .frame = frame };
    return watch.on && watch_thread.where != WATCH_INSIDE;
}

struct call_site_record *span_site_new(struct span span)
{
    return span.site;
}

bool span_skip(enum call call)
{
    (void)call;
    return false;
}

bool span_enter_poll(struct span *span,
                     enum call call,
                     void *address,
                     char *frame)
{
    return span_enter(span, call, address, frame);
}

struct span made_up_left;

void span_leave(struct span *span, bool success)
{
    (void)success;
    made_up_left = *span;
    watch_thread.where = WATCH_OUTSIDE;
}

void span_trace(struct span *span)
{
    (void)span;
}

void span_trace_act(struct span *span,
                    uint32_t kind,
                    const comm_t *c,
                    int peer,
                    int tag,
                    uint64_t bytes,
                    uint64_t request)
{
    (void)span, (void)kind, (void)c, (void)peer;
    (void)tag, (void)bytes, (void)request;
}
