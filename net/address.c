/* address.c - where a rank can be reached from other hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "net/address.h"

enum { BACKLOG = 512, LARGEST = 65535 };

void address_set(int fd, int level, int option, int value)
{
    setsockopt(fd, level, option, &value, sizeof(value));
}

/* ---- listening ---- */

static int listen_in(int family, int port, struct error *err)
{
    struct sockaddr_in6 six = { .sin6_family = AF_INET6,
                                .sin6_port = htons((uint16_t)port) };
    struct sockaddr_in four = { .sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port) };
    bool new = family == AF_INET6;
    const void *at = new ? (const void *)&six : (const void *)&four;
    int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0)
        return error_set(err, "a socket for other hosts: %s", strerror(errno));
    if (new)
        address_set(fd, IPPROTO_IPV6, IPV6_V6ONLY, 0);
    address_set(fd, SOL_SOCKET, SO_REUSEADDR,
                1); /* after one that was killed */
    if (bind(fd, at, new ? sizeof(six) : sizeof(four)) < 0
        || listen(fd, BACKLOG) < 0) {
        error_set(err, "a port for other hosts: %s", strerror(errno));
        close(fd);
        return -1;
    }
    return fd;
}

int address_listen_at(int port, struct error *err)
{
    int fd = listen_in(AF_INET6, port, err);

    return fd >= 0 ? fd : listen_in(AF_INET, port, err);
}

int address_listen(int *port, struct error *err)
{
    struct sockaddr_in6 at; /* the port is in the same place in both */
    socklen_t bytes = sizeof(at);
    int fd = address_listen_at(0, err);

    if (fd < 0)
        return -1;
    if (getsockname(fd, (struct sockaddr *)&at, &bytes) < 0) {
        error_set(err, "a port for other hosts: %s", strerror(errno));
        close(fd);
        return -1;
    }
    *port = ntohs(at.sin6_port);
    return fd;
}

/* ---- telling where ---- */

/* Write the address, if it is one that others can come to. */
static bool write_address(const struct ifaddrs *i, char *text)
{
    if (!i->ifa_addr || !(i->ifa_flags & IFF_UP)
        || (i->ifa_flags & IFF_LOOPBACK))
        return false;
    if (i->ifa_addr->sa_family == AF_INET) {
        const struct sockaddr_in *four =
            (const struct sockaddr_in *)(const void *)i->ifa_addr;

        return inet_ntop(AF_INET, &four->sin_addr, text, INET6_ADDRSTRLEN);
    }
    if (i->ifa_addr->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six =
            (const struct sockaddr_in6 *)(const void *)i->ifa_addr;

        return !IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr)
               && inet_ntop(AF_INET6, &six->sin6_addr, text, INET6_ADDRSTRLEN);
    }
    return false;
}

void address_tell(int port, char text[ADDRESS_TEXT])
{
    struct ifaddrs *list = NULL;
    size_t used = (size_t)snprintf(text, ADDRESS_TEXT, "%d", port);
    size_t bare = used;

    if (getifaddrs(&list) < 0)
        list = NULL;
    for (struct ifaddrs *i = list; i; i = i->ifa_next) {
        char address[INET6_ADDRSTRLEN];

        if (write_address(i, address)
            && used + 1 + strlen(address) < ADDRESS_TEXT)
            used += (size_t)sprintf(text + used, " %s", address);
    }
    if (used == bare)
        strcpy(text + used, " 127.0.0.1");
    freeifaddrs(list);
}

/* ---- reading it ---- */

static bool read_address(const char *word, int port, struct address_address *a)
{
    struct sockaddr_in *four = (struct sockaddr_in *)&a->at;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&a->at;

    memset(a, 0, sizeof(*a));
    if (inet_pton(AF_INET, word, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons((uint16_t)port);
        a->bytes = sizeof(*four);
        return true;
    }
    if (inet_pton(AF_INET6, word, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons((uint16_t)port);
        a->bytes = sizeof(*six);
        return true;
    }
    return false;
}

/* Whether it is in a network that this host is in, too. */
static bool is_near(const struct address_address *a,
                    const struct ifaddrs *list)
{
    const struct sockaddr_in *at = (const struct sockaddr_in *)&a->at;

    for (; a->at.ss_family == AF_INET && list; list = list->ifa_next) {
        const struct sockaddr_in *mine = (const void *)list->ifa_addr;
        const struct sockaddr_in *mask = (const void *)list->ifa_netmask;

        if (mine && mask && mine->sin_family == AF_INET
            && ((mine->sin_addr.s_addr ^ at->sin_addr.s_addr)
                & mask->sin_addr.s_addr)
                   == 0)
            return true;
    }
    return false;
}

static void near_first(struct address_address *list, int count)
{
    struct ifaddrs *own = NULL;
    int front = 0;

    if (count < 2 || getifaddrs(&own) < 0)
        return;
    for (int i = 0; i < count; i++)
        if (is_near(&list[i], own)) {
            struct address_address a = list[i];

            memmove(&list[front + 1], &list[front],
                    (size_t)(i - front) * sizeof(a));
            list[front++] = a;
        }
    freeifaddrs(own);
}

int address_read(const char *text,
                 struct address_address list[ADDRESS_ADDRESSES],
                 struct error *err)
{
    char copy[ADDRESS_TEXT], *rest = copy, *word, *end;
    long port;
    int count = 0;

    if (strlen(text) >= sizeof(copy))
        return error_set(err, "\"%.40s...\" is no place to connect to", text);
    strcpy(copy, text);
    word = strsep(&rest, " ");
    port = strtol(word, &end, 10);
    if (end == word || *end || port < 1 || port > LARGEST)
        return error_set(err, "\"%.40s\" is no place to connect to", text);
    while (count < ADDRESS_ADDRESSES && (word = strsep(&rest, " ")))
        if (!read_address(word, (int)port, &list[count++]))
            return error_set(err, "\"%.40s\" is no address", word);
    if (count == 0)
        return error_set(err, "\"%.40s\" has no address", text);
    near_first(list, count);
    return count;
}

void address_change(struct address_address *a, int port)
{
    /* the port is in the same place in both */
    ((struct sockaddr_in *)&a->at)->sin_port = htons((uint16_t)port);
}

/* ---- connecting ---- */

int address_connect(const struct address_address *a)
{
    int saved, fd = socket(a->at.ss_family,
                           SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0 || connect(fd, (const struct sockaddr *)&a->at, a->bytes) == 0
        || errno == EINPROGRESS)
        return fd;
    saved = errno;
    close(fd);
    errno = saved;
    return -1;
}

void address_name(const struct address_address *a, char name[ADDRESS_NAME])
{
    char host[ADDRESS_NAME - 8], port[8];

    if (getnameinfo((const struct sockaddr *)&a->at, a->bytes, host,
                    sizeof(host), port, sizeof(port),
                    NI_NUMERICHOST | NI_NUMERICSERV)
        == 0)
        snprintf(name, ADDRESS_NAME, "%s:%s", host, port);
    else
        strcpy(name, "nowhere");
}

void address_peer(int fd, char name[ADDRESS_NAME])
{
    struct address_address from = { .bytes = sizeof(from.at) };

    if (getpeername(fd, (struct sockaddr *)&from.at, &from.bytes) == 0)
        address_name(&from, name);
    else
        strcpy(name, "nowhere");
}
