/* slurm_queue.h - what squeue says of our jobs, read tolerantly
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_BATCH_SLURM_QUEUE_H
#define MITOSIS_AGENT_BATCH_SLURM_QUEUE_H

#include <stdbool.h>

#include "agent/batch/slurm_options.h"
#include "base/string_list.h"

/* As seconds that are left to a job. */
#define SLURM_QUEUE_UNLIMITED (-1.0)
#define SLURM_QUEUE_UNKNOWN (-2.0)

enum slurm_queue_state {
    SLURM_QUEUE_WAITS, /* for its nodes, or for them to be ready */
    SLURM_QUEUE_RUNS,
    SLURM_QUEUE_ENDS, /* or has ended, or any state that we do not know */
};

/* One line.  Texts are parts of the line, and "" where Slurm has none. */
struct slurm_queue_job {
    const char *id;  /* as scancel takes it, "12" or "12_1" */
    const char *raw; /* the number alone, as in SLURM_JOB_ID */
    enum slurm_queue_state state;
    double left;       /* seconds, or one of the above */
    bool cut;          /* Slurm ends it before its time limit */
    const char *nodes; /* "h1", or "h[1-3]" */
    int cores;         /* 0 when it is not known */
    const char *has[SLURM_OPTIONS];
    const char *name;
    const char *comment;
};

/* Add the words of a squeue that lists all jobs of this user for
 * slurm_queue_next().
 */
void slurm_queue_words(struct string_list *words);

/* Take the next line from what squeue has printed at the time 'now' by the
 * wall clock, in seconds, which is changed by that; '*at' is where to go on.
 * Lines that are none of a job are passed over. Returns false at the end.
 */
bool slurm_queue_next(char **at, double now, struct slurm_queue_job *job);

/* The seconds that Slurm writes as "1-02:03:04", "02:03" or "UNLIMITED". */
double slurm_queue_seconds(const char *text);

#endif /* !MITOSIS_AGENT_BATCH_SLURM_QUEUE_H */
