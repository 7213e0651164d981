/* links.c - how the network to other hosts is, as real traffic shows it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "policy/links.h"

enum { ESTABLISHED = 1 << 1, BUFFER = 16 * 1024, ANSWERS = 10000 };

static const unsigned char mapped[12] = { [10] = 0xff, [11] = 0xff };

/* Addresses are all 16 bytes, so that IPv4 need not be told apart. */
static void map_address(unsigned char to[16], int family, const void *from)
{
    if (family == AF_INET6) {
        memcpy(to, from, 16);
        return;
    }
    memcpy(to, mapped, sizeof(mapped));
    memcpy(to + sizeof(mapped), from, 4);
}

static int ask(int fd, int family)
{
    struct {
        struct nlmsghdr head;
        struct inet_diag_req_v2 request;
    } message = {
        .head = { .nlmsg_len = sizeof(message),
                  .nlmsg_type = SOCK_DIAG_BY_FAMILY,
                  .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP },
        .request = { .sdiag_family = (uint8_t)family,
                     .sdiag_protocol = IPPROTO_TCP,
                     .idiag_ext = 1 << (INET_DIAG_INFO - 1),
                     .idiag_states = ESTABLISHED },
    };

    return send(fd, &message, sizeof(message), 0) == sizeof(message) ? 0 : -1;
}

/* Keep the best of what is seen of an address. */
static size_t keep(struct link_seen *list,
                   size_t count,
                   size_t most,
                   const struct link_seen *seen)
{
    size_t i = 0;

    while (i < count
           && memcmp(list[i].address, seen->address, sizeof(seen->address)))
        i++;
    if (i == most)
        return count;
    if (i == count) {
        list[i] = *seen;
        return count + 1;
    }
    if (seen->seconds < list[i].seconds)
        list[i].seconds = seen->seconds;
    if (seen->bytes_per_second > list[i].bytes_per_second)
        list[i].bytes_per_second = seen->bytes_per_second;
    return count;
}

/* What one connection tells; one within this host tells nothing. */
static bool read_one(const struct nlmsghdr *head, struct link_seen *seen)
{
    const struct inet_diag_msg *m = NLMSG_DATA(head);
    int rest = (int)(head->nlmsg_len - NLMSG_LENGTH(sizeof(*m)));
    struct tcp_info info = { .tcpi_min_rtt = UINT32_MAX };

    if (memcmp(m->id.idiag_src, m->id.idiag_dst, sizeof(m->id.idiag_src)) == 0)
        return false;
    for (const struct rtattr *a = (const struct rtattr *)(m + 1);
         RTA_OK(a, rest); a = RTA_NEXT(a, rest))
        if (a->rta_type == INET_DIAG_INFO)
            memcpy(&info, RTA_DATA(a),
                   RTA_PAYLOAD(a) < sizeof(info) ? RTA_PAYLOAD(a)
                                                 : sizeof(info));
    if (info.tcpi_min_rtt == UINT32_MAX || info.tcpi_min_rtt == 0)
        return false;
    map_address(seen->address, m->idiag_family, m->id.idiag_dst);
    seen->seconds = info.tcpi_min_rtt * 1e-6;
    seen->bytes_per_second = (double)info.tcpi_delivery_rate;
    return true;
}

/* Read a packet of answers.  Returns whether more are to come. */
static bool read_some(int fd,
                      struct link_seen *list,
                      size_t most,
                      size_t *count)
{
    char buffer[BUFFER] __attribute__((aligned(8)));
    ssize_t bytes = recv(fd, buffer, sizeof(buffer), 0);
    struct link_seen seen;
    size_t rest = bytes > 0 ? (size_t)bytes : 0;

    if (bytes <= 0)
        return false;
    for (const struct nlmsghdr *h = (const struct nlmsghdr *)buffer;
         NLMSG_OK(h, rest); h = NLMSG_NEXT(h, rest)) {
        if (h->nlmsg_type != SOCK_DIAG_BY_FAMILY)
            return false; /* done, or an error */
        if (read_one(h, &seen))
            *count = keep(list, *count, most, &seen);
    }
    return true;
}

size_t links_read(struct link_seen *list, size_t most)
{
    static const int families[] = { AF_INET, AF_INET6 };
    struct timeval bound = { .tv_sec = 1 };
    size_t count = 0;

    for (size_t i = 0; i < 2; i++) {
        int fd =
            socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);

        if (fd < 0)
            return count;
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &bound, sizeof(bound));
        if (ask(fd, families[i]) == 0)
            for (int n = 0; n < ANSWERS; n++)
                if (!read_some(fd, list, most, &count))
                    break;
        close(fd);
    }
    return count;
}

size_t links_addresses(const char *host,
                       unsigned char address[LINKS_ADDRESSES][16])
{
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *found = NULL;
    size_t count = 0;

    if (getaddrinfo(host, NULL, &hints, &found) != 0)
        return 0;
    for (const struct addrinfo *a = found; a && count < LINKS_ADDRESSES;
         a = a->ai_next)
        if (a->ai_family == AF_INET)
            map_address(address[count++], AF_INET,
                        &((const struct sockaddr_in *)a->ai_addr)->sin_addr);
        else if (a->ai_family == AF_INET6)
            map_address(address[count++], AF_INET6,
                        &((const struct sockaddr_in6 *)a->ai_addr)->sin6_addr);
    freeaddrinfo(found);
    return count;
}
