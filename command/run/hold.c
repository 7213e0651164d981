/* hold.c - what is left of the first rank of a job that was changed
 *
 * mpiexec waits for the processes that it has started.  When others go on
 * with the job, this small one stays in place of the first of them until the
 * job ends, and then ends with its status.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/host.h"
#include "base/process.h"
#include "command/common/collect.h"
#include "command/common/commands.h"
#include "command/common/say.h"
#include "command/run/agent_restart.h"
#include "job/agent_lock.h"
#include "job/control.h"
#include "net/agent_address.h"
#include "net/local_message.h"

enum {
    AGENT_MS = 10 * 1000, /* for it to end */
    LOOK_MS = 500,        /* between looks whether it is there */
};

static volatile pid_t keeper; /* that is waited for, or 0 */

/* Meanwhile, see to the agent. */
static void wait_for_process(pid_t pid, const char *folder)
{
    struct pollfd p = { (int)syscall(SYS_pidfd_open, pid, 0), POLLIN, 0 };

    keeper = p.fd >= 0 ? pid : 0;
    while (p.fd >= 0 && poll(&p, 1, LOOK_MS) <= 0)
        agent_restart_look(folder);
    keeper = 0;
    if (p.fd >= 0)
        close(p.fd);
}

/* The keeper of a generation; 0 when it is not told. */
static pid_t find_keeper(const char *folder, uint32_t generation)
{
    struct control *c = control_find(folder, generation, NULL);
    pid_t keeper = c ? atomic_load(&c->keeper) : 0;

    control_close(c);
    return keeper;
}

/* The keeper of the generation that is the job notes how it has ended. */
static int wait_for_end(const struct control *record, const char *folder)
{
    uint32_t ended, job;

    do {
        job = atomic_load(&record->successor);
        wait_for_process(find_keeper(folder, job), folder);
        ended = atomic_load(&record->ended);
    } while (!ended && job != atomic_load(&record->successor));
    return ended ? (int)ended - 1
                 : fail(EXIT_FAILURE, "how the job ended is not known");
}

/* The agent writes down what there is before it ends.  One that was killed
 * just now is needed once more: what other hosts have comes through it.
 */
static void wait_for_agent(const struct control *record, const char *folder)
{
    static struct local_message wire;
    int fd, came;

    agent_restart_look(folder);
    fd = agent_lock_call(folder);
    if (fd < 0)
        return;
    do
        came = local_message_receive(fd, &wire, AGENT_MS, NULL);
    while (came > 0);
    if (came == 0)
        control_end_agent(record);
    close(fd);
}

/* Whether 'mitosis run' is on this host and makes the report. */
static bool is_awaited(void)
{
    const char *run = getenv("MITOSIS_JOB"),
               *host = getenv(AGENT_ADDRESS_RECEIVER);

    return run && *run && (!host || host_is_own(host));
}

/* Who became us ignores all, as the program's timers and threads may have
 * sent something to the last.  What the launcher hands to the program is for
 * the ranks that are the job.
 */
static void hear_signals(void)
{
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    process_pass_signals(&keeper);
}

int command_hold(char *argv[])
{
    struct control *record;
    struct error err;
    int status;

    if (!argv[0] || argv[1])
        return fail(EXIT_USAGE, "'mitosis hold' is started by the programs "
                                "that need it");
    hear_signals();
    record = control_find(argv[0], 1, &err);
    if (!record)
        return fail(EXIT_FAILURE, "%s; how the job ended is not known",
                    err.text);
    status = wait_for_end(record, argv[0]);
    wait_for_agent(record, argv[0]);
    control_close(record);
    if (!is_awaited() && collect(argv[0], true, 0, &err) < 0)
        fail(status, "%s", err.text);
    return status;
}
