/* events.h - the events of one rank's trace, one by one
 *
 * The file may be cut off, or damaged, or anything: what can be read is read,
 * and what is missing is told.  doc/trace-format.md has the bytes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TRACE_EVENTS_H
#define MITOSIS_REPORT_TRACE_EVENTS_H

#include <stdbool.h>

#include "base/error.h"
#include "profile/trace.h"

enum event_type {
    EVENT_CALL,
    EVENT_MARK, /* an iteration begins, says the program or its watcher */
    EVENT_GAP,  /* events are missing here, or were never written */
};

struct event {
    enum event_type type;
    uint64_t number; /* among the rank's events, from 0 */
    uint64_t start;  /* units of time since the trace began; of a mark too */

    /* of a call */
    uint64_t end;
    int64_t burst;  /* units since the thread's last call ended */
    bool cpu_known; /* or else take the burst for it */
    uint64_t cpu;   /* units of processor time in the burst */
    uint32_t call;
    uint32_t site; /* UINT32_MAX: not known */
    uint32_t thread;
    size_t acts;
    struct trace_act act[TRACE_ACTS];

    uint64_t loop;    /* of a mark */
    uint64_t missing; /* of a gap: how many events, 0 when not known */
};

/* Where in an open file the events of a rank are. */
struct events_place {
    int fd;
    int rank;
    uint64_t blocks; /* offset of the whole blocks, and their length */
    uint64_t bytes;
    bool has_open; /* a block that is not whole comes last */
    struct trace_block open;
    uint64_t open_at; /* offset of its events */
};

typedef struct events events_t;

/* Start reading.  The file stays the caller's.  Returns what the caller gives
 * back with events_close(), or NULL with the reason in 'err' when there is no
 * memory.  Without libzstd packed blocks count as damaged.
 */
events_t *events_open(const struct events_place *place, struct error *err);

/* Give it back.  NULL is fine. */
void events_close(events_t *e);

/* Read the next event.  Returns false at the end. */
bool events_next(events_t *e, struct event *event);

/* What was wrong with the file so far, or an empty text. */
const char *events_damage(const events_t *e);

#endif /* !MITOSIS_REPORT_TRACE_EVENTS_H */
