/* agent_restart.c - start a job's agent again when it was killed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command/common/say.h"
#include "command/run/agent_restart.h"
#include "job/agent_lock.h"
#include "job/incident.h"

enum { CLAIM_FD = 3 }; /* where the agent looks for it */

static _Noreturn void become(const char *folder, int claim)
{
    char *const words[] = { (char *)"mitosis", (char *)"agent",
                            (char *)"--again", (char *)folder, NULL };
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);

    setsid();
    dup2(nothing, STDIN_FILENO);
    if (claim == CLAIM_FD)
        fcntl(claim, F_SETFD, 0);
    else
        dup2(claim, CLAIM_FD);
    syscall(SYS_close_range, CLAIM_FD + 1, ~0U, 0);
    execv("/proc/self/exe", words);
    _exit(127);
}

/* One in between makes it nobody's child. */
static int start(const char *folder, int claim, struct error *err)
{
    pid_t between = fork(), agent;
    int status = 1;

    if (between == 0) {
        agent = fork();
        if (agent == 0)
            become(folder, claim);
        _exit(agent < 0);
    }
    if (between < 0 || waitpid(between, &status, 0) < 0 || status != 0)
        return error_set(err, "fork: %s", strerror(errno));
    return 0;
}

void agent_restart_look(const char *folder)
{
    struct error err;
    int claim = agent_lock_inherit(folder, AGENT_LOCK_HEAD, &err);
    bool failed = claim < 0 ? *err.text : start(folder, claim, &err) < 0;

    if (claim >= 0)
        close(claim);
    if (!failed)
        return;
    agent_lock_resign(folder, AGENT_LOCK_HEAD);
    fail(0, AGENT_LOCK_LOST, err.text);
    incident_note(folder, AGENT_LOCK_INCIDENT);
}
