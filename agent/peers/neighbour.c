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

struct neighbour *neighbour_find(const mesh_t *m, const char *name)
{
    struct neighbour *x = m->mates;

    while (x && strcmp(x->name, name) != 0)
        x = x->next;
    return x;
}

struct neighbour *neighbour_add(mesh_t *m, const char *name)
{
    struct neighbour *x = calloc(1, sizeof(*x));

    if (!x)
        return NULL;
    snprintf(x->name, sizeof(x->name), "%s", name);
    x->mesh = m;
    x->distance = (double)NAN;
    x->next = m->mates;
    m->mates = x;
    return x;
}

void neighbour_drop(struct neighbour *x)
{
    struct neighbour **at = &x->mesh->mates;

    while (*at != x)
        at = &(*at)->next;
    *at = x->next;
    line_destroy(x->line);
    free(x);
}

void neighbour_hang_up(struct neighbour *x)
{
    mesh_t *m = x->mesh;
    bool was_near = x->near;

    line_destroy(x->line);
    x->line = NULL;
    x->near = x->ours = false;
    x->distance = (double)NAN;
    if (!x->known)
        neighbour_drop(x);
    if (was_near)
        m->events->changed(m->arg);
}

/* ---- speaking ---- */

int neighbour_say(struct neighbour *x,
                  uint32_t type,
                  uint64_t number,
                  const void *payload,
                  size_t bytes)
{
    struct local_message_head head = { .type = type,
                                       .rank = HOST_MESSAGES_ALL,
                                       .bytes = (uint32_t)bytes,
                                       .number = number };

    return x->line ? line_send(x->line, &head, payload) : -1;
}

void neighbour_ping(struct neighbour *x)
{
    neighbour_say(x, MESH_PING, (uint64_t)(loop_now() * 1e9), NULL, 0);
}

/* ---- hearing ---- */

/* The caller 'x' says that it is 'name', whom we may have called, too.
 * Returns who speaks, or NULL when it is gone.
 */
static struct neighbour *recognize(struct neighbour *x, const char *name)
{
    mesh_t *m = x->mesh;
    struct neighbour *before = neighbour_find(m, name);

    if (before && before->line && before->ours && strcmp(m->own, name) < 0) {
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
    mesh_t *m = x->mesh;

    if (bytes == 0 || bytes >= HOST_MESSAGES_HOST || strcmp(name, m->own) == 0
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
    m->events->changed(m->arg);
}

/* The shortest way that was seen lately. */
static void measure(struct neighbour *x, uint64_t sent)
{
    double took = loop_now() - (double)sent * 1e-9;
    mesh_t *m = x->mesh;

    if (!(took >= 0 && took < 60))
        return;
    if (isnan(x->distance)) {
        x->distance = took;
        m->events->changed(m->arg);
    } else if (took < x->distance) {
        x->distance = took;
    } else {
        x->distance += (took - x->distance) / 8;
    }
}

static void hear(struct neighbour *x, const char *payload, size_t bytes)
{
    static struct plain message;

    if (bytes > sizeof(message.data) || !x->known)
        return;
    message.bytes = bytes;
    memcpy(message.data, payload, bytes);
    if (plain_check(&message))
        x->mesh->events->heard(x->mesh->arg, x->name, &message);
}

static void on_word(void *arg,
                    const struct local_message_head *head,
                    const char *payload)
{
    struct neighbour *x = arg;

    if (head->type == MESH_HELLO)
        greet(x, payload, strnlen(payload, head->bytes));
    else if (head->type == MESH_PING)
        neighbour_say(x, MESH_PONG, head->number, NULL, 0);
    else if (head->type == MESH_PONG && x->near)
        measure(x, head->number);
    else if (head->type == MESH_SAY && x->near)
        hear(x, payload, head->bytes);
}

static void on_ready(void *arg)
{
    struct neighbour *x = arg;

    neighbour_say(x, MESH_HELLO, 0, x->mesh->own, strlen(x->mesh->own));
}

static void on_lost(void *arg, const char *why)
{
    (void)why;
    neighbour_hang_up(arg);
}

const struct line_events neighbour_events = {
    .ready = on_ready,
    .heard = on_word,
    .lost = on_lost,
};
