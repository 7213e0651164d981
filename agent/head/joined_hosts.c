/* joined_hosts.c - hosts that have joined a job by themselves
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "agent/head/ctl_hosts.h"
#include "agent/head/evacuate.h"
#include "agent/head/joined_hosts.h"
#include "agent/host/ticket.h"
#include "base/host.h"

enum { AGAIN_MS = 300 /* until a change that is in the way is over */ };

int joined_hosts_invite(struct head *a, struct peer *p)
{
    struct ticket ticket;
    char text[TICKET_TEXT];
    struct error err = a->unfit;

    if (a->launcher && !a->hub && a->change)
        error_set(&err,
                  "a change is under way on one host; ask once more when "
                  "it is over");
    else if (a->launcher)
        host_links_need(a, &err);
    if (!a->launcher || !a->hub
        || ticket_make(&ticket, a->folder, host_links_home(a->hub), &err)
               < 0) {
        head_answer(p, "%s\n", err.text);
        return 1;
    }
    ticket_write(&ticket, text);
    head_answer(p, "%s", text);
    return 0;
}

/* Tell the user there; 'refused': and that this is the end. */
static void tell(struct head *a,
                 const char *host,
                 bool refused,
                 const char *text)
{
    struct local_message_head head = { .type = HOST_MESSAGES_TOLD,
                                       .rank = HOST_MESSAGES_ALL,
                                       .bytes = (uint32_t)strlen(text) + 1,
                                       .number = refused };

    host_links_tell(a->hub, host, &head, text);
}

void joined_hosts_join(struct head *a, const char *host)
{
    struct error err;

    if (host_is_own(host))
        error_set(&err, "the agent of this job is on %s already", host);
    if (host_is_own(host) || !ctl_hosts_offer(a, host, &err))
        tell(a, host, true, err.text);
}

/* The first of those that leave that ranks are still on, or NULL. */
static const char *find_leaving(const struct head *a)
{
    for (int i = 0; i < a->pool.count; i++)
        if (a->pool.host[i].leaving
            && ctl_hosts_ranks(a, a->pool.host[i].name))
            return a->pool.host[i].name;
    return NULL;
}

static void on_time(void *arg)
{
    struct head *a = arg;
    const char *host = find_leaving(a);
    struct error err;

    if (!host || a->ended)
        return;
    if (!a->change && evacuate_begin(a, &err) < 0
        && strcmp(err.text, a->guest_told.text) != 0) {
        a->guest_told = err;
        tell(a, host, false, err.text);
    }
    loop_after(a->loop, AGAIN_MS, on_time, a);
}

void joined_hosts_leave(struct head *a, const char *host)
{
    a->guest_told.text[0] = '\0';
    ctl_hosts_leave(a, host);
    on_time(a);
}

bool joined_hosts_lose(struct head *a, const char *host)
{
    if (ctl_hosts_ranks(a, host) > 0)
        return false;
    host_pool_remove(&a->pool, host);
    head_say("host %s, which had joined, is gone", host);
    return true;
}
