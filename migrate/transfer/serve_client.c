/* serve_client.c - one who reads what an old rank shows
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "migrate/transfer/serve_client.h"

static uint64_t after(uint64_t now_ns, int ms, int otherwise)
{
    return now_ns + (uint64_t)(ms > 0 ? ms : otherwise) * 1000000;
}

uint64_t serve_client_stall(const serve_client_t *g, uint64_t now_ns)
{
    return after(now_ns, g->shared->options.stall_ms, 30 * 1000);
}

/* ---- coming and going ---- */

serve_client_t *serve_client_create(struct serve_shared *h,
                                    int fd,
                                    uint64_t now_ns)
{
    serve_client_t *g = calloc(1, sizeof(*g));

    if (!g) {
        close(fd);
        return NULL;
    }
    g->shared = h;
    g->fd = fd;
    address_peer(fd, g->name);
    g->greet.secret = h->secret;
    g->greet.whom = h->options.whom;
    g->greet.hide = h->options.hide;
    g->unsent = SERVE_CLIENT_UNSENT;
    g->way = COMPRESS_CHOICE_RAW;
    g->bytes = g->first;
    g->need = HANDSHAKE_HELLO;
    g->read_by = after(now_ns, h->options.greet_ms, 10 * 1000);
    address_set(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    address_set(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, SERVE_CLIENT_UNSENT);
    address_set(fd, IPPROTO_TCP, TCP_USER_TIMEOUT,
                (int)((serve_client_stall(g, 0)) / 1000000));
    return g;
}

static void forget_request(struct serve_client_request *r)
{
    free(r->want.piece);
    r->want.piece = NULL;
}

void serve_client_destroy(serve_client_t *g)
{
    if (!g)
        return;
    for (size_t i = 0; i < g->count; i++)
        forget_request(&g->queue[(g->head + i) % SERVE_CLIENT_REQUESTS]);
    if (g->bytes != g->first)
        free(g->bytes);
    free(g->room);
    close(g->fd);
    free(g);
}

bool serve_client_is_known(const serve_client_t *g)
{
    return g->stage >= SERVE_CLIENT_HEAD;
}

void serve_client_end_request(serve_client_t *g)
{
    forget_request(&g->queue[g->head]);
    g->head = (g->head + 1) % SERVE_CLIENT_REQUESTS;
    g->count--;
}

void serve_client_check(serve_client_t *g, uint64_t away_ns)
{
    struct serve_shared *h = g->shared;

    for (size_t i = 0; i < g->count; i++) {
        struct serve_client_request *r =
            &g->queue[(g->head + i) % SERVE_CLIENT_REQUESTS];

        r->refused.text[0] = '\0';
        byte_ranges_check(&r->want, h->items, h->item_count, &r->refused);
    }
    if (g->read_by > 0)
        g->read_by += away_ns;
    if (g->write_by > 0)
        g->write_by += away_ns;
}

/* ---- waiting ---- */

unsigned serve_client_events(const serve_client_t *g)
{
    bool due = g->count > 0 && g->shared->open && g->rest_until == 0;

    return (g->count < SERVE_CLIENT_REQUESTS ? EPOLLIN : 0)
           | (g->sending || due ? EPOLLOUT : 0);
}

uint64_t serve_client_deadline(const serve_client_t *g)
{
    const uint64_t all[] = { g->read_by, g->write_by, g->rest_until };
    uint64_t first = 0;

    for (int i = 0; i < 3; i++)
        if (all[i] > 0 && (first == 0 || all[i] < first))
            first = all[i];
    return first;
}

/* What waits in the kernel gets on, too. */
bool serve_client_is_late(serve_client_t *g, uint64_t now_ns)
{
    int queued = 0;
    uint64_t arrived;

    if (g->read_by > 0 && g->read_by <= now_ns)
        return true;
    if (g->write_by == 0 || g->write_by > now_ns)
        return false;
    arrived = ioctl(g->fd, SIOCOUTQ, &queued) < 0
                  ? g->written
                  : g->written - (uint64_t)queued;
    if (arrived == g->arrived)
        return true;
    g->arrived = arrived;
    g->write_by = serve_client_stall(g, now_ns);
    return false;
}
