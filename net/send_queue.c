/* send_queue.c - messages to somebody who may not be listening
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "net/send_queue.h"

/* Bytes; all ranks of a large job are some hundred of them each. */
enum { WAITING_MOST = 64 * 1024 * 1024 };

/* Returns what local_message_try() does. */
static int send_first(const struct send_queue *q, int fd, size_t *bytes)
{
    const uint8_t *at = q->waiting.data + q->waiting.from;
    struct local_message_head head;

    memcpy(&head, at, sizeof(head));
    *bytes = sizeof(head) + head.bytes;
    return local_message_try(fd, &head, at + sizeof(head), NULL);
}

void send_queue_flush(struct send_queue *q, loop_t *loop, int fd)
{
    size_t bytes;
    int rc = 1;

    if (!send_queue_owes(q))
        return;
    while (rc > 0 && send_queue_owes(q))
        if ((rc = send_first(q, fd, &bytes)) > 0)
            q->waiting.from += bytes;
    if (rc < 0)
        send_queue_clear(q); /* its end will be seen, too */
    loop_want_room(loop, fd, send_queue_owes(q));
}

static int append(struct send_queue *q,
                  const struct local_message_head *head,
                  const void *payload)
{
    size_t bytes = sizeof(*head) + head->bytes;

    if (bytes_held(&q->waiting) + bytes > WAITING_MOST
        || !bytes_room(&q->waiting, bytes))
        return -1;
    bytes_append(&q->waiting, head, sizeof(*head));
    bytes_append(&q->waiting, payload, head->bytes);
    return 0;
}

int send_queue_send(struct send_queue *q,
                    loop_t *loop,
                    int fd,
                    const struct local_message_head *head,
                    const void *payload)
{
    int rc = 0;

    if (!send_queue_owes(q))
        rc = local_message_try(fd, head, payload, NULL);
    if (rc != 0)
        return rc < 0 ? -1 : 0;
    if (append(q, head, payload) < 0)
        return -1;
    loop_want_room(loop, fd, true);
    return 0;
}

bool send_queue_owes(const struct send_queue *q)
{
    return bytes_held(&q->waiting) > 0;
}

void send_queue_clear(struct send_queue *q)
{
    bytes_free(&q->waiting);
}
