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

struct mate *mate_find(const mesh_t *m, const char *name)
{
    struct mate *x = m->mates;

    while (x && strcmp(x->name, name) != 0)
        x = x->next;
    return x;
}

struct mate *mate_add(mesh_t *m, const char *name)
{
    struct mate *x = calloc(1, sizeof(*x));

    if (!x)
        return NULL;
    snprintf(x->name, sizeof(x->name), "%s", name);
    x->mesh = m;
    x->distance = (double)NAN;
    x->next = m->mates;
    m->mates = x;
    return x;
}

void mate_drop(struct mate *x)
{
    struct mate **at = &x->mesh->mates;

    while (*at != x)
        at = &(*at)->next;
    *at = x->next;
    line_destroy(x->line);
    free(x);
}

void mate_hang_up(struct mate *x)
{
    mesh_t *m = x->mesh;
    bool was_near = x->near;

    line_destroy(x->line);
    x->line = NULL;
    x->near = x->ours = false;
    x->distance = (double)NAN;
    if (!x->known)
        mate_drop(x);
    if (was_near)
        m->events->changed(m->arg);
}

/* ---- speaking ---- */

int mate_say(struct mate *x,
             uint32_t type,
             uint64_t number,
             const void *payload,
             size_t bytes)
{
    struct local_message_head head = { .type = type,
                                       .rank = POST_ALL,
                                       .bytes = (uint32_t)bytes,
                                       .number = number };

    return x->line ? line_send(x->line, &head, payload) : -1;
}

void mate_ping(struct mate *x)
{
    mate_say(x, MESH_PING, (uint64_t)(loop_now() * 1e9), NULL, 0);
}

/* ---- hearing ---- */

/* The caller 'x' says that it is 'name', whom we may have called, too.
 * Returns who speaks, or NULL when it is gone.
 */
static struct mate *recognize(struct mate *x, const char *name)
{
    mesh_t *m = x->mesh;
    struct mate *before = mate_find(m, name);

    if (before && before->line && before->ours && strcmp(m->own, name) < 0) {
        mate_drop(x); /* our call stays */
        return NULL;
    }
    snprintf(x->name, sizeof(x->name), "%s", name);
    if (before) {
        x->known = before->known;
        x->wanted = before->wanted;
        strcpy(x->place, before->place);
        mate_drop(before);
    }
    return x;
}

static void greet(struct mate *x, const char *name, size_t bytes)
{
    mesh_t *m = x->mesh;

    if (bytes == 0 || bytes >= POST_HOST || strcmp(name, m->own) == 0
        || x->near) {
        mate_hang_up(x);
        return;
    }
    if (x->ours && strcmp(x->name, name) != 0) {
        mate_hang_up(x); /* another one has this address */
        return;
    }
    if (!x->ours && !(x = recognize(x, name)))
        return;
    x->near = true;
    x->attempt = 0;
    mate_ping(x);
    m->events->changed(m->arg);
}

/* The shortest way that was seen lately. */
static void measure(struct mate *x, uint64_t sent)
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

static void hear(struct mate *x, const char *payload, size_t bytes)
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
    struct mate *x = arg;

    if (head->type == MESH_HELLO)
        greet(x, payload, strnlen(payload, head->bytes));
    else if (head->type == MESH_PING)
        mate_say(x, MESH_PONG, head->number, NULL, 0);
    else if (head->type == MESH_PONG && x->near)
        measure(x, head->number);
    else if (head->type == MESH_SAY && x->near)
        hear(x, payload, head->bytes);
}

static void on_ready(void *arg)
{
    struct mate *x = arg;

    mate_say(x, MESH_HELLO, 0, x->mesh->own, strlen(x->mesh->own));
}

static void on_lost(void *arg, const char *why)
{
    (void)why;
    mate_hang_up(arg);
}

const struct line_events mate_events = {
    .ready = on_ready,
    .heard = on_word,
    .lost = on_lost,
};
