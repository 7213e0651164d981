/* Tests of migrate/transfer/fetch_remote.c: from a server in the same process,
 * in turn
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "migrate/transfer/fetch_local.h"
#include "migrate/transfer/fetch_remote.h"
#include "migrate/transfer/serve.h"
#include "tests/tap.h"

enum { BYTES = 6 * 1024 * 1024, PATIENCE_S = 30 };

static const uint8_t secret[SEAL_KEY] = "abcdefghijklmnopqrstuvwxyz01234";
static const uint8_t other[SEAL_KEY] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ01234";

static double field[BYTES / 8];
static uint8_t noise[BYTES];
static uint8_t wanted[2 * BYTES], came[2 * BYTES];

static const struct byte_ranges_item items[] = {
    { field, BYTES, 8, true },
    { noise, BYTES, 16, false },
};

/* Copies of all kinds, to places in turn. */
static const struct {
    uint32_t item;
    uint64_t row;
    struct copy copy;
} copies[] = {
    { 0, 8, { { 0, 0, BYTES, 1, 0, 0 }, 0, true, 0, 0 } },
    { 1, 16, { { 5, BYTES, 1600000, 1, 0, 0 }, 0, true, 160, 0 } },
    { 1, 16, { { 9, BYTES + 1600000, 16, 1000, 4, 48 }, 0, true, 32, 64 } },
    { 1, 16, { { 0, BYTES + 1700000, 480, 1000, 7, 480 }, 0, false, 0, 512 } },
    { 0,
      8,
      { { 1, BYTES + 2200000, 80000, 5, 100, 80008 }, 0, true, 8, 99992 } },
    { 0,
      8,
      { { STRIDE_ANYWHERE, BYTES + 2700000, 24, 1, 0, 0 }, 0, true, 16, 0 } },
    { 0, 8, { { 1, BYTES + 2800000, 0, 1, 0, 0 }, 0, true, 16, 0 } },
    { 1, 5, { { 3, BYTES + 2800001, 5, 77777, 2, 7 }, 0, true, 1, 13 } },
};
enum { COPIES = sizeof(copies) / sizeof(copies[0]) };

static uint64_t wanted_sum;

static void fill(void)
{
    uint64_t x = 88172645463325252;
    fetch_local_t *p;

    for (size_t i = 0; i < BYTES / 8; i++)
        field[i] = 1 + (double)(i % 300) * (double)(i % 300) * 1e-6;
    for (size_t i = 0; i < BYTES; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        noise[i] = (uint8_t)(x >> 32);
    }
    p = fetch_local_create();
    for (size_t i = 0; i < COPIES; i++) {
        struct fetch_local_source from = { getpid(), -1, 0 };

        from.address = (uint64_t)(uintptr_t)items[copies[i].item].memory;
        fetch_local_add(p,
                        &(struct fetch_part_task){ copies[i].copy,
                                                   copies[i].row, wanted,
                                                   &wanted_sum },
                        &from, NULL);
    }
    fetch_local_run(p, 1, NULL);
    fetch_local_destroy(p);
}

/* ---- both sides ---- */

static char told[4096];

static void hear(void *arg, const char *text)
{
    (void)arg;
    snprintf(told, sizeof(told), "%s", text);
}

static serve_t *serve_as(uint64_t rank, const char *compress, bool hide)
{
    struct serve_options o = { .secret = secret,
                               .whom = { 1, rank },
                               .compress = compress,
                               .hide = hide,
                               .tell = hear };
    struct error err;
    serve_t *s = serve_open(&o, &err);

    if (!s)
        diag("%s", err.text);
    return s;
}

static int add_peer(fetch_remote_t *f, const serve_t *s, uint64_t rank)
{
    char place[64];

    snprintf(place, sizeof(place), "%d 127.0.0.1", serve_port(s));
    return fetch_remote_peer(f, place, (struct handshake_whom){ 1, rank },
                             NULL);
}

/* Both in turn until the fetcher is done, or all but for ever. */
static int run(fetch_remote_t *f, serve_t **s, int servers, struct error *err)
{
    uint64_t seconds = tap_is_slow() ? 10 * PATIENCE_S : PATIENCE_S;
    uint64_t until = clock_monotonic() + seconds * UINT64_C(1000000000);
    int rc = 0;

    while (rc == 0 && clock_monotonic() < until) {
        for (int i = 0; i < servers; i++)
            serve_step(s[i], 0, 100000);
        rc = fetch_remote_step(f, 1, err);
    }
    if (rc == 0)
        error_set(err, "it takes for ever");
    return rc;
}

