/* serve.c - let ranks on other hosts read what is registered
 *
 * Strangers are few at a time: when more come, the one that has been there
 * longest without proving who it is makes room.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "migrate/transfer/serve_client.h"
#include "net/dropped_connections.h"

enum {
    CLIENTS = 1024,
    STRANGERS = 64,
    ACCEPTS = 16, /* in a row */
    EVENTS = 64,
    REST_MS = 100,
};

struct serve {
    struct serve_shared shared;
    int listener;
    int poll;
    int port;
    serve_client_t *client[CLIENTS]; /* in the order they came */
    size_t count;
    struct dropped_connections drops;
    uint64_t rest_until; /* no descriptor was to be had */
    uint64_t hidden;     /* since then; 0: now they are shown */
};

/* ---- opening and closing ---- */

static void watch_listener(serve_t *s, bool on)
{
    struct epoll_event e = { .events = on ? EPOLLIN : 0 };

    epoll_ctl(s->poll, EPOLL_CTL_MOD, s->listener, &e);
}

static int start_listening(serve_t *s, struct error *err)
{
    struct epoll_event e = { .events = EPOLLIN };

    s->listener = address_listen(&s->port, err);
    if (s->listener < 0)
        return -1;
    s->poll = epoll_create1(EPOLL_CLOEXEC);
    if (s->poll < 0 || epoll_ctl(s->poll, EPOLL_CTL_ADD, s->listener, &e) < 0)
        return error_set(err, "epoll: %s", strerror(errno));
    return 0;
}

serve_t *serve_open(const struct serve_options *o, struct error *err)
{
    serve_t *s;

    if (seal_open(err) < 0)
        return NULL;
    s = calloc(1, sizeof(*s));
    if (!s)
        return error_null(err, "out of memory");
    s->listener = s->poll = -1;
    s->shared.options = *o;
    memcpy(s->shared.secret, o->secret, SEAL_KEY);
    s->shared.compress = compress_create(o->compress, err);
    s->shared.scratch =
        calloc(BYTE_RANGES_PIECES, sizeof(struct byte_ranges_piece));
    if (s->shared.compress && s->shared.scratch
        && start_listening(s, err) == 0)
        return s;
    if (!s->shared.scratch)
        error_set(err, "out of memory");
    serve_close(s);
    return NULL;
}

void serve_close(serve_t *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->count; i++)
        serve_client_destroy(s->client[i]);
    if (s->listener >= 0)
        close(s->listener);
    if (s->poll >= 0)
        close(s->poll);
    compress_destroy(s->shared.compress);
    free(s->shared.scratch);
    free(s->shared.items);
    free(s->shared.choice);
    explicit_bzero(s->shared.secret, SEAL_KEY);
    free(s);
}

int serve_port(const serve_t *s)
{
    return s->port;
}

int serve_fd(const serve_t *s)
{
    return s->poll;
}

/* ---- clients ---- */

static void tell(serve_t *s, const char *name, const char *why)
{
    struct error text;

    if (s->shared.options.tell
        && dropped_connections_count(&s->drops, clock_monotonic(), name, why,
                                     &text))
        s->shared.options.tell(s->shared.options.arg, text.text);
}

static void drop(serve_t *s, size_t i, const char *why)
{
    serve_client_t *g = s->client[i];

    if (why[0])
        tell(s, g->name, why);
    serve_client_destroy(g);
    s->count--;
    memmove(&s->client[i], &s->client[i + 1],
            (s->count - i) * sizeof(s->client[0]));
}

/* The stranger that has been there longest, or 'count'. */
static size_t oldest_stranger(const serve_t *s, size_t *strangers)
{
    size_t found = s->count;

    *strangers = 0;
    for (size_t i = s->count; i-- > 0;)
        if (!serve_client_is_known(s->client[i])) {
            found = i;
            ++*strangers;
        }
    return found;
}

/* Returns whether there is room for one more. */
static bool make_room(serve_t *s)
{
    size_t strangers, oldest = oldest_stranger(s, &strangers);

    if (strangers >= STRANGERS || (s->count == CLIENTS && strangers > 0))
        drop(s, oldest, "more came than there is room for");
    return s->count < CLIENTS;
}

static void update_events(serve_t *s, serve_client_t *g, int how)
{
    struct epoll_event e = { .events = serve_client_events(g), .data.ptr = g };

    epoll_ctl(s->poll, how, g->fd, &e);
}

static void accept_one(serve_t *s, int fd, uint64_t now_ns)
{
    serve_client_t *g;

    if (!make_room(s)) {
        close(fd);
        return;
    }
    g = serve_client_create(&s->shared, fd, now_ns);
    if (!g)
        return;
    s->client[s->count++] = g;
    update_events(s, g, EPOLL_CTL_ADD);
}

