/* merge_tables.h - add up the tables of runs by what their lines are about
 *
 * Calls are the same when their names are, call sites when call and frames
 * are, messages when the ranks are, communicators when their members are.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_MERGE_TABLES_H
#define MITOSIS_REPORT_GATHER_MERGE_TABLES_H

#include "report/model/run.h"

typedef struct merge_tables merge_tables_t;

/* Start adding up for 'to', which must live longer.  Returns NULL when there
 * is no memory.
 */
merge_tables_t *merge_tables_create(struct run *to);

/* Free it.  NULL is fine. */
void merge_tables_destroy(merge_tables_t *s);

/* Add the tables of 'run', which must be resolved.  Returns -1 when there is
 * no memory.
 */
int merge_tables_add(merge_tables_t *s, const struct run *run);

/* Put the sums into the run.  Returns -1 when there is no memory. */
int merge_tables_finish(merge_tables_t *s);

#endif /* !MITOSIS_REPORT_GATHER_MERGE_TABLES_H */
