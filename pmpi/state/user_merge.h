/* user_merge.h - rows of old ranks, for the program's functions to take up
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_USER_MERGE_H
#define MITOSIS_PMPI_STATE_USER_MERGE_H

#include "migrate/layout/plan.h"
#include "pmpi/state/registered.h"

/* Have the program make what new rank 'rank' is to have of 't' from 'staged',
 * where all copies of 'p' are: with split, merge and unpack.  Returns -1 with
 * the reason in 'err'.
 */
int user_merge_take_up(const struct lineage *q,
                       int rank,
                       struct registered *t,
                       const struct plan *p,
                       const char *staged,
                       struct error *err);

#endif /* !MITOSIS_PMPI_STATE_USER_MERGE_H */
