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

enum local_message_type {
    /* from a rank */
    LOCAL_MESSAGE_HELLO = 1, /* who it is */
    LOCAL_MESSAGE_READY,     /* a new one stands at its first sync */
    LOCAL_MESSAGE_PREPARED, /* it has the memory it will need; payload: remarks
                             */
    LOCAL_MESSAGE_PROMISE,  /* number: the sync it will not go past */
    LOCAL_MESSAGE_HELD,     /* number: the sync it stands at */
    LOCAL_MESSAGE_IDLE, /* number: the sync since which it waits for a message,
                  and may count as standing there */
    LOCAL_MESSAGE_RESUMED,   /* a message has come, it goes on */
    LOCAL_MESSAGE_BUSY,      /* it has to go on; payload: what is pending */
    LOCAL_MESSAGE_COLLECTED, /* it has the messages that were under way to it
                              */
    LOCAL_MESSAGE_BEFORE,    /* the program has got its state ready; a HELD or
                       IDLE with    the payload LOCAL_MESSAGE_WISH_BEFORE has
                       asked    for that, and been told so, with as number how
                       many ranks there will be */
    LOCAL_MESSAGE_DIGEST,  /* payload: a sum for each item that an old rank has
                            */
    LOCAL_MESSAGE_PULLED,  /* the same of a new one; number: bytes moved */
    LOCAL_MESSAGE_OFFERED, /* it serves what is constant, and has said where */
    LOCAL_MESSAGE_FAILED,  /* payload: why it cannot do what was asked; number:
                              the sync where it has come to stand, 0 when it
                              stood already */
    LOCAL_MESSAGE_STILL,   /* it still waits: is there an agent? */
    LOCAL_MESSAGE_REQUEST, /* payload: a change that the program asks for */
    LOCAL_MESSAGE_BYE,     /* it ends */
    LOCAL_MESSAGE_MOVED,   /* a new one still fetches; number: bytes that came
                     over   the network so far */
    LOCAL_MESSAGE_TRAVELLED, /* it has fetched all; number: bytes as they
                                travelled */
    LOCAL_MESSAGE_SIGNAL,    /* an old one has kept the signal 'number' for
                                those that follow */

    /* to a rank */
    LOCAL_MESSAGE_PREPARE, /* payload: the change */
    LOCAL_MESSAGE_PULL,    /* the same, now */
    LOCAL_MESSAGE_COLLECT, /* to old ones: 'number' messages are under way to
                              you */
    LOCAL_MESSAGE_COMMIT,  /* to new ones: go on */
    LOCAL_MESSAGE_LEAVE,   /* to old ones: others go on */
    LOCAL_MESSAGE_STAY,    /* the answer to LOCAL_MESSAGE_STILL */
    LOCAL_MESSAGE_GO,      /* go on, until the sync 'number' if it is not 0 */
    LOCAL_MESSAGE_END,     /* to new ones: not needed any more */

    /* with 'mitosis ctl' */
    LOCAL_MESSAGE_COMMAND, /* payload: words, each ended by a NUL */
    LOCAL_MESSAGE_TEXT,    /* payload: part of the answer */
    LOCAL_MESSAGE_STATUS,  /* number: exit status, and the end of the answer */
};

enum { LOCAL_MESSAGE_PAYLOAD = 32 * 1024 };

#define LOCAL_MESSAGE_WISH_BEFORE "before"

struct local_message_head {
    uint32_t type;
    uint32_t generation;
    int32_t rank;
    uint32_t bytes; /* of the payload */
    uint64_t number;
};

/* One that is zero is fine for local_message_receive(). */
struct local_message {
    struct local_message_head head;
    const char *payload; /* always ended by a NUL */
    char *room;          /* what it was received into, or NULL */
};

/* Wait for the socket 'agent' in 'folder' to be had, and connect to it.
 * Returns a descriptor, or -1 with the reason in 'err'.
 */
int local_message_connect(const char *folder, struct error *err);

/* Make the socket.  Returns a descriptor that local_message_accept() takes. */
int local_message_listen(const char *folder, struct error *err);

/* Let in who knocks, if it is the same user or root.  Returns a descriptor or
 * -1. */
int local_message_accept(int listening);

/* Send one message, with a payload of LOCAL_MESSAGE_PAYLOAD bytes at most; who
 * does not listen is waited for, up to ten seconds.  Returns -1 with the
 * reason in 'err'.
 */
int local_message_send(int fd,
                       const struct local_message_head *head,
                       const void *payload,
                       struct error *err);

/* The same without waiting.  Returns 1 when it was sent, and 0 when there is
 * no room for it at the moment.
 */
int local_message_try(int fd,
                      const struct local_message_head *head,
                      const void *payload,
                      struct error *err);

/* Wait for a message for at most 'ms' (-1: for ever).  Returns 1 when one
 * came, which stays in 'wire' until the next one or local_message_clear(); 0
 * when none did; -1 with the reason in 'err' when none will come, when there
 * is no memory for it, or when one came that is none of ours: then 'errno' is
 * EBADMSG.
 */
int local_message_receive(int fd,
                          struct local_message *wire,
                          int ms,
                          struct error *err);

/* Free what 'wire' has received. */
void local_message_clear(struct local_message *wire);

#endif /* !MITOSIS_NET_LOCAL_MESSAGE_H */
