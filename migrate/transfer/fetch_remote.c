/* fetch_remote.c - get rows from the memory of old ranks on other hosts
 *
 * One connection to each old rank keeps a near link busy.  Over a far one,
 * which a window of bytes or a lost packet holds up, several do: whichever
 * has room takes the next load.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "migrate/transfer/fetch_connection.h"
#include "migrate/transfer/fetch_remote.h"

enum {
    STREAMS = 4, /* from an old rank that is far */
    TRIES = 3,   /* in a row, after it was there */
    AGAIN_MS = 10,
    EVENTS = 64,
    FAR_NS = 2 * 1000 * 1000,
};

struct peer {
    struct address_address address[ADDRESS_ADDRESSES];
    int addresses, current;
    struct handshake_whom whom;
    struct fetch_queue_list loads;
    fetch_connection_t *connection[STREAMS];
    int connections, wanted;
    bool known;   /* the current address is the right one */
    int failures; /* since a load came */
    size_t done;  /* loads at the last failure */
    uint64_t again_at;
    struct error why;
};

struct fetch_remote {
    struct fetch_shared shared;
    struct peer **peer;
    int peers;
    int poll;
};

/* ---- making and ending ---- */

fetch_remote_t *fetch_remote_create(const struct fetch_remote_options *o,
                                    struct error *err)
{
    fetch_remote_t *f;
    struct fetch_shared *t;

    if (seal_open(err) < 0)
        return NULL;
    f = calloc(1, sizeof(*f));
    if (!f)
        return error_null(err, "out of memory");
    t = &f->shared;
    t->options = *o;
    memcpy(t->secret, o->secret, SEAL_KEY);
    f->poll = epoll_create1(EPOLL_CLOEXEC);
    t->plain = malloc(FRAME_PAYLOAD);
    t->piece = calloc(BYTE_RANGES_PIECES, sizeof(t->piece[0]));
    t->coded = malloc(BYTE_RANGES_ROOM);
    t->compress = compress_create(o->compress, err);
    if (t->compress && t->plain && t->piece && t->coded && f->poll >= 0)
        return f;
    if (t->compress)
        error_set(err, "fetching: %s", strerror(errno));
    fetch_remote_destroy(f);
    return NULL;
}

static void free_peer(struct peer *p)
{
    for (int i = 0; i < p->connections; i++)
        fetch_connection_destroy(p->connection[i]);
    fetch_queue_free(&p->loads);
    free(p);
}

void fetch_remote_destroy(fetch_remote_t *f)
{
    if (!f)
        return;
    for (int i = 0; i < f->peers; i++)
        free_peer(f->peer[i]);
    free(f->peer);
    if (f->poll >= 0)
        close(f->poll);
    compress_destroy(f->shared.compress);
    free(f->shared.plain);
    free(f->shared.piece);
    free(f->shared.coded);
    explicit_bzero(f->shared.secret, SEAL_KEY);
    free(f);
}

int fetch_remote_peer(fetch_remote_t *f,
                      const char *place,
                      struct handshake_whom whom,
                      struct error *err)
{
    struct peer *p = calloc(1, sizeof(*p));
    struct peer **list =
        realloc(f->peer, ((size_t)f->peers + 1) * sizeof(list[0]));

    if (list)
        f->peer = list;
    if (!p || !list) {
        free(p);
        return error_set(err, "out of memory");
    }
    p->addresses = address_read(place, p->address, err);
    if (p->addresses < 0) {
        free(p);
        return -1;
    }
    p->whom = whom;
    p->wanted = f->shared.options.streams > 0 ? f->shared.options.streams : 1;
    if (p->wanted > STREAMS)
        p->wanted = STREAMS;
    f->peer[f->peers] = p;
    return f->peers++;
}

int fetch_remote_add(fetch_remote_t *f,
                     int peer,
                     uint32_t item,
                     const struct fetch_part_task *t,
                     struct error *err)
{
    return fetch_queue_add(&f->peer[peer]->loads, t, item, err);
}

struct fetch_remote_count fetch_remote_count(const fetch_remote_t *f)
{
    return f->shared.count;
}

/* ---- connections ---- */

static int give_up(const struct peer *p, const char *why, struct error *err)
{
    char name[ADDRESS_NAME];

    address_name(&p->address[p->current], name);
    return error_set(err, "old rank %llu at %s: %s",
                     (unsigned long long)p->whom.rank, name, why);
}

/* A connection was lost, or did not come about.  Those that are lost before it
 * is time to try again are lost with it.  Returns -1 when there is no sense in
 * trying further.
 */
static int note_failure(struct peer *p,
                        const char *why,
                        bool refused,
                        uint64_t now_ns,
                        struct error *err)
{
    if (refused)
        return give_up(p, why, err);
    if (p->known && now_ns < p->again_at)
        return 0;
    if (p->loads.done > p->done)
        p->failures = 0;
    p->done = p->loads.done;
    p->failures++;
    if (!p->known) {
        if (p->current + 1 == p->addresses)
            return give_up(p, why, err);
        p->current++;
        p->failures = 0;
    } else if (p->failures > TRIES) {
        return give_up(p, why, err);
    }
    p->again_at =
        now_ns + (uint64_t)(p->known ? AGAIN_MS << p->failures : 0) * 1000000;
    return 0;
}

static int lose(fetch_remote_t *f,
                fetch_connection_t *v,
                const char *why,
                uint64_t now_ns,
                struct error *err)
{
    struct peer *p = f->peer[v->peer];
    bool refused = v->refused;
    int i = 0;

