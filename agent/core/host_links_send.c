/* host_links_send.c - what the agent says to its outposts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/host_links_parts.h"
#include "job/parcel.h"

int post_say(struct post *p,
             const struct local_message_head *head,
             const void *payload)
{
    return p && p->line && *p->host && !p->unwanted
               ? line_send(p->line, head, payload)
               : -1;
}

int host_links_tell(host_links_t *h,
                    const char *host,
                    const struct local_message_head *head,
                    const void *payload)
{
    return post_say(host_links_find(h, host), head, payload);
}

void hub_say(host_links_t *h,
             struct post *to,
             uint32_t type,
             uint32_t generation,
             uint64_t number,
             const void *payload,
             size_t bytes)
{
    struct local_message_head head = {
        .type = type,
        .generation = generation,
        .rank = HOST_MESSAGES_ALL,
        .bytes = (uint32_t)bytes,
        .number = number,
    };

    for (struct post *p = h ? h->posts : NULL; p; p = p->next)
        if (!to || p == to)
            post_say(p, &head, payload);
}

void host_links_tell_all(host_links_t *h,
                         enum host_messages_type type,
                         uint32_t generation,
                         uint64_t number)
{
    hub_say(h, NULL, type, generation, number, NULL, 0);
}

void hub_share_words(host_links_t *h,
                     struct post *with,
                     const struct generation *g)
{
    struct host_messages_control words = {
        .horizon = g->horizon,
        .window = atomic_load(&g->control->window),
        .successor_sync = atomic_load(&h->agent->record->successor_sync),
        .ranks = (uint32_t)g->ranks,
        .own_pace = atomic_load(&g->control->own_pace),
        .crowded = atomic_load(&g->control->crowded),
        .apart = atomic_load(&g->control->apart),
        .offer = atomic_load(&g->control->offer),
        .successor = atomic_load(&h->agent->record->successor),
        .patience = h->agent->host_patience,
    };

    hub_say(h, with, HOST_MESSAGES_CONTROL, g->number, 0, &words,
            sizeof(words));
}

void host_links_set(host_links_t *h, const struct generation *g)
{
    if (h)
        hub_share_words(h, NULL, g);
}

/* To one outpost, or all (NULL). */
static void share_file(host_links_t *h,
                       struct post *with,
                       const struct generation *g,
                       int rank,
                       const char *what)
{
    char name[64];
    size_t bytes;
    void *parcel;

    snprintf(name, sizeof(name), "%s-%u-%d", what, g->number, rank);
    parcel = parcel_pack(h->agent->folder, name, &bytes, NULL);
    if (parcel)
        hub_say(h, with, HOST_MESSAGES_FILE, g->number, 0, parcel, bytes);
    free(parcel);
}

void hub_share_all(host_links_t *h,
                   struct post *with,
                   const struct generation *g)
{
    for (int r = 0; g && r < g->ranks; r++)
        share_file(h, with, g, r, "state");
}

void host_links_share(host_links_t *h,
                      const struct generation *g,
                      int rank,
                      enum local_message_type type)
{
    if (!h)
        return;
    if (type == LOCAL_MESSAGE_READY || type == LOCAL_MESSAGE_HELD
        || type == LOCAL_MESSAGE_IDLE || type == LOCAL_MESSAGE_BEFORE
        || type == LOCAL_MESSAGE_OFFERED)
        share_file(h, NULL, g, rank, "state");
    if (type == LOCAL_MESSAGE_COLLECTED || type == LOCAL_MESSAGE_FAILED)
        share_file(h, NULL, g, rank, "mail");
}

void host_links_watch(host_links_t *h, const struct generation *g, bool on)
{
    if (!h)
        return;
    for (struct post *p = h->posts; p; p = p->next)
        p->watching = false;
    if (on)
        for (int r = 0; r < g->ranks; r++)
            if (!g->rank[r].outpost)
                share_file(h, NULL, g, r, "state");
    host_links_tell_all(h, HOST_MESSAGES_WATCH, g->number, on);
}

bool host_links_is_watching(const host_links_t *h)
{
    for (const struct post *p = h ? h->posts : NULL; p; p = p->next)
        if (*p->host && p->line && !p->watching && !p->unwanted)
            return false;
    return true;
}

/* ---- claiming ---- */

void hub_end_claim(host_links_t *h)
{
    void (*done)(void *arg, bool all) = h->on_claimed;

    for (struct post *p = h->posts; p; p = p->next)
        if (p->claiming)
            return;
    h->on_claimed = NULL;
    if (done)
        done(h->claim_arg, h->claimed);
}

void host_links_claim(host_links_t *h,
                      const struct generation *g,
                      enum slot_state from,
                      void (*done)(void *arg, bool all),
                      void *arg)
{
    struct local_message_head head = { .type = HOST_MESSAGES_CLAIM,
                                       .generation = g->number,
                                       .rank = HOST_MESSAGES_ALL,
                                       .number = from };
    bool reached = true;

    if (!h) {
        done(arg, true);
        return;
    }
    h->on_claimed = done;
    h->claim_arg = arg;
    for (int r = 0; r < g->ranks; r++) {
        struct post *p =
            g->rank[r].outpost ? host_links_find(h, g->rank[r].host) : NULL;

        if (!g->rank[r].outpost || (p && p->claiming))
            continue;
        if (p && post_say(p, &head, NULL) == 0)
            p->claiming = true;
        else
            reached = false;
    }
    h->claimed = reached;
    hub_end_claim(h);
}

void host_links_forget_claim(host_links_t *h)
{
    if (!h)
        return;
    h->on_claimed = NULL;
    for (struct post *p = h->posts; p; p = p->next)
        p->claiming = false;
}
