/* runner.c - a process that runs the mpiexec of a generation
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/launch/held_output.h"
#include "agent/launch/runner.h"
#include "agent/launch/shm_cleanup.h"
#include "base/system/process.h"
#include "base/system/process_id.h"
#include "job/control.h"
#include "job/job.h"
#include "net/loop.h"

enum order { ORDER_NONE, ORDER_OPEN = 'o', ORDER_DROP = 'd' };

/* What it waits for. */
enum { AT_ORDER, AT_BEFORE, AT_FIRST, AT_SIGNALS, AT_MPIEXEC, AT_STREAMS };
enum { WAITS = AT_STREAMS + HELD_OUTPUT_STREAMS };

enum { FOREVER_MS = -1 };

enum { HYDRA_FAILED = 255 }; /* the status of an mpiexec that failed itself */

/* Seconds for mpiexec to end when asked. */
static const double end_patience = 2;

/* What the process itself knows. */
struct charge {
    uint32_t generation;
    struct control *record; /* the first generation's, */
    struct control *own;    /* and that of the one that it runs, or NULL */
    struct held_output relay;
    pid_t mpiexec;
    int fd[AT_STREAMS]; /* -1 for what is not waited for */
    double deadline;    /* of what is waited for, or 0 */
    bool job;           /* our generation is the job, or was */
    bool left;          /* its first rank has, so mpiexec is about to end */
    bool ending;        /* mpiexec was asked to end */
    bool passes_ends;   /* it is to hear of requests to end as well */
    int deadly;         /* the request to end that ranks do not catch, or 0 */
    uint64_t passed[NSIG]; /* when each was passed on last, or 0 */
    struct shm_cleanup leavings;
};

static int open_process(pid_t pid)
{
    int fd = pid > 0 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1;

    if (fd >= 0)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
}

static void forget(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static bool is_job(const struct charge *c)
{
    return atomic_load(&c->record->successor) == c->generation;
}

/* ---- signals that are for the program ---- */

/* They are blocked before mpiexec is there, and read once it is. */
static void hear_signals(struct charge *c, const launcher_t *l)
{
    sigset_t passed;

    process_passed_signals(&passed);
    sigprocmask(SIG_BLOCK, &passed, NULL);
    c->fd[AT_SIGNALS] = signalfd(-1, &passed, SFD_CLOEXEC | SFD_NONBLOCK);
    c->passes_ends = launcher_forwards(l);
}

/* Whether a rank on this host will be ended by a signal. */
static bool ends_rank(const struct charge *c, int number)
{
    for (uint32_t i = 0; c->own && i < c->own->ranks; i++) {
        const struct process_id *rank = &c->own->slot[i].process;

        if (process_id_runs(rank)
            && process_has_default(atomic_load(&rank->pid), number))
            return true;
    }
    return false;
}

static void pass_signal(struct charge *c, int number)
{
    bool ends = process_asks_to_end(number);

    if ((ends && !c->passes_ends) || !process_passes_signal(number, c->passed))
        return;
    if (ends && ends_rank(c, number))
        c->deadly = number;
    kill(c->mpiexec, number);
}

static void take_signals(struct charge *c)
{
    struct signalfd_siginfo came;

    while (read(c->fd[AT_SIGNALS], &came, sizeof(came)) == sizeof(came))
        pass_signal(c, (int)came.ssi_signo);
}

/* ---- what it does ---- */

/* mpiexec ends its ranks when it is asked to end. */
static void end_mpiexec(struct charge *c)
{
    shm_cleanup_note(&c->leavings, c->mpiexec);
    if (!c->ending)
        kill(c->mpiexec, SIGTERM);
    c->ending = true;
    c->deadline = loop_now() + end_patience;
}

/* What mpiexec has started, and it has not ended, becomes ours: a launcher
 * that hangs is in a session of its own.  So may the agent of a host be, which
 * a rank has started just now: it ends by itself, and removes what is there.
 */
static void drop(struct charge *c)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    end_mpiexec(c);
    held_output_drop(&c->relay);
}

static void pass(struct charge *c)
{
    forget(&c->fd[AT_BEFORE]);
    held_output_pass(&c->relay);
}

/* mpiexec ends by itself when its ranks have, and has passed on then what they
 * printed.  Were it asked to, what it has not read yet would be lost.
 */
