/* ctl.h - what 'mitosis ctl' can ask of an agent
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_CTL_H
#define MITOSIS_AGENT_HEAD_CTL_H

/* Answers commands, now or when what was asked is done; and begins changes
 * that the program itself asks for.
 */
extern const struct part ctl_part;

#endif /* !MITOSIS_AGENT_HEAD_CTL_H */
