/* trace.h - every call of a rank, one after the other, in a file
 *
 * What a simulator needs to play the rank again: how long it computed between
 * calls, what each call did with whom, and which call completed what another
 * one began.  doc/trace-format.md has the bytes.
 *
 * A rank makes the same few calls again and again.  So what a call is - all
 * but its times - is described once and named by a number from then on.
 * Events are gathered in the file's open block, which is shared memory and
 * outlives a rank that is killed.  A full one is packed and added to the end
 * of the file, until a limit is reached; then events are counted as lost.
 * Each block can be read without the others.
 *
 * Threads take turns: the caller has a lock.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_TRACE_H
#define MITOSIS_PROFILE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum {
    TRACE_VERSION = 2,   /* 1 had no instances of communicators */
    TRACE_THREADS = 64,  /* threads told apart; others count as the last one */
    TRACE_ACTS = 32,     /* things done in one event */
    TRACE_ANY = -1,      /* a wildcard: any source, any tag */
    TRACE_NONE = -2,     /* no peer, no root, no tag */
    TRACE_STRANGER = -3, /* a rank of another job */
    TRACE_COMMS = 1024,  /* more than a page has records of communicators */
    TRACE_INSTANCE_BITS = 54, /* of what tells those of a record apart */
};

/* What a call may do.  Those that begin something have a request, which an
 * act of completion names later.
 */
enum trace_kind {
    TRACE_SEND = 1,   /* a message sent to the peer, with tag and bytes */
    TRACE_RECV,       /* a message received, from whom it really came */
    TRACE_SEND_BEGIN, /* a send begun */
    TRACE_RECV_BEGIN, /* a receive begun; the peer or tag may be any */
    TRACE_DONE,       /* what 'request' began is complete */
    TRACE_RECV_DONE,  /* the same of a receive, with what it brought */
    TRACE_CANCELLED,  /* what 'request' began was taken back or failed */
    TRACE_COLL,       /* a collective; the root is the peer, or none */
    TRACE_COLL_BEGIN, /* a collective begun */
    TRACE_PUT,        /* bytes written to the peer's window */
    TRACE_GET,        /* bytes read from it */
    TRACE_READ,       /* bytes read from a file */
    TRACE_WRITE,      /* bytes written to a file */
    TRACE_BEGIN,      /* something else begun */
    TRACE_KINDS
};

/* Communicators of the same members have one record in the page.  What they
 * are told apart by is the 'instance': 0, or a number that is the same in all
 * ranks that have the communicator.
 */
struct trace_act {
    uint32_t kind;    /* enum trace_kind */
    uint64_t comm;    /* the communicator, as trace_comm() puts it */
    int32_t peer;     /* rank of MPI_COMM_WORLD, or one of the above */
    int32_t tag;      /* or one of the above */
    uint64_t bytes;   /* of a collective: what this rank hands in */
    uint64_t request; /* each communication begun has a number of its own */
};

static inline uint64_t trace_comm(uint32_t record, uint64_t instance)
{
    return record + TRACE_COMMS * instance;
}

static inline uint32_t trace_comm_record(uint64_t comm)
{
    return (uint32_t)(comm % TRACE_COMMS);
}

static inline uint64_t trace_comm_instance(uint64_t comm)
{
    return comm / TRACE_COMMS;
}

/* A call, when it is over. */
struct trace_call {
    uint32_t call;   /* its number in the page */
    uint32_t site;   /* the call path's record in the page, or UINT32_MAX */
    uint32_t thread; /* the thread's record in the page */
    uint64_t start;  /* ticks */
    uint64_t end;
    uint64_t cpu_ns; /* what trace_cpu() said before the call */
    size_t acts;
    const struct trace_act *act;
};

/* How a trace stands. */
enum trace_state {
    TRACE_OPEN,
    TRACE_CLOSED,
    TRACE_FULL,   /* the limit was reached */
    TRACE_BROKEN, /* it could not be written */
};

enum trace_method { TRACE_STORED, TRACE_ZSTD };

/* What stands before the events of each block. */
struct trace_block {
    char magic[4];   /* "MTBK" */
    uint32_t method; /* how the bytes that follow are packed */
    uint32_t stored; /* how many they are */
    uint32_t raw;    /* and unpacked */
    uint32_t events; /* calls, marks and notes of losses */
    uint32_t reserved;
    uint64_t first;   /* events of the rank before this block */
    uint64_t base;    /* the time that the first ones count from, in units */
    uint64_t request; /* the last one that was begun before this block */
    uint64_t sum;     /* checksum of all this, with 0 here, and the bytes */
};

/* The begin of a rank's file.  Then come 'area' bytes of the open block, and
 * the whole blocks up to 'end'.
 */
struct trace_head {
    char magic[8]; /* "MITOTRCE" */
    uint32_t version;
    int32_t rank;
    uint32_t shift; /* a unit of time is 2^shift ticks */
    uint32_t state; /* enum trace_state */
    uint64_t birth; /* ticks at time 0 */
    double unit_ns; /* as good as it was known at the start */
    uint64_t limit;
    uint64_t area;
    uint64_t end;
    uint64_t events;         /* that were written */
    uint64_t lost;           /* and that were not */
    struct trace_block open; /* 'raw' tells how much of it is filled */
    char why[256];           /* tracing ended early */
    uint8_t reserved[120];
};

/* The codes that begin each entry of a block; others are events. */
enum trace_code {
    TRACE_DESCRIBE, /* an event that is described first */
    TRACE_MARK,     /* an iteration begins */
    TRACE_EVENTS,   /* an event as described first in the block, and so on */
};

typedef struct trace trace_t;

/* Start the trace of 'rank' in the file 'path', which must not exist.  Ticks
 * are worth 'tick_ns', and it is 'now'.  The file will not grow beyond
 * 'limit' bytes, 4096 at least.  Without libzstd it is not packed, which
 * 'remark' says then, and is empty otherwise.  Returns what the caller gives
 * back with trace_close(), or NULL with the reason in 'err' and no file left.
 */
trace_t *trace_open(const char *path,
                    int rank,
                    uint64_t limit,
                    double tick_ns,
                    uint64_t now,
                    struct error *remark,
                    struct error *err);

/* Write what is left, and end.  NULL is fine. */
void trace_close(trace_t *t);

/* The processor time of this thread, before a call that starts now: 0 when
 * the time since its last call is too short to be worth a look.
 */
uint64_t trace_cpu(const trace_t *t, uint32_t thread, uint64_t now);

/* What the thread computed before a call, which is not written down yet, and
 * of that the seconds that it was on a core: all of it, where it was too short
 * for a look.  False when that is not known.
 */
bool trace_computed(const trace_t *t,
                    const struct trace_call *call,
                    uint64_t *ticks,
                    double *on_core);

/* Write a call down, after it.  Returns -1 with the reason in 'err' the
 * moment that tracing ends before its time; from then on calls are counted
 * as lost, and the answer is 0.
 */
int trace_call(trace_t *t, const struct trace_call *call, struct error *err);

/* An iteration begins now; 'loop' is a number of the caller's.  Fails as
 * trace_call() does.
 */
int trace_mark(trace_t *t, uint64_t loop, uint64_t now, struct error *err);

/* How many events were lost; the file has how many were written. */
uint64_t trace_lost(const trace_t *t);

#endif /* !MITOSIS_PROFILE_TRACE_H */
