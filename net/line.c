/* line.c - what agents of different hosts say to each other goes over this
 *
 * A message is its length, 4 bytes, and then hidden with a number that counts
 * up: its head and its payload.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/little_endian.h"
#include "base/system/clock.h"
#include "net/address.h"
#include "net/line_internal.h"
#include "net/refused_callers.h"

enum {
    LENGTH = 4,
    HEAD = 24,
    MESSAGE_MOST = HEAD + LINE_PAYLOAD + SEAL_TAG,
    GREETING_MS = 10 * 1000,
    SILENCE_MS = 15 * 1000,
    WORD_MS = 3 * 1000, /* between signs of life */
    READ_AT_ONCE = 256 * 1024,
    TURN_MS = 20, /* that messages of one line may take, before others' */
    NOBODY = -1,  /* the rank in a sign of life */
};

/* ---- calls ---- */

void line_free(line_t *l)
{
    bytes_free(&l->in);
    bytes_free(&l->out);
    memset(l, 0, sizeof(*l));
    free(l);
}

static void on_silence(void *arg);
static void on_word(void *arg);
static void on_turn(void *arg);

static void close_line(line_t *l)
{
    line_pair_part(l);
    if (l->fd < 0)
        return;
    loop_forget(l->loop, l->fd);
    loop_cancel(l->loop, on_silence, l);
    loop_cancel(l->loop, on_word, l);
    loop_cancel(l->loop, on_turn, l);
    close(l->fd);
    l->fd = -1;
}

static void lose(line_t *l, const char *why)
{
    if (l->over)
        return;
    l->over = true;
    close_line(l);
    if (l->side == LINE_CALLED && l->stage != STAGE_OPEN)
        refused_callers_tell(l->caller, why);
    if (!l->unused && l->events->lost)
        l->events->lost(l->arg, why);
}

void line_destroy(line_t *l)
{
    if (!l)
        return;
    close_line(l);
    l->unused = l->over = true;
    if (l->depth == 0)
        line_free(l);
}

/* Lose it in a call that its owner does not know of. */
static void end(line_t *l, const char *why)
{
    l->depth++;
    lose(l, why);
    if (--l->depth == 0 && l->unused)
        line_free(l);
}

void line_hand_over(line_t *l, const struct line_events *events, void *arg)
{
    l->events = events;
    l->arg = arg;
}

static void on_silence(void *arg)
{
    line_t *l = arg;

    end(l, l->stage == STAGE_OPEN ? "it said nothing for 15 s"
                                  : "it did not say who it is");
}

void line_refuse(line_t *l)
{
    end(l, "more came than there is room for");
}

/* ---- writing ---- */

static void write_out(line_t *l)
{
    while (!l->over && bytes_held(&l->out) > 0) {
        ssize_t sent = send(l->fd, l->out.data + l->out.from,
                            bytes_held(&l->out), MSG_NOSIGNAL | MSG_DONTWAIT);

        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0) {
            if (errno != EAGAIN && errno != ENOTCONN && errno != EINPROGRESS)
                lose(l, strerror(errno));
            break;
        }
        l->out.from += (size_t)sent;
    }
    if (!l->over)
        loop_want_room(l->loop, l->fd, bytes_held(&l->out) > 0);
}

int line_send(line_t *l,
              const struct local_message_head *head,
              const void *payload)
{
    size_t bytes = HEAD + head->bytes;
    uint8_t *at;

    if (l->paired)
        return line_pair_send(l, head, payload);
    if (l->over || head->bytes > LINE_PAYLOAD
        || !bytes_room(&l->out, LENGTH + bytes + SEAL_TAG))
        return -1;
    at = l->out.data + l->out.to;
    little_put(at, bytes + SEAL_TAG, LENGTH);
    at += LENGTH;
    little_put(at, head->type, 4);
    little_put(at + 4, head->generation, 4);
    little_put(at + 8, (uint32_t)head->rank, 4);
    little_put(at + 12, head->bytes, 4);
    little_put(at + 16, head->number, 8);
    if (head->bytes > 0)
        memcpy(at + HEAD, payload, head->bytes);
    seal_hide(at, at, bytes, l->out_number++, l->out_way.key);
    l->out.to += LENGTH + bytes + SEAL_TAG;
    loop_want_room(l->loop, l->fd, true);
    return 0;
}

int line_say(line_t *l,
             uint32_t type,
             uint32_t generation,
             int rank,
             uint64_t number,
             const void *payload,
             size_t bytes)
{
    const struct local_message_head head = {
        .type = type,
        .generation = generation,
        .rank = rank,
        .bytes = (uint32_t)bytes,
        .number = number,
    };

    return line_send(l, &head, payload);
}

size_t line_owes(const line_t *l)
{
    if (l->paired)
        return line_pair_owes(l);
    return l->over ? 0 : bytes_held(&l->out);
}

double line_silence(const line_t *l)
{
    return l->paired ? 0 : loop_now() - l->heard;
}

/* A sign of life. */
static void on_word(void *arg)
{
    static const struct local_message_head word = { .rank = NOBODY };
    line_t *l = arg;

    if (l->stage == STAGE_OPEN && bytes_held(&l->out) == 0)
        line_send(l, &word, NULL);
    loop_after(l->loop, WORD_MS, on_word, l);
}

/* ---- greeting ---- */

static void say_hello(line_t *l)
{
    uint8_t hello[HANDSHAKE_HELLO];

    handshake_hello(&l->greet, (int)l->side, hello);
    bytes_append(&l->out, hello, sizeof(hello));
}

static void prove(line_t *l)
{
    uint8_t proof[HANDSHAKE_PROOF];

    handshake_prove(&l->greet, (int)l->side, proof);
    bytes_append(&l->out, proof, sizeof(proof));
}

