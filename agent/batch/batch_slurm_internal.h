/* batch_slurm_internal.h - what is known of Slurm; for the files of
 * batch_slurm
 *
 * batch_slurm_next_command.c starts one command after the other,
 * batch_slurm_answers.c reads what each has said, and batch_slurm.c is what
 * the head sees.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_BATCH_BATCH_SLURM_INTERNAL_H
#define MITOSIS_AGENT_BATCH_BATCH_SLURM_INTERNAL_H

#include "agent/batch/batch_kind.h"
#include "agent/batch/slurm_command.h"
#include "agent/batch/slurm_drained_nodes.h"
#include "agent/batch/slurm_expand.h"
#include "agent/batch/slurm_job.h"
#include "agent/batch/slurm_options.h"

struct request {
    unsigned number;
    int hosts;
    bool submitted;
    bool merged; /* as many of them as were idle */
    struct request *next;
};

/* A job that holds a host for us, or is to. */
struct companion {
    char id[64];
    char *host; /* NULL while it waits */
    unsigned request;
    int cores;
    double left;    /* seconds until Slurm ends it, if it is >= 0 */
    bool cut;       /* and that before its time limit */
    bool told;      /* that the host is granted, */
    bool warned;    /* and that it goes */
    bool unwanted;  /* it is to be cancelled, */
    bool cancelled; /* and was */
    bool listed;    /* by the last squeue */
    bool merges;    /* it was to become the job's, and has not */
    struct companion *next;
};

enum doing {
    NOTHING,
    LISTING,
    LOOKING,
    SUBMITTING,
    CANCELLING,
    SHRINKING,
    PERMITTING, /* is it permitted to merge? */
    MERGING,
    COMPARING, /* what a head that was lost has merged */
    WAITING,   /* of others that wait, */
    IDLING     /* and of nodes that are idle; a listing comes next */
};

struct batch_slurm {
    struct slurm_job parent;      /* the job that we are in */
    struct slurm_options options; /* in which its companions differ */
    char name[SLURM_JOB_NAME];    /* of its companions */
    struct request *requests;
    struct companion *companions;
    struct slurm_expand merge;
    struct slurm_drained_nodes drains;
    struct string_list parting; /* nodes that the job is to do without, */
    size_t told_parting;        /* as many of them Slurm was told */
    struct batch_queue seen;    /* of others, as of this round of commands, */
    struct batch_queue others;  /* and of the last whole one, */
    bool others_known;          /* if there was any */
    enum doing then;            /* what the round goes on with, */
    bool whole;                 /* and whether all of it was seen so far */
    uint64_t wanted_at; /* somebody wanted to know of others; 0: never */
    unsigned submitted; /* the last request that was */
    bool known;         /* squeue has told what there is, */
    bool fresh;         /* since something was asked for, too */
    uint64_t seen_at;   /* when squeue has told, by the monotonic clock */
    bool looked;        /* at the nodes since then */
    uint64_t listed_at; /* by the monotonic clock; 0: to be done now */
    enum doing doing;
    unsigned about; /* which request is submitted */
    struct slurm_command command;
    struct error failed; /* why the last command did nothing, or "" */
};

/* NULL where there is none of that number, or none any more. */
struct request *batch_slurm_find_request(const struct batch_slurm *s,
                                         unsigned number);
void batch_slurm_forget_request(struct batch_slurm *s, unsigned number);

/* Forget those that are gone; or all. */
void batch_slurm_forget_companions(struct batch_slurm *s, bool all);

/* What squeue has told, or is about to, is not all any more. */
void batch_slurm_look_again(struct batch_slurm *s);

/* What is still there, by the next squeue, is cancelled once more. */
void batch_slurm_cancel_again(struct batch_slurm *s);

/* Whether the job is not yet entered in slurmdbd after its last resize, by
 * what a command has said.
 */
bool batch_slurm_is_entering(const struct batch_slurm *s,
                             const struct error *said);

/* What came of the command that was under way. */
void batch_slurm_take_answer(struct batch_slurm *s,
                             const struct batch_listener *l,
                             struct slurm_answer *a);

/* Start the next command, if there is anything to be done. */
int batch_slurm_next_command(struct batch_slurm *s,
                             const struct batch_listener *l,
                             struct error *err);

#endif /* !MITOSIS_AGENT_BATCH_BATCH_SLURM_INTERNAL_H */
