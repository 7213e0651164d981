/* span_trace.c - write down each call, at the level 'trace'
 *
 * The notes of a call say what it did, one act each.  They are kept until the
 * call's span ends, and then written with its times.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job/files.h"
#include "pmpi/watch/span_trace.h"
#include "profile/trace.h"

_Static_assert((int)PAGE_COMMS < (int)TRACE_COMMS,
               "a record fits into an act");

/* What the current call of a thread did. */
struct acts {
    size_t n;
    struct trace_act act[TRACE_ACTS];
};

static trace_t *trace;
static _Thread_local struct acts *acts;

void span_trace_begin(const char *folder, uint64_t limit)
{
    struct page *page = watch.page;
    struct error remark = { .text = "" }, err;
    char path[8192], name[FILES_NAME];

    files_trace(name, page->generation, page->rank);
    snprintf(page->trace, sizeof(page->trace), "%s", name);
    snprintf(path, sizeof(path), "%s/%s", folder, page->trace);
    trace = trace_open(path, page->rank, limit, page->tick_ns, page->birth,
                       &remark, &err);
    if (!trace) {
        page->trace[0] = '\0';
        watch_remark(err.text);
        watch_say("%s; this rank is not traced", err.text);
    } else if (remark.text[0]) {
        watch_remark(remark.text);
    }
}

void span_trace_end(void)
{
    if (!trace)
        return;
    watch.page->trace_lost = trace_lost(trace);
    trace_close(trace);
    trace = NULL;
}

static uint32_t thread_index(void)
{
    return watch_thread.record - watch.page->thread;
}

uint64_t span_trace_cpu(void)
{
    return trace ? trace_cpu(trace, thread_index(), clock_ticks()) : 0;
}

/* TRACE_NONE may be the number of MPI_ANY_SOURCE, which only receives have. */
static int traced_peer(uint32_t kind, const comm_t *c, int peer)
{
    int rank;

    if (kind == TRACE_RECV_BEGIN && peer == MPI_ANY_SOURCE)
        return TRACE_ANY;
    if (!c || peer < 0)
        return TRACE_NONE;
    rank = comm_world_rank(c, peer);
    return rank < 0 ? TRACE_STRANGER : rank;
}

/* What is between two calls but that the rank stood still, was not watched or
 * took over.
 */
static void add_computed(const struct trace_call *call)
{
    static uint64_t absent;
    struct page *page = watch.page;
    uint64_t before = absent, ticks;
    double on_core;

    if (call->thread > 0)
        return;
    absent = watch_absent_ticks() + page->took_over;
    if (absent != before || !trace_computed(trace, call, &ticks, &on_core))
        return;
    page->traced.count++;
    page->traced.ticks += ticks;
    page->traced.use.on_core += on_core;
}

/* A call that does more than there is room for - MPI_Waitall of many - is
 * written as several, of which all but the last take no time.
 */
static void write_down(const struct span *span, uint64_t end)
{
    struct trace_call call = {
        .call = span->call,
        .site = span->site ? (uint32_t)(span->site - watch.page->site)
                           : UINT32_MAX,
        .thread = thread_index(),
        .start = span->start,
        .end = end,
        .cpu_ns = span->cpu_ns,
        .acts = acts ? acts->n : 0,
        .act = acts ? acts->act : NULL,
    };
    struct error err;

    add_computed(&call);
    if (trace_call(trace, &call, &err) < 0) {
        watch_remark(err.text);
        watch_say("%s", err.text);
    }
    if (acts)
        acts->n = 0;
}

void span_trace_act(struct span *span,
                    uint32_t kind,
                    const comm_t *c,
                    int peer,
                    int tag,
                    uint64_t bytes,
                    uint64_t request)
{
    if (!trace || (!acts && !(acts = calloc(1, sizeof(*acts)))))
        return;
    if (acts->n == TRACE_ACTS)
        write_down(span, span->start);
    acts->act[acts->n++] = (struct trace_act){
        .kind = kind,
        .comm = c ? trace_comm(c->record, c->instance) : 0,
        .peer = traced_peer(kind, c, peer),
        .tag = tag == MPI_ANY_TAG ? TRACE_ANY : tag,
        .bytes = bytes,
        .request = request,
    };
}

void span_trace(struct span *span)
{
    if (!trace)
        return;
    span_site(span);
    write_down(span, span->end);
    if (span->site && span->site->beat.loop_plus_one)
        trace_mark(trace, span->site->beat.loop_plus_one - 1, span->start,
                   NULL);
}

void span_trace_mark(uint64_t tick)
{
    if (trace)
        trace_mark(trace, 0, tick, NULL);
}
