/* host_links_receive.c - what the head hears from the agents of hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/host_links_internal.h"
#include "base/system/process.h"
#include "job/packed_file.h"

/* The generation that a message is about if it is about a rank of one that is
 * there, or NULL.
 */
static struct generation *generation_about(
    const struct host *h, const struct local_message_head *head)
{
    struct head *a = h->agent;
    struct generation *g = a->now;

    if (a->next && a->next->number == head->generation)
        g = a->next;
    return g->number == head->generation && head->rank >= 0
                   && head->rank < g->ranks
               ? g
               : NULL;
}

/* What its ranks had been told to stand for is over, be it by an agent before
 * this one.
 */
static void release(struct host *h)
{
    const struct head *a = h->agent;

    host_order(h, HOST_MESSAGES_RELEASE, a->now->number, 0, NULL, 0);
    generation_publish_to(a->now, h);
}

/* It has heard the record first of all, by which it understands what is
 * over.
 */
int host_links_join(host_links_t *l,
                    line_t *line,
                    const char *name,
                    bool by_user)
{
    struct head *a = l->agent;
    bool again;
    struct host *h = host_links_meet(l, name, line, &again);

    if (!h)
        return -1;
    if (again || atomic_load(&a->record->restarts) > 0)
        release(h);
    host_links_share_all(l, h, a->now);
    host_links_share_all(l, h, a->next);
    h->by_user = by_user;
    PARTS_TELL(a, host_met, a, h->name);
    if (l->waiting || a->change || change_schedule_next(&a->script))
        host_order(h, HOST_MESSAGES_WATCH, a->now->number, 1, NULL, 0);
    return 0;
}

static void take_slot(const struct host *h,
                      const struct local_message_head *head,
                      const char *payload)
{
    struct generation *g = generation_about(h, head);
    struct control_slot *slot;
    struct host_messages_slot now;

    if (!g || head->bytes != sizeof(now))
        return;
    memcpy(&now, payload, sizeof(now));
    generation_place(g, head->rank, h->name);
    slot = &g->control->slot[head->rank];
    atomic_store(&slot->count, now.count);
    atomic_store(&slot->flushed, now.flushed);
    atomic_store(&slot->state, now.state);
}

static void take_flight(const struct host *h,
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
static void take_memory(struct host *h,
                        const struct local_message_head *head,
                        const char *payload)
{
    struct host_messages_memory told;

    if (head->bytes != sizeof(told))
        return;
    memcpy(&told, payload, sizeof(told));
    told.room.where[sizeof(told.room.where) - 1] = '\0';
    h->has_memory = told.used >= 0 && told.room.free >= 0
                    && told.room.swap >= 0 && told.room.limit >= 0;
    h->memory = told;
}

static void pass_file(const struct host *from,
                      const struct local_message_head *head,
                      const char *payload)
{
    struct local_message_head file = *head;

    file.rank = HOST_MESSAGES_ALL;
    for (struct host *h = NULL;
         (h = host_next_joined(&from->agent->hosts, h));)
        if (h != from)
            host_send(h, &file, payload);
}

/* Others want it, too, unless it is a page. */
static void take_file(const struct host *h,
                      const struct local_message_head *head,
                      const char *payload)
{
    struct error err;

    if (packed_file_unpack(h->agent->folder, payload, head->bytes, &err) < 0)
        agent_say("from %s: %s", h->name, err.text);
    else if (head->number == 0 && !h->agent->links->ending)
        pass_file(h, head, payload);
}

/* A rank speaks, or is gone. */
static void pass_on(const struct host *h,
                    const struct local_message_head *head,
                    const char *payload)
{
    const struct local_message wire = { .head = *head, .payload = payload };
    struct head *a = h->agent;
    struct generation *g = generation_about(h, head);

    if (!g || head->bytes > LOCAL_MESSAGE_PAYLOAD)
        return;
    generation_place(g, head->rank, h->name);
    g->rank[head->rank].there = head->type != HOST_MESSAGES_LOST;
    if (generation_is_here(g, head->rank))
        host_links_share(a->links, g, head->rank, head->type);
    if (head->type == HOST_MESSAGES_LOST)
        head_lose(a, &wire.head);
    else if (head->type != LOCAL_MESSAGE_HELLO)
        head_hear(a, &wire);
}

/* A rank that is not the job any more, or is about to be none, has kept it for
 * those that follow: 'mitosis hold', which the first process of the job has
 * become, sees to these.
 */
static void pass_signal(const struct head *a, uint64_t number)
{
    const struct process_id *hold = &a->record->slot[0].process;
    sigset_t passed;

    process_passed_signals(&passed);
    if (number < NSIG && sigismember(&passed, (int)number) == 1
        && process_id_runs(hold))
        kill(atomic_load(&hold->pid), (int)number);
}

/* It has said all, and waits for us to close the line: if it did, what it has
 * sent last could be lost, when something of ours was still under way to it.
 */
static void end(struct host *h)
{
    h->ended = true;
    line_destroy(h->line);
    h->line = NULL;
    if (h->unwanted)
        host_links_remove(h);
}

/* The user may not know of another host. */
static void say(const struct host *h, const char *text)
{
    if (h->joined)
        agent_say("%s: %s", h->name, text);
    else
        agent_say("%s", text);
}

static void end_claim(struct host *h, bool all)
{
    host_links_t *l = h->agent->links;

    if (!h->claiming)
        return;
    h->claiming = false;
    l->claimed = l->claimed && all;
    host_links_end_claim(l);
}

void host_links_hear(void *arg,
                     const struct local_message_head *head,
                     const char *payload)
{
    struct host *h = arg;
    struct head *a = h->agent;

    switch (head->type) {
    case HOST_MESSAGES_JOIN:
        break; /* it has done so */
    case HOST_MESSAGES_SLOT:
        take_slot(h, head, payload);
        break;
    case HOST_MESSAGES_SAY:
        say(h, payload);
        PARTS_TELL(a, host_said, a, h->name, head, payload);
        break;
    case HOST_MESSAGES_MEMORY:
        take_memory(h, head, payload);
        break;
    case HOST_MESSAGES_MEASURED:
        h->measuring = false;
        PARTS_TELL(a, host_said, a, h->name, head, payload);
        break;
    case HOST_MESSAGES_LEAVE:
    case HOST_MESSAGES_PLACE:
    case HOST_MESSAGES_PROPOSE:
    case HOST_MESSAGES_NOTE:
        PARTS_TELL(a, host_said, a, h->name, head, payload);
        break;
    case HOST_MESSAGES_FLIGHT:
        take_flight(h, head, payload);
        break;
    case HOST_MESSAGES_FILE:
        take_file(h, head, payload);
        break;
    case HOST_MESSAGES_WATCH:
        h->watching = true;
        PARTS_TELL(a, host_said, a, h->name, head, payload);
        break;
    case HOST_MESSAGES_CLAIMED:
        end_claim(h, head->number != 0);
        break;
    case HOST_MESSAGES_END:
        end(h);
        break;
    case LOCAL_MESSAGE_SIGNAL:
        pass_signal(a, head->number);
        break;
    default:
        pass_on(h, head, payload);
    }
}
