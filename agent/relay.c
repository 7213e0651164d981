/* relay.c - hold back what a generation prints until it has taken over
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/relay.h"
#include "migrate/control.h"

enum {
    KEEP_MOST = 256 * 1024, /* of each stream; then the writer has to wait */
    PREDECESSOR_MS = 5000,
    LAST_LINES = 8,
};

enum order { ORDER_NONE, ORDER_OPEN = 'o', ORDER_DROP = 'd' };

struct stream {
    int from;
    int to;
    size_t used;
    char kept[KEEP_MOST];
};

static void write_all(int fd, const char *text, size_t bytes)
{
    while (bytes > 0) {
        ssize_t sent = write(fd, text, bytes);

        if (sent < 0 && errno != EINTR)
            return;
        if (sent > 0)
            text += sent, bytes -= (size_t)sent;
    }
}

/* Take in what has come.  Returns false at the end. */
static bool take(struct stream *s)
{
    ssize_t got = read(s->from, s->kept + s->used, KEEP_MOST - s->used);

    if (got > 0)
        s->used += (size_t)got;
    else if (got == 0 || errno != EINTR) {
        close(s->from);
        s->from = -1;
    }
    return s->from >= 0;
}

/* The agent's order, or what the record says when it is gone. */
static enum order read_order(int fd, const char *folder, uint32_t generation)
{
    struct control *record;
    char order;
    bool taken;

    if (read(fd, &order, 1) == 1)
        return order;
    record = control_find(folder, 1, NULL);
    taken = record && atomic_load(&record->successor) >= generation;
    control_close(record);
    return taken ? ORDER_OPEN : ORDER_DROP;
}

static enum order wait_for_order(struct stream *streams,
                                 int fd,
                                 const char *folder,
                                 uint32_t generation)
{
    for (;;) {
        struct pollfd p[3] = { { .fd = fd, .events = POLLIN } };

        for (int i = 0; i < 2; i++)
            p[1 + i] = (struct pollfd){
                streams[i].used < KEEP_MOST ? streams[i].from : -1, POLLIN, 0
            };
        if (poll(p, 3, -1) < 0)
            continue;
        for (int i = 0; i < 2; i++)
            if (p[1 + i].revents)
                take(&streams[i]);
        if (p[0].revents)
            return read_order(fd, folder, generation);
    }
}

/* The last lines, marked as what they are. */
static void tell_last_lines(const struct stream *s)
{
    const char *end = s->kept + s->used, *from = end;
    int lines = 0;

    while (from > s->kept && (from[-1] != '\n' || lines++ <= LAST_LINES))
        from--;
    while (from < end) {
        const char *newline = memchr(from, '\n', (size_t)(end - from));
        int len = (int)((newline ? newline : end) - from);

        dprintf(STDERR_FILENO, "mitosis: it said: %.*s\n", len, from);
        from += len + 1;
    }
}

static void pass_on(struct stream *streams)
{
    for (int i = 0; i < 2; i++) {
        write_all(streams[i].to, streams[i].kept, streams[i].used);
        streams[i].used = 0;
    }
    while (streams[0].from >= 0 || streams[1].from >= 0) {
        struct pollfd p[2] = { { streams[0].from, POLLIN, 0 },
                               { streams[1].from, POLLIN, 0 } };

        if (poll(p, 2, -1) < 0)
            continue;
        for (int i = 0; i < 2; i++)
            if (p[i].revents) {
                take(&streams[i]);
                write_all(streams[i].to, streams[i].kept, streams[i].used);
                streams[i].used = 0;
            }
    }
}

static void wait_for_predecessor(int fd)
{
    struct pollfd p = { fd, POLLIN, 0 };

    if (fd >= 0)
        poll(&p, 1, PREDECESSOR_MS);
}

static _Noreturn void relay(const int from[2],
                            int order,
                            int predecessor,
                            const char *folder,
                            uint32_t generation)
{
    static struct stream streams[2];

    streams[0].from = from[0], streams[0].to = STDOUT_FILENO;
    streams[1].from = from[1], streams[1].to = STDERR_FILENO;
    signal(SIGPIPE, SIG_IGN);
    if (wait_for_order(streams, order, folder, generation) == ORDER_OPEN) {
        wait_for_predecessor(predecessor);
        pass_on(streams);
    } else {
        tell_last_lines(&streams[1]);
        for (int i = 0; i < 2; i++)
            while (streams[i].from >= 0) {
                streams[i].used = 0;
                take(&streams[i]);
            }
    }
    _exit(0);
}

static void close_pair(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

int relay_start(struct relay *r,
                const char *folder,
                uint32_t generation,
                pid_t before,
                struct error *err)
{
    int out[2], errors[2], order[2];
    int predecessor =
        before > 0 ? (int)syscall(SYS_pidfd_open, before, 0) : -1;

    if (pipe2(out, O_CLOEXEC) < 0)
        goto fail;
    if (pipe2(errors, O_CLOEXEC) < 0)
        goto fail_out;
    if (pipe2(order, O_CLOEXEC) < 0)
        goto fail_errors;
    r->pid = fork();
    if (r->pid == 0) {
        close(out[1]);
        close(errors[1]);
        close(order[1]);
        relay((int[2]){ out[0], errors[0] }, order[0], predecessor, folder,
              generation);
    }
    if (r->pid < 0)
        goto fail_order;
    close(out[0]);
    close(errors[0]);
    close(order[0]);
    if (predecessor >= 0)
        close(predecessor);
    r->out = out[1];
    r->err = errors[1];
    r->order = order[1];
    return 0;

fail_order:
    close_pair(order);
fail_errors:
    close_pair(errors);
fail_out:
    close_pair(out);
fail:
    error_set(err, "the output of new ranks: %s", strerror(errno));
    if (predecessor >= 0)
        close(predecessor);
    return -1;
}

void relay_close_ends(struct relay *r)
{
    if (r->out >= 0)
        close(r->out);
    if (r->err >= 0)
        close(r->err);
    r->out = r->err = -1;
}

static void send_order(struct relay *r, enum order order)
{
    char word = (char)order;

    if (r->order >= 0 && write(r->order, &word, 1) == 1) {
        close(r->order);
        r->order = -1;
    }
}

void relay_open(struct relay *r)
{
    send_order(r, ORDER_OPEN);
}

void relay_drop(struct relay *r)
{
    send_order(r, ORDER_DROP);
}
