/* line_internal.h - what a line is made of; for the files of line.h
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_LINE_INTERNAL_H
#define MITOSIS_NET_LINE_INTERNAL_H

#include "base/bytes.h"
#include "net/address.h"
#include "net/handshake.h"
#include "net/line.h"

enum line_stage { STAGE_HELLO, STAGE_PROOF, STAGE_OPEN };

struct line {
    loop_t *loop;
    int fd; /* -1 once it is closed, and of an end in memory */
    enum line_side side;
    char caller[ADDRESS_NAME]; /* its address, of one that has called */
    uint8_t secret[SEAL_KEY];
    const struct line_events *events;
    void *arg;
    enum line_stage stage;
    struct handshake greet;
    struct frame_way in_way, out_way;
    uint64_t in_number, out_number;
    double heard; /* by loop_now(): when something came last */
    struct bytes in, out;
    bool paired;  /* it is an end in memory, */
    line_t *peer; /* of this other one; NULL once that is given back */
    bool behind;  /* not all that was read is heard */
    bool over;    /* lost, and told so */
    bool unused;  /* given back during one of its own calls */
    int depth;    /* of these */
};

/* Free what nobody uses any more. */
void line_free(line_t *l);

/* The same of an end in memory as line.h says of all lines. */
int line_pair_send(line_t *l,
                   const struct local_message_head *head,
                   const void *payload);
size_t line_pair_owes(const line_t *l);

/* Take an end in memory from its other one, which is lost then.  Of a
 * connection nothing is done.
 */
void line_pair_part(line_t *l);

#endif /* !MITOSIS_NET_LINE_INTERNAL_H */
