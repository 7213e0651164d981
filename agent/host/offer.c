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

#include "agent/host/agent_say.h"
#include "agent/host/local_generation.h"
#include "agent/host/offer.h"

/* Seconds without the agent: at first, and later. */
static const double first_patience = 15, patience = 120;

static void stop(struct host_agent *h, int status)
{
    h->status = status;
    loop_stop(h->loop);
}

/* With notice the first time, at once the second time. */
static void on_signal(int fd, void *arg)
{
    struct host_agent *h = arg;
    struct signalfd_siginfo info;

    if (read(fd, &info, sizeof(info)) != sizeof(info))
        return;
    if (h->leaving || !h->up) {
        if (h->up || local_generation_any_lives(h))
            agent_say("leaving without notice");
        stop(h, EXIT_SUCCESS);
        return;
    }
    h->leaving = true;
    host_agent_report(h, HOST_MESSAGES_LEAVE, 0, HOST_MESSAGES_ALL, 0, NULL,
                      0);
    if (local_generation_any_lives(h))
        agent_say("leaving as soon as the ranks that are here have gone "
                  "elsewhere");
}

int offer_start(struct host_agent *h, struct error *err)
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
    return loop_watch(h->loop, fd, on_signal, h, err);
}

void offer_join(struct host_agent *h)
{
    if (h->joined)
        agent_say("the agent of %s is there again", h->offer->job);
    else
        agent_say("%s is on offer to %s; Ctrl-C takes it back", h->host,
                  h->offer->job);
    h->joined = true;
    if (h->leaving)
        host_agent_report(h, HOST_MESSAGES_LEAVE, 0, HOST_MESSAGES_ALL, 0,
                          NULL, 0);
}

bool offer_lose(struct host_agent *h, const char *why)
{
    if (loop_now() - h->lost_since < (h->joined ? patience : first_patience)
        || local_generation_any_lives(h))
        return false;
    agent_say("the agent of %s could not be reached at %s: %s", h->offer->job,
              h->offer->address, why);
    stop(h, EXIT_FAILURE);
    return true;
}

void offer_hear(struct host_agent *h,
                const struct local_message_head *head,
                const char *payload)
{
    agent_say("%s", payload);
    if (head->number)
        stop(h, EXIT_FAILURE);
}

void offer_end(struct host_agent *h)
{
    agent_say(h->leaving ? "%s has left %s"
                         : "%s is not needed by %s any more",
              h->host, h->offer->job);
}
