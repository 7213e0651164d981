/* offer.c - an outpost that a user has started, to offer its host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "agent/core/head.h"
#include "agent/host/host_agent.h"
#include "agent/host/local_generation.h"
#include "agent/host/offer.h"

/* Seconds without the agent: at first, and later. */
static const double first_patience = 15, patience = 120;

static void stop(struct outpost *o, int status)
{
    o->status = status;
    loop_stop(o->loop);
}

/* With notice the first time, at once the second time. */
static void on_signal(int fd, void *arg)
{
    struct outpost *o = arg;
    struct signalfd_siginfo info;

    if (read(fd, &info, sizeof(info)) != sizeof(info))
        return;
    if (o->leaving || !o->up) {
        if (o->up || local_generation_any_lives(o))
            head_say("leaving without notice");
        stop(o, EXIT_SUCCESS);
        return;
    }
    o->leaving = true;
    local_ranks_report(o, HOST_MESSAGES_LEAVE, 0, HOST_MESSAGES_ALL, 0, NULL,
                       0);
    if (local_generation_any_lives(o))
        head_say("leaving as soon as the ranks that are here have gone "
                 "elsewhere");
}

int offer_start(struct outpost *o, struct error *err)
{
    sigset_t set;
    int fd;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (fd < 0)
        return error_set(err, "signals: %s", strerror(errno));
    return loop_watch(o->loop, fd, on_signal, o, err);
}

void offer_join(struct outpost *o)
{
    if (o->joined)
        head_say("the agent of %s is there again", o->guest->job);
    else
        head_say("%s is on offer to %s; Ctrl-C takes it back", o->host,
                 o->guest->job);
    o->joined = true;
    if (o->leaving)
        local_ranks_report(o, HOST_MESSAGES_LEAVE, 0, HOST_MESSAGES_ALL, 0,
                           NULL, 0);
}

bool offer_lose(struct outpost *o, const char *why)
{
    if (loop_now() - o->lost_since < (o->joined ? patience : first_patience)
        || local_generation_any_lives(o))
        return false;
    head_say("the agent of %s could not be reached at %s: %s", o->guest->job,
             o->guest->address, why);
    stop(o, EXIT_FAILURE);
    return true;
}

void offer_hear(struct outpost *o,
                const struct local_message_head *head,
                const char *payload)
{
    head_say("%s", payload);
    if (head->number)
        stop(o, EXIT_FAILURE);
}

void offer_end(struct outpost *o)
{
    head_say(o->leaving ? "%s has left %s" : "%s is not needed by %s any more",
             o->host, o->guest->job);
}
