/* note_act.h - the parts of the trace that the notes write
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_CALLS_NOTE_ACT_H
#define MITOSIS_PMPI_CALLS_NOTE_ACT_H

#include "pmpi/handles/request.h"
#include "pmpi/watch/page_tables.h"
#include "pmpi/watch/span_trace.h"
#include "pmpi/watch/watch.h"
#include "profile/trace.h"

#define TRACING __builtin_expect(watch.level == LEVEL_TRACE, 0)

static inline void act(struct span *span,
                       uint32_t kind,
                       const comm_t *c,
                       int peer,
                       int tag,
                       uint64_t bytes,
                       uint64_t request)
{
    if (TRACING)
        span_trace_act(span, kind, c, peer, tag, bytes, request);
}

/* What goes nowhere never began in the trace, so it does not end there. */
static inline void act_done(struct span *span, const struct request *r)
{
    if (r->peer != MPI_PROC_NULL)
        act(span, TRACE_DONE, r->comm, r->peer, TRACE_NONE, 0, r->turn);
}

#endif /* !MITOSIS_PMPI_CALLS_NOTE_ACT_H */
