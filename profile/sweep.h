/* sweep.h - clear away what a killed job has left on a host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_SWEEP_H
#define MITOSIS_SWEEP_H

/* Remove the folders below 'pages' (as job_open() has it) in which there are
 * only pages of ranks that are gone, rank 0 not among them, and nobody is to
 * see to them: pieces of jobs that were killed, whose reports are made on
 * other hosts.  A job that has been here with rank 0 stays for 'mitosis
 * report'.
 */
void sweep(const char *pages);

#endif /* !MITOSIS_SWEEP_H */
