/* job_host.c - which host a job's folder belongs to
 *
 * It is a link to nowhere: made and filled in at once, so that of two hosts
 * exactly one makes it, and read without opening anything.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/system/host.h"
#include "job/job.h"
#include "job/job_host.h"

static void link_in(const char *folder, char path[JOB_PATH + 8])
{
    snprintf(path, JOB_PATH + 8, "%s/" JOB_HOST, folder);
}

bool job_host_claim(const char *folder)
{
    char path[JOB_PATH + 8];

    link_in(folder, path);
    return symlink(host_own(), path) == 0 || !job_is_elsewhere(folder);
}

void job_host_release(const char *folder)
{
    char path[JOB_PATH + 8];

    link_in(folder, path);
    if (unlink(path) == 0 && rmdir(folder) < 0)
        job_host_claim(folder);
}

bool job_host_of(const char *folder, char host[HOST_NAME])
{
    char path[JOB_PATH + 8];
    ssize_t length;

    link_in(folder, path);
    length = readlink(path, host, HOST_NAME - 1);
    host[length > 0 ? length : 0] = '\0';
    return length >= 0;
}

bool job_is_elsewhere(const char *folder)
{
    char host[HOST_NAME];

    return job_host_of(folder, host) && strcmp(host, host_own()) != 0;
}
