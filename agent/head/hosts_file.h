/* hosts_file.h - watch the file that lists the hosts that a job may be on
 *
 * Hosts that appear in it are on offer; those that vanish from it are left, as
 * soon as no other change is under way.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_HOSTS_FILE_H
#define MITOSIS_AGENT_HEAD_HOSTS_FILE_H

#include "agent/core/head.h"

/* Begin with the file 'path', "" for none.  What is wrong with it is said,
 * once; then all stays as it was.
 */
void hosts_file_start(struct head *a, const char *path);
void hosts_file_stop(struct head *a);

#endif /* !MITOSIS_AGENT_HEAD_HOSTS_FILE_H */
