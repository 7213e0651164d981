/* shared_rows.h - whether ranks have the same in the rows that they share
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_SHARED_ROWS_H
#define MITOSIS_PMPI_STATE_SHARED_ROWS_H

#include "base/error.h"

/* In a new rank that has fetched its rows: whether the other old ranks that
 * have these, too, have the same bytes.  Returns -1 with the first place where
 * they do not in 'err', or why it cannot be told.
 */
int shared_rows_check(struct error *err);

#endif /* !MITOSIS_PMPI_STATE_SHARED_ROWS_H */
