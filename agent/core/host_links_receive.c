/* host_links_receive.c - what the agent hears from its outposts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/change/engine.h"
#include "agent/core/host_links_parts.h"
#include "agent/decide/decide.h"
#include "agent/decide/proposals.h"
#include "agent/head/ctl_look.h"
#include "agent/head/joined_hosts.h"
#include "agent/head/saved_state.h"
#include "job/parcel.h"

/* The generation that a message is about if it is about a rank of one that is
 * there, or NULL.
 */
static struct generation *generation_about(
    struct hub *h, const struct local_message_head *head)
{
    struct head *a = h->agent;
    struct generation *g = a->now, *next = a->engine->next(a);

    if (next && next->number == head->generation)
        g = next;
    return g->number == head->generation && head->rank >= 0
                   && head->rank < g->ranks
               ? g
               : NULL;
}

/* A host that was lost is back.  We may not have noticed that it was lost,
 * which ends a change as well as if we had.
 */
static void replace(struct post *p, struct post *before)
{
    if (before->line && p->hub->agent->change)
        host_links_lose(before, "it has connected anew");
    hub_regain(before);
    host_links_remove(before);
}

/* What its ranks had been told to stand for is over, be it by an agent before
 * this one.
 */
static void release(struct post *p)
{
    host_links_t *h = p->hub;

    hub_say(h, p, HOST_MESSAGES_RELEASE, h->agent->now->number, 0, NULL, 0);
    hub_share_words(h, p, h->agent->now);
}

/* It learns what is now: first of all the record, by which it understands
 * what is over.
 */
static void join(struct post *p, const char *host)
{
    host_links_t *h = p->hub;
    struct head *a = h->agent;
    struct post *before = host_links_find(h, host);

    snprintf(p->host, sizeof(p->host), "%s", host);
    hub_share_words(h, p, a->now);
    if (before && before != p)
        replace(p, before);
    if ((before && before != p) || atomic_load(&a->record->heirs) > 0)
        release(p);
    hub_share_all(h, p, a->now);
    hub_share_all(h, p, a->engine->next(a));
    proposals_meet(a, host);
    saved_state_write(a);
    if (a->change || script_runner_next(a))
        hub_say(h, p, HOST_MESSAGES_WATCH, a->now->number, 1, NULL, 0);
}

static void take_slot(host_links_t *h,
                      const char *host,
                      const struct local_message_head *head,
                      const char *payload)
{
    struct generation *g = generation_about(h, head);
    struct control_slot *slot;
    struct host_messages_slot now;

    if (!g || head->bytes != sizeof(now))
        return;
    memcpy(&now, payload, sizeof(now));
    generation_place(g, head->rank, host);
    slot = &g->control->slot[head->rank];
    atomic_store(&slot->count, now.count);
    atomic_store(&slot->flushed, now.flushed);
    atomic_store(&slot->state, now.state);
}

static void take_flight(host_links_t *h,
                        const struct local_message_head *head,
                        const char *payload)
{
    struct generation *g = generation_about(h, head);
    void *copy = g ? malloc(head->bytes + 1) : NULL;
    struct generation_rank *rank;

    if (!copy)
        return;
    rank = &g->rank[head->rank];
    memcpy(copy, payload, head->bytes);
    free(rank->flight);
    rank->flight = copy;
    rank->flights = head->bytes / sizeof(*rank->flight);
}

/* What is no number is not known. */
static void take_memory(struct post *p,
                        const struct local_message_head *head,
                        const char *payload)
{
    struct host_messages_memory told;

    if (head->bytes != sizeof(told))
        return;
    memcpy(&told, payload, sizeof(told));
    told.room.where[sizeof(told.room.where) - 1] = '\0';
    p->has_memory = told.used >= 0 && told.room.free >= 0
                    && told.room.swap >= 0 && told.room.limit >= 0;
    p->memory = told;
}

