/* mesh.c - the lines between agents that are neighbours
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/peers/mesh.h"
#include "net/listen.h"

enum {
    STRANGERS_MOST = 64, /* who did not say yet who they are */
    LOOK_MS = 500,       /* between looks whether somebody is to be called */
    PING_MS = 2000,
    WAITING_MOST = 1024 * 1024, /* bytes that a slow neighbour may owe us */
};

struct mesh {
    loop_t *loop;
    uint8_t secret[SEAL_KEY];
    int listening;
    char place[ADDRESS_TEXT];
    struct neighbours all;
    int looks;
};

/* ---- calling and being called ---- */

/* Those that did not say who they are are the newest first; when there are
 * too many the oldest makes room.
 */
static void make_room(mesh_t *m)
{
    struct neighbour *oldest = NULL;
    int count = 0;

    for (struct neighbour *x = m->all.first; x; x = x->next)
        if (!*x->name) {
            oldest = x;
            count++;
        }
    if (count >= STRANGERS_MOST)
        line_refuse(oldest->line);
}

static void on_knock(int fd, void *arg)
{
    mesh_t *m = arg;
    int caller = listen_accept_far(m->loop, fd);
    struct neighbour *x;

    if (caller < 0)
        return;
    make_room(m);
    x = neighbour_add(&m->all, "");
    if (!x) {
        close(caller);
        return;
    }
    x->line = line_create(m->loop, caller, LINE_CALLED, m->secret,
                          &neighbour_line, x);
    if (!x->line)
        neighbour_drop(x);
}

static void call(const mesh_t *m, struct neighbour *x)
{
    struct address_address list[ADDRESS_ADDRESSES];
    int count = address_read(x->place, list, NULL);
    int fd = count > 0 ? address_connect(&list[x->attempt++ % count]) : -1;

    if (fd < 0)
        return;
    x->ours = true;
    x->line =
        line_create(m->loop, fd, LINE_CALLER, m->secret, &neighbour_line, x);
}

static void on_time(void *arg)
{
    mesh_t *m = arg;
    bool is_due = ++m->looks % (PING_MS / LOOK_MS) == 0;

    for (struct neighbour *x = m->all.first; x; x = x->next)
        if (x->near && is_due)
            neighbour_ping(x);
        else if (x->known && x->wanted && !x->line)
            call(m, x);
    loop_after(m->loop, LOOK_MS, on_time, m);
}

/* ---- who there is ---- */

/* Returns whether it was known there already. */
static bool note_place(struct neighbour *x, const char *place)
{
    bool same = x->known && strcmp(x->place, place) == 0;

    x->known = true;
    strcpy(x->place, place);
    return same;
}

void mesh_know(mesh_t *m, const struct membership *r, const bool *wanted)
{
    struct neighbour *next;

    for (struct neighbour *x = m->all.first; x; x = next) {
        next = x->next;
        if (x->known && membership_find(r, x->name) < 0) {
            x->known = false;
            neighbour_hang_up(x);
        }
    }
    for (int h = 0; h < r->hosts; h++) {
        const struct membership_host *host = &r->host[h];
        struct neighbour *x = neighbour_find(&m->all, host->name);

        if (strcmp(host->name, m->all.own) == 0)
            continue;
        if (!x && !(x = neighbour_add(&m->all, host->name)))
            continue;
        x->wanted = wanted[h];
        if (!note_place(x, host->place) && x->line && x->ours)
            neighbour_hang_up(x); /* it is elsewhere now */
        if (!x->line && x->wanted)
            call(m, x);
        else if (x->line && x->ours && !x->wanted)
            neighbour_hang_up(x);
    }
}

bool mesh_near(const mesh_t *m, const char *host)
{
    const struct neighbour *x = neighbour_find(&m->all, host);

    return x && x->near && x->known;
}

double mesh_distance(const mesh_t *m, const char *host)
{
    const struct neighbour *x = neighbour_find(&m->all, host);

    return x ? x->distance : (double)NAN;
}

int mesh_say(mesh_t *m, const char *host, const struct serialize *message)
{
    struct neighbour *x = neighbour_find(&m->all, host);

    return x && x->near && line_owes(x->line) < WAITING_MOST
               ? neighbour_say(x, message)
               : -1;
}

/* ---- the start and the end ---- */

const char *mesh_place(const mesh_t *m)
{
    return m->place;
}

mesh_t *mesh_create(loop_t *loop,
                    const uint8_t secret[SEAL_KEY],
                    const char *own,
                    const struct neighbour_events *events,
                    void *arg,
                    struct error *err)
{
    mesh_t *m = calloc(1, sizeof(*m));
    int port;

    if (!m)
        return error_null(err, "out of memory");
    m->loop = loop;
    m->all.events = events;
    m->all.arg = arg;
    memcpy(m->secret, secret, SEAL_KEY);
    snprintf(m->all.own, sizeof(m->all.own), "%s", own);
    m->listening = address_listen(&port, err);
    if (m->listening < 0
        || loop_watch(loop, m->listening, on_knock, m, err) < 0) {
        mesh_destroy(m);
        return NULL;
    }
    address_tell(port, m->place);
    loop_after(loop, LOOK_MS, on_time, m);
    return m;
}

void mesh_destroy(mesh_t *m)
{
    if (!m)
        return;
    loop_cancel(m->loop, on_time, m);
    while (m->all.first)
        neighbour_drop(m->all.first);
    if (m->listening >= 0) {
        loop_forget(m->loop, m->listening);
        close(m->listening);
    }
    explicit_bzero(m->secret, sizeof(m->secret));
    free(m);
}
