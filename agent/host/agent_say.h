/* agent_say.h - what an agent says to the user
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_AGENT_SAY_H
#define MITOSIS_AGENT_HOST_AGENT_SAY_H

/* Say something to the user, on stderr: one line. */
void agent_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif /* !MITOSIS_AGENT_HOST_AGENT_SAY_H */
