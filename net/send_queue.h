/* send_queue.h - messages to somebody who may not be listening
 *
 * A process that is stopped, or whose output nobody reads, takes nothing from
 * its socket.  What there is no room for there waits here, so that who sends
 * never does: others are to be answered meanwhile.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_SEND_QUEUE_H
#define MITOSIS_NET_SEND_QUEUE_H

#include <stdbool.h>

#include "base/bytes.h"
#include "net/local_message.h"
#include "net/loop.h"

/* One that is zero is empty. */
struct send_queue {
    struct bytes waiting; /* heads, each with its payload behind it */
};

/* Send a message to 'fd', which the loop watches, behind those that wait; or
 * have it wait.  Returns -1 when the other side is gone or so much waits that
 * it will not be heard any more.
 */
int send_queue_send(struct send_queue *q,
                    loop_t *loop,
                    int fd,
                    const struct local_message_head *head,
                    const void *payload);

/* Send what waits, as far as there is room for it: to be called whenever the
 * loop finds 'fd' ready for anything.
 */
void send_queue_flush(struct send_queue *q, loop_t *loop, int fd);

/* Whether something waits. */
bool send_queue_owes(const struct send_queue *q);

/* Forget what waits. */
void send_queue_clear(struct send_queue *q);

#endif /* !MITOSIS_NET_SEND_QUEUE_H */
