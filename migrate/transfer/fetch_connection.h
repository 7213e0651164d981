/* fetch_connection.h - a connection to an old rank; for fetch_remote.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_MIGRATE_TRANSFER_FETCH_CONNECTION_H
#define MITOSIS_MIGRATE_TRANSFER_FETCH_CONNECTION_H

#include "migrate/transfer/compress.h"
#include "migrate/transfer/fetch_queue.h"
#include "migrate/transfer/fetch_remote.h"
#include "net/address.h"

/* What all connections share. */
struct tour {
    uint8_t secret[SEAL_KEY];
    struct ship_options options;
    squeeze_t *squeeze;
    uint8_t *plain;           /* FRAME_PAYLOAD bytes, for what is scattered */
    struct want_piece *piece; /* WANT_PIECES */
    uint8_t *coded;           /* WANT_ROOM */
    struct ship_count count;
};

enum { VISIT_ASKED = 3 }; /* loads that are under way at most */

/* What is read next. */
enum visit_stage {
    VISIT_CONNECT,
    VISIT_HELLO,
    VISIT_PROOF,
    VISIT_HEAD,
    VISIT_PAYLOAD
};

typedef struct visit {
    struct tour *tour;
    struct load_list *loads;
    int peer; /* whose visit it is */
    int fd;
    char name[PORT_NAME];
    struct greet greet;
    struct frame_way in, out;

    enum visit_stage stage;
    uint8_t first[GREET_HELLO];
    uint8_t *room; /* FRAME_ROOM */
    uint8_t *to;   /* where the next bytes go */
    size_t got, need;
    struct frame frame;

    struct load *asked[VISIT_ASKED]; /* the first comes first */
    uint32_t number[VISIT_ASKED];
    size_t asking;
    uint32_t last_number;
    struct load_place place; /* in the first */

    uint8_t *send; /* WANT_ROOM and what a frame has besides */
    size_t sent, to_send;
    uint64_t deadline;
    uint64_t hello_ns; /* when we said hello, then how long the answer took */
    bool refused;      /* there is no sense in trying again */
} visit_t;

/* Begin to connect.  Returns NULL with the reason in 'err'. */
visit_t *visit_create(struct tour *t,
                      struct load_list *loads,
                      int peer,
                      const struct port_address *a,
                      struct greet_whom whom,
                      uint64_t now_ns,
                      struct error *err);

/* Say goodbye and close it.  What was under way is to be asked for again. */
void visit_destroy(visit_t *v);

/* Do what can be done now.  Returns -1 with the reason in 'err'. */
int visit_go(visit_t *v, uint64_t now_ns, struct error *err);

/* Whether the other side has proved who it is. */
bool visit_is_open(const visit_t *v);

/* The EPOLLIN and EPOLLOUT that it waits for. */
unsigned visit_events(const visit_t *v);

#endif /* !MITOSIS_MIGRATE_TRANSFER_FETCH_CONNECTION_H */
