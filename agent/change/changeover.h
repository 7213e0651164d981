/* changeover.h - change a job: start the next generation beside this one
 *
 * Its ranks get ready while the old ones run; then these stand still, the new
 * ones take over their state and are the job.  One change is under way at a
 * time, a->change.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CHANGE_CHANGEOVER_H
#define MITOSIS_AGENT_CHANGE_CHANGEOVER_H

#include "agent/change/placement.h"
#include "agent/change/waiting_rank.h"
#include "agent/core/head.h"

enum changeover_phase {
    PHASE_LAUNCH,  /* the new ranks start up */
    PHASE_PREPARE, /* they get memory and what is constant */
    PHASE_AGREE,   /* the old ones promise how far they go */
    PHASE_STOP,    /* they come to a stop */
    PHASE_MAIL,    /* they collect the messages that are under way */
    PHASE_BEFORE,  /* the program gets its state ready */
    PHASE_MOVE,    /* the new ones take over the state */
    PHASE_FLUSH,   /* what the old ones printed is read */
};

/* What is known of a rank of either generation. */
struct changeover_rank {
    bool answered;  /* in this phase */
    uint64_t *sums; /* of what it has, or was given */
    size_t sums_count;
    uint64_t moved; /* bytes that have come to it from other hosts so far */
    struct waiting_rank then, now; /* an old one that does not stand: at the
                                      look from which on all such ranks are
                                      in one call, and at the last one */
};

struct changeover {
    struct head *agent;
    enum changeover_phase phase;
    struct change *change;
    char why[256];
    char *order; /* for ranks: generation and ranks of the old and of the new
                    ones, and the change */
    struct generation *next;
    struct placement place; /* of its ranks */
    int old_ranks, new_ranks;
    struct changeover_rank *old;
    struct changeover_rank *new;
    int old_heard, new_heard; /* so many of the first ones have answered in
                                 this phase, */
    int stand;     /* or stand: they need not be looked at once more */
    uint64_t at;   /* the sync that was asked for, or 0 */
    uint64_t stop; /* the sync that was agreed on */
    int tries;
    int grants;     /* to ranks that stood before all had promised */
    bool collected; /* messages that were under way */
    bool own_pace;  /* each rank stands at a sync of its own */
    uint64_t seen;  /* syncs reached by all together when last looked at, */
    int stalls;     /* so many times as now, one after another */
    int waiting;    /* so many did not stand then, each in a call of MPI */
    uint64_t bytes; /* of the state */
    uint64_t wire_bytes;  /* as they travelled */
    uint64_t moved_bytes; /* come from other hosts so far, to all of them */
    int lost;             /* a new rank that is gone */
    uint64_t kills;       /* of the kernel here, as it began: memory_left.h */
    struct change_forecast forecast;
    struct error obstacle; /* what kept the ranks from stopping last */
    bool decided; /* by a policy or protocol: nobody waits for an answer */
    bool failing; /* it is to be given up, and why */
    struct error reason;

    /* When, by loop_now() and for 'asked' by the wall clock. */
    double asked_wall;
    double asked;
    double ready;
    double stopping;
    double standing; /* the first rank stands still */
    double stopped;  /* all do */
    double moved;
    double ended;        /* the new ranks are the job, or the old ones go on */
    uint64_t count_then; /* syncs reached at a time, for the pace */
    double counted;
};

/* What a head that was killed had under way: nothing when the generation is 0
 * or the change, which could not be understood, is NULL.
 */
struct changeover_left {
    uint32_t generation; /* that it was to lead to */
    int ranks;           /* of it */
    bool scripted;
    double asked; /* by the wall clock */
    struct change *change;
    char why[256];
};

/* ---- phase.c: how far it is, and how long that may take ---- */

/* Begin a phase: nobody has answered in it yet. */
void phase_enter(struct changeover *s, enum changeover_phase phase);

/* So many bytes have come to a new rank over the network: as long as more
 * come, the time that moving may take begins anew.
 */
void phase_note_moved(struct changeover *s, int rank, uint64_t bytes);

/* No phase is late any more. */
void phase_leave(struct changeover *s);

/* What is being done, in words. */
const char *phase_name(const struct changeover *s);

/* Wait for no answer of the old ranks in this phase; or of those only that
 * cannot be reached.
 */
void phase_excuse_all(struct changeover *s);
void phase_excuse_lost(struct changeover *s);

/* Whether all old ranks, or new ones, have answered in this phase. */
bool phase_old_answered(struct changeover *s);
bool phase_new_answered(struct changeover *s);

/* ---- give_up.c: end it, so that the job goes on as it was ---- */

/* Let the old ranks go on, end the new ones, tell why.  'fmt' is a reason;
 * 's' is gone afterwards, or, while old ranks collect messages, as soon as
 * they have all answered.
 */
