/* output.c - what the program has written and not given to the system yet
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/pipe.h"
#include "pmpi/files/carried_files.h"
#include "pmpi/files/cxx_streams.h"
#include "pmpi/files/fortran_units.h"
#include "pmpi/files/output.h"

enum { DRAIN_MS = 1000 }; /* for our output to be read */

void output_follow(void)
{
    cxx_streams_follow();
    fortran_units_follow();
    carried_files_follow();
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

void output_drain(void)
{
    pipe_wait_until_read(STDOUT_FILENO, DRAIN_MS);
    pipe_wait_until_read(STDERR_FILENO, DRAIN_MS);
}
