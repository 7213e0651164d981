/* serve_client_write.c - what one is told who reads what an old rank shows
 *
 * A chunk goes out from where the item has it, or from 'room' when it was
 * gathered, packed or hidden.  The kernel queues little that it did not send
 * yet, so that the next chunk is decided on by how fast the last ones went.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "migrate/transfer/serve_client.h"

enum {
    CHUNKS = 4, /* in a row */
    CHUNK_LEAST = 32 * 1024,
    UNSENT_MOST = 1024 * 1024,
};

static const double chunk_seconds = 0.02;
static const double queue_seconds = 0.01;
static const double ahead_share = 0.3;    /* of the link */
static const double ahead_unknown = 10e6; /* bytes/s, while it is not known */

static void begin_frame(serve_client_t *g,
                        const struct frame *f,
                        const void *body,
                        uint64_t now_ns)
{
    frame_write(&g->out, f, g->frame_head);
    g->body = body;
    if (g->out.hidden && f->bytes > 0) {
        frame_hide(&g->out, g->room, body, f->bytes);
        g->body = g->room;
    }
    g->body_bytes = frame_stored(&g->out, f);
    g->sent = 0;
    g->sending = true;
    g->write_by = serve_client_stall(g, now_ns);
}

static void refuse(serve_client_t *g,
                   struct serve_client_request *r,
                   uint64_t now_ns)
{
    size_t bytes = strlen(r->refused.text);
    struct frame f = { .type = FRAME_REFUSED,
                       .element = 1,
                       .request = r->number };

    if (bytes > CHUNK_LEAST)
        bytes = CHUNK_LEAST;
    memcpy(g->room, r->refused.text, bytes);
    f.bytes = f.plain = (uint32_t)bytes;
    f.sum = frame_sum(g->room, bytes);
    serve_client_end_request(g);
    begin_frame(g, &f, g->room, now_ns);
}

static size_t chunk_bytes(const serve_client_t *g)
{
    double bytes = g->meter.speed * chunk_seconds;

    return bytes < CHUNK_LEAST     ? CHUNK_LEAST
           : bytes > FRAME_PAYLOAD ? FRAME_PAYLOAD
                                   : (size_t)bytes;
}

/* Have the kernel queue what is soon gone, so that what is queued was decided
 * on lately.
 */
static void queue_less(serve_client_t *g)
{
    double wanted = g->meter.speed * queue_seconds;
    int unsent = wanted < SERVE_CLIENT_UNSENT ? SERVE_CLIENT_UNSENT
                 : wanted > UNSENT_MOST       ? UNSENT_MOST
                                              : (int)wanted;

    if (unsent < 2 * g->unsent && unsent > g->unsent / 2)
        return;
    g->unsent = unsent;
    address_set(g->fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, unsent);
}

/* Look at how the link does. */
static struct compress_choice_link note_link(
    serve_client_t *g,
    const struct serve_client_request *r,
    const struct compress_choice *c,
    int way,
    uint64_t now_ns)
{
    struct compress_choice_link link = { g->meter.speed,
                                         (double)r->want.undo };
    int queued = 0, unsent = 0;

    if (ioctl(g->fd, SIOCOUTQ, &queued) == 0
        && ioctl(g->fd, SIOCOUTQNSD, &unsent) == 0)
        rate_note(&g->meter, now_ns, g->written - (uint64_t)queued,
                  (uint64_t)unsent, compress_choice_flow(c, &link, way));
    link.speed = g->meter.speed;
    queue_less(g);
    return link;
}

/* The next chunk of a request. */
static void begin_chunk(serve_client_t *g,
                        struct serve_client_request *r,
                        uint64_t now_ns)
{
    struct serve_shared *h = g->shared;
    struct frame f = { .type = FRAME_DATA,
                       .request = r->number,
                       .offset = r->done };
    const void *plain = NULL;
    struct compress_choice_link link;
    struct compressed z;
    uint32_t item = 0;
    size_t bytes = byte_ranges_take(&r->want, &r->place, h->items,
                                    chunk_bytes(g), g->room, &plain, &item);
    struct compress_choice *c = &h->choice[item];

    link = note_link(g, r, c, g->way, now_ns);
    compress_chunk(h->compress, c, &g->check, &link, plain, bytes,
                   h->items[item].element, &z);
    g->way = z.way;
    f.bytes = (uint32_t)z.bytes;
    f.plain = (uint32_t)bytes;
    f.coding = (uint8_t)z.coding;
    f.element = (uint8_t)z.element;
    f.sum = frame_sum(plain, bytes);
    if (z.coding != FRAME_RAW && !g->out.hidden)
        z.data = memcpy(g->room, z.data, z.bytes);
    begin_frame(g, &f, z.data, now_ns);
    r->done += bytes;
    if (!h->stopped)
        rate_take(&h->bucket, g->body_bytes);
    if (r->place.piece == r->want.count)
        serve_client_end_request(g);
}

/* Whether more may be sent now to one for whom the program does not wait. */
static bool has_leave(serve_client_t *g, uint64_t now_ns)
{
    struct rate_bucket *b = &g->shared->bucket;
    double speed =
        ahead_share * (g->meter.speed > 0 ? g->meter.speed : ahead_unknown);
    uint64_t wait;

    g->rest_until = 0;
    if (g->shared->stopped)
        return true;
    rate_fill(b, now_ns, speed);
    wait = rate_wait(b, speed);
    if (wait > 0)
        g->rest_until = now_ns + wait;
    return wait == 0;
}

/* Have a frame to send, if there is any.  Returns whether there is. */
static bool next_frame(serve_client_t *g, uint64_t now_ns)
{
    struct serve_client_request *r = &g->queue[g->head];

    if (g->sending)
        return true;
    g->write_by = 0;
    if (g->count == 0 || !g->shared->open) {
        compress_check_pause(&g->check);
        return false;
    }
    if (r->refused.text[0]) {
        refuse(g, r, now_ns);
        return true;
    }
    if (!has_leave(g, now_ns)) {
        compress_check_pause(&g->check);
        return false;
    }
    begin_chunk(g, r, now_ns);
    return true;
}

/* Send some of the frame.  Returns 1, 0 when the kernel takes no more, -1. */
static int send_some(serve_client_t *g, uint64_t now_ns, struct error *err)
{
    size_t done = g->sent > FRAME_HEAD ? g->sent - FRAME_HEAD : 0;
    size_t head = g->sent < FRAME_HEAD ? g->sent : (size_t)FRAME_HEAD;
    struct iovec parts[2] = {
        { g->frame_head + head, FRAME_HEAD - head },
        { (uint8_t *)g->body + done, g->body_bytes - done },
    };
    struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 };
    ssize_t sent = sendmsg(g->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);

    if (sent < 0 && errno != EAGAIN && errno != EINTR)
        return error_set(err, "%s", strerror(errno));
    if (sent < 0)
        return 0;
    g->sent += (size_t)sent;
    g->written += (size_t)sent;
    g->write_by = serve_client_stall(g, now_ns);
    g->sending = g->sent < FRAME_HEAD + g->body_bytes;
    return 1;
}

int serve_client_write(serve_client_t *g, uint64_t now_ns, struct error *err)
{
    for (int i = 0; i < CHUNKS && next_frame(g, now_ns); i++)
        while (g->sending) {
            int rc = send_some(g, now_ns, err);

            if (rc <= 0)
                return rc;
        }
    return 0;
}

void serve_client_detach(serve_client_t *g)
{
    if (!g->sending || g->body == g->room)
        return;
    memcpy(g->room, g->body, g->body_bytes);
    g->body = g->room;
}
