/* job_host.h - which host a job's folder belongs to
 *
 * Hosts may share the place where jobs have their folders: containers with one
 * /dev/shm, MITOSIS_PAGES in a home directory.  Memory that is mapped, locks
 * and sockets in it are of one host all the same.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_JOB_HOST_H
#define MITOSIS_JOB_JOB_HOST_H

#include <stdbool.h>

#include "base/system/host.h"

/* The link in a job's folder that tells which host it belongs to. */
#define JOB_HOST "host"

/* Make the folder this host's, if it is no other's yet.  Returns false when it
 * is, and true as well where that cannot be told.
 */
bool job_host_claim(const char *folder);

/* Remove the folder if nothing is in it but that link. */
void job_host_release(const char *folder);

/* Write the name of the host that the folder belongs to, or none, into 'host'.
 * Returns false when it is not told.
 */
bool job_host_of(const char *folder, char host[HOST_NAME]);

/* Whether the folder is another host's. */
bool job_is_elsewhere(const char *folder);

#endif /* !MITOSIS_JOB_JOB_HOST_H */
