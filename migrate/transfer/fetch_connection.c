/* fetch_connection.c - a connection to an old rank
 *
 * Bytes that come as they are, and belong together, are received to where
 * they belong.  If the checksum finds them wrong the load is asked for again,
 * or all of it fails, so it does no harm that they are there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "migrate/transfer/fetch_connection.h"

enum {
    CONNECT_MS = 3000,
    GREET_MS = 10 * 1000,
    STALL_MS = 20 * 1000,
    SEND_ROOM = FRAME_HEAD + BYTE_RANGES_ROOM + SEAL_TAG,
};

static uint64_t after(uint64_t now_ns, int ms)
{
    return now_ns + (uint64_t)ms * 1000000;
}

static int stall_ms(const fetch_connection_t *v)
{
    int ms = v->shared->options.stall_ms;

    return ms > 0 ? ms : STALL_MS;
}

/* Those that still compute answer at their syncs only. */
static int greet_ms(const fetch_connection_t *v)
{
    return v->shared->options.ahead ? stall_ms(v) : GREET_MS;
}

/* ---- coming and going ---- */

fetch_connection_t *fetch_connection_create(struct fetch_shared *t,
                                            struct fetch_queue_list *loads,
                                            int peer,
                                            const struct address_address *a,
                                            struct handshake_whom whom,
                                            uint64_t now_ns,
                                            struct error *err)
{
    fetch_connection_t *v = calloc(1, sizeof(*v));

    if (!v || !(v->room = malloc(FRAME_ROOM))
        || !(v->send = malloc(SEND_ROOM))) {
        error_set(err, "out of memory");
        goto fail;
    }
    address_name(a, v->name);
    v->fd = address_connect(a);
    if (v->fd < 0) {
        error_set(err, "%s", strerror(errno));
        goto fail;
    }
    v->shared = t;
    v->loads = loads;
    v->peer = peer;
    v->greet = (struct handshake){ .secret = t->secret,
                                   .whom = whom,
                                   .hide = t->options.hide };
    v->deadline = after(now_ns, CONNECT_MS);
    address_set(v->fd, IPPROTO_TCP, TCP_NODELAY, 1);
    address_set(v->fd, IPPROTO_TCP, TCP_USER_TIMEOUT, stall_ms(v));
    t->count.connections++;
    return v;
fail:
    if (v) {
        free(v->room);
        free(v->send);
    }
    free(v);
    return NULL;
}

bool fetch_connection_is_open(const fetch_connection_t *v)
{
    return v->stage >= FETCH_CONNECTION_HEAD;
}

static void say_goodbye(fetch_connection_t *v)
{
    struct frame f = { .type = FRAME_BYE, .element = 1 };
    uint8_t head[FRAME_HEAD];
    ssize_t sent;

    if (!fetch_connection_is_open(v) || v->sent < v->to_send)
        return;
    frame_write(&v->out, &f, head);
    sent = send(v->fd, head, sizeof(head), MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)sent;
}

void fetch_connection_destroy(fetch_connection_t *v)
{
    if (!v)
        return;
    for (size_t i = 0; i < v->asking; i++)
        fetch_queue_again(v->loads, v->asked[i]);
    say_goodbye(v);
    close(v->fd);
    free(v->room);
    free(v->send);
    free(v);
}

/* ---- getting acquainted ---- */

static void expect(fetch_connection_t *v, void *to, size_t bytes)
{
    v->to = to;
    v->need = bytes;
    v->got = 0;
}

static int say_hello(fetch_connection_t *v, uint64_t now_ns, struct error *err)
{
    socklen_t bytes = sizeof(int);
    int error = 0;

    getsockopt(v->fd, SOL_SOCKET, SO_ERROR, &error, &bytes);
    if (error != 0)
        return error_set(err, "%s", strerror(error));
    handshake_hello(&v->greet, 0, v->send);
    v->to_send = HANDSHAKE_HELLO;
    v->sent = 0;
    v->stage = FETCH_CONNECTION_HELLO;
    v->deadline = after(now_ns, greet_ms(v));
    v->hello_ns = now_ns;
    expect(v, v->first, HANDSHAKE_HELLO);
    return 0;
}

