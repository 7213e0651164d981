/* library.h - a rank's part in a change of its job
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_LIBRARY_H
#define MITOSIS_PMPI_LIBRARY_H

/* MPI_Finalize() was entered: nothing can be changed any more. */
void library_end(void);

#endif /* !MITOSIS_PMPI_LIBRARY_H */
