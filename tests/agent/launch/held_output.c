/* Tests of agent/launch/held_output.c
 *
 * What is held goes to stdout and stderr, which are files here while that is
 * looked at.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "agent/launch/held_output.h"
#include "tests/tap.h"

static struct held_output held;
static int ends[HELD_OUTPUT_STREAMS];

static void start(void)
{
    struct error err;

    if (held_output_open(&held, ends, &err) < 0)
        diag("%s", err.text);
}

static void put(int stream, const char *text)
{
    if (write(ends[stream], text, strlen(text)) != (ssize_t)strlen(text))
        diag("nothing can be written");
}

static void take(void)
{
    struct pollfd p[HELD_OUTPUT_STREAMS];

    held_output_wish(&held, p);
    while (poll(p, HELD_OUTPUT_STREAMS, 0) > 0) {
        held_output_take(&held, p);
        held_output_wish(&held, p);
    }
}

static void stop(void)
{
    for (int i = 0; i < HELD_OUTPUT_STREAMS; i++) {
        close(ends[i]);
        close(held.stream[i].from);
    }
}

/* Who cannot take part, and why, among all that mpiexec and others say. */
static void test_reasons(void)
{
    static const struct {
        const char *what;
        const char *said;
        const char *reason; /* NULL: there is none yet */
    } cases[] = {
        { "nothing", "", NULL },
        { "what a program says", "starting\nmitosis: hello\n", NULL },
        { "a rank alone", "mitosis: rank 3: cannot take part: no memory\n",
          "rank 3 cannot take part: no memory" },
        { "a rank behind other lines",
          "warning: old\n\nmitosis: rank 0: slow\n"
          "mitosis: rank 12: cannot take part: it has another name\n",
          "rank 12 cannot take part: it has another name" },
        { "the first of two ranks",
          "mitosis: rank 1: cannot take part: one\n"
          "mitosis: rank 0: cannot take part: two\n",
          "rank 1 cannot take part: one" },
        { "a line that is not whole",
          "mitosis: rank 3: cannot take part: no mem", NULL },
        { "a program that says the same",
          "rank 3: cannot take part: no memory\n", NULL },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error reason = { "" };
        bool has;

        start();
        put(1, cases[i].said);
        take();
        has = held_output_reason(&held, &reason);
        if (!ok(has == (cases[i].reason != NULL)
                    && (!has || strcmp(reason.text, cases[i].reason) == 0),
                "of %s the reason is: %s", cases[i].what,
                cases[i].reason ? cases[i].reason : "none"))
            diag("it is: %s", reason.text);
        stop();
    }
}

/* What 'act' prints to a stream, up to the first 'size' bytes. */
static void catch_stream(int fd, void (*act)(void), char *text, size_t size)
{
    FILE *file = tmpfile();
    int before;
    size_t got;

    fflush(stdout);
    before = dup(fd);
    dup2(fileno(file), fd);
    act();
    dup2(before, fd);
    close(before);
    rewind(file);
    got = fread(text, 1, size - 1, file);
    text[got] = '\0';
    fclose(file);
}

static void pass(void)
{
    held_output_pass(&held);
}

static void pass_more(void)
{
    put(0, "three\n");
    take();
}

static void tell(void)
{
    held_output_tell(&held);
}

static void drop(void)
{
    held_output_drop(&held);
    put(0, "later\n");
    put(1, "later\n");
    take();
}

static void test_passed(void)
{
    char text[200];

    start();
    put(0, "one\n");
    take();
    put(0, "two\n");
    take();
    catch_stream(STDOUT_FILENO, pass, text, sizeof(text));
    ok(strcmp(text, "one\ntwo\n") == 0, "what was held is passed on");
    catch_stream(STDOUT_FILENO, pass_more, text, sizeof(text));
    ok(strcmp(text, "three\n") == 0, "what comes then is passed on at once");
    stop();
}

static void test_dropped(void)
{
    static const char expected[] =
        "mitosis: it said: 1\nmitosis: it said: 2\n"
        "mitosis: it said: ... (3 more lines)\n"
        "mitosis: it said: 6\nmitosis: it said: 7\n";
    char text[400];

    start();
    put(1, "1\n2\n3\n4\n5\n6\n7");
    put(0, "the program\n");
    take();
    catch_stream(STDERR_FILENO, drop, text, sizeof(text));
    ok(strcmp(text, "") == 0, "what comes after it is dropped goes nowhere");
    catch_stream(STDERR_FILENO, tell, text, sizeof(text));
    if (!ok(strcmp(text, expected) == 0,
            "of what is dropped it is told how it began and ended"))
        diag("%s", text);
    ok(!strstr(text, "the program"), "what it printed is nobody's");
    stop();
}

/* A writer has to wait when very much is held. */
static void test_full(void)
{
    static char much[HELD_OUTPUT_KEEP / 4];
    struct pollfd p[HELD_OUTPUT_STREAMS];
    size_t written = 0;

    start();
    memset(much, 'x', sizeof(much));
    for (int i = 0; i < 16 && held.stream[0].used < HELD_OUTPUT_KEEP; i++) {
        for (size_t at = 0; at < sizeof(much); at += 4096)
            if (held.stream[0].used < HELD_OUTPUT_KEEP) {
                ssize_t n = write(ends[0], much, 4096);

                written += n > 0 ? (size_t)n : 0;
                take();
            }
    }
    held_output_wish(&held, p);
    ok(held.stream[0].used == HELD_OUTPUT_KEEP && written >= HELD_OUTPUT_KEEP
           && p[0].fd < 0 && p[1].fd >= 0,
       "a stream that fills its room is not read, the other is");
    stop();
}

int main(void)
{
    test_reasons();
    test_passed();
    test_dropped();
    test_full();
    return tap_done();
}