static void accept_some(serve_t *s, uint64_t now_ns)
{
    for (int i = 0; i < ACCEPTS; i++) {
        int fd =
            accept4(s->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

        if (fd >= 0) {
            accept_one(s, fd, now_ns);
        } else if (errno == EAGAIN || errno == EINTR
                   || errno == ECONNABORTED) {
            return;
        } else {
            s->rest_until = now_ns + REST_MS * UINT64_C(1000000);
            watch_listener(s, false);
            return;
        }
    }
}

static size_t index_of(const serve_t *s, const serve_client_t *g)
{
    size_t i = 0;

    while (i < s->count && s->client[i] != g)
        i++;
    return i;
}

static void attend(serve_t *s,
                   serve_client_t *g,
                   unsigned events,
                   uint64_t now_ns)
{
    struct error err = { "" };
    unsigned before = serve_client_events(g);
    int rc = 0;

    if (events & (EPOLLIN | EPOLLERR | EPOLLHUP))
        rc = serve_client_read(g, now_ns, &err);
    if (rc == 0)
        rc = serve_client_write(g, now_ns, &err);
    if (rc < 0)
        drop(s, index_of(s, g), err.text);
    else if (serve_client_events(g) != before)
        update_events(s, g, EPOLL_CTL_MOD);
}

/* ---- time ---- */

/* Those whose time has come: to be dropped, or to be sent more. */
static void look_at_clock(serve_t *s, uint64_t now_ns)
{
    if (s->rest_until > 0 && s->rest_until <= now_ns) {
        s->rest_until = 0;
        watch_listener(s, true);
    }
    for (size_t i = s->count; i-- > 0;) {
        serve_client_t *g = s->client[i];
        uint64_t due = serve_client_deadline(g);

        if (due == 0 || due > now_ns)
            continue;
        if (serve_client_is_late(g, now_ns))
            drop(s, i,
                 serve_client_is_known(g)
                     ? "it takes too long"
                     : "it took too long to prove who it is");
        else
            attend(s, g, 0, now_ns);
    }
}

int serve_patience(const serve_t *s)
{
    uint64_t now = clock_monotonic(), first = s->rest_until;

    for (size_t i = 0; i < s->count; i++) {
        uint64_t due = serve_client_deadline(s->client[i]);

        if (due > 0 && (first == 0 || due < first))
            first = due;
    }
    if (first == 0)
        return -1;
    return first <= now ? 0 : (int)((first - now) / 1000000) + 1;
}

static int shorter(int a, int b)
{
    return a < 0 ? b : b < 0 ? a : a < b ? a : b;
}

bool serve_step(serve_t *s, int ms, uint64_t work_ns)
{
    uint64_t start = 0, now;
    bool busy = false;

    do {
        struct epoll_event e[EVENTS];
        int wait = busy ? 0 : shorter(ms, serve_patience(s));
        int n = epoll_wait(s->poll, e, EVENTS, wait);

        now = clock_monotonic();
        if (start == 0)
            start = now;
        look_at_clock(s, now);
        if (n <= 0)
            break;
        busy = true;
        for (int i = 0; i < n; i++) {
            if (!e[i].data.ptr)
                accept_some(s, now);
            else if (index_of(s, e[i].data.ptr) < s->count)
                attend(s, e[i].data.ptr, e[i].events, now);
        }
        now = clock_monotonic();
    } while (now - start < work_ns);
    return busy;
}

/* ---- what is shown ---- */

/* Take over the list.  What was seen of an item's data is kept. */
static bool copy_items(struct serve_shared *h,
                       const struct byte_ranges_item *items,
                       size_t count)
{
    struct byte_ranges_item *list = malloc((count + 1) * sizeof(list[0]));
    struct compress_choice *choice =
        count == h->item_count ? h->choice
                               : calloc(count + 1, sizeof(choice[0]));

    if (!list || !choice) {
        free(list);
        if (choice != h->choice)
            free(choice);
        return false;
    }
    if (count > 0)
        memcpy(list, items, count * sizeof(list[0]));
    free(h->items);
    if (choice != h->choice)
        free(h->choice);
    h->items = list;
    h->choice = choice;
    h->item_count = count;
    return true;
}

void serve_show(serve_t *s,
                const struct byte_ranges_item *items,
                size_t count,
                bool stopped)
{
    struct serve_shared *h = &s->shared;
    uint64_t away = s->hidden ? clock_monotonic() - s->hidden : 0;

    s->hidden = 0;
    if (!copy_items(h, items, count))
        return;
    for (size_t i = 0; i < count && !stopped; i++)
        if (!h->items[i].constant)
            h->items[i].memory = NULL;
    h->open = true;
    h->stopped = stopped;
    for (size_t i = 0; i < s->count; i++) {
        serve_client_check(s->client[i], away);
        update_events(s, s->client[i], EPOLL_CTL_MOD);
    }
}

void serve_hide(serve_t *s)
{
    s->shared.open = false;
    s->hidden = clock_monotonic();
    for (size_t i = 0; i < s->count; i++) {
        serve_client_detach(s->client[i]);
        update_events(s, s->client[i], EPOLL_CTL_MOD);
    }
}

size_t serve_clients(const serve_t *s)
{
    size_t known = 0;

    for (size_t i = 0; i < s->count; i++)
        known += serve_client_is_known(s->client[i]);
    return known;
}
