/* merge.h - make the runs of a job's generations one
 *
 * Rank r of all of them is rank r of the job: its times, calls and bytes are
 * the sums.  A run may itself be made of several generations, so that those
 * that are over can be put together while the job runs.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_MERGE_H
#define MITOSIS_REPORT_GATHER_MERGE_H

#include <stddef.h>

#include "report/model/run.h"

/* Make one run of the 'count' runs at 'run', one at least, which follow each
 * other and are resolved.  They stay the caller's.  Returns the new one, to
 * be given back with run_destroy(), or NULL when there is no memory.
 */
struct run *merge(struct run *const *run, size_t count);

#endif /* !MITOSIS_REPORT_GATHER_MERGE_H */
