/* mesh.c - the lines between agents that are neighbours
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "agent/line.h"
#include "agent/mesh.h"
#include "migrate/port.h"

enum {
    STRANGERS_MOST = 64, /* who did not say yet who they are */
    LOOK_MS = 500,       /* between looks whether somebody is to be called */
    PING_MS = 2000,
    WAITING_MOST = 1024 * 1024, /* bytes that a slow neighbour may owe us */
};

/* An agent that we know, or a caller that did not say its name. */
struct mate {
    char name[POST_HOST]; /* "" of a caller */
    line_t *line;
    bool ours;   /* we have called it */
    bool near;   /* both have said who they are */
    bool wanted; /* we want to be in contact */
    bool known;  /* it is on the list */
    char place[PORT_TEXT];
    int attempt; /* which of its addresses is next */
    double distance;
    struct mesh *mesh;
    struct mate *next;
};

struct mesh {
    loop_t *loop;
    uint8_t secret[SEAL_KEY];
    char own[POST_HOST];
    const struct mesh_events *events;
    void *arg;
    int listening;
    char place[PORT_TEXT];
    struct mate *mates;
    int looks;
};

static struct mate *find(const mesh_t *m, const char *name)
{
    struct mate *x = m->mates;

    while (x && strcmp(x->name, name) != 0)
        x = x->next;
    return x;
}

static struct mate *add(mesh_t *m, const char *name)
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

static void drop(struct mate *x)
{
    struct mate **at = &x->mesh->mates;

    while (*at != x)
        at = &(*at)->next;
    *at = x->next;
    line_destroy(x->line);
    free(x);
}

/* Close its line; who is not on the list is forgotten. */
static void hang_up(struct mate *x)
{
    mesh_t *m = x->mesh;
    bool was_near = x->near;

    line_destroy(x->line);
    x->line = NULL;
    x->near = x->ours = false;
    x->distance = (double)NAN;
    if (!x->known)
        drop(x);
    if (was_near)
        m->events->changed(m->arg);
}

/* ---- speaking ---- */

static int say(struct mate *x,
               uint32_t type,
               uint64_t number,
               const void *payload,
               size_t bytes)
{
    struct wire_head head = { .type = type,
                              .rank = POST_ALL,
                              .bytes = (uint32_t)bytes,
                              .number = number };

    return x->line ? line_send(x->line, &head, payload) : -1;
}

static void ping(struct mate *x)
{
    say(x, MESH_PING, (uint64_t)(loop_now() * 1e9), NULL, 0);
}

int mesh_say(mesh_t *m, const char *host, const struct plain *message)
{
    struct mate *x = find(m, host);

    return x && x->near && line_owes(x->line) < WAITING_MOST
               ? say(x, MESH_SAY, 0, message->data, message->bytes)
               : -1;
}

/* ---- hearing ---- */

/* The caller 'x' says that it is 'name', whom we may have called, too.
 * Returns who speaks, or NULL when it is gone.
 */
static struct mate *recognize(struct mate *x, const char *name)
{
    mesh_t *m = x->mesh;
    struct mate *before = find(m, name);

    if (before && before->line && before->ours && strcmp(m->own, name) < 0) {
        drop(x); /* our call stays */
        return NULL;
    }
    snprintf(x->name, sizeof(x->name), "%s", name);
    if (before) {
        x->known = before->known;
        x->wanted = before->wanted;
        strcpy(x->place, before->place);
        drop(before);
    }
    return x;
}

static void greet(struct mate *x, const char *name, size_t bytes)
{
    mesh_t *m = x->mesh;

    if (bytes == 0 || bytes >= POST_HOST || strcmp(name, m->own) == 0
        || x->near) {
        hang_up(x);
        return;
    }
    if (x->ours && strcmp(x->name, name) != 0) {
        hang_up(x); /* another one has this address */
        return;
    }
    if (!x->ours && !(x = recognize(x, name)))
        return;
    x->near = true;
    x->attempt = 0;
    ping(x);
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
                    const struct wire_head *head,
                    const char *payload)
{
    struct mate *x = arg;

    if (head->type == MESH_HELLO)
        greet(x, payload, strnlen(payload, head->bytes));
    else if (head->type == MESH_PING)
        say(x, MESH_PONG, head->number, NULL, 0);
    else if (head->type == MESH_PONG && x->near)
        measure(x, head->number);
    else if (head->type == MESH_SAY && x->near)
        hear(x, payload, head->bytes);
}

static void on_ready(void *arg)
{
    struct mate *x = arg;

    say(x, MESH_HELLO, 0, x->mesh->own, strlen(x->mesh->own));
}

