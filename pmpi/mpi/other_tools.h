/* other_tools.h - other libraries that stand between the program and MPI
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_MPI_OTHER_TOOLS_H
#define MITOSIS_PMPI_MPI_OTHER_TOOLS_H

#include "profile/page.h"

/* Note in the page which library has MPI calls before ours (those that it
 * hands on as PMPI we do not see), and which has them behind ours.
 */
void other_tools_find(struct page *page);

#endif /* !MITOSIS_PMPI_MPI_OTHER_TOOLS_H */