static void pass_file(const struct post *from,
                      const struct local_message_head *head,
                      const char *payload)
{
    struct local_message_head file = *head;

    file.rank = HOST_MESSAGES_ALL;
    for (struct post *p = from->hub->posts; p; p = p->next)
        if (p != from)
            post_say(p, &file, payload);
}

/* Others want it, too, unless it is a page. */
static void take_file(struct post *p,
                      const struct local_message_head *head,
                      const char *payload)
{
    struct error err;

    if (parcel_unpack(p->hub->agent->folder, payload, head->bytes, &err) < 0)
        head_say("from %s: %s", p->host, err.text);
    else if (head->number == 0 && !p->hub->ending)
        pass_file(p, head, payload);
}

/* A rank speaks: the agent hears it as if it were here. */
static void pass_on(struct post *p,
                    const struct local_message_head *head,
                    const char *payload)
{
    static struct local_message wire;
    struct head *a = p->hub->agent;
    struct generation *g = generation_about(p->hub, head);
    struct peer peer = {
        .fd = -1,
        .kind = PEER_RANK,
        .generation = head->generation,
        .rank = head->rank,
        .agent = a,
    };

    if (!g || head->bytes > LOCAL_MESSAGE_PAYLOAD)
        return;
    generation_place(g, head->rank, p->host);
    wire.head = *head;
    memcpy(wire.payload, payload, head->bytes);
    wire.payload[head->bytes] = '\0';
    g->rank[head->rank].gone = head->type == HOST_MESSAGES_LOST;
    if (head->type == HOST_MESSAGES_LOST)
        a->engine->lose(a, &peer);
    else if (head->type != LOCAL_MESSAGE_HELLO)
        head_hear(a, &peer, &wire);
}

/* It has said all, and waits for us to close the line: if it did, what it has
 * sent last could be lost, when something of ours was still under way to it.
 */
static void end(struct post *p)
{
    p->ended = true;
    line_destroy(p->line);
    p->line = NULL;
    if (p->unwanted)
        host_links_remove(p);
}

void hub_hear(void *arg,
              const struct local_message_head *head,
              const char *payload)
{
    struct post *p = arg;

    if (head->type == HOST_MESSAGES_JOIN) {
        join(p, payload);
        p->guest = head->number != 0;
        if (p->guest)
            joined_hosts_join(p->hub->agent, p->host);
        return;
    }
    if (!*p->host)
        return;
    switch (head->type) {
    case HOST_MESSAGES_SLOT:
        take_slot(p->hub, p->host, head, payload);
        break;
    case HOST_MESSAGES_SAY:
        head_say("%s: %s", p->host, payload);
        break;
    case HOST_MESSAGES_MEASURED:
        decide_measured(p->hub->agent, p->host, head, payload);
        ctl_look_measured(p->hub->agent, p->host, head, payload);
        break;
    case HOST_MESSAGES_MEMORY:
        take_memory(p, head, payload);
        break;
    case HOST_MESSAGES_LEAVE:
        joined_hosts_leave(p->hub->agent, p->host);
        break;
    case HOST_MESSAGES_PLACE:
    case HOST_MESSAGES_PROPOSE:
    case HOST_MESSAGES_NOTE:
        proposals_hear(p->hub->agent, p->host, head, payload);
        break;
    case HOST_MESSAGES_FLIGHT:
        take_flight(p->hub, head, payload);
        break;
    case HOST_MESSAGES_FILE:
        take_file(p, head, payload);
        break;
    case HOST_MESSAGES_WATCH:
        p->watching = true;
        if (p->hub->agent->change)
            p->hub->agent->engine->consider(p->hub->agent);
        break;
    case HOST_MESSAGES_CLAIMED:
        if (!p->claiming)
            break;
        p->claiming = false;
        p->hub->claimed = p->hub->claimed && head->number;
        hub_end_claim(p->hub);
        break;
    case HOST_MESSAGES_END:
        end(p);
        break;
    default:
        pass_on(p, head, payload);
    }
}
