/* hosts_file.h - watch the file that lists the hosts that a job may be on
 *
 * Hosts that appear in it are on offer; those that vanish from it are left, as
 * soon as no other change is under way.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_HOSTS_FILE_H
#define MITOSIS_AGENT_HEAD_HOSTS_FILE_H

/* Begins with the file that the settings name, if they do.  What is wrong with
 * it is said, once; then all stays as it was.
 */
extern const struct part hosts_file_part;

#endif /* !MITOSIS_AGENT_HEAD_HOSTS_FILE_H */
