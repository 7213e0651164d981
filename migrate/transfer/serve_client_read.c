/* serve_client_read.c - what one says who reads what an old rank shows
 *
 * It is read by the byte until a whole hello, proof, head or request is
 * there; nothing is done on half of one, and a bound in time is set when the
 * first byte of one is there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "migrate/transfer/serve_client.h"

/* A few bytes to one who has said a few: the kernel has room for them. */
static int answer(serve_client_t *g,
                  const void *data,
                  size_t bytes,
                  struct error *err)
{
    if (send(g->fd, data, bytes, MSG_NOSIGNAL | MSG_DONTWAIT)
        != (ssize_t)bytes)
        return error_set(err, "it does not listen");
    g->written += bytes;
    return 0;
}

static int take_hello(serve_client_t *g, struct error *err)
{
    uint8_t hello[HANDSHAKE_HELLO];

    handshake_hello(&g->greet, 1, hello);
    if (handshake_take_hello(&g->greet, 0, g->bytes, err) < 0)
        return -1;
    g->stage = SERVE_CLIENT_PROOF;
    g->need = HANDSHAKE_PROOF;
    return answer(g, hello, sizeof(hello), err);
}

static int take_proof(serve_client_t *g, struct error *err)
{
    uint8_t proof[HANDSHAKE_PROOF];

    if (!handshake_check(&g->greet, 0, g->bytes))
        return error_set(err, "it does not know the job's secret, or looks "
                              "for another rank");
    g->bytes = malloc(BYTE_RANGES_ROOM + SEAL_TAG);
    g->room = malloc(FRAME_ROOM);
    if (!g->bytes)
        g->bytes = g->first;
    if (g->bytes == g->first || !g->room)
        return error_set(err, "out of memory");
    handshake_prove(&g->greet, 1, proof);
    handshake_way(&g->greet, 0, &g->in);
    handshake_way(&g->greet, 1, &g->out);
    g->stage = SERVE_CLIENT_HEAD;
    g->need = FRAME_HEAD;
    return answer(g, proof, sizeof(proof), err);
}

static int take_head(serve_client_t *g, struct error *err)
{
    struct frame *f = &g->frame;

    if (frame_read(&g->in, g->bytes, f, err) < 0)
        return -1;
    if (f->type == FRAME_BYE && f->bytes == 0) {
        error_set(err, "%s", "");
        return -1;
    }
    if (f->type != FRAME_WANT || f->coding != FRAME_RAW
        || f->bytes > BYTE_RANGES_ROOM || f->bytes == 0)
        return error_set(err, "it sent a frame of type %u with %u bytes",
                         f->type, f->bytes);
    g->stage = SERVE_CLIENT_PAYLOAD;
    g->need = frame_stored(&g->in, f);
    return 0;
}

static int take_request(serve_client_t *g, struct error *err)
{
    struct serve_shared *h = g->shared;
    struct serve_client_request *r =
        &g->queue[(g->head + g->count) % SERVE_CLIENT_REQUESTS];
    struct byte_ranges w = { .piece = h->scratch };
    size_t bytes;

    if (frame_show(&g->in, g->bytes, g->need, err) < 0)
        return -1;
    if (frame_sum(g->bytes, g->frame.bytes) != g->frame.sum)
        return error_set(err, "a request came damaged");
    if (byte_ranges_decode(&w, g->bytes, g->frame.bytes, err) < 0)
        return -1;
    if (byte_ranges_bytes(&w) != g->frame.offset)
        return error_set(err, "a request does not add up");
    bytes = w.count * sizeof(w.piece[0]);
    *r =
        (struct serve_client_request){ .want = w, .number = g->frame.request };
    r->want.piece = malloc(bytes);
    if (!r->want.piece)
        return error_set(err, "out of memory");
    memcpy(r->want.piece, w.piece, bytes);
    if (h->open)
        byte_ranges_check(&w, h->items, h->item_count, &r->refused);
    g->count++;
    g->stage = SERVE_CLIENT_HEAD;
    g->need = FRAME_HEAD;
    return 0;
}

static int take(serve_client_t *g, struct error *err)
{
    static int (*const takers[])(serve_client_t *, struct error *) = {
        [SERVE_CLIENT_HELLO] = take_hello,
        [SERVE_CLIENT_PROOF] = take_proof,
        [SERVE_CLIENT_HEAD] = take_head,
        [SERVE_CLIENT_PAYLOAD] = take_request,
    };
    enum serve_client_stage stage = g->stage;

    g->got = 0;
    if (takers[stage](g, err) < 0)
        return -1;
    if (stage == SERVE_CLIENT_PROOF || stage == SERVE_CLIENT_PAYLOAD)
        g->read_by = 0;
    return 0;
}

static int lost(const serve_client_t *g, ssize_t got, struct error *err)
{
    if (got == 0 && g->stage == SERVE_CLIENT_HEAD && g->got == 0)
        return error_set(err, "it left without a word");
    return error_set(err, "%s",
                     got == 0 ? "it left in the middle" : strerror(errno));
}

int serve_client_read(serve_client_t *g, uint64_t now_ns, struct error *err)
{
    while (g->count < SERVE_CLIENT_REQUESTS) {
        ssize_t got =
            recv(g->fd, g->bytes + g->got, g->need - g->got, MSG_DONTWAIT);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EAGAIN)
            return 0;
        if (got <= 0)
            return lost(g, got, err);
        if (g->read_by == 0)
            g->read_by = serve_client_stall(g, now_ns);
        g->got += (size_t)got;
        if (g->stage == SERVE_CLIENT_HELLO
            && !handshake_could_be(g->bytes, g->got))
            return error_set(err, "it does not speak our language");
        if (g->got == g->need && take(g, err) < 0)
            return -1;
    }
    return 0;
}
