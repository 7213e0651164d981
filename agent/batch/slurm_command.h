/* slurm_command.h - run one of Slurm's commands, without waiting for it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_BATCH_SLURM_COMMAND_H
#define MITOSIS_AGENT_BATCH_SLURM_COMMAND_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/string_list.h"

/* One that runs.  All zero is none. */
struct slurm_command {
    pid_t pid;
    int out, err; /* what it prints, in memory */
    uint64_t since;
    bool ended; /* by us, as it took too long */
};

/* What came of it. */
struct slurm_answer {
    int status; /* 0 when it did what it was told */
    bool lost;  /* it may have done that all the same: it was ended, or there
                   is no memory for what it has printed; never with 0 */
    char *out;  /* NULL without memory */
    struct error err; /* what it said last, in one line */
};

/* Whether there is such a command in PATH. */
bool slurm_command_exists(const char *name);

/* Start 'words'.  It reads nothing, and finds none of the variables by which a
 * job or step of Slurm, or we, tell what is started there how to behave.
 * Returns -1 with the reason in 'err'.
 */
int slurm_command_start(struct slurm_command *c,
                        const struct string_list *words,
                        struct error *err);

/* Whether it has ended, and then what came of it; one that takes longer than a
 * minute is ended, with all that it has started.  The caller gives the answer
 * back with slurm_command_clear().
 */
bool slurm_command_poll(struct slurm_command *c, struct slurm_answer *a);

/* The same, having waited for so many milliseconds at most, after which it is
 * ended.
 */
void slurm_command_wait(struct slurm_command *c,
                        int ms,
                        struct slurm_answer *a);

/* Free what was printed. */
void slurm_command_clear(struct slurm_answer *a);

#endif /* !MITOSIS_AGENT_BATCH_SLURM_COMMAND_H */
