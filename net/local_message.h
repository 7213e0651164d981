/* local_message.h - what ranks, the agent and 'mitosis ctl' say to each other
 *
 * Messages on a Unix socket in the job's folder, each a head and a payload,
 * kept apart by the kernel (SOCK_SEQPACKET).  The socket is open to the
 * user only, and whoever comes is checked to be the same user, or root.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_LOCAL_MESSAGE_H
#define MITOSIS_NET_LOCAL_MESSAGE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum wire_type {
    /* from a rank */
    WIRE_HELLO = 1, /* who it is */
    WIRE_READY,     /* a new one stands at its first sync */
    WIRE_PREPARED,  /* it has the memory it will need; payload: remarks */
    WIRE_PROMISE,   /* number: the sync it will not go past */
    WIRE_HELD,      /* number: the sync it stands at */
    WIRE_IDLE,      /* number: the sync since which it waits for a message, and
                       may count as standing there */
    WIRE_RESUMED,   /* a message has come, it goes on */
    WIRE_BUSY,      /* it has to go on; payload: what is pending */
    WIRE_COLLECTED, /* it has the messages that were under way to it */
    WIRE_BEFORE,    /* the program has got its state ready; a HELD or IDLE with
                       the payload WIRE_WISH_BEFORE has asked for that */
    WIRE_DIGEST,    /* payload: a sum for each item that an old rank has */
    WIRE_PULLED,    /* the same of a new one; number: bytes moved */
    WIRE_OFFERED,   /* it serves what is constant, and has said where */
    WIRE_FAILED,    /* payload: why it cannot do what was asked */
    WIRE_STILL,     /* it still waits: is there an agent? */
    WIRE_REQUEST,   /* payload: a change that the program asks for */
    WIRE_BYE,       /* it ends */
    WIRE_MOVED,     /* a new one still fetches; number: bytes that came over
                       the network so far */
    WIRE_TRAVELLED, /* it has fetched all; number: bytes as they travelled */

    /* to a rank */
    WIRE_PREPARE, /* payload: the change */
    WIRE_PULL,    /* the same, now */
    WIRE_COLLECT, /* to old ones: 'number' messages are under way to you */
    WIRE_COMMIT,  /* to new ones: go on */
    WIRE_LEAVE,   /* to old ones: others go on */
    WIRE_STAY,    /* the answer to WIRE_STILL */
    WIRE_GO,      /* go on, until the sync 'number' if it is not 0 */
    WIRE_END,     /* to new ones: not needed any more */

    /* with 'mitosis ctl' */
    WIRE_COMMAND, /* payload: words, each ended by a NUL */
    WIRE_TEXT,    /* payload: part of the answer */
    WIRE_STATUS,  /* number: exit status, and the end of the answer */
};

enum { WIRE_PAYLOAD = 32 * 1024 };

#define WIRE_WISH_BEFORE "before"

struct wire_head {
    uint32_t type;
    uint32_t generation;
    int32_t rank;
    uint32_t bytes; /* of the payload */
    uint64_t number;
};

struct wire {
    struct wire_head head;
    char payload[WIRE_PAYLOAD + 1]; /* always ended by a NUL */
};

/* Wait for the socket 'agent' in 'folder' to be had, and connect to it.
 * Returns a descriptor, or -1 with the reason in 'err'.
 */
int wire_connect(const char *folder, struct error *err);

/* Make the socket.  Returns a descriptor that wire_accept() takes. */
int wire_listen(const char *folder, struct error *err);

/* Let in who knocks, if it is the same user or root.  Returns a descriptor or
 * -1. */
int wire_accept(int listening);

/* Send one message, with a payload of WIRE_PAYLOAD bytes at most.  Returns -1
 * with the reason in 'err'.
 */
int wire_send(int fd,
              const struct wire_head *head,
              const void *payload,
              struct error *err);

/* Wait for a message for at most 'ms' (-1: for ever).  Returns 1 when one
 * came, 0 when none did, -1 with the reason in 'err' when none will come, or
 * when one came that is none of ours: then 'errno' is EBADMSG.
 */
int wire_receive(int fd, struct wire *wire, int ms, struct error *err);

#endif /* !MITOSIS_NET_LOCAL_MESSAGE_H */