static int take_hello(fetch_connection_t *v,
                      uint64_t now_ns,
                      struct error *err)
{
    if (handshake_take_hello(&v->greet, 1, v->first, err) < 0)
        return -1;
    v->hello_ns = now_ns - v->hello_ns;
    handshake_prove(&v->greet, 0, v->send);
    v->to_send = HANDSHAKE_PROOF;
    v->sent = 0;
    v->stage = FETCH_CONNECTION_PROOF;
    expect(v, v->first, HANDSHAKE_PROOF);
    return 0;
}

static int take_proof(fetch_connection_t *v, struct error *err)
{
    if (!handshake_check(&v->greet, 1, v->first))
        return error_set(err, "it does not know the job's secret, or is "
                              "another rank");
    handshake_way(&v->greet, 0, &v->out);
    handshake_way(&v->greet, 1, &v->in);
    v->stage = FETCH_CONNECTION_HEAD;
    expect(v, v->first, FRAME_HEAD);
    return 0;
}

/* ---- asking ---- */

static void ask(fetch_connection_t *v, struct fetch_queue *load)
{
    struct fetch_shared *t = v->shared;
    struct byte_ranges w = { .undo =
                                 (uint64_t)compress_undo_speed(t->compress),
                             .ahead = t->options.ahead,
                             .piece = t->piece };
    struct frame f = { .type = FRAME_WANT,
                       .element = 1,
                       .request = ++v->last_number,
                       .offset = load->bytes };

    if (strcmp(t->options.compress, "off") == 0)
        w.undo = 0;
    fetch_queue_want(v->loads, load, &w);
    f.bytes = f.plain = (uint32_t)byte_ranges_encode(&w, t->coded);
    f.sum = frame_sum(t->coded, f.bytes);
    frame_write(&v->out, &f, v->send);
    if (v->out.hidden)
        frame_hide(&v->out, v->send + FRAME_HEAD, t->coded, f.bytes);
    else
        memcpy(v->send + FRAME_HEAD, t->coded, f.bytes);
    v->to_send = FRAME_HEAD + frame_stored(&v->out, &f);
    v->sent = 0;
    v->number[v->asking] = v->last_number;
    v->asked[v->asking++] = load;
    load->state = FETCH_QUEUE_ASKED;
}

static int send_some(fetch_connection_t *v, struct error *err)
{
    while (v->sent < v->to_send) {
        ssize_t sent = send(v->fd, v->send + v->sent, v->to_send - v->sent,
                            MSG_NOSIGNAL | MSG_DONTWAIT);

        if (sent < 0 && (errno == EAGAIN || errno == EINTR))
            return 0;
        if (sent < 0)
            return error_set(err, "%s", strerror(errno));
        v->sent += (size_t)sent;
    }
    return 0;
}

static int ask_more(fetch_connection_t *v, uint64_t now_ns, struct error *err)
{
    while (fetch_connection_is_open(v) && v->sent == v->to_send
           && v->asking < FETCH_CONNECTION_ASKED) {
        struct fetch_queue *load = fetch_queue_next(v->loads);

        if (!load)
            return 0;
        if (v->asking == 0)
            v->deadline = after(now_ns, stall_ms(v));
        ask(v, load);
        if (send_some(v, err) < 0)
            return -1;
    }
    return 0;
}

/* ---- what comes ---- */

static int take_head(fetch_connection_t *v, struct error *err)
{
    struct frame *f = &v->frame;
    struct fetch_queue *load = v->asked[0];
    uint64_t together;
    char *to;

    if (frame_read(&v->in, v->first, f, err) < 0)
        return -1;
    if ((f->type != FRAME_DATA && f->type != FRAME_REFUSED) || v->asking == 0
        || f->request != v->number[0])
        return error_set(err, "it sent what was not asked for");
    v->stage = FETCH_CONNECTION_PAYLOAD;
    expect(v, v->room, frame_stored(&v->in, f));
    if (f->type == FRAME_REFUSED && f->coding == FRAME_RAW)
        return 0;
    if (f->type == FRAME_REFUSED || f->bytes == 0 || f->offset != v->place.done
        || f->plain > fetch_queue_left(load, &v->place))
        return error_set(err, "it sent bytes out of place");
    to = fetch_queue_where(v->loads, load, &v->place, &together);
    if (f->coding == FRAME_RAW && !v->in.hidden && together >= f->plain)
        v->to = (uint8_t *)to;
    return 0;
}

