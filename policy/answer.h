/* answer.h - read what a policy's 'decide' returned
 *
 * One of the few files of policy/ that know Lua.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_ANSWER_H
#define MITOSIS_POLICY_ANSWER_H

#include <lua.h>

#include "policy/decision.h"

/* Read the value at 'index', and a reason why nothing is to be done behind
 * it, into 'to'.  Nothing that the value holds is called.  Returns -1 with
 * what is wrong with it, field by field, in 'err'; may raise for lack of
 * memory only.
 */
int answer_read(lua_State *L,
                int index,
                const struct policy_job *job,
                struct decision_words *to,
                struct error *err);

#endif /* !MITOSIS_POLICY_ANSWER_H */
