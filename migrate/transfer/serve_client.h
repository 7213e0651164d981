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
    GUEST_REQUESTS = 8,       /* that wait for their turn */
    GUEST_UNSENT = 16 * 1024, /* bytes that the kernel may queue at least */
};

/* What all guests of an old rank share. */
struct house {
    uint8_t secret[SEAL_KEY];
    struct serve_options options;
    squeeze_t *squeeze;
    struct want_item *items;
    struct choice *choice; /* of each item */
    size_t item_count;
    bool open;                  /* items may be read now */
    bool stopped;               /* all of them, and at any rate */
    struct want_piece *scratch; /* WANT_PIECES */
    struct link_bucket bucket;
    uint64_t plain, sent;
};

/* What is read next. */
enum guest_stage { GUEST_HELLO, GUEST_PROOF, GUEST_HEAD, GUEST_PAYLOAD };

/* What it asked for. */
struct guest_request {
    struct want want;
    struct want_place place;
    uint32_t number;
    uint64_t done;
    struct error refused; /* why, or no text */
};

struct guest {
    struct house *house;
    int fd;
    char name[PORT_NAME];
    struct greet greet;
    struct frame_way in, out;

    enum guest_stage stage;
    struct frame frame; /* whose payload is read */
    uint8_t first[GREET_HELLO];
    uint8_t *bytes; /* 'first', or room for a request */
    size_t got, need;
    uint64_t read_by; /* in ns; 0: no bound */

    struct guest_request queue[GUEST_REQUESTS];
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
    struct link_meter meter;
    struct verdict verdict;
    int way; /* of the last chunk */
};

typedef struct guest guest_t;

/* Take in a connection, which is closed with the guest.  Returns what
 * guest_destroy() takes, or NULL when memory is short, with 'fd' closed.
 */
guest_t *guest_create(struct house *h, int fd, uint64_t now_ns);
void guest_destroy(guest_t *g);

/* Read what it says, if anything.  Returns 0, or -1 when it is to be dropped,
 * with the reason in 'err', or no text when it left as it should.
 */
int guest_read(guest_t *g, uint64_t now_ns, struct error *err);

/* Send it what it wants and the kernel takes, some chunks at most.  The same
 * is returned.
 */
int guest_write(guest_t *g, uint64_t now_ns, struct error *err);

/* What is half sent is not to be in the items' memory any more. */
void guest_detach(guest_t *g);

/* The items are other ones, or are there again after so long. */
void guest_check(guest_t *g, uint64_t away_ns);

/* Whether it has proved who it is. */
bool guest_is_known(const guest_t *g);

/* The EPOLLIN and EPOLLOUT that it waits for. */
unsigned guest_events(const guest_t *g);

/* When it is to be looked at whatever comes: the time it may take, or, while
 * it may not be sent more, until then.  0: never.
 */
uint64_t guest_deadline(const guest_t *g);

/* Whether its time is up. */
bool guest_is_late(guest_t *g, uint64_t now_ns);

/* ---- for guest_*.c ---- */

/* The time it has from now on to get on. */
uint64_t guest_stall(const guest_t *g, uint64_t now_ns);

/* It has what it asked for first. */
void guest_end_request(guest_t *g);

#endif /* !MITOSIS_MIGRATE_TRANSFER_SERVE_CLIENT_H */
