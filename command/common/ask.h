/* ask.h - ask a job's agent, and hear what it answers
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_ASK_H
#define MITOSIS_COMMAND_COMMON_ASK_H

#include <stdbool.h>

#include "base/error.h"
#include "net/local_message.h"

/* Send the words, up to a NULL, to the agent of the job in 'folder'.  Returns
 * a descriptor on which its answer comes, or -1 with the reason in 'err'.
 */
int ask_begin(const char *folder, char *const words[], struct error *err);

/* Wait for a part of the answer for at most 'ms' (-1: for ever).  Returns 1
 * for a text in 'wire', 0 when the answer is at its end, with the exit status
 * in 'status', or when none came in time, with 'status' as it was; -1 with the
 * reason in 'err' when no more will come.
 */
int ask_hear(int fd,
             struct local_message *wire,
             int ms,
             int *status,
             struct error *err);

/* The same however long the answer takes, as long as the agent is there: one
 * that is stopped, or says nothing for long, will not answer; 'err' names its
 * process.
 */
int ask_await(int fd,
              struct local_message *wire,
              int *status,
              struct error *err);

/* End the conversation on '*fd', which becomes -1, if there is one. */
void ask_end(int *fd);

/* Whether the agent is stopped, as 'err' tells then. */
bool ask_is_stopped(int fd, struct error *err);

#endif /* !MITOSIS_COMMAND_COMMON_ASK_H */
