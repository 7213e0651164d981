/* Tests of migrate/transfer/fetch_queue.c, and of what fetch_connection.c
 * makes of an old rank that lies
 *
 * The old rank is a thread that knows the job's secret and answers what it is
 * asked with frames that it should not send.  What is asked for are pieces
 * with gaps between them, in memory with a margin: whatever comes, nothing but
 * the pieces is written.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "migrate/transfer/compress.h"
#include "migrate/transfer/fetch_queue.h"
#include "migrate/transfer/fetch_remote.h"
#include "net/address.h"
#include "tests/tap.h"

enum {
    PIECE = 1000,
    STEP = 1600,
    PIECES = 100,
    ALL = PIECE * PIECES,
    MARGIN = 300 * 1024, /* more than a frame can carry */
    BLANK = 0xa5,
    SENT = 0x5c,
    FRAMES = 4,
    STEP_MS = 20,
    PATIENCE_S = 30,
};

static const uint8_t secret[SEAL_KEY] = "abcdefghijklmnopqrstuvwxyz01234";
static uint8_t memory[MARGIN + STEP * PIECES + MARGIN];

/* Which bytes of 'memory' may be written. */
static bool may_be(size_t i, bool scattered)
{
    size_t at = i - MARGIN;

    if (i < MARGIN)
        return false;
    return scattered ? at < STEP * PIECES && at % STEP < PIECE : at < ALL;
}

static size_t count_outside(bool scattered)
{
    size_t wrong = 0;

    for (size_t i = 0; i < sizeof(memory); i++)
        wrong += memory[i] != BLANK && !may_be(i, scattered);
    return wrong;
}

static struct copy make_copy(bool scattered)
{
    return (struct copy){ .to = { .first = 0,
                                  .first_step = 1,
                                  .bytes = scattered ? PIECE : ALL,
                                  .times = scattered ? PIECES : 1,
                                  .step = scattered ? STEP : 0 },
                          .from_step = STEP,
                          .owned = true };
}

/* ---- the list of loads alone ---- */

static void test_put(bool scattered)
{
    static uint8_t bytes[2 * ALL];
    struct copy c = make_copy(scattered);
    struct fetch_queue_list l = { 0 };
    struct fetch_queue_place place = { 0 };
    struct fetch_queue *load;
    uint64_t sum = 0;

    memset(bytes, SENT, sizeof(bytes));
    memset(memory, BLANK, sizeof(memory));
    fetch_queue_add(
        &l, &(struct fetch_part_task){ c, 8, memory + MARGIN, &sum }, 0, NULL);
    load = fetch_queue_next(&l);
    ok(!fetch_queue_put(&l, load, &place, bytes, ALL + 1) && place.done == 0
           && memory[MARGIN] == BLANK,
       "more than a load is refused, and none of it taken");
    ok(fetch_queue_put(&l, load, &place, bytes, ALL - 7)
           && place.done == ALL - 7,
       "what fits is taken");
    ok(fetch_queue_left(load, &place) == 7
           && !fetch_queue_put(&l, load, &place, bytes, 8)
           && place.done == ALL - 7,
       "more than the rest is refused");
    ok(!fetch_queue_put(&l, load, &place, bytes, UINT64_MAX),
       "however much more it is");
    ok(fetch_queue_put(&l, load, &place, bytes, 7)
           && fetch_queue_left(load, &place) == 0,
       "the rest is taken");
    ok(!fetch_queue_put(&l, load, &place, bytes, 1)
           && !fetch_queue_put(&l, load, &place, NULL, 1),
       "behind the end nothing is");
    ok(count_outside(scattered) == 0, "nothing is written elsewhere");
    fetch_queue_free(&l);
}

/* A request tells of so many parts at most, however small they are. */
static void test_many(void)
{
    const struct copy one = { .to = { .bytes = 1, .times = 1 } };
    struct fetch_queue_list l = { 0 };

    for (int i = 0; i <= BYTE_RANGES_PIECES; i++)
        fetch_queue_add(&l, &(struct fetch_part_task){ one, 1, memory, NULL },
                        0, NULL);
    ok(l.loads == 2 && l.load[0].parts == BYTE_RANGES_PIECES
           && l.load[1].first == BYTE_RANGES_PIECES && l.load[1].parts == 1,
       "what is more than a request tells of comes with the next one");
    fetch_queue_free(&l);
}

/* ---- a peer that lies ---- */

