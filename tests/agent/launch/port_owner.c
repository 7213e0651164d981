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

int main(void)
{
    test_family(AF_INET, "IPv4");
    test_family(AF_INET6, "IPv6");
    return tap_done();
}
