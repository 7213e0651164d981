/* merge_iterations.h - the iterations of a job's generations, one after
 * another
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_MERGE_ITERATIONS_H
#define MITOSIS_REPORT_GATHER_MERGE_ITERATIONS_H

#include "report/model/run.h"

/* Fill in to->iterations from the 'count' runs at 'run', which follow each
 * other, and what its generations say about theirs.  Those must be there,
 * in the order of the runs, and the time of all.  Returns -1 when there is
 * no memory.
 */
int merge_iterations_join(struct run *to,
                          struct run *const *run,
                          size_t count);

#endif /* !MITOSIS_REPORT_GATHER_MERGE_ITERATIONS_H */
