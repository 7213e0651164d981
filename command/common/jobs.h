/* jobs.h - find the jobs whose pages lie around on this host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_JOBS_H
#define MITOSIS_COMMAND_COMMON_JOBS_H

#include <stdbool.h>

#include "base/error.h"
#include "base/system/host.h"
#include "job/job.h"

/* Which of several jobs is meant whose names begin alike. */
enum jobs_which { JOBS_ANY, JOBS_RUNNING_FIRST };

enum { JOBS_SEVERAL = -2 };

/* Find the folder of the job 'name', or of the only job whose name begins
 * so, below 'pages' as for job_list(); with JOBS_RUNNING_FIRST also of the
 * only one of these that runs.  A folder with a slash may be given, too.
 * Returns JOBS_SEVERAL when it may be any of several, or -1 when there is
 * none, with the reason in 'err'.
 */
int jobs_find(const char *pages,
              const char *name,
              enum jobs_which which,
              char path[JOB_PATH],
              struct error *err);

/* Write where the folder 'name' is to 'path'.  Returns -1 with the reason in
 * 'err' when it is no job's: it has neither the name of one, nor pages, as a
 * copy has.
 */
int jobs_folder(const char *name, char path[JOB_PATH], struct error *err);

/* JOBS_UNSEEN: it has processes that cannot be looked for from here, as they
 * are of a host, or in a container, that shares its folder with us.
 */
enum jobs_life { JOBS_ENDED, JOBS_RUNNING, JOBS_UNSEEN };

/* Whether a rank of the job in the folder 'path' still runs on this host, or
 * its agent does: all ranks may be elsewhere.  With JOBS_UNSEEN 'host' becomes
 * the name of that host, else empty.
 */
enum jobs_life jobs_life(const char *path, char host[HOST_NAME]);

/* Whether that is JOBS_RUNNING. */
bool jobs_running(const char *path);

/* Say in 'err' why a job that runs, or may run on 'host', stays as it is.
 * Returns -1.
 */
int jobs_refuse(const char *path, const char *host, struct error *err);

/* Whether the folder 'path' holds pages of ranks, as that of a job does. */
bool jobs_has_pages(const char *path);

/* Whether none of its ranks runs any more, as far as can be told on the host
 * where it was started.  Its agent may be about to end.  'host' is as that of
 * jobs_life().
 */
bool jobs_over(const char *path, char host[HOST_NAME]);

/* Find the folder of the only job that has a rank or its agent on this host.
 * Returns -1 with the reason in 'err' when there is none, or JOBS_SEVERAL.
 */
int jobs_find_running(const char *pages,
                      char path[JOB_PATH],
                      struct error *err);
#endif /* !MITOSIS_COMMAND_COMMON_JOBS_H */