static int refuse(fetch_connection_t *v, struct error *err)
{
    if (frame_sum(v->room, v->frame.plain) != v->frame.sum)
        return error_set(err, "a checksum is wrong");
    v->refused = true;
    return error_set(err, "it refused: %.*s", (int)v->frame.plain,
                     (const char *)v->room);
}

static int take_data(fetch_connection_t *v, struct error *err)
{
    const struct frame *f = &v->frame;
    struct fetch_queue *load = v->asked[0];
    uint64_t together;
    char *to = fetch_queue_where(v->loads, load, &v->place, &together);
    const uint8_t *plain = v->to;

    if (f->coding != FRAME_RAW) {
        uint8_t *room =
            together >= f->plain ? (uint8_t *)to : v->shared->plain;

        if (compress_undo(v->shared->compress, f->coding, f->element, v->to,
                          f->bytes, room, f->plain, err)
            < 0)
            return -1;
        plain = room;
    }
    if (frame_sum(plain, f->plain) != f->sum)
        return error_set(err, "a checksum is wrong");
    if (!fetch_queue_put(v->loads, load, &v->place,
                         plain == (const uint8_t *)to ? NULL : plain,
                         f->plain))
        return error_set(err, "it sent more than was asked for");
    v->shared->count.plain += f->plain;
    return 0;
}

static void end_load(fetch_connection_t *v)
{
    fetch_queue_finish(v->loads, v->asked[0]);
    v->asking--;
    memmove(v->asked, v->asked + 1, v->asking * sizeof(v->asked[0]));
    memmove(v->number, v->number + 1, v->asking * sizeof(v->number[0]));
    memset(&v->place, 0, sizeof(v->place));
}

static int take_payload(fetch_connection_t *v, struct error *err)
{
    if (frame_show(&v->in, v->to, v->need, err) < 0)
        return -1;
    v->shared->count.received += FRAME_HEAD + v->need;
    if (v->frame.type == FRAME_REFUSED)
        return refuse(v, err);
    if (take_data(v, err) < 0)
        return -1;
    if (v->place.done == v->asked[0]->bytes)
        end_load(v);
    v->stage = FETCH_CONNECTION_HEAD;
    expect(v, v->first, FRAME_HEAD);
    return 0;
}

static int take(fetch_connection_t *v, uint64_t now_ns, struct error *err)
{
    switch (v->stage) {
    case FETCH_CONNECTION_HELLO:
        return take_hello(v, now_ns, err);
    case FETCH_CONNECTION_PROOF:
        return take_proof(v, err);
    case FETCH_CONNECTION_HEAD:
        return take_head(v, err);
    default:
        return take_payload(v, err);
    }
}

static int lost(ssize_t got, struct error *err)
{
    return error_set(err, "%s",
                     got == 0 ? "the connection was closed" : strerror(errno));
}

static int read_some(fetch_connection_t *v, uint64_t now_ns, struct error *err)
{
    for (;;) {
        ssize_t got;

        if (v->got == v->need) {
            if (take(v, now_ns, err) < 0)
                return -1;
            if (ask_more(v, now_ns, err) < 0 || send_some(v, err) < 0)
                return -1;
            if (v->stage == FETCH_CONNECTION_HEAD && v->asking == 0
                && v->got == 0)
                return 0;
            continue;
        }
        got = recv(v->fd, v->to + v->got, v->need - v->got, MSG_DONTWAIT);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EAGAIN)
            return 0;
        if (got <= 0)
            return lost(got, err);
        v->got += (size_t)got;
        v->deadline = fetch_connection_is_open(v) ? after(now_ns, stall_ms(v))
                                                  : v->deadline;
    }
}

int fetch_connection_go(fetch_connection_t *v,
                        uint64_t now_ns,
                        struct error *err)
{
    if (v->stage == FETCH_CONNECTION_CONNECT && say_hello(v, now_ns, err) < 0)
        return -1;
    if (send_some(v, err) < 0 || ask_more(v, now_ns, err) < 0)
        return -1;
    return read_some(v, now_ns, err);
}

unsigned fetch_connection_events(const fetch_connection_t *v)
{
    if (v->stage == FETCH_CONNECTION_CONNECT)
        return EPOLLOUT;
    return EPOLLIN | (v->sent < v->to_send ? EPOLLOUT : 0);
}
