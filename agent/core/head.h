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
#include "agent/core/head_parts.h"
#include "agent/core/host.h"
#include "agent/core/job_view.h"
#include "agent/host/agent_say.h"
#include "agent/host/local_ranks.h"
#include "agent/launch/launcher.h"
#include "base/system/process_id.h"
#include "job/change.h"
#include "job/change_script.h"
#include "job/job.h"
#include "job/sizes.h"
#include "net/loop.h"
#include "net/send_queue.h"

/* Writes lines for a user. */
typedef void head_put_t(struct head *a, FILE *out);

/* A user who asks something: 'mitosis ctl'. */
struct peer {
    int fd;
    struct send_queue queue;
    bool awaits_change;      /* it is to be told how the change ends, */
    double until;            /* and that it was too late, if it ends later, by
                                loop_now(); 0: it is never */
    bool awaits_rest;        /* it is to be told when nothing is under way */
    head_put_t *awaits_look; /* it is to be told what this writes, once hosts
                                have measured; or NULL */
    struct head *agent;
    struct peer *next;
};

/* The changes that a script asks for, which are begun by
 * agent/head/script_runner.h.
 */
struct change_schedule {
    struct change_script steps;
    int next; /* the step that comes next or is under way */
};

struct changeover;
struct batch;
struct decide;
struct saved_state;
struct script_runner;
struct proposals;
struct changeover_left;
struct host_links;
struct granted;
struct hosts_file;
struct leave;
struct postponed;
struct request;

struct head {
    char folder[JOB_PATH];
    loop_t *loop;
    struct peer *peers;
    struct launcher *launcher;
    struct launcher_process starter; /* of the first generation */
    struct generation *now;
    struct generation *next; /* that gets ready to be the job, or NULL */
    struct host_list hosts;  /* that it is on, may be on, or is to leave */
    struct hosts_file *hosts_file; /* that is watched, or NULL */
    struct leave *leaves;          /* hosts that go at a time, see leave.h */
    struct batch *batch;           /* who is asked for hosts, or NULL */
    char batch_mark[2304];    /* how far it was heard by the head before */
    struct error batch_told;  /* the last complaint about it */
    double ends_at;           /* when it ends the job, by loop_now(); 0: not
                                 known, or never */
    struct request *requests; /* that wait, see requests.h */
    unsigned last_request;    /* the number that was given out last */
    struct granted *granted;  /* hosts, see granted_hosts.h */
    double grant_patience;    /* seconds, for one that nobody uses */
    bool give_back;           /* hosts that it was started with, too */
    bool says_more;           /* what most users do not want to know */
    int hosts_wanted; /* that the policy's last answer has asked for; -1: it
                         has not answered */
    double denied_at; /* when that was refused last, by loop_now(), or 0; */
    struct error denied_told; /* and what the user was told of it */
    struct host_links *links; /* to the agents of hosts */
    struct host_agent *own;   /* that of this host, which hands on users: */
    struct local_ranks_users users;
    struct control *record; /* of the first generation: who is the job */
    const struct part *const
        *parts;                  /* see head_parts.h; NULL behind the last */
    struct postponed *postponed; /* see postpone.h */
    struct changeover *change;   /* the one under way, or NULL */
    struct changeover_left *change_left; /* to settle, see changeover.h */
    struct generation *ending;   /* those that are not the job any more */
    struct decide *decide;       /* see decide.h */
    struct proposals *proposals; /* see proposals.h */
    struct error joined_told;    /* what the last one that leaves was told */
    job_view_t *view;            /* for the policy, see decide.h; or NULL */
    job_view_t *overview;        /* for who looks, see ctl_ranks.h; or NULL */
    int most_ranks; /* that MITOSIS_LIMITS allows, 0 when it says nothing */
    struct input_files files;  /* that go by its number of ranks */
    struct sizes sizes;        /* that it can have */
    bool even_shares;          /* are all that its ranks can have */
    uint32_t retired;          /* the last one that was the job */
    int over;                  /* generations whose pages are not folded */
    struct process_id folding; /* who folds them, or none */
    uint32_t generations;      /* the last number that was given out */
    uint32_t changes;
    uint32_t given_up; /* of these */
    bool ended;        /* the job has ended, with 'status' */
    int status;
    double patience;      /* seconds, for a step of a change */
    struct error refused; /* the change there was no memory for last, or "" */
    struct error unfit;   /* why nothing can be changed, or "" */
    int claim;            /* to be the head, see agent_lock.h; -1 before */
    double since;         /* by loop_now(): when it began to work, */
    uint64_t synced;      /* the syncs before it began, of a later head */
    bool settled;         /* it is at work, and leaves what it knows */
    char *written;        /* what it has left so far, see saved_state.h */
    struct saved_state *saved; /* by the head before, or NULL */
    char *account;    /* what others have left, see answers_file.h; or NULL */
    bool account_due; /* it will be written */
    struct change_schedule script;
    struct script_runner *script_runner; /* see script_runner.h */
};

/* A user at the other end of 'fd' asks 'wire': a peer from then on.  'arg' is
 * the head.
 */
void head_meet_user(void *arg, int fd, const struct local_message *wire);

/* Close its connection and forget it. */
void head_drop_peer(struct head *a, struct peer *p);

/* The job has ended, with 'status'. */
void head_end(struct head *a, int status);

/* In how many seconds the batch system ends the job, or JOB_UNKNOWN. */
double head_time_left(const struct head *a);

/* Send text to a user; lines that 'put' writes, all at once; and the end. */
void head_answer(struct peer *p, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void head_answer_all(struct head *a, struct peer *p, head_put_t *put);
void head_finish(struct peer *p, int status);

/* Wait for users to take what they were sent, for at most 'ms'. */
void head_await_users(struct head *a, int ms);

/* A change is over: the parts are told, and then those who wait for it. */
void head_changed(struct head *a, const struct change_outcome *outcome);

/* The step that comes next or is under way; NULL when there is none. */
const struct change_script_step *change_schedule_next(
    const struct change_schedule *s);

/* The sync of that step, or of the one 'skip' steps behind it: where the ranks
 * have to look up.
 */
uint64_t change_schedule_horizon(const struct change_schedule *s, int skip);

/* Who has measured the hosts, if anybody has: for the policy, or for those who
 * look at the job.
 */
const job_view_t *head_view(const struct head *a);

/* A rank of the job, or of the generation that is to follow, says something;
 * or is gone.
 */
void head_hear(struct head *a, const struct local_message *wire);
void head_lose(struct head *a, const struct local_message_head *who);

/* Do what is due when the mpiexec of 'g' ends. */
void head_watch_end(struct head *a, struct generation *g);

#endif /* !MITOSIS_AGENT_CORE_HEAD_H */
