/* fuzz.c - give bytes from anywhere to all that reads bytes from other hosts
 *
 * Where a mac or a tag stands before the code that is to be tried, it is made
 * here to be right: nobody finds one by chance.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/little_endian.h"
#include "base/system/clock.h"
#include "migrate/layout/manifest.h"
#include "migrate/transfer/serve_client.h"
#include "net/address.h"
#include "tests/fuzz.h"

enum { ITEM_BYTES = 5000 };

static uint8_t memory[2][ITEM_BYTES];
static uint8_t plain[FRAME_PAYLOAD];
static struct byte_ranges_piece pieces[BYTE_RANGES_PIECES];

static const struct byte_ranges_item items[2] = {
    { memory[0], ITEM_BYTES, 8, true },
    { memory[1], ITEM_BYTES, 3, true },
};

static struct serve_shared shared;
static uint8_t key[SEAL_KEY];

static void must(int held, const char *what)
{
    if (held)
        return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

static void set_up(void)
{
    static struct byte_ranges_item list[2];
    static struct compress_choice choices[2];

    if (shared.compress)
        return;
    must(seal_open(NULL) == 0, "no libsodium");
    memcpy(list, items, sizeof(list));
    shared = (struct serve_shared){
        .compress = compress_create("auto", NULL),
        .items = list,
        .choice = choices,
        .item_count = 2,
        .open = true,
        .stopped = true,
        .scratch = pieces,
    };
}

/* ---- those who read ---- */

static void read_want(const uint8_t *data, size_t bytes)
{
    struct byte_ranges w = { .piece = pieces };
    struct byte_ranges_place place = { 0 };
    const void *at;
    uint32_t item;
    uint64_t all = 0, n;

    if (byte_ranges_decode(&w, data, bytes, NULL) < 0
        || byte_ranges_check(&w, items, 2, NULL) < 0)
        return;
    while (
        all < 64 * ITEM_BYTES
        && (n = byte_ranges_take(&w, &place, items, 1000, plain, &at, &item))
               > 0)
        all += n;
    must(all <= byte_ranges_bytes(&w), "more is taken than is wanted");
}

static void read_chunk(const uint8_t *data, size_t bytes)
{
    size_t room;

    if (bytes < 6)
        return;
    room = (size_t)little_get(data + 2, 3) % (FRAME_PAYLOAD + 1);
    compress_undo(shared.compress, data[0], data[1], data + 6, bytes - 6,
                  plain, room, NULL);
}

static void read_place(const uint8_t *data, size_t bytes)
{
    struct address_address list[ADDRESS_ADDRESSES];
    char text[FUZZ_ROOM];

    if (bytes >= sizeof(text))
        return;
    memcpy(text, data, bytes);
    text[bytes] = '\0';
    must(address_read(text, list, NULL) <= ADDRESS_ADDRESSES,
         "many addresses");
}

static void read_manifest(const uint8_t *data, size_t bytes)
{
    manifest_destroy(manifest_decode(data, bytes, NULL));
}

/* A client, and the other end of its connection. */
static serve_client_t *invite(int ends[2])
{
    must(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0,
         "no sockets");
    return serve_client_create(&shared, ends[0], 1);
}

static void attend(serve_client_t *g, int fd)
{
    static uint8_t heard[1 << 16];

    for (int i = 0; i < 4; i++) {
        if (serve_client_read(g, 2, NULL) < 0
            || serve_client_write(g, 2, NULL) < 0)
            break;
        while (read(fd, heard, sizeof(heard)) > 0)
            ;
    }
}

static void connect_to(const uint8_t *data, size_t bytes)
{
    int ends[2];
    serve_client_t *g = invite(ends);

    must(send(ends[1], data, bytes, MSG_DONTWAIT) >= 0 || bytes == 0,
         "nothing can be said");
    attend(g, ends[1]);
    must(!serve_client_is_known(g), "a stranger is let in");
    serve_client_destroy(g);
    close(ends[1]);
}

/* One who has the keys: heads are what comes, with a tag that is right, and
 * a checksum that is if it says so.
 */
static void connect_known(const uint8_t *data, size_t bytes)
{
    struct frame_way way = { .number = 0 };
    int ends[2];
    serve_client_t *g = invite(ends);

    memcpy(way.key, key, sizeof(key));
    g->in = g->out = way;
    g->stage = SERVE_CLIENT_HEAD;
    g->need = FRAME_HEAD;
    g->bytes = malloc(BYTE_RANGES_ROOM + SEAL_TAG);
    g->room = malloc(FRAME_ROOM);
    while (bytes >= FRAME_PLAIN) {
        uint8_t head[FRAME_HEAD];
        struct frame f = {
            .bytes = (uint32_t)little_get(data, 4),
            .plain = (uint32_t)little_get(data + 4, 4),
            .type = data[8],
            .coding = data[9],
            .element = data[10],
            .request = (uint32_t)little_get(data + 12, 4),
            .offset = little_get(data + 16, 8),
            .sum = little_get(data + 24, 8),
        };
        size_t here = bytes - FRAME_PLAIN;

        if (here > f.bytes)
            here = f.bytes;
        data += FRAME_PLAIN;
        if (f.sum == 0)
            f.sum = frame_sum(data, here);
        frame_write(&way, &f, head);
        if (send(ends[1], head, sizeof(head), MSG_DONTWAIT) < 0
            || (here > 0 && send(ends[1], data, here, MSG_DONTWAIT) < 0))
            break;
        data += here;
        bytes -= FRAME_PLAIN + here;
        attend(g, ends[1]);
    }
    serve_client_destroy(g);
    close(ends[1]);
}

