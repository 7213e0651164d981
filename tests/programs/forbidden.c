/* forbidden.c - run a command that cannot read the memory of other processes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdio.h>
#include <unistd.h>

#include "forbid.h"

int main(int argc, char *argv[])
{
    if (argc < 2 || forbid_reading() < 0)
        return 2;
    execvp(argv[1], argv + 1);
    perror(argv[1]);
    return 127;
}
