/* generation.h - put the pages of one generation's ranks together into a run
 *
 * Works after the run, during it and after a crash.  Call paths stay numbers
 * until resolve.h has looked into the program's files.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_GENERATION_H
#define MITOSIS_REPORT_GATHER_GENERATION_H

#include <stddef.h>

#include "report/gather/folder.h"
#include "report/gather/rank_state.h"
#include "report/model/run.h"

/* Read the 'count' pages at 'page', all of one generation, in the order of
 * their ranks.  Those that cannot be read are told about in the run.  Returns
 * the run, to be given back with run_destroy(), or NULL with the reason in
 * 'err' when there is no page at all or no memory.
 */
struct run *generation_gather(const struct folder_page *page,
                              size_t count,
                              enum rank_state_job job,
                              struct error *err);

#endif /* !MITOSIS_REPORT_GATHER_GENERATION_H */