static void on_first_gone(struct charge *c)
{
    forget(&c->fd[AT_FIRST]);
    shm_cleanup_note(&c->leavings, c->mpiexec);
    c->left = true;
    if (!c->ending)
        c->deadline = loop_now() + end_patience;
}

/* Our generation is the job. */
static void take_over(struct charge *c)
{
    c->job = true;
    c->fd[AT_FIRST] = process_id_open(&c->record->slot[0].process);
    if (c->fd[AT_FIRST] < 0)
        on_first_gone(c);
    if (c->fd[AT_BEFORE] < 0)
        pass(c);
}

/* The agent's order, or what the record says when it is gone. */
static void hear_order(struct charge *c)
{
    char order = ORDER_NONE;

    if (read(c->fd[AT_ORDER], &order, 1) != 1)
        order = is_job(c) ? ORDER_OPEN : ORDER_DROP;
    forget(&c->fd[AT_ORDER]);
    if (order == ORDER_OPEN)
        take_over(c);
    else
        drop(c);
}

/* Before there is an order: if a new rank cannot take part, tell the agent.
 * Returns whether it is so.
 */
static bool tell_reason(struct charge *c)
{
    struct error reason;

    if (c->fd[AT_ORDER] < 0 || c->ending
        || !held_output_reason(&c->relay, &reason))
        return false;
    send(c->fd[AT_ORDER], reason.text, strlen(reason.text), MSG_NOSIGNAL);
    return true;
}

static void on_deadline(struct charge *c)
{
    c->deadline = 0;
    if (c->ending)
        kill(c->mpiexec, SIGKILL);
    else
        end_mpiexec(c);
}

/* mpiexec has ended, and nothing will be printed any more.  The next
 * generation may be the job by now, as we wait for the runner before to have
 * ended: it sees to its mpiexec as we do, so what it may still wait for is who
 * reads what the job prints.
 */
static _Noreturn void finish(struct charge *c)
{
    struct pollfd before = { c->fd[AT_BEFORE], POLLIN, 0 };
    int status = 0;

    waitpid(c->mpiexec, &status, 0);
    status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    /* What has ended its ranks Hydra forgets every other time; and it fails
     * where it is to pass on a request when its proxies have just left.
     */
    if (status == 0 || (status == HYDRA_FAILED && c->deadly != 0))
        status = c->deadly;
    if ((c->job || is_job(c)) && !c->relay.passing && !c->relay.dropping) {
        if (before.fd >= 0)
            poll(&before, 1, FOREVER_MS);
        held_output_pass(&c->relay);
    }
    held_output_finish(&c->relay);
    tell_reason(c);
    if (!c->relay.passing && !c->relay.dropping)
        held_output_drop(&c->relay);
    if (c->relay.dropping)
        process_end_children("mitosis");
    shm_cleanup_remove(&c->leavings);
    if (c->relay.dropping)
        held_output_tell(&c->relay);
    if (is_job(c))
        atomic_store(&c->record->ended, (uint32_t)status + 1);
    _exit(status);
}

static void wait_for_something(struct charge *c, struct pollfd p[WAITS])
{
    double left = c->deadline > 0 ? c->deadline - loop_now() : 0;
    int ms = c->deadline == 0 ? FOREVER_MS : left > 0 ? (int)(left * 1e3) : 0;

    for (int i = 0; i < AT_STREAMS; i++)
        p[i] = (struct pollfd){ c->fd[i], POLLIN, 0 };
    held_output_wish(&c->relay, &p[AT_STREAMS]);
    if (poll(p, WAITS, ms) < 0)
        for (int i = 0; i < WAITS; i++)
            p[i].revents = 0;
}

static _Noreturn void keep(struct charge *c)
{
    for (;;) {
        struct pollfd p[WAITS];

        wait_for_something(c, p);
        held_output_take(&c->relay, &p[AT_STREAMS]);
        if (tell_reason(c))
            end_mpiexec(c); /* or the others would wait for it */
        if (p[AT_ORDER].revents)
            hear_order(c);
        if (p[AT_BEFORE].revents && c->fd[AT_ORDER] < 0 && !c->relay.dropping)
            pass(c);
        else if (p[AT_BEFORE].revents)
            forget(&c->fd[AT_BEFORE]);
        if (p[AT_FIRST].revents)
            on_first_gone(c);
        if (p[AT_SIGNALS].revents)
            take_signals(c);
        if (p[AT_MPIEXEC].revents)
            finish(c);
        if (c->deadline > 0 && loop_now() >= c->deadline)
            on_deadline(c);
    }
}

