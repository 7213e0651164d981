/* pages_space.c - whether there is a place for the pages of a job, and how
 * much room
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/file_write.h"
#include "base/system/clock.h"
#include "job/pages_space.h"

enum { BYTES = 1024 * 1024 };

/* Write a file there, as a rank does with its page. */
static int fill(const char *folder, struct error *err)
{
    char path[JOB_PATH + 16];
    int fd, rc;

    snprintf(path, sizeof(path), "%s/rank-0.page", folder);
    fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return error_set(err, "%s: %s", path, strerror(errno));
    rc = file_allocate(fd, 0, BYTES);
    close(fd);
    unlink(path);
    return rc == 0 ? 0 : error_set(err, "%s: %s", path, strerror(rc));
}

int pages_space_try(const char *pages,
                    struct pages_space *room,
                    struct error *err)
{
    char name[JOB_NAME], path[JOB_PATH];
    struct statvfs there;
    int rc;

    job_name("room", (unsigned long)clock_wall() + (unsigned long)getpid(),
             name);
    if (job_open(pages, name, path, err) < 0)
        return -1;
    rc = fill(path, err);
    job_remove(path);
    if (rc < 0)
        return -1;
    *strrchr(path, '/') = '\0';
    if (statvfs(path, &there) < 0)
        return error_set(err, "%s: %s", path, strerror(errno));
    strcpy(room->path, path);
    room->free = (uint64_t)there.f_bavail * there.f_frsize;
    room->total = (uint64_t)there.f_blocks * there.f_frsize;
    return 0;
}
