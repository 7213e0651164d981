/* agent_restart.h - start a job's agent again when it was killed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_RUN_AGENT_RESTART_H
#define MITOSIS_COMMAND_RUN_AGENT_RESTART_H

/* Start another one, which is no child of ours, if the head of the job in
 * 'folder' was killed.  Where that cannot be done the user is told, once.
 */
void agent_restart_look(const char *folder);

#endif /* !MITOSIS_COMMAND_RUN_AGENT_RESTART_H */
