/* agent_say.c - what an agent says to the user
 *
 * Who reads the job's output may have stopped to, and a pipe that is full
 * would stop the agent, whom others ask meanwhile.  So what cannot be written
 * waits.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agent/host/agent_say.h"
#include "base/bytes.h"
#include "base/escape.h"
#include "base/system/clock.h"

enum {
    LINE = 2048, /* of which there is room in a pipe that takes anything */
    UNSAID_MOST = 64 * 1024
};

static struct bytes unsaid; /* lines */
static unsigned lost;       /* so many had no room there */

/* Whether something can be written within 'ms' without stopping us. */
static bool has_room(int ms)
{
    struct pollfd out = { .fd = STDERR_FILENO, .events = POLLOUT };

    return poll(&out, 1, ms) > 0;
}

/* Returns false when nobody will ever read it. */
static bool put(const void *line, size_t bytes)
{
    return write(STDERR_FILENO, line, bytes) == (ssize_t)bytes;
}

static size_t first_line(void)
{
    const uint8_t *at = unsaid.data + unsaid.from;
    const uint8_t *end = memchr(at, '\n', bytes_held(&unsaid));

    return (size_t)(end - at) + 1;
}

/* What is lost was said after all that waits. */
static void tell_lost(void)
{
    char line[LINE];
    int used;

    if (lost == 0 || !has_room(0))
        return;
    used = snprintf(line, sizeof(line),
                    "mitosis: %u lines more are lost, as nobody has read "
                    "what was said\n",
                    lost);
    put(line, (size_t)used);
    lost = 0;
}

void agent_say_rest(int ms)
{
    int64_t until = clock_ms() + ms, left;

    while (bytes_held(&unsaid) > 0) {
        size_t bytes = first_line();

        left = until - clock_ms();
        if (!has_room(left > 0 ? (int)left : 0))
            return;
        if (put(unsaid.data + unsaid.from, bytes))
            unsaid.from += bytes;
        else
            bytes_free(&unsaid);
    }
    tell_lost();
}

static void say(const char *line, size_t bytes)
{
    agent_say_rest(0);
    if (bytes_held(&unsaid) == 0 && has_room(0))
        put(line, bytes);
    else if (bytes_held(&unsaid) + bytes > UNSAID_MOST
             || !bytes_append(&unsaid, line, bytes))
        lost++;
}

void agent_say(const char *fmt, ...)
{
    static const char start[] = "mitosis: ";
    char line[LINE];
    char *text = stpcpy(line, start);
    size_t room = sizeof(line) - strlen(start) - 1;
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, room, fmt, ap);
    va_end(ap);
    escape_control(text);
    strcat(text, "\n");
    say(line, strlen(line));
}

void agent_say_once(struct error *told, const char *text)
{
    struct error now;

    error_set(&now, "%s", text);
    if (strcmp(told->text, now.text) == 0)
        return;
    *told = now;
    agent_say("%s", text);
}
