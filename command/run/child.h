/* child.h - run a program in our place, with all signals that concern it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_RUN_CHILD_H
#define MITOSIS_COMMAND_RUN_CHILD_H

#include <stdbool.h>

#include "base/error.h"

/* What is done while the program runs: 'look' is called about every 'ms', and
 * 'pass' with each signal that is passed on; where that returns false, or is
 * NULL, the program gets it.
 */
struct child_watch {
    int ms;
    void (*look)(const char *arg);
    bool (*pass)(int number, const char *arg);
    const char *arg;
};

/* Run 'argv' (argv[0] is looked for in PATH) and wait for its end.  It has
 * our stdin, stdout, stderr and process group.  Signals that would end us are
 * passed on instead, except those that the terminal sends to the whole group;
 * after a SIGTERM or SIGHUP that was, such ones are ignored from then on.
 * Returns the status as a shell has it: what the program returned, or 128 and
 * the signal that ended it; or -1 with the reason in 'err' when it could not
 * be started.  'watch' may be NULL.
 */
int child_run(char *const argv[],
              const struct child_watch *watch,
              struct error *err);

/* The request to end that came while the last program ran, or 0. */
int child_asked_to_end(void);

#endif /* !MITOSIS_COMMAND_RUN_CHILD_H */
