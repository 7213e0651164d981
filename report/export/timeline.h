/* timeline.h - what each rank did when, as the page of a report draws it
 *
 * A part is a generation of the job.  All of it is kept as shares of
 * computing, waiting and other MPI in columns of equal length, a row for each
 * rank or for several; single calls and messages are kept of some stretches of
 * time only, so that a page is never larger than some megabytes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_EXPORT_TIMELINE_H
#define MITOSIS_REPORT_EXPORT_TIMELINE_H

#include <stdint.h>

#include "base/emit.h"
#include "base/error.h"
#include "report/model/arena.h"

enum {
    TIMELINE_PARTS = 64,      /* kept at most */
    TIMELINE_ROWS = 256,      /* of a part */
    TIMELINE_COLUMNS = 1024,  /* of all parts together, about */
    TIMELINE_FULL = 63,       /* the largest share */
    TIMELINE_SLOWEST = 12,    /* iterations that are listed */
    TIMELINE_CALLS = 40000,   /* kept one by one, in all */
    TIMELINE_MESSAGES = 40000 /* and so many messages */
};

struct timeline_site {
    const char *call;
    const char *line; /* or NULL: not known */
};

struct timeline_call {
    double start; /* seconds since the run began */
    double end;
    double waiting; /* seconds, from its start on */
    uint32_t site;  /* UINT32_MAX: not known */
};

struct timeline_message {
    int from;
    int to;
    double sent;
    double received;
    uint64_t bytes;
};

/* Calls of one rank. */
struct timeline_row {
    int rank;
    size_t calls;
    struct timeline_call *call;
};

/* A stretch of time whose calls are kept. */
struct timeline_detail {
    unsigned part;
    double start;
    double end;
    size_t rows; /* may be fewer than there are ranks */
    struct timeline_row *row;
    size_t messages;
    struct timeline_message *message;
    uint64_t all_messages; /* that there were */
};

struct timeline_iteration {
    unsigned part;
    uint64_t number; /* from 1 on, in its part */
    double start;    /* of the first rank to begin it */
    double end;      /* of the last one to end it */
    double seconds;  /* of the rank that took longest */
    int rank;        /* which that is */
};

struct timeline_part {
    unsigned generation;
    double start;
    double end;
    int ranks;
    int per; /* ranks in a row, but for the last one */
    size_t rows;
    size_t columns;
    uint8_t *compute; /* by row and column, 0 to TIMELINE_FULL */
    uint8_t *waiting;
    uint8_t *other; /* in MPI, and not waiting */
    uint64_t calls;
    uint64_t iterations;
    size_t sites;
    struct timeline_site *site;
};

struct timeline {
    arena_t *arena; /* has all of it */
    double seconds; /* from the start of the run to the end of the last part */
    size_t parts;
    struct timeline_part part[TIMELINE_PARTS];
    size_t slowest; /* iterations of all parts, the slowest first */
    struct timeline_iteration slow[TIMELINE_SLOWEST];
    size_t details;
    struct timeline_detail detail[TIMELINE_PARTS + TIMELINE_SLOWEST];
    const char *missing; /* a sentence on what is not there, or NULL */
};

/* Make an empty one.  Returns what is given back with timeline_destroy(), or
 * NULL when there is no memory.
 */
struct timeline *timeline_create(void);

/* Free it.  NULL is fine. */
void timeline_destroy(struct timeline *t);

/* Add the seconds from 'start' to 'end' of 'ranks' ranks, with no more than
 * 'columns' columns, which are all zero.  Returns NULL, with the reason in
 * 'err', when there is no memory or there are TIMELINE_PARTS.
 */
struct timeline_part *timeline_add_part(struct timeline *t,
                                        double start,
                                        double end,
                                        int ranks,
                                        size_t columns,
                                        struct error *err);

/* Keep the iteration if it is one of the slowest. */
void timeline_offer_iteration(struct timeline *t,
                              const struct timeline_iteration *i);

/* Write it as the object "timeline". */
void timeline_emit(const struct timeline *t, struct emit *e);

#endif /* !MITOSIS_REPORT_EXPORT_TIMELINE_H */
