/* local_ranks.c - the ranks that a host's agent looks after
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/host/local_generation.h"
#include "agent/host/local_ranks.h"
#include "job/files.h"
#include "net/listen.h"

/* ---- speaking ---- */

static int say(struct local_rank *w,
               const struct local_message_head *head,
               const char *payload)
{
    return send_queue_send(&w->queue, w->agent->loop, w->fd, head, payload);
}

/* ---- standing ---- */

/* A word that lets a rank go on is for one that stands: another would take it
 * for the answer when it comes to stand the next time.
 */
static void let_go(struct local_rank *w,
                   enum local_rank_state state,
                   enum local_message_type type,
                   uint64_t number)
{
    struct local_message_head head = { .type = type,
                                       .generation = w->generation,
                                       .rank = w->rank,
                                       .number = number };

    if (w->state != state)
        return;
    say(w, &head, NULL);
    w->state = LOCAL_RANK_RUNS;
}

void local_ranks_leave(struct host_agent *h, uint32_t generation)
{
    for (struct local_rank *w = h->ranks; w; w = w->next)
        if (w->generation == generation)
            let_go(w, LOCAL_RANK_STANDS, LOCAL_MESSAGE_LEAVE, 0);
}

void local_ranks_commit(struct host_agent *h,
                        uint32_t generation,
                        uint64_t sync)
{
    for (struct local_rank *w = h->ranks; w; w = w->next)
        if (w->generation == generation)
            let_go(w, LOCAL_RANK_READY, LOCAL_MESSAGE_COMMIT, sync);
}

void local_ranks_release(struct host_agent *h, bool claimed)
{
    for (struct local_generation *t = h->generations; t; t = t->next) {
        atomic_store(&t->control->own_pace, 0);
        control_set_horizon(t->control, CONTROL_NEVER, 0);
        for (struct local_rank *w = h->ranks; w; w = w->next)
            if (w->generation == t->number && local_generation_has(t, w->rank)
                && (claimed
                    || atomic_load(&t->control->slot[w->rank].state)
                           != SLOT_FINISHED))
                let_go(w, LOCAL_RANK_STANDS, LOCAL_MESSAGE_GO, 0);
    }
}

/* What a message of a rank's makes of its state. */
static void note(struct local_rank *w, const struct local_message_head *head)
{
    switch (head->type) {
    case LOCAL_MESSAGE_READY:
        w->state = LOCAL_RANK_READY;
        break;
    case LOCAL_MESSAGE_HELD:
    case LOCAL_MESSAGE_IDLE:
    case LOCAL_MESSAGE_BUSY:
        w->state = LOCAL_RANK_STANDS;
        break;
    case LOCAL_MESSAGE_FAILED:
        if (w->state == LOCAL_RANK_RUNS && head->number > 0)
            w->state = LOCAL_RANK_STANDS;
        break;
    case LOCAL_MESSAGE_HELLO:
    case LOCAL_MESSAGE_RESUMED:
        w->state = LOCAL_RANK_RUNS;
        break;
    }
}

int local_ranks_tell(struct host_agent *h,
                     uint32_t generation,
                     int rank,
                     const struct local_message_head *head,
                     const char *payload)
{
    struct local_rank *w = h->ranks;

    while (w && (w->generation != generation || w->rank != rank))
        w = w->next;
    if (!w)
        return -1;
    switch (head->type) {
    case LOCAL_MESSAGE_GO:
    case LOCAL_MESSAGE_LEAVE:
        let_go(w, LOCAL_RANK_STANDS, head->type, head->number);
        return 0;
    case LOCAL_MESSAGE_COMMIT:
        let_go(w, LOCAL_RANK_READY, head->type, head->number);
        return 0;
    default:
        return say(w, head, payload);
    }
}

/* ---- hearing ---- */

/* Forget one; the connection stays. */
static void forget(struct local_rank *w)
{
    struct local_rank **at = &w->agent->ranks;

    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
    loop_forget(w->agent->loop, w->fd);
    send_queue_clear(&w->queue);
    free(w);
}

static void drop(struct local_rank *w)
{
    close(w->fd);
    forget(w);
}

void local_ranks_drop_all(struct host_agent *h)
{
    while (h->ranks)
        drop(h->ranks);
}

