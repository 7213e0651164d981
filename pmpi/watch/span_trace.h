/* span_trace.h - write down each call, at the level 'trace'
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_SPAN_TRACE_H
#define MITOSIS_PMPI_WATCH_SPAN_TRACE_H

#include "pmpi/handles/comm.h"
#include "pmpi/watch/span.h"

/* Start the trace in 'folder', of 'limit' bytes at most, and end it.  What
 * goes wrong is remarked in the page.
 */
void span_trace_begin(const char *folder, uint64_t limit);
void span_trace_end(void);

/* The processor time of the thread, before a call. */
uint64_t span_trace_cpu(void);

/* Add an act to what the thread's current call did, as profile/trace.h has
 * it; 'peer' is a rank of 'c', or a wildcard of MPI's.  Only when tracing.
 */
void span_trace_act(struct span *span,
                    uint32_t kind,
                    const comm_t *c,
                    int peer,
                    int tag,
                    uint64_t bytes,
                    uint64_t request);

/* Write the span, with its acts, to the trace. */
void span_trace(struct span *span);

/* The program marks an iteration. */
void span_trace_mark(uint64_t tick);

#endif /* !MITOSIS_PMPI_WATCH_SPAN_TRACE_H */
