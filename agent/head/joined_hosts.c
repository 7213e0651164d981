/* joined_hosts.c - hosts that have joined a job by themselves
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "agent/core/host_links.h"
#include "agent/head/ctl_hosts.h"
#include "agent/head/evacuate.h"
#include "agent/head/joined_hosts.h"
#include "agent/host/ticket.h"

enum { AGAIN_MS = 300 /* until a change that is in the way is over */ };

int joined_hosts_invite(struct head *a, struct peer *p)
{
    struct ticket ticket;
    char text[TICKET_TEXT];
    struct error err = a->unfit;

    if (a->launcher && !host_links_is_open(a->links) && a->change)
        error_set(&err,
                  "a change is under way on one host; ask once more when "
                  "it is over");
    else if (a->launcher)
        host_links_need(a->links, &err);
    if (!a->launcher || !host_links_is_open(a->links)
        || ticket_make(&ticket, a->folder, host_links_home(a->links), &err)
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
    host_order(host_find(&a->hosts, host), HOST_MESSAGES_TOLD, 0, refused,
               text, strlen(text) + 1);
}

static void on_host_met(struct head *a, const char *host)
{
    struct error err;

    if (host_links_joined_by_user(a->links, host)
        && !ctl_hosts_offer(a, host, &err))
        tell(a, host, true, err.text);
}

/* The first of those that leave that ranks are still on, or NULL. */
static const char *find_leaving(const struct head *a)
{
    const struct host *h = NULL;

    while ((h = host_next_offered(&a->hosts, h)))
        if (h->leaving && ctl_hosts_ranks(a, h->name))
            return h->name;
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
        && strcmp(err.text, a->joined_told.text) != 0) {
        a->joined_told = err;
        tell(a, host, false, err.text);
    }
    loop_after(a->loop, AGAIN_MS, on_time, a);
}

static void on_host_said(struct head *a,
                         const char *host,
                         const struct local_message_head *head,
                         const char *payload)
{
    (void)payload;
    if (head->type != HOST_MESSAGES_LEAVE)
        return;
    a->joined_told.text[0] = '\0';
    ctl_hosts_leave(a, host);
    on_time(a);
}

static void stop(struct head *a)
{
    loop_cancel(a->loop, on_time, a);
}

const struct part joined_hosts_part = {
    .name = "joined hosts",
    .stop = stop,
    .host_met = on_host_met,
    .host_said = on_host_said,
};
