/* local_ranks.c - the ranks that an outpost looks after
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/host/local_generation.h"
#include "agent/host/local_ranks.h"
#include "net/listen.h"

/* ---- speaking ---- */

int local_ranks_report(struct outpost *o,
                       uint32_t type,
                       uint32_t generation,
                       int rank,
                       uint64_t number,
                       const void *payload,
                       size_t bytes)
{
    struct local_message_head head = {
        .type = type,
        .generation = generation,
        .rank = rank,
        .bytes = (uint32_t)bytes,
        .number = number,
    };

    return o->up ? line_send(o->line, &head, payload) : -1;
}

void local_ranks_say(struct outpost *o, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(o->unsaid.text, sizeof(o->unsaid.text), fmt, ap);
    va_end(ap);
    if (local_ranks_report(o, HOST_MESSAGES_SAY, 0, HOST_MESSAGES_ALL, 0,
                           o->unsaid.text, strlen(o->unsaid.text))
        == 0)
        o->unsaid.text[0] = '\0';
}

/* ---- standing ---- */

/* A word that lets a rank go on is for one that stands: another would take it
 * for the answer when it comes to stand the next time.
 */
static void let_go(struct local_ranks *w,
                   enum local_ranks_state state,
                   enum local_message_type type,
                   uint64_t number)
{
    struct local_message_head head = { .type = type,
                                       .generation = w->generation,
                                       .rank = w->rank,
                                       .number = number };

    if (w->state != state)
        return;
    local_message_send(w->fd, &head, NULL, NULL);
    w->state = LOCAL_RANKS_RUNS;
}

void local_ranks_leave(struct outpost *o, uint32_t generation)
{
    for (struct local_ranks *w = o->wards; w; w = w->next)
        if (w->generation == generation)
            let_go(w, LOCAL_RANKS_STANDS, LOCAL_MESSAGE_LEAVE, 0);
}

void local_ranks_commit(struct outpost *o, uint32_t generation, uint64_t sync)
{
    for (struct local_ranks *w = o->wards; w; w = w->next)
        if (w->generation == generation)
            let_go(w, LOCAL_RANKS_READY, LOCAL_MESSAGE_COMMIT, sync);
}

void local_ranks_release(struct outpost *o, bool claimed)
{
    for (struct local_generation *t = o->troops; t; t = t->next) {
        atomic_store(&t->control->own_pace, 0);
        control_set_horizon(t->control, CONTROL_NEVER, 0);
        for (struct local_ranks *w = o->wards; w; w = w->next)
            if (w->generation == t->number && local_generation_has(t, w->rank)
                && (claimed
                    || atomic_load(&t->control->slot[w->rank].state)
                           != SLOT_FINISHED))
                let_go(w, LOCAL_RANKS_STANDS, LOCAL_MESSAGE_GO, 0);
    }
}

/* What a message of a rank's makes of its state. */
static void note(struct local_ranks *w, uint32_t type)
{
    switch (type) {
    case LOCAL_MESSAGE_READY:
        w->state = LOCAL_RANKS_READY;
        break;
    case LOCAL_MESSAGE_HELD:
    case LOCAL_MESSAGE_IDLE:
    case LOCAL_MESSAGE_BUSY:
        w->state = LOCAL_RANKS_STANDS;
        break;
    case LOCAL_MESSAGE_FAILED:
        if (w->state == LOCAL_RANKS_RUNS)
            w->state = LOCAL_RANKS_STANDS;
        break;
    case LOCAL_MESSAGE_HELLO:
    case LOCAL_MESSAGE_RESUMED:
        w->state = LOCAL_RANKS_RUNS;
        break;
    }
}

int local_ranks_tell(struct outpost *o,
                     uint32_t generation,
                     int rank,
                     const struct local_message_head *head,
                     const char *payload)
{
    struct local_ranks *w = o->wards;

    while (w && (w->generation != generation || w->rank != rank))
        w = w->next;
    if (!w)
        return -1;
    switch (head->type) {
    case LOCAL_MESSAGE_GO:
    case LOCAL_MESSAGE_LEAVE:
        let_go(w, LOCAL_RANKS_STANDS, head->type, head->number);
        return 0;
    case LOCAL_MESSAGE_COMMIT:
        let_go(w, LOCAL_RANKS_READY, head->type, head->number);
        return 0;
    default:
        return local_message_send(w->fd, head, payload, NULL);
    }
}

