/* script_runner.h - begin the changes that a script asks for, in good time
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_SCRIPT_RUNNER_H
#define MITOSIS_AGENT_HEAD_SCRIPT_RUNNER_H

#include "agent/core/head.h"

/* Reads the script that the settings name.  One that is wrong is told of and
 * left out, as is a step that cannot be done; those that the program does not
 * get to are noted for the report.
 */
extern const struct part script_runner_part;

/* Begin a->script's next step in good time. */
void script_runner_expect(struct head *a);

#endif /* !MITOSIS_AGENT_HEAD_SCRIPT_RUNNER_H */
