/* line_pair.c - lines whose two ends are in one process
 *
 * What is sent waits at the other end and is told to its owner when the loop
 * comes round, never from within the call that sends it.  So who speaks over
 * a line need not know whether the other one is in the same process: nothing
 * is heard while something is said, and the order is that of a connection.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "net/line_internal.h"

static line_t *create(loop_t *loop,
                      const struct line_events *events,
                      void *arg)
{
    line_t *l = calloc(1, sizeof(*l));

    if (l)
        *l = (struct line){ .loop = loop,
                            .fd = -1,
                            .events = events,
                            .arg = arg,
                            .paired = true };
    return l;
}

/* ---- telling what has come ---- */

/* Tell all that is in 'came', as long as the owner wants to hear it. */
static void tell(line_t *l, struct bytes *came)
{
    while (!l->over && bytes_held(came) > 0) {
        struct local_message_head head;
        const uint8_t *at = came->data + came->from;

        memcpy(&head, at, sizeof(head));
        came->from += sizeof(head) + head.bytes + 1;
        l->events->heard(l->arg, &head, (const char *)at + sizeof(head));
    }
}

/* What is sent meanwhile is told the next time. */
static void on_time(void *arg)
{
    line_t *l = arg;
    struct bytes came = l->in;
    bool alone = !l->peer;

    l->in = (struct bytes){ 0 };
    l->depth++;
    if (l->stage != STAGE_OPEN) {
        l->stage = STAGE_OPEN;
        if (l->events->ready)
            l->events->ready(l->arg);
    }
    tell(l, &came);
    bytes_free(&came);
    if (alone && !l->over) {
        l->over = true;
        if (l->events->lost)
            l->events->lost(l->arg, "it has closed the connection");
    }
    if (--l->depth == 0 && l->unused)
        line_free(l);
}

/* ---- speaking ---- */

int line_pair_send(line_t *l,
                   const struct local_message_head *head,
                   const void *payload)
{
    struct bytes *to = l->peer ? &l->peer->in : NULL;

    if (!to || l->over || head->bytes > LINE_PAYLOAD
        || !bytes_room(to, sizeof(*head) + head->bytes + 1))
        return -1;
    bytes_append(to, head, sizeof(*head));
    bytes_append(to, payload, head->bytes);
    bytes_append(to, "", 1);
    return loop_after(l->loop, 0, on_time, l->peer);
}

void line_flush(line_t *l)
{
    line_t *peer = l->peer;

    if (!peer || peer->depth > 0 || bytes_held(&peer->in) == 0)
        return;
    loop_cancel(l->loop, on_time, peer);
    on_time(peer);
}

size_t line_pair_owes(const line_t *l)
{
    return l->peer ? bytes_held(&l->peer->in) : 0;
}

void line_pair_part(line_t *l)
{
    if (!l->paired)
        return;
    loop_cancel(l->loop, on_time, l);
    if (l->peer) {
        loop_after(l->loop, 0, on_time, l->peer);
        l->peer->peer = NULL;
    }
    l->peer = NULL;
}

/* ---- the start ---- */

int line_pair(loop_t *loop, const struct line_end ends[2], line_t *line[2])
{
    line_t *a = create(loop, ends[0].events, ends[0].arg);
    line_t *b = create(loop, ends[1].events, ends[1].arg);

    if (!a || !b || loop_after(loop, 0, on_time, a) < 0
        || loop_after(loop, 0, on_time, b) < 0) {
        line_destroy(a);
        line_destroy(b);
        return -1;
    }
    a->peer = b;
    b->peer = a;
    line[0] = a;
    line[1] = b;
    return 0;
}
