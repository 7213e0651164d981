/* serve_client.h - one who reads what an old rank shows; for serve.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_SERVE_CLIENT_H
#define MITOSIS_MIGRATE_TRANSFER_SERVE_CLIENT_H

#include <sys/types.h>

#include "migrate/transfer/compress.h"
#include "migrate/transfer/compress_choice.h"
#include "migrate/transfer/serve.h"
#include "net/address.h"
#include "net/rate.h"

enum {
    SERVE_CLIENT_REQUESTS = 8, /* that wait for their turn */
    SERVE_CLIENT_UNSENT =
        16 * 1024, /* bytes that the kernel may queue at least */
};

/* What all clients of an old rank share. */
struct serve_shared {
    uint8_t secret[SEAL_KEY];
    struct serve_options options;
    compress_t *compress;
    struct byte_ranges_item *items;
    struct compress_choice *choice; /* of each item */
    size_t item_count;
    bool open;                         /* items may be read now */
    bool stopped;                      /* all of them, and at any rate */
    struct byte_ranges_piece *scratch; /* BYTE_RANGES_PIECES */
    struct rate_bucket bucket;
};

/* What is read next. */
enum serve_client_stage {
    SERVE_CLIENT_HELLO,
    SERVE_CLIENT_PROOF,
    SERVE_CLIENT_HEAD,
    SERVE_CLIENT_PAYLOAD
};

/* What it asked for. */
struct serve_client_request {
    struct byte_ranges want;
    struct byte_ranges_place place;
    uint32_t number;
    uint64_t done;
    struct error refused; /* why, or no text */
};

struct serve_client {
    struct serve_shared *shared;
    int fd;
    char name[ADDRESS_NAME];
    struct handshake greet;
    struct frame_way in, out;

    enum serve_client_stage stage;
    struct frame frame; /* whose payload is read */
    uint8_t first[HANDSHAKE_HELLO];
    uint8_t *bytes; /* 'first', or room for a request */
    size_t got, need;
    uint64_t read_by; /* in ns; 0: no bound */

    struct serve_client_request queue[SERVE_CLIENT_REQUESTS];
    size_t head, count;

    uint8_t frame_head[FRAME_HEAD];
    const uint8_t *body;
    size_t body_bytes, sent;
    bool sending;
    uint8_t *room; /* FRAME_ROOM */
    uint64_t write_by;
    uint64_t arrived;    /* when it was late last */
    uint64_t rest_until; /* no leave to send until then; 0: there is */

    uint64_t written;
    int unsent; /* what the kernel may queue */
    struct rate_meter meter;
    struct compress_check check;
    int way; /* of the last chunk */
};

typedef struct serve_client serve_client_t;

/* Take in a connection, which is closed with the client.  Returns what
 * serve_client_destroy() takes, or NULL when memory is short, with 'fd'
 * closed.
 */
serve_client_t *serve_client_create(struct serve_shared *h,
                                    int fd,
                                    uint64_t now_ns);
void serve_client_destroy(serve_client_t *g);

/* Read what it says, if anything.  Returns 0, or -1 when it is to be dropped,
 * with the reason in 'err', or no text when it left as it should.
 */
int serve_client_read(serve_client_t *g, uint64_t now_ns, struct error *err);

/* Send it what it wants and the kernel takes, some chunks at most.  The same
 * is returned.
 */
int serve_client_write(serve_client_t *g, uint64_t now_ns, struct error *err);

/* What is half sent is not to be in the items' memory any more. */
void serve_client_detach(serve_client_t *g);

/* The items are other ones, or are there again after so long. */
void serve_client_check(serve_client_t *g, uint64_t away_ns);

/* Whether it has proved who it is. */
bool serve_client_is_known(const serve_client_t *g);

/* The EPOLLIN and EPOLLOUT that it waits for. */
unsigned serve_client_events(const serve_client_t *g);

/* When it is to be looked at whatever comes: the time it may take, or, while
 * it may not be sent more, until then.  0: never.
 */
uint64_t serve_client_deadline(const serve_client_t *g);

/* Whether its time is up. */
bool serve_client_is_late(serve_client_t *g, uint64_t now_ns);

/* ---- for serve_client_*.c ---- */

/* The time it has from now on to get on. */
uint64_t serve_client_stall(const serve_client_t *g, uint64_t now_ns);

/* It has what it asked for first. */
void serve_client_end_request(serve_client_t *g);

#endif /* !MITOSIS_MIGRATE_TRANSFER_SERVE_CLIENT_H */
