/* Tests of migrate/transfer/fetch_connection.c: what goes wrong between a new
 * rank and an old one
 *
 * All goes through a relay that changes a byte, cuts the connection, says
 * something twice, or falls silent, once or each time.  Both sides and the
 * relay are in this process and take turns.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "migrate/transfer/fetch_remote.h"
#include "migrate/transfer/serve.h"
#include "net/address.h"
#include "tests/tap.h"

enum { BYTES = 3 * 1024 * 1024, PATIENCE_S = 30, LINES = 16 };

static const uint8_t secret[SEAL_KEY] = "abcdefghijklmnopqrstuvwxyz01234";
static uint8_t data[BYTES], came[BYTES];

/* ---- the relay ---- */

enum fault { CHANGE, CUT, TWICE, SILENCE };

struct line {
    int fd[2]; /* the new rank, the old one */
    uint64_t passed;
    bool hurt, silent;
};

static struct relay {
    int listener, port;
    struct address_address to;
    struct line line[LINES];
    int count;
    enum fault fault;
    uint64_t at; /* in what the old rank says */
    bool always;
    bool all; /* every connection is cut, not just that one */
    int done;
} relay;

static void open_relay(int port)
{
    struct address_address list[ADDRESS_ADDRESSES];
    char place[64];

    snprintf(place, sizeof(place), "%d 127.0.0.1", port);
    address_read(place, list, NULL);
    memset(&relay, 0, sizeof(relay));
    relay.to = list[0];
    relay.listener = address_listen(&relay.port, NULL);
}

static void hang_up(struct line *l)
{
    for (int i = 0; i < 2; i++) {
        if (l->fd[i] >= 0)
            close(l->fd[i]);
        l->fd[i] = -1;
    }
}

static void close_relay(void)
{
    for (int i = 0; i < relay.count; i++)
        hang_up(&relay.line[i]);
    close(relay.listener);
}

static void send_all(int fd, const uint8_t *bytes, size_t count)
{
    while (count > 0) {
        ssize_t sent = send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);

        if (sent < 0 && errno == EAGAIN)
            continue; /* it is ours to read, but there is room enough */
        if (sent <= 0)
            return;
        bytes += sent;
        count -= (size_t)sent;
    }
}

/* What the old rank said, with the fault in it. */
static void pass_on(struct line *l, uint8_t *bytes, size_t count)
{
    bool here = relay.at >= l->passed && relay.at < l->passed + count;

    if (here && !l->hurt && (relay.always || relay.done == 0)) {
        size_t at = relay.at - l->passed;

        l->hurt = true;
        relay.done++;
        if (relay.fault == CHANGE)
            bytes[at] ^= 0x20;
        if (relay.fault == TWICE)
            send_all(l->fd[0], bytes, at + 1);
        if (relay.fault == SILENCE)
            l->silent = true;
        if (relay.fault == CUT) {
            send_all(l->fd[0], bytes, at);
            hang_up(l);
            for (int i = 0; relay.all && i < relay.count; i++)
                hang_up(&relay.line[i]);
            return;
        }
    }
    l->passed += count;
    if (!l->silent)
        send_all(l->fd[0], bytes, count);
}

static void pass(struct line *l, int from)
{
    static uint8_t bytes[4096];
    ssize_t got = recv(l->fd[from], bytes, sizeof(bytes), MSG_DONTWAIT);

    if (got == 0 || (got < 0 && errno != EAGAIN && errno != ENOTCONN)) {
        hang_up(l);
    } else if (got > 0 && from == 1) {
        pass_on(l, bytes, (size_t)got);
    } else if (got > 0) {
        send_all(l->fd[1], bytes, (size_t)got);
    }
}

static void step_relay(void)
{
    int fd = relay.count < LINES ? accept(relay.listener, NULL, NULL) : -1;

    if (fd >= 0) {
        struct line *l = &relay.line[relay.count++];
        struct pollfd p = { .events = POLLOUT };

        *l = (struct line){ .fd = { fd, address_connect(&relay.to) } };
        p.fd = l->fd[1];
        poll(&p, 1, PATIENCE_S * 1000);
    }
    for (int i = 0; i < relay.count; i++)
        for (int k = 0; k < 32; k++)
            for (int from = 0; from < 2; from++)
                if (relay.line[i].fd[from] >= 0)
                    pass(&relay.line[i], from);
}

/* ---- fetching through it ---- */

struct way {
    bool hide;
    enum fault fault;
    uint64_t at;
    bool always;
    int times;   /* that all of it is fetched */
    int streams; /* by which, all of which are cut at once, or 0 */
};

static int run(serve_t *s, fetch_remote_t *f, struct error *err)
{
    uint64_t until = clock_monotonic() + PATIENCE_S * UINT64_C(1000000000);
    int rc = 0;

    while (rc == 0 && clock_monotonic() < until) {
        serve_step(s, 0, 100000);
        step_relay();
        rc = fetch_remote_step(f, 1, err);
    }
    if (rc == 0)
        error_set(err, "it takes for ever");
    return rc;
}

