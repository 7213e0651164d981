/* stopped.c - a library to be preloaded: ranks of mitosis doctor that are
 * watched stop in MPI_Init()
 *
 * They do where UCX has others connect, after their pages have been made, and
 * leave the file that STOPPED names.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_watched(void)
{
    glob_t pages;
    int rc = strcmp(program_invocation_short_name, "mitosis-probe") == 0
                 ? glob("/dev/shm/mitosis-*/rank-*.page", 0, NULL, &pages)
                 : -1;

    if (rc == 0)
        globfree(&pages);
    return rc == 0;
}

int listen(int fd, int backlog)
{
    const char *mark = getenv("STOPPED");

    if (mark && is_watched()) {
        close(open(mark, O_CREAT | O_WRONLY, 0600));
        raise(SIGSTOP);
    }
    return (int)syscall(SYS_listen, fd, backlog);
}
