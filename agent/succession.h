/* succession.h - the engine that starts the next generation beside this one
 *
 * See engine.h; this is what its parts share.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_SUCCESSION_H
#define MITOSIS_SUCCESSION_H

#include "agent/engine.h"

enum succession_phase {
    PHASE_LAUNCH,  /* the new ranks start up */
    PHASE_PREPARE, /* they get memory and what is constant */
    PHASE_AGREE,   /* the old ones promise how far they go */
    PHASE_STOP,    /* they come to a stop */
    PHASE_MAIL,    /* they collect the messages that are under way */
    PHASE_MOVE,    /* the new ones take over the state */
    PHASE_FLUSH,   /* what the old ones printed is read */
};

/* What is known of a rank of either generation. */
struct succession_rank {
    bool answered;  /* in this phase */
    uint64_t *sums; /* of what it has, or was given */
    size_t sums_count;
};

struct succession {
    struct agent *agent;
    enum succession_phase phase;
    struct change change;
    char text[WIRE_PAYLOAD];
    char why[256];
    char order[WIRE_PAYLOAD]; /* for ranks: generation and ranks of the old
                                 and of the new ones, and the change */
    struct generation *next;
    struct succession_rank *old;
    struct succession_rank *new;
    uint64_t at;   /* the sync that was asked for, or 0 */
    uint64_t stop; /* the sync that was agreed on */
    int tries;
    bool own_pace; /* each rank stands at a sync of its own */
    uint64_t seen; /* syncs reached by all together when last looked at */
    uint64_t bytes;
    struct error obstacle; /* what kept the ranks from stopping last */

    /* When, by loop_now() and for 'asked' by the wall clock. */
    double asked_wall;
    double asked;
    double ready;
    double stopping;
    double standing; /* the first rank stands still */
    double stopped;  /* all do */
    double moved;
    uint64_t count_then; /* syncs reached at a time, for the pace */
    double counted;
};

/* Add a line on 's' to the job's file 'changes'. */
void succession_record(const struct succession *s, const char *outcome);

/* Have each rank stop at its own next sync: they do not go in step. */
void own_pace_begin(struct succession *s);

/* See how far that is.  Returns whether all stand, and nothing is under way
 * to any of them; then they have been claimed.
 */
bool own_pace_look(struct succession *s);

/* Whether a rank stands still that a message is under way to. */
bool own_pace_needed(const struct succession *s);

/* How many messages are under way, from rank i to rank j at i * ranks + j, by
 * the counts in the old generation's pages.  The caller frees it; NULL when
 * there is no memory.
 */
int64_t *succession_under_way(const struct succession *s);

/* Whether messages are under way between the ranks of the old generation, by
 * the counts in their pages.  Says which in 'err'.
 */
bool succession_in_flight(const struct succession *s, struct error *err);

#endif /* !MITOSIS_SUCCESSION_H */