/* Fetch all of it.  Returns what fetch_remote_step() does in the end. */
static int fetch(const struct way *way,
                 unsigned *connections,
                 struct error *err)
{
    struct serve_options so = { .secret = secret, .compress = "off" };
    struct fetch_remote_options o = {
        .secret = secret,
        .hide = way->hide,
        .compress = "off",
        .streams = way->streams > 0 ? way->streams : 1,
        .stall_ms = way->fault == SILENCE ? 300 : 10000
    };
    struct byte_ranges_item item = { data, BYTES, 1, true };
    struct copy c = { .to = { .bytes = BYTES, .times = 1 }, .owned = true };
    serve_t *s = serve_open(&so, NULL);
    fetch_remote_t *f = fetch_remote_create(&o, NULL);
    uint64_t sum = 0;
    char place[64];
    int rc;

    open_relay(serve_port(s));
    relay.fault = way->fault;
    relay.at = way->at;
    relay.always = way->always;
    relay.all = way->streams > 0;
    snprintf(place, sizeof(place), "%d 127.0.0.1", relay.port);
    serve_show(s, &item, 1, true);
    fetch_remote_peer(f, place, (struct handshake_whom){ 0, 0 }, NULL);
    for (int i = 0; i < way->times; i++)
        fetch_remote_add(f, 0, 0,
                         &(struct fetch_part_task){ c, 8, came, &sum }, NULL);
    memset(came, 0, sizeof(came));
    rc = run(s, f, err);
    *connections = fetch_remote_count(f).connections;
    fetch_remote_destroy(f);
    serve_close(s);
    close_relay();
    return rc;
}

/* Places: the old rank's hello, its proof, a head, a tag, a payload.  Said
 * twice right before the proof's end, its last byte would be its first one,
 * which in one of 256 is the same.
 */
static const uint64_t places[] = { 3,   20,   50,
                                   70,  85,   120,
                                   130, 5000, 2 * 1024 * 1024 };
enum { PLACES = sizeof(places) / sizeof(places[0]), GREETING = 80 };

static const char *const fault_name[] = { "changed", "cut", "said twice",
                                          "silence" };

static void test_once(enum fault fault, bool hide)
{
    for (int i = 0; i < PLACES; i++) {
        struct way way = { hide, fault, places[i], false, 1, 0 };
        struct error err = { "" };
        unsigned connections;
        int rc = fetch(&way, &connections, &err);

        if (places[i] < GREETING)
            ok(rc < 0 && err.text[0], "%s at %llu of the greeting: %s",
               fault_name[fault], (unsigned long long)places[i], err.text);
        else
            ok(rc == 1 && connections == 2 && memcmp(came, data, BYTES) == 0,
               "%s at %llu%s, all comes by another connection %s",
               fault_name[fault], (unsigned long long)places[i],
               hide ? " of what is hidden" : "", err.text);
    }
}

static void test_always(enum fault fault)
{
    struct way way = { false, fault, 100000, true, 1, 0 };
    struct error err = { "" };
    unsigned connections;
    int rc = fetch(&way, &connections, &err);

    ok(rc < 0 && connections == 4,
       "%s each time, it is given up after %u connections", fault_name[fault],
       connections);
    has(err.text, "old rank 0 at 127.0.0.1:", "which is told: %s", err.text);
}

/* As long as something comes each time, it is not given up. */
static void test_progress(void)
{
    struct way way = { false, CUT, 5 * 1024 * 1024, true, 8, 0 };
    struct error err = { "" };
    unsigned connections;
    int rc = fetch(&way, &connections, &err);

    ok(rc == 1 && connections > 4 && memcmp(came, data, BYTES) == 0,
       "cut again and again, all comes by %u connections %s", connections,
       err.text);
}

/* Of a network that fails for a moment all connections are lost. */
static void test_all_at_once(void)
{
    struct way way = { false, CUT, 1024 * 1024, false, 8, 4 };
    struct error err = { "" };
    unsigned connections;
    int rc = fetch(&way, &connections, &err);

    ok(rc == 1 && connections > 4 && memcmp(came, data, BYTES) == 0,
       "four connections that are cut at once are made anew, %u in all %s",
       connections, err.text);
}

int main(void)
{
    struct error err;

    if (seal_open(&err) < 0) {
        ok(false, "%s", err.text);
        return tap_done();
    }
    for (size_t i = 0; i < BYTES; i++)
        data[i] = (uint8_t)(i * 2654435761u >> 13);
    for (int fault = CHANGE; fault <= TWICE; fault++)
        for (int hide = 0; hide < 2; hide++)
            test_once((enum fault)fault, hide);
    for (int fault = CHANGE; fault <= SILENCE; fault++)
        test_always((enum fault)fault);
    test_progress();
    test_all_at_once();
    return tap_done();
}
