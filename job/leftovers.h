/* leftovers.h - clear away what a killed job has left on a host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_LEFTOVERS_H
#define MITOSIS_JOB_LEFTOVERS_H

#include <stdint.h>

/* Look at the folders below 'pages' (as job_open() has it) in which there are
 * only pages of ranks of this host that are gone, and nobody is to see to
 * them.  Where rank 0 was not here they are pieces of jobs that were killed,
 * whose reports are made on other hosts, and are removed.  A job that has been
 * here with rank 0 stays for 'mitosis report', and is removed once it has been
 * silent, and known to be over, for so many hours.
 */
void leftovers_clear(const char *pages, uint64_t hours);

#endif /* !MITOSIS_JOB_LEFTOVERS_H */
