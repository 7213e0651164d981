/* neighbour.c - an agent that this one is in contact with, or may come to be
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/peers/neighbour.h"

enum { NO_RANK = -1 }; /* what agents say to each other is about none */

/* What goes over these lines: the type of a message. */
enum word {
    WORD_HELLO = 200, /* payload: the name of the agent's host */
    WORD_SAY,         /* payload: a plain table */
    WORD_PING,        /* to be sent back as a pong, number and all */
    WORD_PONG,
};

struct neighbour *neighbour_find(const struct neighbours *all,
                                 const char *name)
{
    struct neighbour *x = all->first;

    while (x && strcmp(x->name, name) != 0)
        x = x->next;
    return x;
}

struct neighbour *neighbour_add(struct neighbours *all, const char *name)
{
    struct neighbour *x = calloc(1, sizeof(*x));

    if (!x)
        return NULL;
    snprintf(x->name, sizeof(x->name), "%s", name);
    x->all = all;
    x->distance = (double)NAN;
    x->next = all->first;
    all->first = x;
    return x;
}

void neighbour_drop(struct neighbour *x)
{
    struct neighbour **at = &x->all->first;

    while (*at != x)
        at = &(*at)->next;
    *at = x->next;
    line_destroy(x->line);
    free(x);
}

void neighbour_hang_up(struct neighbour *x)
{
    struct neighbours *all = x->all;
    bool was_near = x->near;

    line_destroy(x->line);
    x->line = NULL;
    x->near = x->ours = false;
    x->distance = (double)NAN;
    if (!x->known)
        neighbour_drop(x);
    if (was_near)
        all->events->changed(all->arg);
}

/* ---- speaking ---- */

static int send_word(struct neighbour *x,
                     enum word type,
                     uint64_t number,
                     const void *payload,
                     size_t bytes)
{
    return x->line
               ? line_say(x->line, type, 0, NO_RANK, number, payload, bytes)
               : -1;
}

int neighbour_say(struct neighbour *x, const struct serialize *message)
{
    return send_word(x, WORD_SAY, 0, message->data, message->bytes);
}

void neighbour_ping(struct neighbour *x)
{
    send_word(x, WORD_PING, (uint64_t)(loop_now() * 1e9), NULL, 0);
}

/* ---- hearing ---- */

/* The caller 'x' says that it is 'name', whom we may have called, too.
 * Returns who speaks, or NULL when it is gone.
 */
static struct neighbour *recognize(struct neighbour *x, const char *name)
{
    struct neighbours *all = x->all;
    struct neighbour *before = neighbour_find(all, name);

    if (before && before->line && before->ours && strcmp(all->own, name) < 0) {
        neighbour_drop(x); /* our call stays */
        return NULL;
    }
    snprintf(x->name, sizeof(x->name), "%s", name);
    if (before) {
        x->known = before->known;
        x->wanted = before->wanted;
        strcpy(x->place, before->place);
        neighbour_drop(before);
    }
    return x;
}

static void greet(struct neighbour *x, const char *name, size_t bytes)
{
    struct neighbours *all = x->all;

    if (bytes == 0 || bytes >= HOST_NAME || strcmp(name, all->own) == 0
        || x->near) {
        neighbour_hang_up(x);
        return;
    }
    if (x->ours && strcmp(x->name, name) != 0) {
        neighbour_hang_up(x); /* another one has this address */
        return;
    }
    if (!x->ours && !(x = recognize(x, name)))
        return;
    x->near = true;
    x->attempt = 0;
    neighbour_ping(x);
    all->events->changed(all->arg);
}

/* The shortest way that was seen lately. */
static void measure(struct neighbour *x, uint64_t sent)
{
    double took = loop_now() - (double)sent * 1e-9;
    struct neighbours *all = x->all;

    if (!(took >= 0 && took < 60))
        return;
    if (isnan(x->distance)) {
        x->distance = took;
        all->events->changed(all->arg);
    } else if (took < x->distance) {
        x->distance = took;
    } else {
        x->distance += (took - x->distance) / 8;
    }
}

static void hear(struct neighbour *x, const char *payload, size_t bytes)
{
    struct serialize message;

    if (bytes > sizeof(message.data) || !x->known)
        return;
    message.bytes = bytes;
    memcpy(message.data, payload, bytes);
    if (serialize_check(&message))
        x->all->events->heard(x->all->arg, x->name, &message);
}

static void on_word(void *arg,
                    const struct local_message_head *head,
                    const char *payload)
{
    struct neighbour *x = arg;

    if (head->type == WORD_HELLO)
        greet(x, payload, strnlen(payload, head->bytes));
    else if (head->type == WORD_PING)
        send_word(x, WORD_PONG, head->number, NULL, 0);
    else if (head->type == WORD_PONG && x->near)
        measure(x, head->number);
    else if (head->type == WORD_SAY && x->near)
        hear(x, payload, head->bytes);
}

static void on_ready(void *arg)
{
    struct neighbour *x = arg;

    send_word(x, WORD_HELLO, 0, x->all->own, strlen(x->all->own));
}

static void on_lost(void *arg, const char *why)
{
    (void)why;
    neighbour_hang_up(arg);
}

const struct line_events neighbour_line = {
    .ready = on_ready,
    .heard = on_word,
    .lost = on_lost,
};
