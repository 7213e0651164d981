/* server.c - an old rank that stands still, to be read from by anyone
 *
 *     server FOLDER [hide] [GREET_MS [STALL_MS]]
 *
 * Serves what is easy to know until stdin ends: item 0 are 100000 doubles, the
 * i-th is i / 2; item 1 are 300000 bytes, the i-th is i * i / 7 mod 256.
 * The first line it prints says where, and for each connection that it drops
 * there is one that says why.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "migrate/transfer/serve.h"
#include "net/address.h"
#include "net/secret.h"

enum { NUMBERS = 100000, BYTES = 300000, STEP_NS = 10 * 1000 * 1000 };

static double numbers[NUMBERS];
static uint8_t bytes[BYTES];

static void tell(void *arg, const char *text)
{
    (void)arg;
    printf("%s\n", text);
    fflush(stdout);
}

static void work(serve_t *s)
{
    struct pollfd p[2] = { { .fd = STDIN_FILENO, .events = POLLIN },
                           { .fd = serve_fd(s), .events = POLLIN } };

    while (p[0].revents == 0) {
        poll(p, 2, serve_patience(s));
        serve_step(s, 0, STEP_NS);
    }
}

int main(int argc, char **argv)
{
    bool hide = argc > 2 && strcmp(argv[2], "hide") == 0;
    uint8_t secret[SECRET_BYTES];
    struct byte_ranges_item items[] = {
        { numbers, sizeof(numbers), sizeof(numbers[0]), true },
        { bytes, sizeof(bytes), 1, true },
    };
    struct serve_options o = { .secret = secret,
                               .whom = { 3, 5 },
                               .hide = hide,
                               .compress = "auto",
                               .tell = tell };
    char place[ADDRESS_TEXT];
    struct error err;
    serve_t *s;

    if (argc > 2 + hide)
        o.greet_ms = atoi(argv[2 + hide]);
    if (argc > 3 + hide)
        o.stall_ms = atoi(argv[3 + hide]);
    for (size_t i = 0; i < NUMBERS; i++)
        numbers[i] = (double)i / 2;
    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = (uint8_t)(i * i / 7);
    if (argc < 2 || secret_make(argv[1], secret, &err) < 0
        || !(s = serve_open(&o, &err))) {
        fprintf(stderr, "server: %s\n", argc < 2 ? "no folder" : err.text);
        return 1;
    }
    address_tell(serve_port(s), place);
    printf("%s\n", place);
    fflush(stdout);
    serve_show(s, items, 2, true);
    work(s);
    serve_close(s);
    return 0;
}
