/* ship.c - one side of moving an array to another host, for bench/ship
 *
 *     ship serve FOLDER KIND MB    serve an array until stdin ends; prints
 *                                  where
 *     ship fetch FOLDER MB HOW PORT ADDRESS...
 *                                  fetch it; HOW is "auto", "off", a level,
 *                                  or one of these with "+hide", "+ahead"
 *                                  and the like; prints the seconds from the
 *                                  first word to the last byte, and the bytes
 *                                  that came
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "migrate/transfer/fetch_remote.h"
#include "migrate/transfer/serve.h"
#include "net/address.h"
#include "net/secret.h"

enum { SIDE = 1024, STEPS = 2000 };

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "ship: %s\n", why);
    exit(1);
}

/* ---- data ---- */

/* A plate with a hot edge, as in examples/heat.c. */
static void make_heat(double *at, size_t count)
{
    size_t n = SIDE * SIDE;
    double *a = calloc(n, sizeof(*a)), *b = calloc(n, sizeof(*b)), *c;

    for (size_t j = 0; j < SIDE; j++)
        a[j] = b[j] = 100;
    for (int s = 0; s < STEPS; s++, c = a, a = b, b = c)
        for (size_t i = SIDE; i < n - SIDE; i++)
            if (i % SIDE != 0 && i % SIDE != SIDE - 1)
                b[i] = (a[i - SIDE] + a[i + SIDE] + a[i - 1] + a[i + 1]) / 4;
    for (size_t i = 0; i < count; i++)
        at[i] = a[i % n];
    free(a);
    free(b);
}

static void make_smooth(double *at, size_t count)
{
    for (size_t i = 0; i < count; i++)
        at[i] =
            2
            + sin((double)(i / SIDE) * 0.01) * cos((double)(i % SIDE) * 0.013);
}

static void make_numbers(double *at, size_t count)
{
    for (size_t i = 0; i < count; i++)
        at[i] = drand48();
}

static void make_bits(double *at, size_t count)
{
    uint64_t x = 88172645463325252;

    for (size_t i = 0; i < count; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        memcpy(&at[i], &x, sizeof(x));
    }
}

static const struct {
    const char *name;
    void (*make)(double *at, size_t count);
} kinds[] = {
    { "heat", make_heat },
    { "smooth", make_smooth },
    { "numbers", make_numbers },
    { "bits", make_bits },
};

/* ---- both sides ---- */

static size_t read_bytes(const char *mb)
{
    return (size_t)(atof(mb) * 1e6) / 8 * 8;
}

static int serve(const char *folder, const char *kind, const char *mb)
{
    uint8_t secret[SECRET_BYTES];
    size_t bytes = read_bytes(mb);
    double *memory = malloc(bytes);
    struct byte_ranges_item item = { memory, bytes, sizeof(double), true };
    struct serve_options o = { .secret = secret };
    struct pollfd p[2] = { { .fd = STDIN_FILENO, .events = POLLIN },
                           { .events = POLLIN } };
    char place[ADDRESS_TEXT];
    struct error err;
    serve_t *s;

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (strcmp(kinds[i].name, kind) == 0)
            kinds[i].make(memory, bytes / sizeof(double));
    o.compress =
        getenv("MITOSIS_COMPRESS") ? getenv("MITOSIS_COMPRESS") : "auto";
    if (secret_make(folder, secret, &err) < 0 || !(s = serve_open(&o, &err)))
        stop(err.text);
    serve_show(s, &item, 1, true);
    address_tell(serve_port(s), place);
    printf("%s\n", place);
    fflush(stdout);
    p[1].fd = serve_fd(s);
    while (p[0].revents == 0) {
        poll(p, 2, serve_patience(s));
        serve_step(s, 0, 10 * 1000 * 1000);
    }
    serve_close(s);
    return 0;
}

static int fetch(const char *folder,
                 const char *mb,
                 const char *how,
                 const char *place)
{
    uint8_t secret[SECRET_BYTES];
    struct copy c = { .to = { .bytes = read_bytes(mb), .times = 1 },
                      .owned = true };
    char *memory = malloc(c.to.bytes);
    struct fetch_remote_options o = { .secret = secret,
                                      .hide = strstr(how, "+hide") != NULL };
    uint64_t sum = 0, start;
    struct error err;
    char compress[16];
    fetch_remote_t *f;

    snprintf(compress, sizeof(compress), "%.*s", (int)strcspn(how, "+"), how);
    o.compress = compress;
    if (strstr(how, "+streams"))
        o.streams = atoi(strstr(how, "+streams") + 8);
    memset(memory, 1, c.to.bytes);
    if (secret_read(folder, secret, &err) < 0)
        stop(err.text);
    start = clock_monotonic();
    f = fetch_remote_create(&o, &err);
    if (!f
        || fetch_remote_peer(f, place, (struct handshake_whom){ 0, 0 }, &err)
               < 0
        || fetch_remote_add(
               f, 0, 0,
               &(struct fetch_part_task){ c, sizeof(double), memory, &sum },
               &err)
               < 0
        || fetch_remote_run(f, &err) < 0)
        stop(err.text);
    printf("%.6f %llu\n", (double)(clock_monotonic() - start) * 1e-9,
           (unsigned long long)fetch_remote_count(f).received);
    fetch_remote_destroy(f);
    return 0;
}

int main(int argc, char **argv)
{
    char place[ADDRESS_TEXT] = "";

    if (argc == 5 && strcmp(argv[1], "serve") == 0)
        return serve(argv[2], argv[3], argv[4]);
    for (int i = 5; i < argc; i++)
        snprintf(place + strlen(place), sizeof(place) - strlen(place), "%s%s",
                 i > 5 ? " " : "", argv[i]);
    if (argc > 6 && strcmp(argv[1], "fetch") == 0)
        return fetch(argv[2], argv[3], argv[4], place);
    stop("see the beginning of bench/ship.c");
}
