/* script_runner.h - the changes that a script asks for, one after the other
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_SCRIPT_RUNNER_H
#define MITOSIS_AGENT_HEAD_SCRIPT_RUNNER_H

#include <stdbool.h>
#include <stdint.h>

#include "job/change_script.h"
#include "net/local_message.h"

enum { STEPS_MOST = 1024 };

struct agent;

struct steps {
    char text[LOCAL_MESSAGE_PAYLOAD];
    struct change_script_step step[STEPS_MOST];
    int count;
    int next;
    bool begun;    /* the change under way is that */
    double since;  /* when we began to wait for it */
    uint64_t then; /* syncs reached at that time */
};

/* Take the script 'text', which may be "".  One that is wrong is told of and
 * left out.
 */
void steps_read(struct agent *a, const char *text);

/* The step that comes next or is under way; NULL when there is none. */
const struct change_script_step *steps_next(const struct agent *a);

/* The sync of that step, or of the one 'skip' steps behind it: where the ranks
 * have to look up.
 */
uint64_t steps_horizon(const struct agent *a, int skip);

/* Begin it in good time. */
void steps_expect(struct agent *a);

/* No more of them. */
void steps_stop(struct agent *a);

/* The change under way is over. */
void steps_changed(struct agent *a);

#endif /* !MITOSIS_AGENT_HEAD_SCRIPT_RUNNER_H */
