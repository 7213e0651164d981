/* Tests of net/line.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>
#include <sys/socket.h>

#include "base/system/clock.h"
#include "net/line.h"
#include "tests/tap.h"

enum {
    MESSAGES = 8,
    LONG_MS = 30, /* longer than a line's turn */
    SILENT_MS = 300,
    LIMIT_MS = 60 * 1000,
};

static loop_t *loop;
static line_t *caller, *called;
static int heard, lost;
static int between; /* rounds of others while some were not heard yet */
static bool in_order = true;

static void on_other(void *arg)
{
    between += heard > 0 && heard < MESSAGES;
    loop_after(loop, 0, on_other, arg);
}

static void on_ready(void *arg)
{
    struct local_message_head head = { .type = 1 };

    if (arg != &caller)
        return;
    for (; head.number < MESSAGES; head.number++)
        line_send(caller, &head, NULL);
}

static void on_heard(void *arg,
                     const struct local_message_head *head,
                     const char *payload)
{
    int64_t until = clock_ms() + LONG_MS;

    (void)arg;
    (void)payload;
    in_order = in_order && head->number == (uint64_t)heard;
    heard++;
    while (clock_ms() < until)
        ;
}

static void on_lost(void *arg, const char *why)
{
    (void)why;
    lost++;
    line_destroy(*(line_t **)arg);
    *(line_t **)arg = NULL;
}

static const struct line_events events = { on_ready, on_heard, on_lost };

static bool is_over(void *arg)
{
    (void)arg;
    return heard == MESSAGES || lost > 0;
}

static bool is_never(void *arg)
{
    (void)arg;
    return false;
}

int main(void)
{
    static const uint8_t secret[SEAL_KEY] = { 1, 2, 3 };
    struct error err;
    int fd[2];

    loop = loop_create();
    if (!loop || socketpair(AF_UNIX, SOCK_STREAM, 0, fd) < 0)
        return 1;
    if (seal_open(&err) < 0) {
        ok(false, "%s", err.text);
        return tap_done();
    }
    caller = line_create(loop, fd[0], LINE_CALLER, secret, &events, &caller);
    called = line_create(loop, fd[1], LINE_CALLED, secret, &events, &called);
    loop_after(loop, 0, on_other, NULL);
    ok(loop_await(loop, is_over, NULL, LIMIT_MS) && heard == MESSAGES,
       "all messages that came at once are heard");
    ok(in_order, "in their order");
    ok(between >= MESSAGES - 1, "and others have their turn between them");
    loop_await(loop, is_never, NULL, SILENT_MS);
    ok(line_silence(called) * 1000 >= SILENT_MS,
       "it is known how long nothing was heard");
    line_destroy(caller);
    line_destroy(called);
    loop_cancel(loop, on_other, NULL);
    loop_destroy(loop);
    return tap_done();
}