    while (p->connection[i] != v)
        i++;
    p->connection[i] = p->connection[--p->connections];
    fetch_connection_destroy(v);
    return note_failure(p, why, refused, now_ns, err);
}

static int watch(fetch_remote_t *f, fetch_connection_t *v, int how)
{
    struct epoll_event e = { .events = fetch_connection_events(v),
                             .data.ptr = v };

    return epoll_ctl(f->poll, how, v->fd, &e);
}

/* Have as many connections as are wanted, of use, and possible. */
static int connect_more(fetch_remote_t *f,
                        int i,
                        uint64_t now_ns,
                        struct error *err)
{
    struct peer *p = f->peer[i];
    struct error why = { "epoll takes no more" };

    while (p->connections < (p->known ? p->wanted : 1)
           && fetch_queue_next(&p->loads) && p->again_at <= now_ns) {
        fetch_connection_t *v = fetch_connection_create(
            &f->shared, &p->loads, i, &p->address[p->current], p->whom, now_ns,
            &why);

        if (v && watch(f, v, EPOLL_CTL_ADD) == 0) {
            p->connection[p->connections++] = v;
        } else {
            fetch_connection_destroy(v);
            if (note_failure(p, why.text, false, now_ns, err) < 0)
                return -1;
        }
    }
    return 0;
}

/* The other side has proved who it is. */
static void note_open(fetch_remote_t *f, const fetch_connection_t *v)
{
    struct peer *p = f->peer[v->peer];

    if (p->known)
        return;
    p->known = true;
    if (f->shared.options.streams == 0 && !f->shared.options.ahead
        && v->hello_ns > FAR_NS)
        p->wanted = STREAMS;
}

static int attend(fetch_remote_t *f,
                  fetch_connection_t *v,
                  uint64_t now_ns,
                  struct error *err)
{
    unsigned before = fetch_connection_events(v);
    struct error why;

    if (fetch_connection_go(v, now_ns, &why) < 0)
        return lose(f, v, why.text, now_ns, err);
    if (fetch_connection_is_open(v))
        note_open(f, v);
    if (fetch_connection_events(v) != before)
        watch(f, v, EPOLL_CTL_MOD);
    return 0;
}

/* A load that was lost with another connection waits for one. */
static int employ(fetch_remote_t *f,
                  const struct peer *p,
                  uint64_t now_ns,
                  struct error *err)
{
    for (int n = p->connections; n-- > 0;)
        if (fetch_connection_is_open(p->connection[n])
            && p->connection[n]->asking == 0
            && attend(f, p->connection[n], now_ns, err) < 0)
            return -1;
    return 0;
}

/* ---- time ---- */

static bool is_waiting(const fetch_connection_t *v)
{
    return v->asking > 0 || !fetch_connection_is_open(v);
}

/* What each connection may take is over, or it is time for another one. */
static int look_at_clock(fetch_remote_t *f, uint64_t now_ns, struct error *err)
{
    for (int i = 0; i < f->peers; i++) {
        struct peer *p = f->peer[i];

        for (int n = p->connections; n-- > 0;) {
            fetch_connection_t *v = p->connection[n];

            if (is_waiting(v) && v->deadline <= now_ns
                && lose(f, v, "nothing comes", now_ns, err) < 0)
                return -1;
        }
        if (fetch_queue_next(&p->loads) && employ(f, p, now_ns, err) < 0)
            return -1;
        if (connect_more(f, i, now_ns, err) < 0)
            return -1;
    }
    return 0;
}

static int patience(const fetch_remote_t *f, int ms, uint64_t now_ns)
{
    uint64_t first = ms < 0 ? UINT64_MAX : now_ns + (uint64_t)ms * 1000000;

    for (int i = 0; i < f->peers; i++) {
        const struct peer *p = f->peer[i];

        if (p->connections == 0 && p->loads.done < p->loads.loads
            && p->again_at < first)
            first = p->again_at;
        for (int n = 0; n < p->connections; n++)
            if (is_waiting(p->connection[n])
                && p->connection[n]->deadline < first)
                first = p->connection[n]->deadline;
    }
    if (first <= now_ns)
        return ms == 0 ? 0 : 1;
    return first == UINT64_MAX ? -1 : (int)((first - now_ns) / 1000000) + 1;
}

static bool is_done(const fetch_remote_t *f)
{
    for (int i = 0; i < f->peers; i++)
        if (f->peer[i]->loads.done < f->peer[i]->loads.loads)
            return false;
    return true;
}

/* A connection that an event is for may be gone by the time it is looked at.
 */
static bool is_there(const fetch_remote_t *f, const fetch_connection_t *v)
{
    for (int i = 0; i < f->peers; i++)
        for (int n = 0; n < f->peer[i]->connections; n++)
            if (f->peer[i]->connection[n] == v)
                return true;
    return false;
}

int fetch_remote_step(fetch_remote_t *f, int ms, struct error *err)
{
    struct epoll_event e[EVENTS];
    uint64_t now = clock_monotonic();
    int n;

    if (is_done(f))
        return 1;
    if (look_at_clock(f, now, err) < 0)
        return -1;
    n = epoll_wait(f->poll, e, EVENTS, patience(f, ms, now));
    now = clock_monotonic();
    for (int i = 0; i < n; i++)
        if (is_there(f, e[i].data.ptr)
            && attend(f, e[i].data.ptr, now, err) < 0)
            return -1;
    return is_done(f);
}

int fetch_remote_run(fetch_remote_t *f, struct error *err)
{
    int rc;

    while ((rc = fetch_remote_step(f, -1, err)) == 0)
        ;
    return rc < 0 ? -1 : 0;
}
