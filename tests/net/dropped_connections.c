/* Tests of net/dropped_connections.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "net/dropped_connections.h"
#include "tests/tap.h"

static const uint64_t second = 1000000000;

int main(void)
{
    struct dropped_connections d = { 0 };
    struct error text = { "" };
    int told = 0;

    ok(dropped_connections_count(&d, 5 * second, "1.2.3.4:5",
                                 "it is no friend", &text),
       "the first one is told");
    has(text.text, "a connection from 1.2.3.4:5 was dropped: it is no friend",
        "with address and reason");
    for (int i = 1; i < DROPPED_CONNECTIONS_TOLD; i++)
        told += dropped_connections_count(&d, 6 * second, "a", "b", &text);
    ok(told == DROPPED_CONNECTIONS_TOLD - 1, "so are a few more");
    has(text.text, "; more of this minute are not told",
        "and that no more are");
    for (int i = 0; i < 1000; i++)
        told += dropped_connections_count(&d, 7 * second, "a", "b", &text);
    ok(told == DROPPED_CONNECTIONS_TOLD - 1, "a thousand at once are not");
    ok(!dropped_connections_count(&d, 64 * second, "a", "b", &text),
       "nor what comes before a minute is over");
    ok(dropped_connections_count(&d, 65 * second, "c", "d", &text),
       "what comes after it is told");
    has(text.text, "from c was dropped: d; 1001 more were since the last told",
        "and how many were not");
    ok(dropped_connections_count(&d, 66 * second, "c", "d", &text)
           && !strstr(text.text, "more"),
       "once");
    return tap_done();
}
