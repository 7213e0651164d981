/* row_sum.h - a sum of rows that can be moved to other numbers
 *
 * As the digest it does not depend on who has which rows, and it does not
 * depend on knowing where a rank's rows are in the whole either: a rank sums
 * with its rows numbered from 0, and who has the sums of all moves each to its
 * place and adds them up.  It takes longer than the digest.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_LAYOUT_ROW_SUM_H
#define MITOSIS_MIGRATE_LAYOUT_ROW_SUM_H

#include "migrate/layout/owned_rows.h"

/* Of the rows 'h' of 'memory', numbered as in 'h'. */
uint64_t row_sum(const struct owned_rows *h, const void *memory);

/* What 'sum' would be if the number of each row were larger by 'rows'. */
uint64_t row_sum_move(uint64_t sum, uint64_t rows);

#endif /* !MITOSIS_MIGRATE_LAYOUT_ROW_SUM_H */
