/* local_message.c - what ranks, the agent and 'mitosis ctl' say to each other
 *
 * The name of a Unix socket may have 107 letters only, and the folder's path
 * more: so the folder is opened, and the socket's name goes by the
 * descriptor.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "net/local_message.h"

enum { BACKLOG = 512, SEND_MS = 10 * 1000, ROOT = 0 };

/* Do something with the address of the socket in 'folder'. */
static int with_address(const char *folder,
                        int fd,
                        int (*action)(int fd,
                                      const struct sockaddr *address,
                                      socklen_t bytes))
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    int dir = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int rc, saved;

    if (dir < 0)
        return -1;
    snprintf(address.sun_path, sizeof(address.sun_path),
             "/proc/self/fd/%d/agent", dir);
    rc = action(fd, (const struct sockaddr *)&address, sizeof(address));
    saved = errno;
    close(dir);
    errno = saved;
    return rc;
}

static int open_socket(void)
{
    return socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
}

static int report(int fd, const char *folder, struct error *err)
{
    error_set(err, "%s/agent: %s", folder, strerror(errno));
    if (fd >= 0) {
        int saved = errno;

        close(fd);
        errno = saved;
    }
    return -1;
}

int local_message_connect(const char *folder, struct error *err)
{
    static const struct timeval most = { SEND_MS / 1000, 0 };
    int fd = open_socket();

    /* One that does not take callers in, and has many, keeps us waiting. */
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof(most));
    if (fd < 0 || with_address(folder, fd, connect) < 0)
        return report(fd, folder, err);
    return fd;
}

int local_message_listen(const char *folder, struct error *err)
{
    int fd = open_socket();
    mode_t mask = umask(077);
    int rc = fd < 0 ? -1 : with_address(folder, fd, bind);

    umask(mask);
    if (rc < 0 || listen(fd, BACKLOG) < 0)
        return report(fd, folder, err);
    return fd;
}

int local_message_accept(int listening)
{
    int fd = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
    struct ucred who;
    socklen_t bytes = sizeof(who);

    if (fd >= 0
        && (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &bytes) < 0
            || (who.uid != geteuid() && who.uid != ROOT))) {
        close(fd);
        return -1;
    }
    return fd;
}

/* Wait for 'fd', which signals may interrupt. */
static int wait_for(int fd, short events, int ms)
{
    struct pollfd p = { .fd = fd, .events = events };
    int64_t until = clock_ms() + ms;
    int rc;

    while ((rc = poll(&p, 1, ms)) < 0 && errno == EINTR)
        if (ms >= 0 && (ms = (int)(until - clock_ms())) < 0)
            ms = 0;
    return rc;
}

int local_message_try(int fd,
                      const struct local_message_head *head,
                      const void *payload,
                      struct error *err)
{
    struct iovec parts[2] = {
        { (void *)head, sizeof(*head) },
        { (void *)payload, head->bytes },
    };
    struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 };
    ssize_t sent;

    if (head->bytes > LOCAL_MESSAGE_PAYLOAD)
        return error_set(err, "%u bytes are too many, %d can be said at once",
                         head->bytes, LOCAL_MESSAGE_PAYLOAD);
    do
        sent = sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    if (sent < 0 && errno != EAGAIN)
        return error_set(err, "the other side does not listen: %s",
                         strerror(errno));
    return sent >= 0;
}

int local_message_send(int fd,
                       const struct local_message_head *head,
                       const void *payload,
                       struct error *err)
{
    int rc;

    while ((rc = local_message_try(fd, head, payload, err)) == 0)
        if (wait_for(fd, POLLOUT, SEND_MS) <= 0)
            return error_set(err, "the other side does not listen: %s",
                             strerror(EAGAIN));
    return rc < 0 ? -1 : 0;
}

/* Take the message that has come. */
static int take(int fd, struct local_message *wire, struct error *err)
{
    struct iovec parts[2] = {
        { &wire->head, sizeof(wire->head) },
        { wire->room, LOCAL_MESSAGE_PAYLOAD },
    };
    struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 };
    ssize_t got;

    do
        got = recvmsg(fd, &message, MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return errno == EAGAIN ? 0 : error_set(err, "%s", strerror(errno));
    if (got == 0) {
        errno = ECONNRESET;
        return error_set(err, "the other side is gone");
    }
    if ((size_t)got < sizeof(wire->head) || (message.msg_flags & MSG_TRUNC)
        || wire->head.bytes != (size_t)got - sizeof(wire->head)) {
        errno = EBADMSG;
        return error_set(err, "a message of %zd bytes is none of ours", got);
    }
    wire->room[wire->head.bytes] = '\0';
    wire->payload = wire->room;
    return 1;
}

int local_message_receive(int fd,
                          struct local_message *wire,
                          int ms,
                          struct error *err)
{
    int came = wait_for(fd, POLLIN, ms);

    if (came <= 0)
        return came == 0 ? 0 : error_set(err, "poll: %s", strerror(errno));
    if (!wire->room && !(wire->room = malloc(LOCAL_MESSAGE_PAYLOAD + 1)))
        return error_set(err, "there is no memory for a message");
    return take(fd, wire, err);
}

void local_message_clear(struct local_message *wire)
{
    free(wire->room);
    *wire = (struct local_message){ .room = NULL };
}
