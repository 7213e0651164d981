/* collect.h - make the report of a job that has ended, from its pages
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_COLLECT_H
#define MITOSIS_COMMAND_COMMON_COLLECT_H

#include <stdbool.h>

#include "base/error.h"

/* How mpiexec ended. */
struct collect_end {
    int status;
    int asked; /* the signal by which it was asked to end, or 0 */
};

/* Write the report of the job in 'folder' where its ranks were told to, print
 * its summary if they were told so, and remove the folder.  'over' says that
 * nothing of the job runs any more, 'end' how mpiexec ended, NULL if nobody
 * knows; a status of 0 becomes that of the request to end if that has killed
 * ranks.  When the report cannot be written the folder stays, and a message
 * tells so.
 * Returns 0, or -1 with the reason in 'err' when there is nothing to report.
 */
int collect(const char *folder,
            bool over,
            struct collect_end *end,
            struct error *err);

/* Put the pages of those generations of the job in 'folder' that are over
 * together into one small file in the folder, a part, in the place of these
 * pages and of an earlier part.  The job goes on meanwhile.  Fine when there
 * is nothing to do, but for a folder without any page.  Returns 0, or -1 with
 * the reason in 'err'; then all is as it was.
 */
int collect_fold(const char *folder, struct error *err);

#endif /* !MITOSIS_COMMAND_COMMON_COLLECT_H */
