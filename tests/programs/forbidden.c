/* forbidden.c - run a command that the kernel refuses something
 *
 *     forbidden reading|pidfd COMMAND...
 *
 * "reading": the memory of other processes; "pidfd": to wait for processes by
 * descriptors, which are not there before Linux 5.3, nor close_range() before
 * 5.9.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "forbid.h"

int main(int argc, char *argv[])
{
    bool old = argc > 2 && strcmp(argv[1], "pidfd") == 0;

    if (argc < 3
        || (old ? forbid(SYS_pidfd_open, SYS_close_range, ENOSYS)
                : forbid_reading())
               < 0)
        return 2;
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    return 127;
}
