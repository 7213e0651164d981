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

int ward_report(struct outpost *o,
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

void ward_say(struct outpost *o, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(o->unsaid.text, sizeof(o->unsaid.text), fmt, ap);
    va_end(ap);
    if (ward_report(o, POST_SAY, 0, POST_ALL, 0, o->unsaid.text,
                    strlen(o->unsaid.text))
        == 0)
        o->unsaid.text[0] = '\0';
}

/* ---- standing ---- */

/* A word that lets a rank go on is for one that stands: another would take it
 * for the answer when it comes to stand the next time.
 */
static void let_go(struct ward *w,
                   enum ward_state state,
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
    w->state = WARD_RUNS;
}

void ward_leave(struct outpost *o, uint32_t generation)
{
    for (struct ward *w = o->wards; w; w = w->next)
        if (w->generation == generation)
            let_go(w, WARD_STANDS, LOCAL_MESSAGE_LEAVE, 0);
}

void ward_commit(struct outpost *o, uint32_t generation, uint64_t sync)
{
    for (struct ward *w = o->wards; w; w = w->next)
        if (w->generation == generation)
            let_go(w, WARD_READY, LOCAL_MESSAGE_COMMIT, sync);
}

void ward_release(struct outpost *o, bool claimed)
{
    for (struct troop *t = o->troops; t; t = t->next) {
        atomic_store(&t->control->own_pace, 0);
        control_set_horizon(t->control, CONTROL_NEVER, 0);
        for (struct ward *w = o->wards; w; w = w->next)
            if (w->generation == t->number && troop_has(t, w->rank)
                && (claimed
                    || atomic_load(&t->control->slot[w->rank].state)
                           != SLOT_FINISHED))
                let_go(w, WARD_STANDS, LOCAL_MESSAGE_GO, 0);
    }
}

/* What a message of a rank's makes of its state. */
static void note(struct ward *w, uint32_t type)
{
    switch (type) {
    case LOCAL_MESSAGE_READY:
        w->state = WARD_READY;
        break;
    case LOCAL_MESSAGE_HELD:
    case LOCAL_MESSAGE_IDLE:
    case LOCAL_MESSAGE_BUSY:
        w->state = WARD_STANDS;
        break;
    case LOCAL_MESSAGE_FAILED:
        if (w->state == WARD_RUNS)
            w->state = WARD_STANDS;
        break;
    case LOCAL_MESSAGE_HELLO:
    case LOCAL_MESSAGE_RESUMED:
        w->state = WARD_RUNS;
        break;
    }
}

int ward_tell(struct outpost *o,
              uint32_t generation,
              int rank,
              const struct local_message_head *head,
              const char *payload)
{
    struct ward *w = o->wards;

    while (w && (w->generation != generation || w->rank != rank))
        w = w->next;
    if (!w)
        return -1;
    switch (head->type) {
    case LOCAL_MESSAGE_GO:
    case LOCAL_MESSAGE_LEAVE:
        let_go(w, WARD_STANDS, head->type, head->number);
        return 0;
    case LOCAL_MESSAGE_COMMIT:
        let_go(w, WARD_READY, head->type, head->number);
        return 0;
    default:
        return local_message_send(w->fd, head, payload, NULL);
    }
}

/* ---- hearing ---- */

static void drop(struct ward *w)
{
    struct ward **at = &w->outpost->wards;

    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
    loop_forget(w->outpost->loop, w->fd);
    close(w->fd);
    free(w);
}

void ward_drop_all(struct outpost *o)
{
    while (o->wards)
        drop(o->wards);
}

/* What others are to read comes before the message that says it is there. */
static void send_files(struct outpost *o,
                       struct troop *t,
                       int rank,
                       uint32_t type)
{
    if (type == LOCAL_MESSAGE_READY || type == LOCAL_MESSAGE_HELD
        || type == LOCAL_MESSAGE_IDLE || type == LOCAL_MESSAGE_BEFORE
        || type == LOCAL_MESSAGE_OFFERED) {
        t->announced[rank] = true;
        troop_send(o, t, rank, "state");
    }
    if (type == LOCAL_MESSAGE_COLLECTED || type == LOCAL_MESSAGE_FAILED)
        troop_send(o, t, rank, "mail");
    troop_report_rank(o, t, rank);
}

static void stay(struct ward *w)
{
    struct local_message_head head = { .type = LOCAL_MESSAGE_STAY };

    if (w->outpost->up)
        local_message_send(w->fd, &head, NULL, NULL);
}

/* To a user who asks here. */
static void refer(struct ward *w)
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

static void hear(struct ward *w, const struct local_message *wire)
{
    struct outpost *o = w->outpost;
    struct troop *t;

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
    if (!o->up && w->state == WARD_STANDS)
        ward_release(o, false); /* nobody else would let it go */
    t = troop_find(o, w->generation);
    if (!t || !troop_has(t, w->rank)) {
        w->generation = 0;
        return;
    }
    send_files(o, t, w->rank, wire->head.type);
    ward_report(o, wire->head.type, w->generation, w->rank, wire->head.number,
                wire->payload, wire->head.bytes);
}

static void on_ward(int fd, void *arg)
{
    static struct local_message wire;
    struct ward *w = arg;
    int came = local_message_receive(fd, &wire, 0, NULL);

    if (came > 0)
        hear(w, &wire);
    if (came >= 0)
        return;
    if (w->generation > 0)
        ward_report(w->outpost, POST_LOST, w->generation, w->rank, 0, NULL, 0);
    drop(w);
}

void ward_knock(int fd, void *arg)
{
    struct outpost *o = arg;
    int caller = listen_accept_local(o->loop, fd);
    struct ward *w = caller < 0 ? NULL : calloc(1, sizeof(*w));

    if (!w || loop_watch(o->loop, caller, on_ward, w, NULL) < 0) {
        if (caller >= 0)
            close(caller);
        free(w);
        return;
    }
    *w = (struct ward){ .fd = caller, .outpost = o, .next = o->wards };
    o->wards = w;
}
