/* listen.c - take in who calls
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <sys/socket.h>

#include "net/listen.h"
#include "net/local_message.h"

enum { REST_MS = 100 };

static int rest_if_short(loop_t *l, int fd, int caller)
{
    if (caller < 0
        && (errno == EMFILE || errno == ENFILE || errno == ENOMEM
            || errno == ENOBUFS))
        loop_rest(l, fd, REST_MS);
    return caller;
}

int listen_accept_local(loop_t *l, int fd)
{
    return rest_if_short(l, fd, local_message_accept(fd));
}

int listen_accept_far(loop_t *l, int fd)
{
    return rest_if_short(
        l, fd, accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK));
}
