/* say.c - what the command tells its user, on stderr, in whole lines
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/escape.h"
#include "command/common/say.h"

static enum say_level limit = SAY_WARN;

void say_limit(enum say_level level)
{
    limit = level;
}

/* One write() for a line, so that those of others do not get into it. */
static void print(const char *fmt, va_list ap)
{
    static const char name[] = "mitosis: ";
    char line[8192];
    size_t len = sizeof(name) - 1;
    int added;

    memcpy(line, name, len);
    added = vsnprintf(line + len, sizeof(line) - len - 1, fmt, ap);
    if (added > 0)
        len += (size_t)added;
    if (len > sizeof(line) - 2)
        len = sizeof(line) - 2;
    line[len] = '\0';
    escape_control(line);
    line[len++] = '\n';
    if (write(STDERR_FILENO, line, len) < 0)
        return; /* nobody listens */
}

void say_result(const char *fmt, ...)
{
    char *text;
    va_list ap;
    int len;

    va_start(ap, fmt);
    len = vasprintf(&text, fmt, ap);
    va_end(ap);
    if (len < 0)
        return;
    escape_control(text);
    fputs(text, stdout);
    free(text);
}

/* What could not be written is tried again, and so the reason told again. */
int say_finish(struct error *err)
{
    if (fflush(stdout) != 0)
        return error_set(err, "cannot write to stdout: %s", strerror(errno));
    return ferror(stdout) ? error_set(err, "cannot write to stdout") : 0;
}

void say(enum say_level level, const char *fmt, ...)
{
    va_list ap;

    if (level > limit)
        return;
    va_start(ap, fmt);
    print(fmt, ap);
    va_end(ap);
}

int fail(int status, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    print(fmt, ap);
    va_end(ap);
    return status;
}

void die(int status, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    print(fmt, ap);
    va_end(ap);
    exit(status);
}

void say_complaint(const char *text)
{
    say(SAY_WARN, "%s", text);
}

void say_nothing(const char *text)
{
    (void)text;
}
