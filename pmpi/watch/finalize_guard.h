/* finalize_guard.h - keep MPI_Finalize() from hanging, or failing
 *
 * In MPICH 4.0 and 4.1.1 over UCX a rank that has closed its connections waits
 * for the others without answering any more; one of these that is still
 * opening a connection to it, which over TCP takes a while, hangs, and so do
 * all (MPICH's #6596).
 *
 * In MPICH over UCX a rank that has not freed all its windows is ended by a
 * signal (UCX: "Assertion `region->refcount == 0' failed"), with Mitosis or
 * without; and so is one, or ends with 1, that has another thread in a call.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_FINALIZE_GUARD_H
#define MITOSIS_PMPI_WATCH_FINALIZE_GUARD_H

#include <stdbool.h>

/* Right before MPI_Finalize(), in all ranks.  Returns whether this MPI has
 * that fault, and was helped.
 */
bool finalize_guard_prepare(void);

/* Right before MPI_Finalize(), in any rank: windows may be left, and other
 * threads be in MPI.
 */
void finalize_guard_leave_in_use(void);

#endif /* !MITOSIS_PMPI_WATCH_FINALIZE_GUARD_H */
