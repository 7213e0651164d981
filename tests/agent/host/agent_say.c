/* Tests of agent/host/agent_say.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/host/agent_say.h"
#include "base/system/clock.h"
#include "tests/tap.h"

enum { READ_MOST = 512 * 1024 };

static char came[READ_MOST]; /* what was read from stderr last */
static int from;             /* where it can be */

static void read_all(void)
{
    ssize_t got;
    size_t used = 0;

    while (used < READ_MOST - 1
           && (got = read(from, came + used, READ_MOST - 1 - used)) > 0)
        used += (size_t)got;
    came[used] = '\0';
}

/* So that nothing more goes in. */
static void fill(void)
{
    int flags = fcntl(STDERR_FILENO, F_GETFL);

    fcntl(STDERR_FILENO, F_SETFL, flags | O_NONBLOCK);
    while (write(STDERR_FILENO, "x", 1) == 1)
        continue;
    fcntl(STDERR_FILENO, F_SETFL, flags);
}

static int count(const char *part)
{
    int times = 0;

    for (const char *at = came; (at = strstr(at, part)); at++)
        times++;
    return times;
}

static void test_once(void)
{
    struct error told = { "" };
    char longer[2000] = "";

    memset(longer, 'x', sizeof(longer) - 1);
    for (int i = 0; i < 2; i++)
        agent_say_once(&told, "no room");
    read_all();
    ok(strcmp(came, "mitosis: no room\n") == 0, "what is told is not said");
    agent_say_once(&told, "no time");
    agent_say_once(&told, "no room");
    read_all();
    ok(count("no ") == 2, "but something else, and the first again then");
    for (int i = 0; i < 2; i++)
        agent_say_once(&told, longer);
    read_all();
    ok(count("mitosis: ") == 1, "nor something long");
}

static void test_read(void)
{
    agent_say("%s is %d", "it", 7);
    read_all();
    ok(strcmp(came, "mitosis: it is 7\n") == 0, "a line is said");
    agent_say("a\033b");
    read_all();
    ok(strcmp(came, "mitosis: a?b\n") == 0, "nothing in it steers a terminal");
    agent_say("%4000s", "x");
    read_all();
    ok(strlen(came) > 1000 && strlen(came) < 4000
           && came[strlen(came) - 1] == '\n',
       "a long one is cut, and still a line");
}

static void test_not_read(void)
{
    int64_t since = clock_ms();

    fill();
    agent_say("first");
    agent_say("second");
    agent_say_rest(0);
    ok(clock_ms() - since < 10 * 1000,
       "who does not read does not stop who speaks");
    read_all();
    ok(count("first") == 0, "what has no room waits");
    agent_say("third");
    read_all();
    ok(strcmp(came, "mitosis: first\nmitosis: second\nmitosis: third\n") == 0,
       "and is said before what comes next");
    fill();
    agent_say("fourth");
    read_all();
    agent_say_rest(0);
    read_all();
    ok(strcmp(came, "mitosis: fourth\n") == 0, "or when it is seen to");
}

static void test_too_much(void)
{
    fill();
    for (int i = 0; i < 20 * 1000; i++)
        agent_say("line %d of many", i);
    read_all();
    agent_say_rest(0);
    for (int i = 0; i < 10; i++) {
        static char all[READ_MOST];

        strcpy(all, came);
        read_all();
        agent_say_rest(0);
        if (strstr(came, "more are lost") || strstr(all, "more are lost"))
            break;
    }
    has(came, "lines more are lost, as nobody has read what was said",
        "there is a bound, and what was lost is counted");
}

static void test_nobody(void)
{
    fill();
    agent_say("to nobody");
    close(from);
    agent_say("to nobody either");
    agent_say_rest(1000);
    ok(true, "that nobody will ever read it does no harm");
}

int main(void)
{
    int ends[2], stderr_before = dup(STDERR_FILENO);

    signal(SIGPIPE, SIG_IGN); /* as agents do */
    if (pipe(ends) < 0 || dup2(ends[1], STDERR_FILENO) < 0
        || fcntl(ends[0], F_SETFL, O_NONBLOCK) < 0)
        return 1;
    close(ends[1]);
    from = ends[0];
    test_read();
    test_once();
    test_not_read();
    test_too_much();
    test_nobody();
    dup2(stderr_before, STDERR_FILENO);
    return tap_done();
}
