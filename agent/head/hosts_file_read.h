/* hosts_file_read.h - a file that lists hosts
 *
 * A line for each, "h1" or "h1:4" with its number of cores, as mpiexec's; what
 * follows the first word or a '#' is passed over.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_HOSTS_FILE_READ_H
#define MITOSIS_AGENT_HEAD_HOSTS_FILE_READ_H

#include "agent/core/host.h"

/* Read the file: its hosts, each once, in place of those in 'to', which the
 * caller gives back with host_clear().  Returns -1 with the reason in 'err',
 * which names the line, and 'to' as it was.  A file that lists none is wrong.
 */
int hosts_file_read_read(const char *path,
                         struct host_list *to,
                         struct error *err);

#endif /* !MITOSIS_AGENT_HEAD_HOSTS_FILE_READ_H */