/* A frame, and what there is of its payload. */
struct answer {
    enum frame_type type;
    enum frame_coding coding;
    uint32_t bytes, plain;
    uint64_t offset;
    uint32_t request; /* more than that which came */
};

static struct liar {
    int listener, port;
    bool hide;
    const struct answer *answers;
    atomic_bool stop;
    unsigned told; /* requests that it answered */
} liar;

static bool move(int fd, void *bytes, size_t count, bool out)
{
    uint8_t *at = bytes;

    while (count > 0 && !atomic_load(&liar.stop)) {
        struct pollfd p = { .fd = fd, .events = out ? POLLOUT : POLLIN };
        ssize_t moved;

        if (poll(&p, 1, STEP_MS) <= 0)
            continue;
        moved = out ? send(fd, at, count, MSG_NOSIGNAL | MSG_DONTWAIT)
                    : recv(fd, at, count, MSG_DONTWAIT);
        if (moved < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (moved <= 0)
            return false;
        at += moved;
        count -= (size_t)moved;
    }
    return count == 0;
}

static bool be_greeted(int fd, struct handshake *g)
{
    uint8_t hello[HANDSHAKE_HELLO], proof[HANDSHAKE_PROOF];

    if (!move(fd, hello, sizeof(hello), false)
        || handshake_take_hello(g, 0, hello, NULL) < 0)
        return false;
    handshake_hello(g, 1, hello);
    if (!move(fd, hello, sizeof(hello), true)
        || !move(fd, proof, sizeof(proof), false)
        || !handshake_check(g, 0, proof))
        return false;
    handshake_prove(g, 1, proof);
    return move(fd, proof, sizeof(proof), true);
}

static bool send_answer(int fd,
                        struct frame_way *out,
                        const struct answer *a,
                        uint32_t request)
{
    static uint8_t bytes[FRAME_HEAD + FRAME_ROOM];
    uint8_t *payload = bytes + FRAME_HEAD;
    struct frame f = { .bytes = a->bytes,
                       .plain = a->plain,
                       .type = (uint8_t)a->type,
                       .coding = (uint8_t)a->coding,
                       .element = 1,
                       .request = request + a->request,
                       .offset = a->offset };

    memset(payload, SENT, a->bytes);
    f.sum = frame_sum(payload, a->bytes);
    frame_write(out, &f, bytes);
    if (out->hidden && f.bytes > 0)
        frame_hide(out, payload, payload, f.bytes);
    return move(fd, bytes, FRAME_HEAD + frame_stored(out, &f), true);
}

/* Answer each request in the same way, until the other side leaves. */
static void lie(int fd)
{
    static uint8_t payload[BYTE_RANGES_ROOM + SEAL_TAG];
    struct handshake g = { .secret = secret, .hide = liar.hide };
    struct frame_way in, out;
    uint8_t head[FRAME_HEAD];
    struct frame f;

    if (!be_greeted(fd, &g))
        return;
    handshake_way(&g, 0, &in);
    handshake_way(&g, 1, &out);
    while (move(fd, head, sizeof(head), false)
           && frame_read(&in, head, &f, NULL) == 0 && f.type == FRAME_WANT
           && move(fd, payload, frame_stored(&in, &f), false)) {
        liar.told++;
        for (int i = 0; i < FRAMES && liar.answers[i].type; i++)
            if (!send_answer(fd, &out, &liar.answers[i], f.request))
                return;
    }
}

static void *be_old_rank(void *arg)
{
    (void)arg;
    while (!atomic_load(&liar.stop)) {
        struct pollfd p = { .fd = liar.listener, .events = POLLIN };
        int fd =
            poll(&p, 1, STEP_MS) > 0 ? accept(liar.listener, NULL, NULL) : -1;

        if (fd < 0)
            continue;
        lie(fd);
        close(fd);
    }
    return NULL;
}

/* ---- what comes of it ---- */

struct lie {
    const char *what;
    struct answer answers[FRAMES];
    const char *message; /* NULL: all comes nevertheless */
};

static const struct lie lies[] = {
    { "all of it", { { FRAME_DATA, 0, ALL, ALL, 0, 0 } }, NULL },
    { "a byte too many at once",
      { { FRAME_DATA, 0, ALL + 1, ALL + 1, 0, 0 } },
      "out of place" },
    { "as much as a frame can carry",
      { { FRAME_DATA, 0, FRAME_PAYLOAD, FRAME_PAYLOAD, 0, 0 } },
      "out of place" },
    { "a byte too many at last",
      { { FRAME_DATA, 0, ALL - 10, ALL - 10, 0, 0 },
        { FRAME_DATA, 0, 11, 11, ALL - 10, 0 } },
      "out of place" },
    { "more than a frame can carry",
      { { FRAME_DATA, 0, 10, FRAME_PAYLOAD + 1, 0, 0 } },
      "is too large" },
    { "bytes that do not come first",
      { { FRAME_DATA, 0, 100, 100, 8, 0 } },
      "out of place" },
    { "bytes with a hole before them",
      { { FRAME_DATA, 0, 5000, 5000, 0, 0 },
        { FRAME_DATA, 0, 100, 100, 5001, 0 } },
      "out of place" },
    { "bytes that were there, again",
      { { FRAME_DATA, 0, 5000, 5000, 0, 0 },
        { FRAME_DATA, 0, 5000, 5000, 0, 0 } },
      "out of place" },
    { "bytes before the first",
      { { FRAME_DATA, 0, 5000, 5000, 0, 0 },
        { FRAME_DATA, 0, 100, 100, UINT64_MAX - 100, 0 } },
      "out of place" },
    { "no bytes", { { FRAME_DATA, 0, 0, 0, 0, 0 } }, "out of place" },
    { "bytes of another request",
      { { FRAME_DATA, 0, 100, 100, 0, 1 } },
      "not asked for" },
    { "a request", { { FRAME_WANT, 0, 100, 100, 0, 0 } }, "not asked for" },
    { "a goodbye", { { FRAME_BYE, 0, 0, 0, 0, 0 } }, "not asked for" },
    { "rubbish as something packed",
      { { FRAME_DATA, FRAME_ZSTD, 100, ALL, 0, 0 } },
      "" },
    { "a reason that is packed",
      { { FRAME_REFUSED, FRAME_ZSTD, 4, FRAME_PAYLOAD, 0, 0 } },
      "out of place" },
    { "a reason",
      { { FRAME_REFUSED, 0, 4, 4, 0, 0 } },
      "it refused: \\\\\\\\" },
};

static int fetch(bool scattered, struct error *err)
{
    uint64_t until = clock_monotonic() + PATIENCE_S * UINT64_C(1000000000);
    struct fetch_remote_options o = { .secret = secret,
                                      .hide = liar.hide,
                                      .compress = "auto",
                                      .streams = 1,
                                      .stall_ms = 10000 };
    struct copy c = make_copy(scattered);
    fetch_remote_t *f = fetch_remote_create(&o, NULL);
    uint64_t sum = 0;
    char place[64];
    int rc = 0;

    snprintf(place, sizeof(place), "%d 127.0.0.1", liar.port);
    memset(memory, BLANK, sizeof(memory));
    fetch_remote_peer(f, place, (struct handshake_whom){ 0, 0 }, NULL);
    fetch_remote_add(f, 0, 0,
                     &(struct fetch_part_task){ c, 8, memory + MARGIN, &sum },
                     NULL);
    while (rc == 0 && clock_monotonic() < until)
        rc = fetch_remote_step(f, STEP_MS, err);
    fetch_remote_destroy(f);
    return rc;
}

static void test_lie(const struct lie *lie, bool hide, bool scattered)
{
    struct error err = { "it takes for ever" };
    pthread_t thread;
    size_t outside;
    int rc;

    memset(&liar, 0, sizeof(liar));
    liar.hide = hide;
    liar.answers = lie->answers;
    liar.listener = address_listen(&liar.port, NULL);
    if (pthread_create(&thread, NULL, be_old_rank, NULL) != 0) {
        ok(false, "no thread");
        return;
    }
    rc = fetch(scattered, &err);
    atomic_store(&liar.stop, true);
    pthread_join(thread, NULL);
    close(liar.listener);
    outside = count_outside(scattered);
    ok(liar.told > 0 && outside == 0
           && (lie->message ? rc < 0 && strstr(err.text, lie->message)
                            : rc == 1),
       "%s%s, %s: %s; %zu bytes elsewhere", lie->what, hide ? ", hidden" : "",
       scattered ? "into pieces" : "into one piece",
       rc == 1 ? "all is there" : err.text, outside);
}

int main(void)
{
    struct error err;

    if (seal_open(&err) < 0) {
        ok(false, "%s", err.text);
        return tap_done();
    }
    for (int scattered = 0; scattered < 2; scattered++)
        test_put(scattered);
    test_many();
    for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++)
        for (int way = 0; way < 4; way++)
            test_lie(&lies[i], way & 1, way & 2);
    return tap_done();
}
