/* recorder_internal.h - what the files of the recorder share
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_RECORD_RECORDER_INTERNAL_H
#define MITOSIS_FORESEE_RECORD_RECORDER_INTERNAL_H

#include "foresee/record/recorder.h"

/* One end of a message, which may turn out to be none. */
struct posting {
    int from; /* TRACE_ANY until it is known */
    int to;
    int32_t tag;
    uint32_t comm;
    uint64_t bytes;
    uint32_t site;
    bool dropped;     /* it was taken back */
    uint32_t message; /* that it became, or RECORDING_NOTHING */
};

struct postings {
    size_t count;
    size_t room;
    struct posting *of;
};

/* What a request stands for. */
struct pending {
    uint64_t request;
    uint32_t wait; /* STEP_WAIT_... */
    uint32_t item;
};

struct rank_so_far {
    size_t step_room;
    size_t pendings;
    size_t pending_room;
    struct pending *pending;
    size_t joined_room;
    size_t *joined; /* by communicator: how many collectives; 0 beyond room */
    size_t sites;
    uint32_t *site;     /* by the rank's number of it: the recording's */
    uint32_t last_site; /* of its last call */
};

/* The collectives of a communicator, in their order. */
struct comm_so_far {
    size_t count;
    size_t room;
    uint32_t *collective;
};

struct recorder {
    struct recording *recording;
    size_t comm_room;
    size_t collective_room;
    struct rank_so_far *rank;
    struct comm_so_far *comm;
    size_t comm_so_far_room;
    size_t site_room;
    struct postings sends;
    struct postings receives;
};

/* Where the rank is, and where what it adds goes. */
struct recorder_place {
    recorder_t *recorder;
    int rank;
    const struct recorder_call *call;
    uint32_t site;
    struct error *err;
};

/* Say so in 'err'; returns -1. */
int recorder_no_memory(struct error *err);

/* Add a step; the other one takes what the call takes.  Both return -1 with
 * the reason in p->err.
 */
int recorder_add_step(const struct recorder_place *p,
                      enum step_kind kind,
                      uint32_t item,
                      double at,
                      double seconds);
int recorder_add(const struct recorder_place *p,
                 enum step_kind kind,
                 uint32_t item);

/* Add what the call begins.  item[i] becomes what its act i began, if it did,
 * to be waited for in the same call, or RECORDING_NOTHING.  Returns -1 with
 * the reason in p->err.
 */
int recorder_begin_acts(const struct recorder_place *p, uint32_t *item);

/* Find the recording's number of the place that the call is made from, or
 * RECORDING_NOTHING.  Returns -1 with the reason in 'err'.
 */
int recorder_site(recorder_t *r,
                  int rank,
                  const struct recorder_call *call,
                  uint32_t *site,
                  struct error *err);

/* Give messages to sends and receives, and to the steps that name these.
 * Returns -1 with the reason in 'err'.
 */
int recorder_match(recorder_t *r, struct error *err);

#endif /* !MITOSIS_FORESEE_RECORD_RECORDER_INTERNAL_H */
