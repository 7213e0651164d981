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
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/host.h"
#include "base/system/process.h"
#include "base/system/process_id.h"
#include "command/common/collect.h"
#include "command/common/commands.h"
#include "command/common/say.h"
#include "job/agent_lock.h"
#include "job/control.h"
#include "job/incident.h"
#include "net/agent_address.h"
#include "net/local_message.h"

enum {
    AGENT_MS = 10 * 1000, /* for it to end */
    LOOK_MS = 500,        /* between looks whether it is there */
    CLAIM_FD = 3,         /* where a new one looks for its lock */
};

/* ---- the agent, started again when it was killed ---- */

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
    closefrom(CLAIM_FD + 1);
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

/* Start another agent, which is no child of ours, if the head of the job in
 * 'folder' was killed.  Where that cannot be done the user is told, once.
 */
static void restart_agent(const char *folder)
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

/* ---- signals ---- */

static int signals_fd = -1; /* where those for the program come */

/* They were blocked since the rank stood still, so that what came meanwhile is
 * there.
 */
static void hear_signals(void)
{
    sigset_t passed;

    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    process_passed_signals(&passed);
    sigprocmask(SIG_SETMASK, &passed, NULL);
    signals_fd = signalfd(-1, &passed, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* To who runs the ranks that are the job.  Without them, do as is done by
 * default.
 */
static void pass_on(int number, const char *folder, uint32_t job)
{
    struct control *c = control_find(folder, job, NULL);
    bool passed = c && process_id_runs(&c->runner)
                  && kill(atomic_load(&c->runner.pid), number) == 0;
    sigset_t set;

    control_close(c);
    if (passed || !process_asks_to_end(number))
        return;
    sigemptyset(&set);
    sigaddset(&set, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/* Who became us had timers and threads of the program's, which may have sent
 * something to the last; what others send is for the ranks that are the job.
 */
static void take_signals(const struct control *record, const char *folder)
{
    struct signalfd_siginfo came;

    while (read(signals_fd, &came, sizeof(came)) == sizeof(came))
        if ((came.ssi_code == SI_USER || came.ssi_code == SI_QUEUE)
            && came.ssi_pid != (uint32_t)getpid())
            pass_on((int)came.ssi_signo, folder,
                    atomic_load(&record->successor));
}

/* ---- the end of the job ---- */

/* Meanwhile, see to the agent and to signals. */
static void wait_for_process(const struct process_id *process,
                             const struct control *record,
                             const char *folder)
{
    struct pollfd p[] = { { process_id_open(process), POLLIN, 0 },
                          { signals_fd, POLLIN, 0 } };

    while (p[0].fd >= 0 && p[0].revents == 0) {
        if (poll(p, 2, LOOK_MS) <= 0)
            restart_agent(folder);
        else if (p[1].revents)
            take_signals(record, folder);
    }
    if (p[0].fd >= 0)
        close(p[0].fd);
}

/* Nothing to wait for when its runner is not told. */
static void wait_for_runner(const struct control *record,
                            const char *folder,
                            uint32_t generation)
{
    struct control *c = control_find(folder, generation, NULL);

    if (c)
        wait_for_process(&c->runner, record, folder);
    control_close(c);
}

/* The runner of the generation that is the job notes how it has ended. */
static int wait_for_end(const struct control *record, const char *folder)
{
    uint32_t ended, job;

    do {
        job = atomic_load(&record->successor);
        wait_for_runner(record, folder, job);
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
    struct local_message wire = { .room = NULL };
    int fd, came;

    restart_agent(folder);
    fd = agent_lock_call(folder);
    if (fd < 0)
        return;
    do
        came = local_message_receive(fd, &wire, AGENT_MS, NULL);
    while (came > 0);
    local_message_clear(&wire);
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

int command_hold(char *argv[])
{
    struct control *record;
    struct error err;
    int status;

    if (!argv[0])
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
    if (!is_awaited() && collect(argv[0], true, NULL, &err) < 0)
        fail(status, "%s", err.text);
    return status;
}
