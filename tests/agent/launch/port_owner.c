/* Tests of agent/launch/port_owner.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "agent/launch/port_owner.h"
#include "tests/tap.h"

static bool is_us(pid_t pid)
{
    return pid == getpid();
}

static bool is_nobody(pid_t pid)
{
    (void)pid;
    return false;
}

/* Listen on any port of the family.  Returns it, or 0. */
static unsigned listen_on(int family, int *fd)
{
    struct sockaddr_in6 address = { .sin6_family = (sa_family_t)family };
    socklen_t size = sizeof(address);

    *fd = socket(family, SOCK_STREAM, 0);
    if (bind(*fd, (struct sockaddr *)&address, size) < 0 || listen(*fd, 1) < 0
        || getsockname(*fd, (struct sockaddr *)&address, &size) < 0)
        return 0;
    return ntohs(address.sin6_port);
}

static void test_family(int family, const char *name)
{
    int fd;
    unsigned port = listen_on(family, &fd);

    if (port == 0) {
        ok(true, "there is no %s here # SKIP", name);
        return;
    }
    ok(port_owner_find(port, is_us) == getpid(), "we listen by %s", name);
    ok(port_owner_find(port, is_nobody) == 0, "and nobody else does");
    close(fd);
    ok(port_owner_find(port, is_us) == 0, "and then no more");
}

/* Who listened has gone, and who was let in is still there. */
static void test_connection(void)
{
    struct sockaddr_in to = { .sin_family = AF_INET };
    int listening, ours = socket(AF_INET, SOCK_STREAM, 0), let_in = -1;
    unsigned port = listen_on(AF_INET, &listening);

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons((uint16_t)port);
    ok(port && connect(ours, (struct sockaddr *)&to, sizeof(to)) == 0
           && (let_in = accept(listening, NULL, NULL)) >= 0,
       "somebody is let in");
    ok(port_owner_find(port, is_us) == getpid(),
       "we listen beside a connection of the same port");
    close(listening);
    ok(port_owner_find(port, is_us) == 0,
       "a connection of the port alone is not one who listens");
    close(let_in);
    close(ours);
}

int main(void)
{
    test_connection();
    test_family(AF_INET, "IPv4");
    test_family(AF_INET6, "IPv6");
    return tap_done();
}
