/* assemble.h - bring the pages of a job's hosts together at its end
 *
 * Each host's ranks have theirs in the memory of that host, and one report is
 * to be made of all.  At MPI_Finalize() MPI is still there to carry them.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_ASSEMBLE_H
#define MITOSIS_ASSEMBLE_H

#include <stdbool.h>

/* Have the pages and traces in 'folder', or on the other hosts what is that
 * there, come to where the report is made: the host that 'mitosis run' was
 * started on, or that of rank 0.  'present' tells whether this rank has any.
 * All ranks of a job that is on several hosts call it together, right before
 * MPI_Finalize(), when their pages are complete.  Returns whether this rank's
 * were brought elsewhere, and are not needed here any more.
 */
bool assemble(const char *folder, bool present);

#endif /* !MITOSIS_ASSEMBLE_H */
