/* stdin_read.c - whether the program has read from stdin
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/system/process.h"
#include "pmpi/files/stdin_read.h"

enum { PATH_SIZE = 64 };

static bool noted;

void stdin_read_note(void)
{
    noted = true;
}

/* Whether the launcher has an input for its job: our parent's parent is
 * mpiexec, where that runs on this host.
 */
static bool is_given(void)
{
    char path[PATH_SIZE], file[PATH_SIZE];
    ssize_t len;

    snprintf(path, sizeof(path), "/proc/%d/fd/0",
             (int)process_field(getppid(), PROCESS_PARENT));
    len = readlink(path, file, sizeof(file) - 1);
    file[len > 0 ? len : 0] = '\0';
    return strcmp(file, "/dev/null") != 0;
}

/* Once all is read that came, stdio does not know whether that was nothing. */
bool stdin_read_was_read(void)
{
    if (noted)
        return true;
    if (__fbufsize(stdin) == 0)
        return false;
    return stdin->_IO_read_end > stdin->_IO_read_base || is_given();
}
