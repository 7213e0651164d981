/* agent_say.h - what an agent says to the user
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_AGENT_SAY_H
#define MITOSIS_AGENT_HOST_AGENT_SAY_H

#include "base/error.h"

/* Say something to the user, on stderr: one line.  Nobody is waited for: what
 * is not read at the moment is said later.
 */
void agent_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Say it, unless it is 'told' already, which it is from then on. */
void agent_say_once(struct error *told, const char *text);

/* Say what could not be said yet, as far as that is possible within 'ms'.  To
 * be called now and then, and at the end.
 */
void agent_say_rest(int ms);

#endif /* !MITOSIS_AGENT_HOST_AGENT_SAY_H */
