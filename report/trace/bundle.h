/* bundle.h - the traces of all ranks of a job in one file
 *
 * doc/trace-format.md has the bytes.  The file of a single rank, as it is
 * while the job runs, is read as a bundle of one.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TRACE_BUNDLE_H
#define MITOSIS_REPORT_TRACE_BUNDLE_H

#include "report/model/arena.h"
#include "report/trace/events.h"

struct bundle_comm {
    unsigned size;
    const char *members; /* ranks of the world, as in "0-3,8" */
    const char *name;    /* the one that was set, or empty */
};

struct bundle_rank {
    int rank;
    const char *host;
    double unit_ns;    /* what a unit of time is worth */
    uint64_t start_ns; /* CLOCK_REALTIME at its time 0; 0: not known */
    uint64_t events;
    uint64_t lost;   /* events that were not written */
    const char *why; /* and why not, or empty */
    uint32_t mark; /* calls from this site begin an iteration, or UINT32_MAX */
    uint64_t iterations; /* that the rank counted, 0: not known */
    size_t comms;
    uint32_t *comm; /* which of the bundle's its communicators are */
    struct events_place place;
};

struct bundle {
    int fd;
    arena_t *arena;
    const char *job;
    const char *mpi;
    int size; /* of the world; there may be fewer ranks here */
    size_t arguments;
    const char **program;
    size_t calls;
    const char **call; /* names by number, "" where there is none */
    size_t comms;
    struct bundle_comm *comm;
    size_t ranks;
    struct bundle_rank *rank; /* in rising order */
};

/* Open the file 'path'.  Returns what the caller gives back with
 * bundle_close(), or NULL with the reason in 'err'.
 */
struct bundle *bundle_open(const char *path, struct error *err);

/* Close the file and free all.  NULL is fine. */
void bundle_close(struct bundle *b);

/* When the first of its ranks started; UINT64_MAX when that is of none known.
 */
uint64_t bundle_start(const struct bundle *b);

/* Start reading the events of one of the ranks, see events.h. */
events_t *bundle_events(const struct bundle *b,
                        size_t which,
                        struct error *err);

/* The name of a call, or "call N" in 'room' when it is not known. */
const char *bundle_call(const struct bundle *b, uint32_t call, char room[24]);

/* What the communicator of a rank's act is in the bundle, UINT32_MAX: not
 * known.  Several of the same members are one there.
 */
uint32_t bundle_comm(const struct bundle_rank *r, uint64_t comm);

#endif /* !MITOSIS_REPORT_TRACE_BUNDLE_H */
