/* recording.h - what each rank of a run did, step after step
 *
 * A plain record, made by recorder.h and played by replay.h.  A call of MPI is
 * what it begins (sends, receives, collectives that it joins), then what it
 * waits for, then its return.  Who sent what to whom is worked out once: a
 * message is a number that both ends know.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_RECORD_RECORDING_H
#define MITOSIS_FORESEE_RECORD_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "foresee/record/collective.h"

enum step_kind {
    STEP_COMPUTE,       /* work of the rank's own, for so many seconds */
    STEP_SEND,          /* message 'item' is on its way from now on */
    STEP_RECEIVE,       /* it may come from now on */
    STEP_JOIN,          /* the rank takes part in collective 'item' */
    STEP_WAIT_SENT,     /* until the message is sent */
    STEP_WAIT_RECEIVED, /* until it is there */
    STEP_WAIT_JOINED,   /* until the collective is over for this rank */
    STEP_RETURN,        /* the call ends; 'item' is an enum step_return */
    STEP_MARK,          /* an iteration begins */
};

/* What a call waited for: the 'item' of its return.  One that asked did not
 * wait, but what is under way moved on meanwhile.
 */
enum step_return {
    RETURN_AT_ONCE,
    RETURN_ASKED,
    RETURN_MESSAGE,
    RETURN_COLLECTIVE
};

#define RECORDING_NOTHING UINT32_MAX

/* How much of the start of the program and of MPI is computing is not known,
 * so that takes as long as it did.
 */
enum { STEP_WHOLE_CORE = 32768, STEP_CORE_START = UINT16_MAX };

struct step {
    uint16_t kind;  /* enum step_kind */
    uint16_t core;  /* of STEP_COMPUTE: the part of a core that it had, of that
                       whole one; 0: not known; STEP_CORE_START: of the start.
                       Once cores are left to others: the part that is work.
                       Of STEP_MARK: whether the call before was from the same
                       site */
    uint32_t item;  /* of STEP_COMPUTE: the site of the call after it */
    double at;      /* when it was recorded, seconds since the run began */
    double seconds; /* that computing, or the whole call, took */
};

struct recorded_message {
    int from;
    int to;
    int tag;
    uint64_t bytes;
    uint32_t site; /* of the call that sent it */
};

struct recorded_collective {
    enum collective kind;
    uint32_t comm;
    int root;      /* rank of the world, or -1 */
    uint64_t most; /* bytes that a member hands in */
    uint64_t sum;  /* and all of them */
    size_t first;  /* of its members' moments */
    uint32_t site;
};

/* A place in the program from which a call is made.  Runs of the same program
 * have the same: ranks come to those of a call in the same order.
 */
struct recorded_site {
    char call[48];
    uint32_t number;  /* of those of that call, from 0 */
    uint64_t count;   /* calls, of all ranks */
    double seconds;   /* in them */
    const char *line; /* "exchange (heat.c:120)", or NULL: not known */
};

struct recorded_comm {
    bool inter; /* these are the ranks of both groups */
    size_t size;
    int *member; /* ranks of the world, in the communicator's order */
    int *place;  /* of each rank of the world among them, or -1 */
};

struct recorded_rank {
    const char *host;
    unsigned cores;  /* that this had, 0: not known */
    size_t together; /* ranks that were on that host, itself too */
    double start;    /* when its first step began */
    double end;      /* of its last call */
    size_t steps;
    struct step *step;
    size_t loop_end; /* the last iteration ends with this step; SIZE_MAX, in
                        all ranks, when that is not known */
    double polling;  /* seconds in calls that asked and were told: not yet */
    double fixed;    /* seconds in calls that are replayed as they were */
};

struct recording {
    bool yields; /* who waits leaves his core to others, and steps of computing
                    take what they take on a core of their own */
    double taken; /* of cores that ranks share, by those that wait while others
                     compute there */
    size_t ranks;
    struct recorded_rank *rank;
    size_t messages;
    struct recorded_message *message;
    size_t collectives;
    struct recorded_collective *collective;
    size_t comms;
    struct recorded_comm *comm;
    size_t members; /* of all collectives together */
    size_t sites;
    struct recorded_site *site;
};

/* When somebody came to a message or collective; NAN: not yet. */
struct moments {
    double *sent;     /* by message */
    double *posted;   /* its receive */
    double *joined;   /* by collective and member */
    size_t *complete; /* how many members have joined, by collective */
    double *last;     /* when the last of those did */
    size_t *through;  /* how many of the first of them all have, by place */
    double *arrived;  /* by message, of those that share what hosts have of the
                         network; NULL: none does */
    struct moments *inside; /* when they were in a call that waits, or asks, at
                               that moment or later; NULL: nobody needs it */
};

/* Free it.  NULL is fine. */
void recording_destroy(struct recording *r);

/* How many iterations of known end all ranks went through; 0 when they do not
 * agree.
 */
size_t recording_iterations(const struct recording *r);

/* The step with which its first iteration begins; 0 when there is none. */
size_t recording_loop_begin(const struct recorded_rank *rank);

/* Seconds of work from there on. */
double recording_loop_work(const struct recorded_rank *rank);

/* The work between two places of 0 to 'ranks', where each rank has from its
 * number to the next one.
 */
double recording_work_between(const double *work,
                              size_t ranks,
                              double from,
                              double to);

/* Say how many cores a host of the run had. */
void recording_set_cores(struct recording *r,
                         const char *host,
                         unsigned cores);

/* Whether the host of 'rank' had fewer cores than ranks, as far as is known.
 */
bool recording_is_shared(const struct recording *r, size_t rank);

/* Say that ranks that waited left their cores, which are set, to others.  From
 * now on steps of computing take what they would have taken on a core of their
 * own.  Of what a rank computed without a core it slept a share of 'asleep',
 * as for a disk, which it does there as well; NULL: none did.
 */
void recording_set_yields(struct recording *r, const double *asleep);

/* Whether the step is computing that goes by the host's speed and cores, as
 * all does but that of the start.
 */
bool step_is_work(const struct step *step);

/* For how much of its seconds the rank sleeps, on whatever it computes. */
double step_asleep(const struct recording *r, const struct step *step);

/* Whether the step waits for somebody. */
bool step_waits(const struct step *step);

/* Whether the step is the return of a call that waited for somebody. */
bool step_has_waited(const struct step *step);

/* When the next step of the rank began, as it was recorded, or its last one
 * ended.
 */
double recorded_rank_until(const struct recorded_rank *rank, size_t step);

/* Where the moment of 'rank' in collective 'which' is. */
size_t recording_member(const struct recording *r, uint32_t which, int rank);

/* Make moments for all, none of which has come.  Returns 0, or -1 with the
 * reason in 'err' and nothing to be freed.
 */
int moments_create(struct moments *m,
                   const struct recording *r,
                   struct error *err);

/* Have it noted when messages arrive. */
int moments_await(struct moments *m,
                  const struct recording *r,
                  struct error *err);

/* Have it noted when they are in calls that wait. */
int moments_follow(struct moments *m,
                   const struct recording *r,
                   struct error *err);

/* Note that 'rank' came to 'step', if somebody may wait for that. */
void moments_note(struct moments *m,
                  const struct recording *r,
                  int rank,
                  const struct step *step,
                  double when);

/* Note all that was recorded. */
void moments_note_recorded(struct moments *m, const struct recording *r);

/* Free them.  Moments that are all zero are fine. */
void moments_destroy(struct moments *m);

#endif /* !MITOSIS_FORESEE_RECORD_RECORDING_H */
