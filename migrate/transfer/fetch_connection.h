/* fetch_connection.h - a connection to an old rank; for fetch_remote.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_FETCH_CONNECTION_H
#define MITOSIS_MIGRATE_TRANSFER_FETCH_CONNECTION_H

#include "migrate/transfer/compress.h"
#include "migrate/transfer/fetch_queue.h"
#include "migrate/transfer/fetch_remote_options.h"
#include "net/address.h"
#include "net/handshake.h"

/* What all connections share. */
struct fetch_shared {
    uint8_t secret[SEAL_KEY];
    struct fetch_remote_options options;
    compress_t *compress;
    uint8_t *plain; /* FRAME_PAYLOAD bytes, for what is scattered */
    struct byte_ranges_piece *piece; /* BYTE_RANGES_PIECES */
    uint8_t *coded;                  /* BYTE_RANGES_ROOM */
    struct fetch_remote_count count;
};

enum { FETCH_CONNECTION_ASKED = 3 }; /* loads that are under way at most */

/* What is read next. */
enum fetch_connection_stage {
    FETCH_CONNECTION_CONNECT,
    FETCH_CONNECTION_HELLO,
    FETCH_CONNECTION_PROOF,
    FETCH_CONNECTION_HEAD,
    FETCH_CONNECTION_PAYLOAD
};

typedef struct fetch_connection {
    struct fetch_shared *shared;
    struct fetch_queue_list *loads;
    int peer; /* whose connection it is */
    int fd;
    char name[ADDRESS_NAME];
    struct handshake greet;
    struct frame_way in, out;

    enum fetch_connection_stage stage;
    uint8_t first[HANDSHAKE_HELLO];
    uint8_t *room; /* FRAME_ROOM */
    uint8_t *to;   /* where the next bytes go */
    size_t got, need;
    struct frame frame;

    struct fetch_queue
        *asked[FETCH_CONNECTION_ASKED]; /* the first comes first */
    uint32_t number[FETCH_CONNECTION_ASKED];
    size_t asking;
    uint32_t last_number;
    struct fetch_queue_place place; /* in the first */

    uint8_t *send; /* BYTE_RANGES_ROOM and what a frame has besides */
    size_t sent, to_send;
    uint64_t deadline;
    uint64_t hello_ns; /* when we said hello, then how long the answer took */
    bool refused;      /* there is no sense in trying again */
} fetch_connection_t;

/* Begin to connect.  Returns NULL with the reason in 'err'. */
fetch_connection_t *fetch_connection_create(struct fetch_shared *t,
                                            struct fetch_queue_list *loads,
                                            int peer,
                                            const struct address_address *a,
                                            struct handshake_whom whom,
                                            uint64_t now_ns,
                                            struct error *err);

/* Say goodbye and close it.  What was under way is to be asked for again. */
void fetch_connection_destroy(fetch_connection_t *v);

/* Do what can be done now.  Returns -1 with the reason in 'err'. */
int fetch_connection_go(fetch_connection_t *v,
                        uint64_t now_ns,
                        struct error *err);

/* Whether the other side has proved who it is. */
bool fetch_connection_is_open(const fetch_connection_t *v);

/* The EPOLLIN and EPOLLOUT that it waits for. */
unsigned fetch_connection_events(const fetch_connection_t *v);

#endif /* !MITOSIS_MIGRATE_TRANSFER_FETCH_CONNECTION_H */