/* The runner of the generation that is the job, or -1. */
static int open_before(const char *folder)
{
    struct control *now = control_find_job(folder);
    int fd = now ? process_id_open(&now->runner) : -1;

    control_close(now);
    return fd;
}

/* For whoever waits for our end: 'mitosis hold', and an agent after this. */
static void note_place(struct control *own)
{
    if (own)
        process_id_set(&own->runner, getpid());
}

/* It is a fork of the agent: told from it where processes are listed. */
static void tell_apart(const char *folder)
{
    char title[JOB_PATH + 32];

    snprintf(title, sizeof(title), "mitosis keep %s", folder);
    process_retitle(title);
    prctl(PR_SET_NAME, "mitosis-runner");
}

/* In the new process: start mpiexec. */
static _Noreturn void begin(int order,
                            const launcher_t *l,
                            struct launch_order *launch)
{
    static struct charge c;
    struct error err;
    int ends[HELD_OUTPUT_STREAMS];

    tell_apart(launch->folder);
    hear_signals(&c, l);
    c.generation = launch->generation;
    c.fd[AT_ORDER] = order;
    c.fd[AT_FIRST] = -1;
    c.record = control_find(launch->folder, 1, &err);
    c.fd[AT_BEFORE] = open_before(launch->folder);
    c.own = control_find(launch->folder, launch->generation, NULL);
    note_place(c.own);
    if (!c.record || held_output_open(&c.relay, ends, &err) < 0)
        _exit(127);
    launch->out = ends[0];
    launch->err = ends[1];
    c.mpiexec = launcher_start(l, launch, &err);
    close(ends[0]);
    close(ends[1]);
    if (c.mpiexec < 0)
        _exit(127);
    c.fd[AT_MPIEXEC] = open_process(c.mpiexec);
    keep(&c);
}

/* The agent's descriptors would keep its peers from seeing it go. */
static void close_others(int fd)
{
    for (int other = STDERR_FILENO + 1; other < fd; other++)
        close(other);
    closefrom(fd + 1);
}

int runner_start(struct runner *k,
                 const launcher_t *l,
                 const struct launch_order *order,
                 struct error *err)
{
    struct launch_order launch = *order;
    int pair[2], self = open_process(getpid());

    if (self < 0)
        return error_set(err, "pidfd_open: %s%s", strerror(errno),
                         errno == ENOSYS ? " (Linux 5.3 or later has it)"
                                         : "");
    close(self); /* so there is one to be had for k->ended */
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
        return error_set(err, "socketpair: %s", strerror(errno));
    k->pid = fork();
    if (k->pid == 0) {
        close_others(pair[0]);
        begin(pair[0], l, &launch);
    }
    close(pair[0]);
    if (k->pid < 0) {
        close(pair[1]);
        k->pid = 0;
        return error_set(err, "fork: %s", strerror(errno));
    }
    k->order = pair[1];
    k->ended = open_process(k->pid);
    return 0;
}

void runner_adopt(struct runner *k, const struct process_id *process)
{
    *k = (struct runner){ .order = -1, .ended = process_id_open(process) };
    if (k->ended >= 0)
        k->pid = atomic_load(&process->pid);
}

static void send_order(struct runner *k, enum order order)
{
    char word = (char)order;

    if (k->order >= 0 && send(k->order, &word, 1, MSG_NOSIGNAL) == 1)
        forget(&k->order);
}

void runner_open(struct runner *k)
{
    send_order(k, ORDER_OPEN);
}

void runner_drop(struct runner *k)
{
    send_order(k, ORDER_DROP);
}

int runner_reap(struct runner *k)
{
    int status = 0;
    pid_t pid = k->pid;

    k->pid = 0;
    if (pid <= 0 || waitpid(pid, &status, 0) < 0)
        return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void runner_reason(const struct runner *k, struct error *reason)
{
    ssize_t got = k->order < 0 ? 0
                               : recv(k->order, reason->text,
                                      sizeof(reason->text) - 1, MSG_DONTWAIT);

    reason->text[got > 0 ? got : 0] = '\0';
}

void runner_close(struct runner *k)
{
    forget(&k->order);
    forget(&k->ended);
}
