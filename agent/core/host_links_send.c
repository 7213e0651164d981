/* host_links_send.c - what the head says to the agents of hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/host_links_internal.h"
#include "job/packed_file.h"

void host_links_measure(host_links_t *l, const struct generation *g)
{
    struct host *h = NULL;

    while ((h = host_next_joined(&l->agent->hosts, h)))
        h->measuring =
            host_order(h, HOST_MESSAGES_MEASURE, g->number, 0, NULL, 0) == 0;
}

bool host_links_is_measured(const host_links_t *l)
{
    const struct host *h = NULL;

    while ((h = host_next_joined(&l->agent->hosts, h)))
        if (h->line && h->measuring)
            return false;
    return true;
}

/* To the agent of one other host, or of all (NULL). */
static void share_file(host_links_t *l,
                       struct host *with,
                       const struct generation *g,
                       int rank,
                       const char *what)
{
    struct host *h = NULL;
    char name[64];
    size_t bytes;
    void *parcel;

    snprintf(name, sizeof(name), "%s-%u-%d", what, g->number, rank);
    parcel = packed_file_pack(l->agent->folder, name, &bytes, NULL);
    while (parcel && (h = host_next_joined(&l->agent->hosts, h)))
        if (!with || h == with)
            host_order(h, HOST_MESSAGES_FILE, g->number, 0, parcel, bytes);
    free(parcel);
}

void host_links_share_all(host_links_t *l,
                          struct host *with,
                          const struct generation *g)
{
    for (int r = 0; g && r < g->ranks; r++)
        share_file(l, with, g, r, "state");
}

void host_links_share(host_links_t *l,
                      const struct generation *g,
                      int rank,
                      enum local_message_type type)
{
    if (!host_next_joined(&l->agent->hosts, NULL))
        return; /* nobody else needs it */
    if (type == LOCAL_MESSAGE_READY || type == LOCAL_MESSAGE_HELD
        || type == LOCAL_MESSAGE_IDLE || type == LOCAL_MESSAGE_BEFORE
        || type == LOCAL_MESSAGE_OFFERED)
        share_file(l, NULL, g, rank, "state");
    if (type == LOCAL_MESSAGE_COLLECTED || type == LOCAL_MESSAGE_FAILED)
        share_file(l, NULL, g, rank, "mail");
}

void host_links_watch(host_links_t *l, const struct generation *g, bool on)
{
    const struct host_list *hosts = &l->agent->hosts;

    for (struct host *h = hosts->first; h; h = h->next)
        h->watching = false;
    for (int r = 0; on && host_next_joined(hosts, NULL) && r < g->ranks; r++)
        if (generation_is_here(g, r))
            share_file(l, NULL, g, r, "state");
    host_say_all(&l->agent->hosts, HOST_MESSAGES_WATCH, g->number, on);
}

const char *host_links_not_watching(const host_links_t *l)
{
    for (const struct host *h = l->agent->hosts.first; h; h = h->next)
        if (h->line && !h->watching && !h->unwanted)
            return h->name;
    return NULL;
}

/* ---- claiming ---- */

void host_links_end_claim(host_links_t *l)
{
    void (*done)(void *arg, bool all) = l->on_claimed;

    for (const struct host *h = l->agent->hosts.first; h; h = h->next)
        if (h->claiming)
            return;
    l->on_claimed = NULL;
    if (done)
        done(l->claim_arg, l->claimed);
}

void host_links_claim(host_links_t *l,
                      const struct generation *g,
                      enum slot_state from,
                      void (*done)(void *arg, bool all),
                      void *arg)
{
    bool reached = true;

    l->on_claimed = done;
    l->claim_arg = arg;
    for (int r = 0; r < g->ranks; r++) {
        struct host *h = host_find(&l->agent->hosts, generation_host(g, r));

        if (h && h->claiming)
            continue;
        if (host_order(h, HOST_MESSAGES_CLAIM, g->number, from, NULL, 0) == 0)
            h->claiming = true;
        else
            reached = false;
    }
    l->claimed = reached;
    host_links_end_claim(l);
}

void host_links_forget_claim(host_links_t *l)
{
    l->on_claimed = NULL;
    for (struct host *h = l->agent->hosts.first; h; h = h->next)
        h->claiming = false;
}
