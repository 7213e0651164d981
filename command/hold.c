/* hold.c - what is left of the first rank of a job that was changed
 *
 * mpiexec waits for the processes that it has started.  When others go on
 * with the job, this small one stays in place of the first of them until the
 * job ends, and then ends with its status.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command/collect.h"
#include "command/commands.h"
#include "command/say.h"
#include "migrate/wire.h"
#include "profile/job.h"

/* The agent is gone, and its children have become ours: the last mpiexec
 * that it has noted is that of the job.
 */
static int wait_for_launcher(const char *folder)
{
    char path[JOB_PATH + 16];
    FILE *file;
    int pid = 0, status;
    pid_t ended;

    snprintf(path, sizeof(path), "%s/launcher", folder);
    file = fopen(path, "re");
    if (file && fscanf(file, "%d", &pid) != 1)
        pid = 0;
    if (file)
        fclose(file);
    while ((ended = waitpid(-1, &status, 0)) > 0 || errno == EINTR)
        if (ended > 0 && ended == pid)
            return WIFEXITED(status) ? WEXITSTATUS(status)
                                     : 128 + WTERMSIG(status);
    return fail(EXIT_FAILURE, "the agent is gone, and how the job ended is "
                              "not known");
}

static int wait_for_end(const char *folder)
{
    static struct wire wire;
    struct wire_head hold = { .type = WIRE_HOLD };
    int fd = wire_connect(folder, NULL);
    int status = -1;

    if (fd >= 0 && wire_send(fd, &hold, NULL, NULL) == 0)
        while (status < 0 && wire_receive(fd, &wire, -1, NULL) > 0)
            if (wire.head.type == WIRE_STATUS)
                status = (int)wire.head.number;
    if (fd >= 0)
        close(fd);
    return status >= 0 ? status : wait_for_launcher(folder);
}

int command_hold(char *argv[])
{
    const char *run = getenv("MITOSIS_JOB");
    struct error err;
    int status;

    if (!argv[0] || argv[1])
        return fail(EXIT_USAGE, "'mitosis hold' is started by the programs "
                                "that need it");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    status = wait_for_end(argv[0]);
    if ((!run || !*run) && collect(argv[0], true, &err) < 0)
        fail(status, "%s", err.text);
    return status;
}
