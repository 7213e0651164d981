/* pages_space.h - whether there is a place for the pages of a job, and how
 * much room
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_PAGES_SPACE_H
#define MITOSIS_JOB_PAGES_SPACE_H

#include <stdint.h>

#include "base/error.h"
#include "job/job.h"

struct pages_space {
    char path[JOB_PATH]; /* the folder in which jobs have theirs */
    uint64_t free;       /* bytes */
    uint64_t total;
};

/* Make a job's folder below 'pages' (see job.h) with a file of a megabyte in
 * it, and remove both again.  Returns -1 with the reason in 'err' when that
 * does not work.
 */
int pages_space_try(const char *pages,
                    struct pages_space *room,
                    struct error *err);

#endif /* !MITOSIS_JOB_PAGES_SPACE_H */
