/* agent_lock.h - who is the one agent of a job on this host
 *
 * Where the job was started that is its head, on each other host an outpost.
 * Whoever holds the lock on the file of that name in the job's folder is the
 * one, or is starting it and hands the descriptor on.  The file is there from
 * when one was started first until it ends of its own accord, so that one that
 * was killed can be told from one that is not needed any more.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_AGENT_LOCK_H
#define MITOSIS_JOB_AGENT_LOCK_H

#include <stdbool.h>

#include "base/error.h"

enum agent_lock { AGENT_LOCK_HEAD, AGENT_LOCK_OUTPOST };

/* A head that was killed so often, within so many seconds, is not started
 * again.
 */
enum { AGENT_LOCK_DEATHS = 3, AGENT_LOCK_SECONDS = 10 };

/* What the user is told then, and why. */
#define AGENT_LOCK_LOST                                                       \
    "the agent is lost and not started again (%s); the program goes on, but " \
    "cannot be changed any more"

/* The same, for the report. */
#define AGENT_LOCK_INCIDENT "the agent was lost and not started again"

/* Take the lock, making the file if 'make' says so.  Returns a descriptor that
 * holds it, or -1 when another process does, or there is no file.
 */
int agent_lock_take(const char *folder, enum agent_lock which, bool make);

/* Remove the file: nobody is needed any more. */
void agent_lock_resign(const char *folder, enum agent_lock which);

/* Whether there is one, or somebody is to start another. */
bool agent_lock_stands(const char *folder, enum agent_lock which);

/* Whether 'fd' is a descriptor of that file, handed on. */
bool agent_lock_is(const char *folder, enum agent_lock which, int fd);

/* Take the lock of one that was killed, to start another.  Returns the
 * descriptor to hand on, or -1 when there is nothing to do; with a reason in
 * 'err' when a head was killed too often: then it has resigned, and whoever
 * asked tells the user.
 */
int agent_lock_inherit(const char *folder,
                       enum agent_lock which,
                       struct error *err);

/* The job ends: connect to its head, be it one that is being started.  One
 * that was killed is not started again from now on.  Returns a descriptor, or
 * -1 when there is none.
 */
int agent_lock_call(const char *folder);

#endif /* !MITOSIS_JOB_AGENT_LOCK_H */