/* ---- hearing ---- */

static void drop(struct local_ranks *w)
{
    struct local_ranks **at = &w->outpost->wards;

    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
    loop_forget(w->outpost->loop, w->fd);
    close(w->fd);
    free(w);
}

void local_ranks_drop_all(struct outpost *o)
{
    while (o->wards)
        drop(o->wards);
}

/* What others are to read comes before the message that says it is there. */
static void send_files(struct outpost *o,
                       struct local_generation *t,
                       int rank,
                       uint32_t type)
{
    if (type == LOCAL_MESSAGE_READY || type == LOCAL_MESSAGE_HELD
        || type == LOCAL_MESSAGE_IDLE || type == LOCAL_MESSAGE_BEFORE
        || type == LOCAL_MESSAGE_OFFERED) {
        t->announced[rank] = true;
        local_generation_send(o, t, rank, "state");
    }
    if (type == LOCAL_MESSAGE_COLLECTED || type == LOCAL_MESSAGE_FAILED)
        local_generation_send(o, t, rank, "mail");
    local_generation_report_rank(o, t, rank);
}

static void stay(struct local_ranks *w)
{
    struct local_message_head head = { .type = LOCAL_MESSAGE_STAY };

    if (w->outpost->up)
        local_message_send(w->fd, &head, NULL, NULL);
}

/* To a user who asks here. */
static void refer(struct local_ranks *w)
{
    struct error text;
    struct local_message_head head = { .type = LOCAL_MESSAGE_TEXT };

    error_set(&text, "the agent of this job is on %s; ask there\n",
              w->outpost->home.host);
    head.bytes = (uint32_t)strlen(text.text);
    local_message_send(w->fd, &head, text.text, NULL);
    head = (struct local_message_head){ .type = LOCAL_MESSAGE_STATUS,
                                        .number = 1 };
    local_message_send(w->fd, &head, NULL, NULL);
}

static void hear(struct local_ranks *w, const struct local_message *wire)
{
    struct outpost *o = w->outpost;
    struct local_generation *t;

    if (wire->head.type == LOCAL_MESSAGE_STILL) {
        stay(w);
        return;
    }
    if (wire->head.type == LOCAL_MESSAGE_COMMAND) {
        refer(w);
        return;
    }
    if (wire->head.type == LOCAL_MESSAGE_HELLO) {
        w->generation = wire->head.generation;
        w->rank = wire->head.rank;
    }
    note(w, wire->head.type);
    if (!o->up && w->state == LOCAL_RANKS_STANDS)
        local_ranks_release(o, false); /* nobody else would let it go */
    t = local_generation_find(o, w->generation);
    if (!t || !local_generation_has(t, w->rank)) {
        w->generation = 0;
        return;
    }
    send_files(o, t, w->rank, wire->head.type);
    local_ranks_report(o, wire->head.type, w->generation, w->rank,
                       wire->head.number, wire->payload, wire->head.bytes);
}

static void on_ward(int fd, void *arg)
{
    static struct local_message wire;
    struct local_ranks *w = arg;
    int came = local_message_receive(fd, &wire, 0, NULL);

    if (came > 0)
        hear(w, &wire);
    if (came >= 0)
        return;
    if (w->generation > 0)
        local_ranks_report(w->outpost, HOST_MESSAGES_LOST, w->generation,
                           w->rank, 0, NULL, 0);
    drop(w);
}

void local_ranks_knock(int fd, void *arg)
{
    struct outpost *o = arg;
    int caller = listen_accept_local(o->loop, fd);
    struct local_ranks *w = caller < 0 ? NULL : calloc(1, sizeof(*w));

    if (!w || loop_watch(o->loop, caller, on_ward, w, NULL) < 0) {
        if (caller >= 0)
            close(caller);
        free(w);
        return;
    }
    *w = (struct local_ranks){ .fd = caller, .outpost = o, .next = o->wards };
    o->wards = w;
}
