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

enum { SCRIPT_RUNNER_MOST = 1024 };

struct head;

struct script_runner {
    char text[LOCAL_MESSAGE_PAYLOAD];
    struct change_script_step step[SCRIPT_RUNNER_MOST];
    int count;
    int next;
    bool begun;    /* the change under way is that */
    double since;  /* when we began to wait for it */
    uint64_t then; /* syncs reached at that time */
};

/* Take the script 'text', which may be "".  One that is wrong is told of and
 * left out.
 */
void script_runner_read(struct head *a, const char *text);

/* The step that comes next or is under way; NULL when there is none. */
const struct change_script_step *script_runner_next(const struct head *a);

/* The sync of that step, or of the one 'skip' steps behind it: where the ranks
 * have to look up.
 */
uint64_t script_runner_horizon(const struct head *a, int skip);

/* Begin it in good time. */
void script_runner_expect(struct head *a);

/* No more of them. */
void script_runner_stop(struct head *a);

/* The change under way is over. */
void script_runner_changed(struct head *a);

#endif /* !MITOSIS_AGENT_HEAD_SCRIPT_RUNNER_H */
