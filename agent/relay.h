/* relay.h - hold back what a generation prints until it has taken over
 *
 * A generation that gets ready prints what the program prints when it is
 * started, and when it fails what mpiexec has to say about that.  None of it
 * is the job's before the generation is.  So its output goes through a small
 * process, which keeps it back until then, and passes it on behind the last
 * word of the generation before.
 *
 * The process does not depend on the agent: when that is gone, the record of
 * who has taken over decides.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_RELAY_H
#define MITOSIS_RELAY_H

#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"

struct relay {
    pid_t pid;
    int out; /* for the generation's stdout and stderr */
    int err;
    int order; /* how relay_open() and relay_drop() reach it */
};

/* Start one for 'generation' of the job in 'folder', behind the process
 * 'before' if that is not 0.  Returns -1 with the reason in 'err'.
 */
int relay_start(struct relay *r,
                const char *folder,
                uint32_t generation,
                pid_t before,
                struct error *err);

/* The generation has its ends now: give ours back. */
void relay_close_ends(struct relay *r);

/* The generation has taken over: pass all on. */
void relay_open(struct relay *r);

/* It will not: its last lines may say why, the rest is nobody's. */
void relay_drop(struct relay *r);

#endif /* !MITOSIS_RELAY_H */
