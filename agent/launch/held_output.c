/* held_output.c - what a generation prints, kept back until it has taken over
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agent/launch/held_output.h"
#include "job/control.h"

enum { LINES = 2 /* from each end of what it said */ };

int held_output_open(struct held_output *r,
                     int ends[HELD_OUTPUT_STREAMS],
                     struct error *err)
{
    memset(r, 0, sizeof(*r));
    for (int i = 0; i < HELD_OUTPUT_STREAMS; i++) {
        int pair[2];

        if (pipe2(pair, O_CLOEXEC) < 0) {
            while (i-- > 0)
                close(r->stream[i].from), close(ends[i]);
            return error_set(err, "the output of new ranks: %s",
                             strerror(errno));
        }
        fcntl(pair[0], F_SETFL, O_NONBLOCK);
        r->stream[i].from = pair[0];
        r->stream[i].to = i == 0 ? STDOUT_FILENO : STDERR_FILENO;
        ends[i] = pair[1];
    }
    return 0;
}

/* The reader of the job's output may be gone; then nobody wants it. */
static void write_all(int fd, const char *text, size_t bytes)
{
    while (bytes > 0) {
        ssize_t sent = write(fd, text, bytes);
        struct pollfd p = { fd, POLLOUT, 0 };

        if (sent < 0 && errno == EAGAIN)
            poll(&p, 1, -1);
        else if (sent < 0 && errno != EINTR)
            return;
        if (sent > 0)
            text += sent, bytes -= (size_t)sent;
    }
}

static bool has_room(const struct held_output *r,
                     const struct held_output_stream *s)
{
    return r->dropping || s->used < HELD_OUTPUT_KEEP;
}

void held_output_wish(const struct held_output *r,
                      struct pollfd p[HELD_OUTPUT_STREAMS])
{
    for (int i = 0; i < HELD_OUTPUT_STREAMS; i++) {
        const struct held_output_stream *s = &r->stream[i];

        p[i] = (struct pollfd){ has_room(r, s) ? s->from : -1, POLLIN, 0 };
    }
}

/* Returns whether there may be more. */
static bool take(struct held_output *r, struct held_output_stream *s)
{
    char lost[4096];
    ssize_t got = r->dropping ? read(s->from, lost, sizeof(lost))
                              : read(s->from, s->kept + s->used,
                                     HELD_OUTPUT_KEEP - s->used);

    if (got < 0)
        return errno == EINTR;
    if (got == 0) {
        close(s->from);
        s->from = -1;
        return false;
    }
    if (r->dropping)
        return true;
    s->used += (size_t)got;
    if (r->passing) {
        write_all(s->to, s->kept, s->used);
        s->used = 0;
    }
    return true;
}

void held_output_take(struct held_output *r,
                      const struct pollfd p[HELD_OUTPUT_STREAMS])
{
    for (int i = 0; i < HELD_OUTPUT_STREAMS; i++)
        if (p[i].fd >= 0 && p[i].revents)
            take(r, &r->stream[i]);
}

void held_output_finish(struct held_output *r)
{
    for (int i = 0; i < HELD_OUTPUT_STREAMS; i++) {
        struct held_output_stream *s = &r->stream[i];

        while (s->from >= 0 && has_room(r, s) && take(r, s))
            ;
    }
}

void held_output_pass(struct held_output *r)
{
    r->passing = true;
    for (int i = 0; i < HELD_OUTPUT_STREAMS; i++) {
        struct held_output_stream *s = &r->stream[i];

        write_all(s->to, s->kept, s->used);
        s->used = 0;
    }
}

static const char *next_line(const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));

    return newline ? newline + 1 : end;
}

/* mpiexec waits for the others when one has ended before MPI_Init(). */
bool held_output_reason(const struct held_output *r, struct error *reason)
{
    const struct held_output_stream *s = &r->stream[1];
    const char *end = s->kept + s->used;

    for (const char *at = s->kept; at < end; at = next_line(at, end)) {
        int len = (int)(next_line(at, end) - at), rank = -1, from = 0;
        char line[sizeof(reason->text)];

        if (at[len - 1] != '\n')
            break;
        snprintf(line, sizeof(line), "%.*s", len - 1, at);
        sscanf(line, "mitosis: rank %d: " CONTROL_TURNED_BACK "%n", &rank,
               &from);
        if (from == 0)
            continue;
        error_set(reason, "rank %d " CONTROL_TURNED_BACK "%.900s", rank,
                  line + from);
        return true;
    }
    return false;
}

/* How it began and how it ended, marked as what it is. */
static void tell_lines(const struct held_output_stream *s)
{
    const char *end = s->kept + s->used;
    int lines = 0, line = 0;

    for (const char *at = s->kept; at < end; at = next_line(at, end))
        lines++;
    for (const char *at = s->kept; at < end; at = next_line(at, end), line++) {
        int len = (int)(next_line(at, end) - at);

        len -= at[len - 1] == '\n';
        if (line < LINES || line >= lines - LINES)
            dprintf(s->to, "mitosis: it said: %.*s\n", len, at);
        else if (line == LINES)
            dprintf(s->to, "mitosis: it said: ... (%d more lines)\n",
                    lines - 2 * LINES);
    }
}

void held_output_drop(struct held_output *r)
{
    r->dropping = true;
}

void held_output_tell(const struct held_output *r)
{
    tell_lines(&r->stream[1]);
}