/* What others are to read comes before the message that says it is there. */
static void send_files(struct host_agent *h,
                       struct local_generation *t,
                       int rank,
                       uint32_t type)
{
    if (type == LOCAL_MESSAGE_READY || type == LOCAL_MESSAGE_HELD
        || type == LOCAL_MESSAGE_IDLE || type == LOCAL_MESSAGE_BEFORE
        || type == LOCAL_MESSAGE_OFFERED) {
        t->announced[rank] = true;
        local_generation_send(h, t, rank, "state");
    }
    if (type == LOCAL_MESSAGE_COLLECTED || type == LOCAL_MESSAGE_FAILED)
        local_generation_send(h, t, rank, "mail");
    local_generation_report_rank(h, t, rank);
}

void local_ranks_reassure(struct local_rank *w)
{
    struct local_message_head head = { .type = LOCAL_MESSAGE_STAY };

    say(w, &head, NULL);
}

/* The head is elsewhere. */
static void refer(struct local_rank *w)
{
    struct error text;
    struct local_message_head head = { .type = LOCAL_MESSAGE_TEXT };

    error_set(&text, "the agent of this job is on %s; ask there\n",
              w->agent->home.host);
    head.bytes = (uint32_t)strlen(text.text);
    say(w, &head, text.text);
    head = (struct local_message_head){ .type = LOCAL_MESSAGE_STATUS,
                                        .number = 1 };
    say(w, &head, NULL);
}

/* A user asks something. */
static void answer(struct local_rank *w, const struct local_message *wire)
{
    const struct local_ranks_users *head = w->agent->head;
    int fd = w->fd;

    if (!head) {
        refer(w);
        return;
    }
    forget(w);
    head->asked(head->arg, fd, wire);
}

static void hear(struct local_rank *w, const struct local_message *wire)
{
    struct host_agent *h = w->agent;
    struct local_generation *t;

    if (wire->head.type == LOCAL_MESSAGE_STILL) {
        if (h->up)
            local_ranks_reassure(w);
        return;
    }
    if (wire->head.type == LOCAL_MESSAGE_COMMAND) {
        answer(w, wire);
        return;
    }
    if (wire->head.type == LOCAL_MESSAGE_HELLO) {
        w->generation = wire->head.generation;
        w->rank = wire->head.rank;
    }
    note(w, &wire->head);
    if (!h->up && w->state == LOCAL_RANK_STANDS)
        local_ranks_release(h, false); /* nobody else would let it go */
    t = local_generation_find(h, w->generation);
    if (!t || !local_generation_has(t, w->rank)) {
        w->generation = 0;
        return;
    }
    send_files(h, t, w->rank, wire->head.type);
    host_agent_report(h, wire->head.type, w->generation, w->rank,
                      wire->head.number, wire->payload, wire->head.bytes);
}

static void on_rank(int fd, void *arg)
{
    struct local_message wire = { .room = NULL };
    struct local_rank *w = arg;
    struct error err;
    int came;

    send_queue_flush(&w->queue, w->agent->loop, fd);
    came = local_message_receive(fd, &wire, 0, &err);
    if (came > 0) {
        hear(w, &wire);
    } else if (came < 0 && errno == EBADMSG && w->generation > 0) {
        host_agent_say(w->agent,
                       "rank %d said what cannot be understood: %.900s",
                       w->rank, err.text);
    } else if (came < 0) {
        if (w->generation > 0)
            host_agent_report(w->agent, HOST_MESSAGES_LOST, w->generation,
                              w->rank, 0, NULL, 0);
        drop(w);
    }
    local_message_clear(&wire);
}

struct local_rank *local_ranks_add(struct host_agent *h, int fd)
{
    struct local_rank *w = calloc(1, sizeof(*w));

    if (!w || loop_watch(h->loop, fd, on_rank, w, NULL) < 0) {
        close(fd);
        free(w);
        return NULL;
    }
    *w = (struct local_rank){ .fd = fd, .agent = h, .next = h->ranks };
    h->ranks = w;
    return w;
}

void local_ranks_knock(int fd, void *arg)
{
    struct host_agent *h = arg;
    int caller = listen_accept_local(h->loop, fd);

    if (caller >= 0)
        local_ranks_add(h, caller);
}

void local_ranks_unlink(const struct host_agent *h)
{
    char path[JOB_PATH + FILES_NAME];

    snprintf(path, sizeof(path), "%s/agent", h->folder);
    unlink(path);
}