static void on_lost(void *arg, const char *why)
{
    (void)why;
    hang_up(arg);
}

static const struct line_events events = {
    .ready = on_ready,
    .heard = on_word,
    .lost = on_lost,
};

/* ---- calling and being called ---- */

/* Those that did not say who they are are the newest first; when there are
 * too many the oldest makes room.
 */
static void make_room(mesh_t *m)
{
    struct mate *oldest = NULL;
    int count = 0;

    for (struct mate *x = m->mates; x; x = x->next)
        if (!*x->name) {
            oldest = x;
            count++;
        }
    if (count >= STRANGERS_MOST)
        drop(oldest);
}

static void on_knock(int fd, void *arg)
{
    mesh_t *m = arg;
    int caller = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    struct mate *x;

    if (caller < 0)
        return;
    make_room(m);
    x = add(m, "");
    if (!x) {
        close(caller);
        return;
    }
    x->line = line_create(m->loop, caller, LINE_CALLED, m->secret, &events, x);
    if (!x->line)
        drop(x);
}

static void call(struct mate *x)
{
    struct port_address list[PORT_ADDRESSES];
    int count = port_read(x->place, list, NULL);
    int fd = count > 0 ? port_connect(&list[x->attempt++ % count]) : -1;

    if (fd < 0)
        return;
    x->ours = true;
    x->line = line_create(x->mesh->loop, fd, LINE_CALLER, x->mesh->secret,
                          &events, x);
}

static void on_time(void *arg)
{
    mesh_t *m = arg;
    bool is_due = ++m->looks % (PING_MS / LOOK_MS) == 0;

    for (struct mate *x = m->mates; x; x = x->next)
        if (x->near && is_due)
            ping(x);
        else if (x->known && x->wanted && !x->line)
            call(x);
    loop_after(m->loop, LOOK_MS, on_time, m);
}

/* ---- who there is ---- */

/* Returns whether it was known there already. */
static bool note_place(struct mate *x, const char *place)
{
    bool same = x->known && strcmp(x->place, place) == 0;

    x->known = true;
    strcpy(x->place, place);
    return same;
}

void mesh_know(mesh_t *m, const struct census *r, const bool *wanted)
{
    struct mate *next;

    for (struct mate *x = m->mates; x; x = next) {
        next = x->next;
        if (x->known && census_find(r, x->name) < 0) {
            x->known = false;
            hang_up(x);
        }
    }
    for (int h = 0; h < r->hosts; h++) {
        const struct census_host *host = &r->host[h];
        struct mate *x = find(m, host->name);

        if (strcmp(host->name, m->own) == 0)
            continue;
        if (!x && !(x = add(m, host->name)))
            continue;
        x->wanted = wanted[h];
        if (!note_place(x, host->place) && x->line && x->ours)
            hang_up(x); /* it is elsewhere now */
        if (!x->line && x->wanted)
            call(x);
        else if (x->line && x->ours && !x->wanted)
            hang_up(x);
    }
}

bool mesh_near(const mesh_t *m, const char *host)
{
    const struct mate *x = find(m, host);

    return x && x->near && x->known;
}

double mesh_distance(const mesh_t *m, const char *host)
{
    const struct mate *x = find(m, host);

    return x ? x->distance : (double)NAN;
}

/* ---- the start and the end ---- */

const char *mesh_place(const mesh_t *m)
{
    return m->place;
}

mesh_t *mesh_create(loop_t *loop,
                    const uint8_t secret[SEAL_KEY],
                    const char *own,
                    const struct mesh_events *wanted,
                    void *arg,
                    struct error *err)
{
    mesh_t *m = calloc(1, sizeof(*m));
    int port;

    if (!m) {
        error_set(err, "out of memory");
        return NULL;
    }
    m->loop = loop;
    m->events = wanted;
    m->arg = arg;
    memcpy(m->secret, secret, SEAL_KEY);
    snprintf(m->own, sizeof(m->own), "%s", own);
    m->listening = port_listen(&port, err);
    if (m->listening < 0
        || loop_watch(loop, m->listening, on_knock, m, err) < 0) {
        mesh_destroy(m);
        return NULL;
    }
    port_tell(port, m->place);
    loop_after(loop, LOOK_MS, on_time, m);
    return m;
}

void mesh_destroy(mesh_t *m)
{
    if (!m)
        return;
    loop_cancel(m->loop, on_time, m);
    while (m->mates)
        drop(m->mates);
    if (m->listening >= 0) {
        loop_forget(m->loop, m->listening);
        close(m->listening);
    }
    memset(m->secret, 0, sizeof(m->secret));
    free(m);
}