static void (*const readers[])(const uint8_t *data, size_t bytes) = {
    read_want,     read_chunk, read_place,
    read_manifest, connect_to, connect_known,
};
enum { READERS = sizeof(readers) / sizeof(readers[0]) };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    set_up();
    if (bytes > 0)
        readers[data[0] % READERS](data + 1, bytes - 1);
    return 0;
}

/* ---- what makes sense ---- */

enum { SEEDS = 12 };

const int fuzz_seeds = SEEDS;

static size_t seed_want(uint8_t *to)
{
    struct byte_ranges_piece list[] = { { 0, 8, 80, 3, 100 },
                                        { 1, 0, 3, 50, 7 } };
    struct byte_ranges w = { 1000000, false, 2, list };

    return byte_ranges_encode(&w, to);
}

static size_t seed_chunk(uint8_t *to, size_t element)
{
    compress_t *s = compress_create("3", NULL);
    struct compress_choice c = { 0 };
    struct compress_check v = { 0 };
    struct compress_choice_link link = { 1e6, 1e9 };
    struct compressed z;

    for (size_t i = 0; i < 2000; i++)
        plain[i] = (uint8_t)(i % 16 == 0 ? i / 16 : 3);
    compress_chunk(s, &c, &v, &link, plain, 2000, element, &z);
    to[0] = (uint8_t)z.coding;
    to[1] = (uint8_t)z.element;
    little_put(to + 2, 2000, 3);
    to[5] = 0;
    memcpy(to + 6, z.data, z.bytes);
    compress_destroy(s);
    return 6 + z.bytes;
}

static size_t seed_manifest(uint8_t *to)
{
    struct manifest *m = manifest_create(NULL);
    struct item item = { .name = "u",
                         .file = "a.c",
                         .spread = ITEM_BLOCK,
                         .extent = 8,
                         .row = 1,
                         .group = ITEM_NONE,
                         .index = ITEM_NONE };
    struct error err = { "" };
    size_t bytes;
    void *data;

    m->size = 1;
    strcpy(m->host, "h1");
    strcpy(m->port, "4711 10.0.0.1");
    must(manifest_add(m, &item, &err) == 0, err.text);
    must(manifest_seal(m, &err) == 0, err.text);
    data = manifest_encode(m, &bytes, NULL);
    memcpy(to, data, bytes);
    free(data);
    manifest_destroy(m);
    return bytes;
}

static size_t seed_hello(uint8_t *to)
{
    struct handshake g = { .secret = key };

    handshake_hello(&g, 0, to);
    memset(to + HANDSHAKE_HELLO, 7, HANDSHAKE_PROOF);
    return HANDSHAKE_HELLO + HANDSHAKE_PROOF;
}

/* A frame with a checksum of 0, which is made right. */
static size_t seed_frame(uint8_t *to, uint8_t type, size_t bytes)
{
    memset(to, 0, FRAME_PLAIN);
    little_put(to, bytes, 4);
    little_put(to + 4, bytes, 4);
    to[8] = type;
    to[10] = 1;
    to[12] = 1;
    return FRAME_PLAIN;
}

static size_t seed_talk(uint8_t *to)
{
    size_t bytes = seed_want(to + FRAME_PLAIN), at;

    seed_frame(to, FRAME_WANT, bytes);
    little_put(to + 16, 3 * 80 + 3 * 50, 8);
    at = FRAME_PLAIN + bytes;
    memcpy(to + at, to, at);
    return 2 * at + seed_frame(to + 2 * at, FRAME_BYE, 0);
}

static size_t seed_text(uint8_t *to, const char *text)
{
    memcpy(to, text, strlen(text));
    return strlen(text);
}

size_t fuzz_seed(int seed, uint8_t *to)
{
    static const uint8_t reader[SEEDS] = {
        0, 1, 1, 1, 2, 2, 3, 4, 4, 5, 5, 5
    };

    set_up();
    *to++ = reader[seed];
    switch (seed) {
    case 0:
        return 1 + seed_want(to);
    case 1:
        return 1 + seed_chunk(to, 1);
    case 2:
        return 1 + seed_chunk(to, 8);
    case 3:
        return 1 + seed_chunk(to, 12);
    case 4:
        return 1 + seed_text(to, "4711 10.1.2.3 ::1 192.168.3.4");
    case 5:
        return 1 + seed_text(to, "65535 127.0.0.1");
    case 6:
        return 1 + seed_manifest(to);
    case 7:
        return 1 + seed_hello(to);
    case 8:
        return 1 + seed_text(to, "mitoship\1");
    case 9:
        return 1 + seed_talk(to);
    case 10:
        return 1 + seed_frame(to, FRAME_BYE, 0);
    default:
        return 1 + seed_frame(to, FRAME_DATA, 10);
    }
}
