/* gather.h - put all that a job's ranks left together into one run
 *
 * Works after the run, during it and after a crash.  Call paths stay numbers
 * until resolve.h has looked into the program's files; but when the job went
 * through several generations they are found by name, so then the run comes
 * resolved.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_GATHER_H
#define MITOSIS_REPORT_GATHER_GATHER_H

#include <stdbool.h>
#include <stddef.h>

#include "report/model/run.h"

/* Read all pages in the 'count' job folders, several when the hosts of a job
 * have one each.  'over' says that the job has ended for sure, so that ranks
 * which did not say so were killed; else the processes are looked for.
 * Pages that cannot be read are told about in the run.  A generation that did
 * not take over is passed over, and what became of it is among the changes.
 * Returns the run, to be given back with run_destroy(), or NULL with the
 * reason in 'err' when there is no page at all or no memory.
 */
struct run *gather(const char *const *folders,
                   size_t count,
                   bool over,
                   struct error *err);

/* The same for those generations of a running job that are over, in one
 * folder: the last of them goes into 'last', or 0 when there is none that was
 * not put together before.  Then, and with the reason in 'err', NULL is
 * returned; a folder without any page is such a reason.  Generations that keep
 * traces are not over before the job is.
 */
struct run *gather_over(const char *folder, unsigned *last, struct error *err);

#endif /* !MITOSIS_REPORT_GATHER_GATHER_H */