void changeover_fail(struct changeover *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* All old ranks have answered in a phase in which one of them, or something
 * else, has failed.
 */
void changeover_give_up(struct changeover *s);

/* Have the files that the program reads be for so many ranks, which go on;
 * what keeps us from it is told.
 */
void changeover_put_back(const struct head *a, int ranks);

/* Free it. */
void changeover_destroy(struct changeover *s);

/* Where ranks have to look up once this is over. */
uint64_t changeover_horizon(const struct changeover *s);

/* ---- receive.c: what ranks say ---- */

/* A rank says something, old or new, change or no change. */
void changeover_hear(struct head *a, const struct local_message *wire);

/* Go on if all new ranks stand ready, and all hosts know what the old ones
 * have.  Where some of these have not come to their first sync yet, look
 * again, which is to be cancelled with the head for its argument.
 */
void changeover_consider(struct head *a);
void changeover_look_again(void *head);

/* ---- changeover.c ---- */

/* Begin 'change', which is shared, asked for because of 'why'; at the sync
 * 'at', or 0 for as soon as can be.  Returns -1 with the reason in 'err' when
 * that cannot be done, or asks for more ranks than rank_limit.h allows, and
 * nothing has happened then.
 */
int changeover_begin(struct head *a,
                     struct change *change,
                     const char *why,
                     uint64_t at,
                     struct error *err);

/* The same as soon as can be, unless another change is under way, or this one
 * asks for what is so already, see rebalance_check.h.
 */
int changeover_ask(struct head *a,
                   struct change *change,
                   const char *why,
                   struct error *err);

/* The rank 'who' is gone; or, if that is NULL, the launcher of the next
 * generation.
 */
void changeover_lose(struct head *a, const struct local_message_head *who);

/* Call off the change under way, if there is one: at once, or when the ranks
 * can go on.
 */
void changeover_cancel(struct head *a, bool at_once, const char *reason);

/* Say in words what is under way, "" when nothing is. */
void changeover_describe(const struct head *a, struct error *text);

/* Wait for nothing any more. */
void changeover_leave(struct changeover *s);

/* ---- changeover_saved.c ---- */

/* Hears ranks and hosts for the change under way, and writes it into the saved
 * state.
 */
extern const struct part changeover_part;

/* Take the place of a head that was killed: say what has become of the change
 * that it had under way, if there was one, and write it down with what was
 * expected of it.
 */
void changeover_settle(struct head *a, const struct change_forecast *forecast);

/* ---- stop.c: bring the old ranks to a stop ---- */

/* The new ranks stand at their first sync: have them get ready. */
void stop_prepare(struct changeover *s);

/* They are: have the old ones agree on a sync. */
void stop_agree(struct changeover *s);

/* All have promised how far they go: have them stop. */
void stop_choose(struct changeover *s);

/* They do not go in step: stop them otherwise. */
void stop_change_pace(struct changeover *s);

/* See whether all stand where they should, and go on from there. */
void stop_consider(struct changeover *s);

/* The same when one more rank does. */
void stop_consider_rank(struct changeover *s, int rank);

/* Look no more. */
void stop_leave(struct changeover *s);

/* ---- commit_begin.c: from the stop to the commit ---- */

/* All stand, and will: have the programs get their state ready that wish to,
 * and move it.
 */
void commit_begin(struct changeover *s);

/* They have: move the state. */
void commit_move(struct changeover *s);

/* All say that they have done so: check it, and let the new ones go on. */
void commit_check(struct changeover *s);

/* Wait for no output any more. */
void commit_leave(struct changeover *s);

/* ---- change_log.c ---- */

/* Add a line on 's' to the job's file 'changes': why it was given up, or, if
 * 'failure' is NULL, that it was done.
 */
void changeover_record(const struct changeover *s, const char *failure);

/* Whether it has one of the change to that generation. */
bool changeover_is_recorded(const char *folder, uint32_t generation);

/* ---- stop_unaligned.c: ranks that do not go in step ---- */

/* Have each rank stop at its own next sync: they do not go in step. */
void stop_unaligned_begin(struct changeover *s);

/* See how far that is.  Returns whether all stand, and nothing is under way
 * to any of them; those that wait for a message are to be claimed then, and
 * may have received one since they said so.
 */
bool stop_unaligned_look(struct changeover *s);

/* Look at all that do not stand.  Returns whether each of them has waited in
 * one call of MPI since an earlier look, and none is on another host: only
 * those that stand can wake them.
 */
bool stop_unaligned_all_wait(struct changeover *s);

/* Whether a rank stands still that a message is under way to, and another one
 * may wait for it: that one has nothing to receive, as far as is known, or
 * what it may be is 'sure'.
 */
bool stop_unaligned_needed(const struct changeover *s, bool sure);

/* ---- in_flight.c: messages under way ---- */

/* How many messages are under way to each rank, by the counts in the old
 * generation's pages.  The caller frees it; NULL when there is no memory.
 */
int64_t *changeover_under_way(const struct changeover *s);

/* Whether messages are under way between the ranks of the old generation, by
 * the counts in their pages.  Says which in 'err'.
 */
bool changeover_in_flight(const struct changeover *s, struct error *err);

#endif /* !MITOSIS_AGENT_CHANGE_CHANGEOVER_H */
