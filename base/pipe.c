/* pipe.c - what is written to a pipe and not read yet
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/pipe.h"

enum { STEP_US = 100 };

bool pipe_wait_until_read(int fd, int ms)
{
    struct stat st;
    int waiting;

    if (fstat(fd, &st) < 0 || !S_ISFIFO(st.st_mode))
        return true;
    for (int us = 0;; us += STEP_US) {
        if (ioctl(fd, FIONREAD, &waiting) < 0 || waiting == 0)
            return true;
        if (us >= ms * 1000)
            return false;
        usleep(STEP_US);
    }
}
