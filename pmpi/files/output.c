/* output.c - what the program has written and not given to the system yet
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pmpi/files/cxx_streams.h"
#include "pmpi/files/fortran_units.h"
#include "pmpi/files/output.h"

enum {
    DRAIN_MS = 1000, /* for our output to be read */
    DRAIN_STEP_US = 100,
};

void output_follow(void)
{
    cxx_streams_follow();
    fortran_units_follow();
}

int output_flush(struct error *err)
{
    int rc;

    fortran_units_flush();
    rc = cxx_streams_flush(err); /* some of them write to stdio's */
    errno = 0;
    if (fflush(NULL) == EOF)
        rc = error_set(err,
                       "what a file's buffer holds could not be "
                       "written: %s",
                       strerror(errno));
    return rc;
}

/* It is on its way once the launcher has read it from the pipe. */
static void drain(int fd)
{
    struct stat st;
    int waiting;

    if (fstat(fd, &st) < 0 || !S_ISFIFO(st.st_mode))
        return;
    for (int us = 0; us < DRAIN_MS * 1000; us += DRAIN_STEP_US) {
        if (ioctl(fd, FIONREAD, &waiting) < 0 || waiting == 0)
            return;
        usleep(DRAIN_STEP_US);
    }
}

void output_drain(void)
{
    drain(STDOUT_FILENO);
    drain(STDERR_FILENO);
}
