/* confine.h - run a function in a process of its own, for so long and no more
 *
 * The process is a copy of this one, made for the one call: it sees all that
 * there is, and what it does to it is lost, but in memory that both share
 * (shared_heap.h) and in what it hands back.  The kernel ends it when its time
 * is over, whatever it is doing, and when this process ends.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_LUA_CONFINE_H
#define MITOSIS_POLICY_LUA_CONFINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { CONFINE_TIMES = 5 /* what confine_limit() allows, until the end */ };

/* Memory that 'fn' writes and that is handed back. */
struct output {
    void *data; /* NULL ends a list of them */
    size_t bytes;
};

/* Run 'fn' in a process of its own and wait for it.  Returns 0 with what it
 * returned in 'result', and 'out' as it left it; or -1 with the reason in
 * 'err', and 'out' as it was.  'ended' says then whether it was running
 * already and was ended, so that what is shared may be in any state.
 *
 * In such a process it is called as it is.
 */
int confine_run(int (*fn)(void *arg),
                void *arg,
                const struct output *out,
                int *result,
                bool *ended,
                struct error *err);

/* For 'fn' alone: after so many ms of processor time from now on have the
 * signal handler 'late' called, once, and end this process after
 * CONFINE_TIMES as many.  0 is for ever.
 */
void confine_limit(int ms, void (*late)(int signal));

#endif /* !MITOSIS_POLICY_LUA_CONFINE_H */