static bool take_hello(line_t *l)
{
    struct error err;

    if (handshake_take_hello(&l->greet, l->side == LINE_CALLER,
                             l->in.data + l->in.from, &err)
        < 0) {
        lose(l, err.text);
        return false;
    }
    l->in.from += HANDSHAKE_HELLO;
    if (l->side == LINE_CALLED)
        say_hello(l);
    else
        prove(l);
    l->stage = STAGE_PROOF;
    return true;
}

/* The one that was called proves itself last: a stranger that calls learns
 * nothing.
 */
static bool take_proof(line_t *l)
{
    int other = l->side == LINE_CALLER;

    if (!handshake_check(&l->greet, other, l->in.data + l->in.from)) {
        lose(l, "it does not know the job's secret");
        return false;
    }
    l->in.from += HANDSHAKE_PROOF;
    if (l->side == LINE_CALLED)
        prove(l);
    handshake_way(&l->greet, (int)l->side, &l->out_way);
    handshake_way(&l->greet, other, &l->in_way);
    l->stage = STAGE_OPEN;
    loop_after(l->loop, WORD_MS, on_word, l);
    if (l->events->ready)
        l->events->ready(l->arg);
    return true;
}

/* ---- reading ---- */

static void tell(line_t *l, uint8_t *at, size_t bytes)
{
    struct local_message_head head = {
        .type = (uint32_t)little_get(at, 4),
        .generation = (uint32_t)little_get(at + 4, 4),
        .rank = (int32_t)little_get(at + 8, 4),
        .bytes = (uint32_t)little_get(at + 12, 4),
        .number = little_get(at + 16, 8),
    };

    if (head.bytes != bytes - HEAD)
        lose(l, "it says what cannot be");
    else if (head.type == 0)
        return; /* it is there */
    else {
        at[bytes] = '\0'; /* where the tag was */
        l->events->heard(l->arg, &head, (const char *)at + HEAD);
    }
}

static bool take_message(line_t *l)
{
    uint8_t *at = l->in.data + l->in.from;
    size_t bytes;

    if (bytes_held(&l->in) < LENGTH)
        return false;
    bytes = little_get(at, LENGTH);
    if (bytes < HEAD + SEAL_TAG || bytes > MESSAGE_MOST) {
        lose(l, "it says what cannot be");
        return false;
    }
    if (bytes_held(&l->in) < LENGTH + bytes)
        return false;
    at += LENGTH;
    if (!seal_show(at, at, bytes, l->in_number++, l->in_way.key)) {
        lose(l, "what it says was changed on the way");
        return false;
    }
    l->in.from += LENGTH + bytes;
    tell(l, at, bytes - SEAL_TAG);
    return !l->over;
}

static bool take_one(line_t *l)
{
    if (l->over)
        return false;
    switch (l->stage) {
    case STAGE_HELLO:
        return bytes_held(&l->in) >= HANDSHAKE_HELLO && take_hello(l);
    case STAGE_PROOF:
        return bytes_held(&l->in) >= HANDSHAKE_PROOF && take_proof(l);
    default:
        return take_message(l);
    }
}

/* Returns whether something came. */
static bool read_in(line_t *l)
{
    ssize_t got;

    if (!bytes_room(&l->in, READ_AT_ONCE)) {
        lose(l, "out of memory");
        return false;
    }
    got = recv(l->fd, l->in.data + l->in.to, l->in.room - l->in.to,
               MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR || errno == ENOTCONN))
        return false;
    if (got <= 0) {
        lose(l, got == 0 ? "it has closed the connection" : strerror(errno));
        return false;
    }
    l->in.to += (size_t)got;
    l->heard = loop_now();
    return true;
}

/* Thousands of messages may have come at once, each of which takes a while.
 * What is not heard in this turn is heard before more is read.
 */
static void take_turn(line_t *l)
{
    int64_t until = clock_ms() + TURN_MS;
    bool more;

    do
        more = take_one(l);
    while (more && clock_ms() < until);
    l->behind = more && !l->over;
    if (l->behind)
        loop_after(l->loop, 0, on_turn, l);
    if (!l->over && l->stage == STAGE_OPEN)
        loop_after(l->loop, SILENCE_MS, on_silence, l);
}

static void on_turn(void *arg)
{
    line_t *l = arg;

    l->depth++;
    if (l->behind || read_in(l))
        take_turn(l);
    if (!l->over)
        write_out(l);
    if (--l->depth == 0 && l->unused)
        line_free(l);
}

static void on_event(int fd, void *arg)
{
    (void)fd;
    on_turn(arg);
}

/* ---- the start ---- */

line_t *line_create(loop_t *loop,
                    int fd,
                    enum line_side side,
                    const uint8_t secret[SEAL_KEY],
                    const struct line_events *events,
                    void *arg)
{
    line_t *l = calloc(1, sizeof(*l));

    if (!l || loop_watch(loop, fd, on_event, l, NULL) < 0) {
        close(fd);
        free(l);
        return NULL;
    }
    *l = (struct line){
        .loop = loop,
        .fd = fd,
        .side = side,
        .events = events,
        .arg = arg,
        .greet.whom = { UINT64_MAX, UINT64_MAX }, /* no rank */
        .greet.hide = true,
        .heard = loop_now(),
    };
    if (side == LINE_CALLED)
        address_peer(fd, l->caller);
    memcpy(l->secret, secret, SEAL_KEY);
    l->greet.secret = l->secret;
    address_set(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    if (side == LINE_CALLER)
        say_hello(l);
    loop_want_room(loop, fd, true);
    loop_after(loop, GREETING_MS, on_silence, l);
    return l;
}
