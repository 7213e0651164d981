/* gather_pages.h - bring the pages of a job's hosts together at its end
 *
 * Each host's ranks have theirs in the memory of that host, and one report is
 * to be made of all.  At MPI_Finalize() MPI is still there to carry them.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_GATHER_PAGES_H
#define MITOSIS_PMPI_WATCH_GATHER_PAGES_H

#include <stdbool.h>

/* Have the pages and traces in 'folder', or on the other hosts what is that
 * there, come to where the report is made: to where gather_pages_is_here(), or
 * if that is nowhere, or the job goes 'on', the host of rank 0.  'present'
 * tells whether this rank has any.  All ranks of a job that is on several
 * hosts call it together, right before MPI_Finalize(), when their pages are
 * complete. Returns whether this rank's were brought elsewhere, and are not
 * needed here any more; 'orphaned' tells whether they are there without one
 * who waits for them.
 */
bool gather_pages(const char *folder, bool present, bool on, bool *orphaned);

/* Whether 'mitosis run', or who started this generation, waits on this host
 * for what ranks leave.
 */
bool gather_pages_is_here(void);

#endif /* !MITOSIS_PMPI_WATCH_GATHER_PAGES_H */
