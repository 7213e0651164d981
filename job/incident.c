/* incident.c - what befell a job and is to be in its report
 *
 * A line each in the file 'incidents': seconds since 1970, and a sentence.
 * It is written at once, as several processes may do so.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/file_write.h"
#include "base/system/clock.h"
#include "job/files.h"
#include "job/incident.h"
#include "job/job.h"

void incident_note(const char *folder, const char *what)
{
    char path[JOB_PATH + FILES_NAME], line[1024];
    int bytes = snprintf(line, sizeof(line) - 1, "%.3f %s",
                         (double)clock_wall() * 1e-9, what);
    ssize_t done = 0;
    int fd;

    if (bytes > (int)sizeof(line) - 2)
        bytes = sizeof(line) - 2;
    line[bytes++] = '\n';
    snprintf(path, sizeof(path), "%s/" FILES_INCIDENTS, folder);
    fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0)
        return;
    done = file_write(fd, line, (size_t)bytes);
    (void)done;
    close(fd);
}
