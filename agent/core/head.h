/* head.h - the process that carries out the changes of a job
 *
 * It is started by the first rank of a program that has registered its state,
 * and stays until the job ends, whatever generations there are.  It sleeps
 * unless it is asked for something.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CORE_HEAD_H
#define MITOSIS_AGENT_CORE_HEAD_H

#include <stdbool.h>

#include "agent/core/generation.h"
#include "agent/core/host_pool.h"
#include "agent/head/script_runner.h"
#include "agent/launch/launcher.h"
#include "job/change.h"
#include "job/job.h"
#include "net/loop.h"

enum peer_kind {
    PEER_NEW, /* did not say who it is */
    PEER_RANK,
    PEER_USER, /* mitosis ctl */
};

struct peer {
    int fd;
    enum peer_kind kind;
    uint32_t generation;
    int rank;
    bool awaits_change; /* it is to be told how the change ends */
    bool awaits_rest;   /* it is to be told when nothing is under way */
    struct head *agent;
    struct peer *next;
};

struct changeover;
struct decide;
struct council;
struct job_view;
struct hosts_file;
struct postponed;

struct head {
    char folder[JOB_PATH];
    loop_t *loop;
    int listening;
    struct peer *peers;
    struct launcher *launcher;
    struct launcher_process starter; /* of the first generation */
    struct generation *now;
    struct host_pool pool; /* hosts that it may be on, too, or is to leave */
    struct hosts_file *hosts_file; /* that is watched, or NULL */
    host_links_t
        *hub; /* when the job is on several hosts, or was; else NULL */
    struct control *record; /* of the first generation: who is the job */
    const struct engine *engine;
    struct postponed *postponed; /* see postpone.h */
    struct changeover *change;   /* the one under way, or NULL */
    struct generation *ending;   /* those that are not the job any more */
    struct decide *decide;       /* see decide.h */
    struct council *council;     /* see proposals.h */
    struct error guest_told;     /* what the last one that leaves was told */
    struct job_view *overview;   /* see ctl_look.h */
    uint32_t retired;            /* the last one that was the job */
    int retired_ranks;
    int over;             /* generations whose pages are not folded */
    pid_t folding;        /* who folds them, or 0 */
    uint32_t generations; /* the last number that was given out */
    uint32_t changes;
    bool ended; /* the job has ended, with 'status' */
    int status;
    double patience;        /* seconds, for a step of a change */
    uint32_t host_patience; /* seconds, for a host that is lost; 0: any */
    struct error refused; /* the change there was no memory for last, or "" */
    struct error unfit;   /* why nothing can be changed, or "" */
    int claim;            /* to be the head, see agent_lock.h; -1 before */
    double since;         /* by loop_now(): when it began to work */
    bool settled;         /* it is at work, and leaves what it knows */
    char *heritage;       /* what it has left so far, see saved_state.h */
    char *account;    /* what others have left, see answers_file.h; or NULL */
    bool account_due; /* it will be written */

    struct script_runner steps;
};

/* Be the agent of the job in 'folder', whose first rank is on the other end
 * of the descriptor 'first'.  'helper' is for launcher_find().  Returns an
 * exit status.
 */
int head_main(const char *folder, int first, const char *helper);

/* Be that in place of one that was killed: 'claim' is a descriptor of its
 * claim.
 */
int head_again(const char *folder, int claim, const char *helper);

/* Somebody who connects is a peer from then on: 'arg' is the agent, 'fd' the
 * socket on which it listens.
 */
void head_knock(int fd, void *arg);

/* Make one of who is on the other end of 'fd'.  Returns NULL without memory;
 * then 'fd' is closed.
 */
struct peer *head_add_peer(struct head *a, int fd);

/* Close its connection and forget it. */
void head_drop_peer(struct head *a, struct peer *p);

/* Tell who waits that we are there. */
void head_reassure(struct peer *p);

/* The job has ended, with 'status'. */
void head_end(struct head *a, int status);

/* Send text to a user, and its end. */
void head_answer(struct peer *p, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void head_answer_lines(struct peer *p, const char *text, size_t bytes);
void head_finish(struct peer *p, int status);

/* A change is over: those who wait for it are told, the next step of the
 * script comes into sight.
 */
void head_changed(struct head *a, bool done, const char *sentence);

/* A rank says something, here or on another host. */
void head_hear(struct head *a,
               struct peer *p,
               const struct local_message *wire);

/* Do what is due when the mpiexec of 'g' ends. */
void head_watch_end(struct head *a, struct generation *g);

/* Say something to the user, on stderr. */
void head_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif /* !MITOSIS_AGENT_CORE_HEAD_H */
