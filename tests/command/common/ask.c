/* Tests of command/common/ask.c
 *
 * The agent is the other end of a pair of sockets, and has said all that it
 * has to say before it is listened to.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sys/socket.h>
#include <unistd.h>

#include "command/common/ask.h"
#include "tests/tap.h"

enum { OFTEN = 40 /* times that an agent says that it is there */ };

static int ours, its;

static void start(void)
{
    int both[2];

    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, both) < 0)
        diag("there is no pair of sockets");
    ours = both[0];
    its = both[1];
}

static void stop(void)
{
    close(ours);
    if (its >= 0)
        close(its);
}

static void say(uint32_t type, uint64_t number, const char *text)
{
    struct local_message_head head = { .type = type,
                                       .bytes = (uint32_t)strlen(text),
                                       .number = number };

    local_message_send(its, &head, text, NULL);
}

static void test_answer(void)
{
    struct local_message wire = { .room = NULL };
    struct error err;
    int status = -1;

    start();
    say(LOCAL_MESSAGE_TEXT, 0, "first\n");
    say(LOCAL_MESSAGE_TEXT, 0, "second\n");
    say(LOCAL_MESSAGE_STATUS, 3, "");
    ok(ask_await(ours, &wire, &status, &err) == 1
           && strcmp(wire.payload, "first\n") == 0,
       "the first part of an answer comes");
    ok(ask_await(ours, &wire, &status, &err) == 1
           && strcmp(wire.payload, "second\n") == 0,
       "so does the second");
    ok(ask_await(ours, &wire, &status, &err) == 0 && status == 3,
       "its end has the exit status");
    local_message_clear(&wire);
    stop();
}

static void test_slow(void)
{
    struct local_message wire = { .room = NULL };
    struct error err = { "" };
    int status = -1;

    start();
    for (int i = 0; i < OFTEN; i++)
        say(LOCAL_MESSAGE_STAY, 0, "");
    say(LOCAL_MESSAGE_STATUS, 5, "");
    if (!ok(ask_await(ours, &wire, &status, &err) == 0 && status == 5,
            "an agent that says %d times that it is there is waited for",
            OFTEN))
        diag("%s", err.text);
    local_message_clear(&wire);
    stop();
}

static void test_gone(void)
{
    struct local_message wire = { .room = NULL };
    struct error err = { "" };
    int status = -1;

    start();
    say(LOCAL_MESSAGE_STAY, 0, "");
    close(its);
    its = -1;
    ok(ask_await(ours, &wire, &status, &err) < 0 && status == -1,
       "an agent that is gone is not waited for");
    has(err.text, "the job's agent is gone", "the reason is told");
    local_message_clear(&wire);
    stop();
}

/* What 'mitosis top' does: it looks whether there is an answer. */
static void test_hear(void)
{
    struct local_message wire = { .room = NULL };
    struct error err;
    int status = -1;

    start();
    ok(ask_hear(ours, &wire, 0, &status, &err) == 0 && status == -1,
       "no answer in time is no end of it");
    say(LOCAL_MESSAGE_STAY, 0, "");
    say(LOCAL_MESSAGE_TEXT, 0, "text");
    ok(ask_hear(ours, &wire, 0, &status, &err) == 1
           && strcmp(wire.payload, "text") == 0,
       "what is no part of the answer is passed over");
    say(LOCAL_MESSAGE_STATUS, 2, "");
    ok(ask_hear(ours, &wire, 0, &status, &err) == 0 && status == 2,
       "the end has the exit status");
    ok(!ask_is_stopped(ours, &err), "an agent that runs is not stopped");
    local_message_clear(&wire);
    stop();
}

int main(void)
{
    test_answer();
    test_slow();
    test_gone();
    test_hear();
    return tap_done();
}
