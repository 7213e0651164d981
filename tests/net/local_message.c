/* Tests of net/local_message.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net/local_message.h"
#include "tests/tap.h"

/* Longer than a socket's name may be. */
static char folder[] =
    "/tmp/mitosis-wire-a-long-name-a-long-name-a-long-name-"
    "a-long-name-a-long-name-a-long-name-a-long-name-XXXXXX";

static struct local_message wire; /* of all tests */

static void test_words(int from, int to)
{
    struct local_message_head head = { .type = LOCAL_MESSAGE_PROMISE,
                                       .generation = 2,
                                       .rank = 5,
                                       .number = 1 << 20 };
    static char payload[LOCAL_MESSAGE_PAYLOAD];
    struct error err = { .text = "" };

    ok(local_message_receive(to, &wire, 0, &err) == 0, "nothing has come yet");
    ok(local_message_send(from, &head, NULL, &err) == 0
           && local_message_receive(to, &wire, 1000, &err) == 1,
       "a word comes: %s", err.text);
    ok(memcmp(&wire.head, &head, sizeof(head)) == 0 && wire.payload[0] == '\0',
       "as it was sent");
    memset(payload, 'x', sizeof(payload));
    head.bytes = LOCAL_MESSAGE_PAYLOAD;
    ok(local_message_send(from, &head, payload, &err) == 0
           && local_message_receive(to, &wire, 1000, &err) == 1,
       "so does a long one: %s", err.text);
    ok(memcmp(wire.payload, payload, LOCAL_MESSAGE_PAYLOAD) == 0
           && wire.payload[LOCAL_MESSAGE_PAYLOAD] == '\0',
       "whole, and ended");
    head.bytes = LOCAL_MESSAGE_PAYLOAD + 1;
    ok(local_message_send(from, &head, payload, &err) < 0,
       "a longer one is not sent");
    has(err.text, "32769 bytes are too many", "and the reason is told");
    head.bytes = 2;
    local_message_send(from, &head, "ab", &err);
    local_message_send(from, &head, "cd", &err);
    ok(local_message_receive(to, &wire, 1000, &err) == 1
           && strcmp(wire.payload, "ab") == 0
           && local_message_receive(to, &wire, 1000, &err) == 1
           && strcmp(wire.payload, "cd") == 0,
       "words stay apart, in order");
}

static void test_strangers(int from, int to)
{
    static const struct {
        const char *what;
        size_t bytes;
        uint32_t told;
    } cases[] = {
        { "a byte", 1, 0 },
        { "half a head", sizeof(struct local_message_head) / 2, 0 },
        { "more than it says", sizeof(struct local_message_head) + 10, 9 },
        { "less than it says", sizeof(struct local_message_head) + 10, 11 },
        { "too much",
          sizeof(struct local_message_head) + LOCAL_MESSAGE_PAYLOAD + 1,
          LOCAL_MESSAGE_PAYLOAD + 1 },
    };
    static char
        bytes[sizeof(struct local_message_head) + LOCAL_MESSAGE_PAYLOAD + 1];

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct local_message_head head = { .bytes = cases[i].told };
        struct error err = { .text = "" };

        memcpy(bytes, &head, sizeof(head));
        if (send(from, bytes, cases[i].bytes, 0) < 0)
            diag("not sent");
        ok(local_message_receive(to, &wire, 1000, &err) < 0, "%s is refused",
           cases[i].what);
        ok(errno == EBADMSG, "and known from there being nobody");
        has(err.text, "none of ours", "and the reason is told");
    }
}

static void test_end(int from, int to)
{
    struct local_message_head head = { .type = LOCAL_MESSAGE_BYE };
    struct error err = { .text = "" };

    close(from);
    ok(local_message_receive(to, &wire, -1, &err) < 0, "an end is seen");
    has(err.text, "is gone", "and told");
    ok(local_message_send(to, &head, NULL, &err) < 0,
       "nobody is there to be told");
    has(err.text, "does not listen", "and no signal comes");
    close(to);
    local_message_clear(&wire);
    local_message_clear(&wire);
    ok(!wire.room && !wire.payload, "what came last is freed, once");
}

static void test_socket(void)
{
    char path[256];
    struct error err = { .text = "" };
    struct stat st;
    int listening, from, to;

    ok(local_message_connect(folder, &err) < 0, "there is no agent yet");
    has(err.text, folder, "which is told with the folder");
    listening = local_message_listen(folder, &err);
    ok(listening >= 0, "an agent can be: %s", err.text);
    snprintf(path, sizeof(path), "%s/agent", folder);
    ok(stat(path, &st) == 0 && (st.st_mode & 0077) == 0,
       "its socket is for its owner only");
    ok(local_message_listen(folder, &err) < 0, "a second one cannot");
    from = local_message_connect(folder, &err);
    to = local_message_accept(listening);
    ok(from >= 0 && to >= 0, "who knocks is let in: %s", err.text);
    test_words(from, to);
    test_words(to, from);
    test_strangers(from, to);
    test_end(from, to);
    close(listening);
    unlink(path);
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    test_socket();
    ok(rmdir(folder) == 0, "nothing is left");
    return tap_done();
}
