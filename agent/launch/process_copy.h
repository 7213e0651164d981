/* process_copy.h - how a process was started, and starting another one like it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_LAUNCH_PROCESS_COPY_H
#define MITOSIS_AGENT_LAUNCH_PROCESS_COPY_H

#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "base/error.h"

enum { PROCESS_COPY_PATH = 4096 };

struct process_copy {
    char path[PROCESS_COPY_PATH]; /* of its program */
    char folder[PROCESS_COPY_PATH];
    char *words_text; /* each ended by a NUL */
    char **words;     /* into that */
    char *environment_text;
    char **environment;
    mode_t umask;
    uint64_t ignored; /* signals, the first in the lowest bit */
    uint64_t blocked;
    cpu_set_t processors;
    struct rlimit limits[RLIM_NLIMITS];
};

/* Ask the kernel how 'pid' was started.  Returns -1 with the reason in 'err';
 * 'o' is to be cleared in any case.
 */
int process_copy_read(struct process_copy *o, pid_t pid, struct error *err);

/* Free what it holds. */
void process_copy_clear(struct process_copy *o);

/* Become a process like it, but with these words, this environment and these
 * descriptors for stdout and stderr, no others, nothing to read, and in a
 * session of its own.
 */
_Noreturn void process_copy_become(const struct process_copy *o,
                                   const char *path,
                                   char *const words[],
                                   char *const environment[],
                                   int out,
                                   int err);

/* All of /proc/PID/NAME, ended by two NULs.  Returns what the caller frees, or
 * NULL when there is nothing.
 */
char *process_copy_file(pid_t pid, const char *name, size_t *bytes);

/* The value of a variable in its environment, or NULL. */
const char *process_copy_variable(const struct process_copy *o,
                                  const char *name);

#endif /* !MITOSIS_AGENT_LAUNCH_PROCESS_COPY_H */