static fetch_remote_t *ship_with(const uint8_t *key,
                                 const char *compress,
                                 bool hide,
                                 int streams)
{
    struct fetch_remote_options o = {
        .secret = key, .compress = compress, .hide = hide, .streams = streams
    };

    return fetch_remote_create(&o, NULL);
}

/* ---- what comes ---- */

static void test_ways(void)
{
    static const struct {
        const char *what, *compress;
        bool serve_hides, fetch_hides;
        int streams, servers;
    } cases[] = {
        { "as it is", "off", false, false, 1, 1 },
        { "packed", "1", false, false, 1, 1 },
        { "as it pays", "auto", false, false, 1, 1 },
        { "hidden", "off", false, true, 1, 1 },
        { "hidden and packed", "3", true, false, 1, 1 },
        { "in four streams", "auto", false, false, 4, 1 },
        { "from three ranks", "auto", false, false, 2, 3 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        fetch_remote_t *f = ship_with(secret, cases[i].compress,
                                      cases[i].fetch_hides, cases[i].streams);
        serve_t *s[3];
        uint64_t sum = 0, plain = 0;
        struct error err = { "" };
        struct fetch_remote_count c;

        memset(came, 0, sizeof(came));
        for (int n = 0; n < cases[i].servers; n++) {
            s[n] =
                serve_as((uint64_t)n, cases[i].compress, cases[i].serve_hides);
            serve_show(s[n], items, 2, true);
            add_peer(f, s[n], (uint64_t)n);
        }
        for (size_t n = 0; n < COPIES; n++) {
            const struct copy *copy = &copies[n].copy;
            struct fetch_part_task t = { *copy, copies[n].row, came, &sum };

            fetch_remote_add(f, (int)n % cases[i].servers, copies[n].item, &t,
                             NULL);
            plain += copy->to.bytes * copy->to.times;
        }
        ok(run(f, s, cases[i].servers, &err) == 1, "%s: all comes %s",
           cases[i].what, err.text);
        ok(memcmp(came, wanted, sizeof(came)) == 0, "%s: where it belongs",
           cases[i].what);
        ok(sum == wanted_sum, "%s: with its digest", cases[i].what);
        c = fetch_remote_count(f);
        ok(c.plain == plain
               && (cases[i].compress[0] >= '1' && cases[i].compress[0] <= '9'
                       ? c.received < plain * 3 / 4
                       : c.received < plain + plain / 50),
           "%s: %llu bytes in %llu", cases[i].what,
           (unsigned long long)c.plain, (unsigned long long)c.received);
        fetch_remote_destroy(f);
        for (int n = 0; n < cases[i].servers; n++) {
            for (int k = 0; k < 100 && serve_clients(s[n]) > 0; k++)
                serve_step(s[n], 10, 0);
            ok(serve_clients(s[n]) == 0 && !told[0], "%s: and they part %s",
               cases[i].what, told);
            serve_close(s[n]);
        }
    }
}

static void test_streams(void)
{
    fetch_remote_t *f = ship_with(secret, "off", false, 4);
    serve_t *s = serve_as(0, "off", false);
    uint64_t sum = 0;
    struct error err = { "" };

    serve_show(s, items, 2, true);
    add_peer(f, s, 0);
    for (int i = 0; i < 30; i++)
        fetch_remote_add(
            f, 0, 0,
            &(struct fetch_part_task){ copies[0].copy, 8, came, &sum }, NULL);
    ok(run(f, &s, 1, &err) == 1, "much comes %s", err.text);
    ok(fetch_remote_count(f).connections == 4, "by %u connections",
       fetch_remote_count(f).connections);
    fetch_remote_destroy(f);
    serve_close(s);
}

/* ---- what does not ---- */

static void test_failures(void)
{
    static const struct {
        const char *what, *why;
        bool knows, stopped, shown;
        uint64_t rank, from;
        uint32_t item;
    } cases[] = {
        { "who does not know the secret", "closed", false, true, true, 7, 0,
          0 },
        { "who looks for another rank", "closed", true, true, true, 8, 0, 0 },
        { "what is not there", "there is no item 2", true, true, true, 7, 0,
          2 },
        { "what is beyond the end", "bytes only", true, true, true, 7,
          BYTES - 99, 0 },
        { "what changes while it computes", "cannot be had now", true, false,
          true, 7, 0, 1 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        fetch_remote_t *f =
            ship_with(cases[i].knows ? secret : other, "auto", false, 1);
        serve_t *s = serve_as(7, "auto", false);
        struct copy c = { .to = { .bytes = 100, .times = 1 },
                          .from_offset = cases[i].from };
        uint64_t sum = 0;
        struct error err = { "" };

        serve_show(s, items, 2, cases[i].stopped);
        add_peer(f, s, cases[i].rank);
        fetch_remote_add(f, 0, cases[i].item,
                         &(struct fetch_part_task){ c, 8, came, &sum }, NULL);
        ok(run(f, &s, 1, &err) < 0, "%s fails", cases[i].what);
        has(err.text, cases[i].why, "which is told");
        fetch_remote_destroy(f);
        serve_close(s);
    }
}

static void test_nobody(void)
{
    static const char *const places[] = {
        "",   "x 127.0.0.1", "0 127.0.0.1",        "65536 127.0.0.1",
        "80", "80 nowhere",  "80 127.0.0.1 1.2.3",
    };
    fetch_remote_t *f = ship_with(secret, "auto", false, 1);
    serve_t *s = serve_as(0, "auto", false);
    struct copy c = { .to = { .bytes = 100, .times = 1 } };
    uint64_t sum = 0;
    struct error err = { "" };
    char place[64];

    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
        ok(fetch_remote_peer(f, places[i], (struct handshake_whom){ 1, 1 },
                             &err)
                   < 0
               && err.text[0],
           "\"%s\" is no place: %s", places[i], err.text);
    ok(fetch_remote_run(f, NULL) == 0, "to fetch nothing is soon done");
    snprintf(place, sizeof(place), "%d 127.0.0.1 ::1", serve_port(s));
    serve_close(s);
    fetch_remote_peer(f, place, (struct handshake_whom){ 1, 0 }, NULL);
    fetch_remote_add(f, 0, 0, &(struct fetch_part_task){ c, 8, came, &sum },
                     NULL);
    ok(fetch_remote_run(f, &err) < 0,
       "where nobody listens nothing can be had");
    has(err.text, "old rank 0 at ", "it is told where");
    has(err.text, "refused", "and why");
    fetch_remote_destroy(f);
    fetch_remote_destroy(NULL);
    ok(!ship_with(secret, "fast", false, 1), "wrong options are refused");
}

/* The first address leads nowhere, being that of all hosts at once. */
static void test_next_address(void)
{
    fetch_remote_t *f = ship_with(secret, "off", false, 1);
    serve_t *s = serve_as(0, "off", false);
    struct copy c = { .to = { .bytes = 100, .times = 1 } };
    struct error err = { "" };
    uint64_t sum = 0;
    char place[64];

    serve_show(s, items, 2, true);
    snprintf(place, sizeof(place), "%d 127.255.255.255 127.0.0.1",
             serve_port(s));
    fetch_remote_peer(f, place, (struct handshake_whom){ 1, 0 }, NULL);
    fetch_remote_add(f, 0, 0, &(struct fetch_part_task){ c, 8, came, &sum },
                     NULL);
    ok(run(f, &s, 1, &err) == 1, "the last address is tried, too %s",
       err.text);
    fetch_remote_destroy(f);
    serve_close(s);
}

/* While it computes, what is constant comes between its steps. */
static void test_ahead(void)
{
    struct fetch_remote_options o = { .secret = secret,
                                      .compress = "off",
                                      .ahead = true };
    fetch_remote_t *f = fetch_remote_create(&o, NULL);
    serve_t *s = serve_as(0, "off", false);
    struct copy c = { .to = { .bytes = 2000000, .times = 1 } };
    uint64_t sum = 0, until = clock_monotonic() + UINT64_C(30000000000);
    struct error err = { "" };
    int rc = 0, steps = 0;

    memset(came, 0, sizeof(came));
    add_peer(f, s, 0);
    fetch_remote_add(f, 0, 0, &(struct fetch_part_task){ c, 8, came, &sum },
                     NULL);
    for (; rc == 0 && clock_monotonic() < until; steps++) {
        double was = field[0];

        serve_show(s, items, 2, false);
        serve_step(s, 0, 20000);
        serve_hide(s);
        for (int i = 0; rc == 0 && i < 3; i++)
            rc = fetch_remote_step(f, 1, &err);
        field[0] = was;
    }
    ok(rc == 1 && memcmp(came, field, 2000000) == 0,
       "what is constant comes ahead %s", err.text);
    ok(steps > 3, "in %d steps", steps);
    fetch_remote_destroy(f);
    serve_close(s);
}

int main(void)
{
    struct error err;

    if (seal_open(&err) < 0) {
        ok(false, "%s", err.text);
        return tap_done();
    }
    fill();
    test_ways();
    test_streams();
    test_failures();
    test_nobody();
    test_next_address();
    test_ahead();
    return tap_done();
}
