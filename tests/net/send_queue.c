/* Tests of net/send_queue.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sys/socket.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "net/send_queue.h"
#include "tests/tap.h"

enum { MESSAGES = 100, HEARD_MS = 20 * 1000 };

static struct send_queue queue;
static loop_t *loop;
static int ends[2];
static char payload[LOCAL_MESSAGE_PAYLOAD];

/* ---- the other side ---- */

static struct local_message wire;
static int heard, in_order;

static void hear(int fd, int most)
{
    while (heard < most && local_message_receive(fd, &wire, 0, NULL) > 0) {
        in_order += wire.head.number == (uint64_t)heard
                    && wire.head.bytes == sizeof(payload)
                    && wire.payload[0] == 'a' + heard % 26;
        heard++;
    }
}

static void on_message(int fd, void *arg)
{
    (void)arg;
    hear(fd, MESSAGES);
}

static void on_ready(int fd, void *arg)
{
    (void)arg;
    send_queue_flush(&queue, loop, fd);
}

static bool all_heard(void *arg)
{
    (void)arg;
    return heard == MESSAGES;
}

/* ---- points ---- */

static int send_one(int number)
{
    struct local_message_head head = { .type = LOCAL_MESSAGE_TEXT,
                                       .bytes = sizeof(payload),
                                       .number = (uint64_t)number };

    memset(payload, 'a' + number % 26, sizeof(payload));
    return send_queue_send(&queue, loop, ends[0], &head, payload);
}

static void test_silence(void)
{
    int64_t since = clock_ms();
    int sent = 0;

    for (int i = 0; i < MESSAGES - 1; i++)
        sent += send_one(i) == 0;
    hear(ends[1], 3); /* so that there is room while others wait */
    sent += send_one(MESSAGES - 1) == 0;
    ok(sent == MESSAGES, "who does not listen is sent as much as anybody");
    ok(tap_is_slow() || clock_ms() - since < 5000, "and nobody waits for it");
    ok(send_queue_owes(&queue), "what there is no room for waits");
}

static void test_listening(void)
{
    ok(loop_watch(loop, ends[1], on_message, NULL, NULL) == 0
           && loop_await(loop, all_heard, NULL, HEARD_MS),
       "once it listens it hears all, %d", heard);
    ok(in_order == MESSAGES, "whole and in their order");
    ok(!send_queue_owes(&queue), "then nothing waits any more");
}

static void test_end(void)
{
    struct local_message_head head = { .type = LOCAL_MESSAGE_STAY };

    heard = 0;
    loop_forget(loop, ends[1]);
    for (int i = 0; i < MESSAGES; i++)
        send_one(i);
    close(ends[1]);
    send_queue_flush(&queue, loop, ends[0]);
    ok(!send_queue_owes(&queue), "who is gone is owed nothing");
    ok(send_queue_send(&queue, loop, ends[0], &head, NULL) < 0,
       "and cannot be sent anything");
    send_queue_clear(&queue);
    send_queue_clear(&queue);
    ok(!send_queue_owes(&queue), "it may be cleared more than once");
}

/* So much that nobody will ever read it. */
static void test_too_much(void)
{
    int sent = 0;

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
        return;
    while (sent < 1 << 20 && send_one(sent) == 0)
        sent++;
    ok(sent > 1000 && sent < 1 << 16, "there is a bound: %d messages", sent);
    send_queue_clear(&queue);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    loop = loop_create();
    if (!loop
        || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0
        || loop_watch(loop, ends[0], on_ready, NULL, NULL) < 0)
        return 1;
    test_silence();
    test_listening();
    test_end();
    loop_forget(loop, ends[0]);
    close(ends[0]);
    test_too_much();
    local_message_clear(&wire);
    loop_destroy(loop);
    return tap_done();
}
