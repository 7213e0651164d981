/* Tests of policy/links.c: what the kernel tells of connections of our own
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <arpa/inet.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "policy/links.h"
#include "tests/tap.h"

enum { LOAD = 1 << 20, SEVERAL = 12 };

static struct link_seen list[LINKS_MOST];

/* 127.0.0.N */
static struct sockaddr_in local(int n)
{
    struct sockaddr_in a = { .sin_family = AF_INET };

    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK + (unsigned)n - 1);
    return a;
}

/* What is seen of 127.0.0.N, or NULL. */
static const struct link_seen *seen_of(int n)
{
    struct sockaddr_in a = local(n);
    size_t count = links_read(list, LINKS_MOST);

    for (size_t i = 0; i < count; i++)
        if (memcmp(list[i].address + 12, &a.sin_addr, 4) == 0)
            return &list[i];
    return NULL;
}

/* Two ends of a connection from 127.0.0.FROM to 127.0.0.TO. */
static bool connect_both(int from, int to, int ends[2])
{
    struct sockaddr_in server = local(to), client = local(from);
    socklen_t size = sizeof(server);
    int listening = socket(AF_INET, SOCK_STREAM, 0);
    bool fine;

    ends[0] = socket(AF_INET, SOCK_STREAM, 0);
    fine = bind(listening, (struct sockaddr *)&server, size) == 0
           && listen(listening, 1) == 0
           && getsockname(listening, (struct sockaddr *)&server, &size) == 0
           && bind(ends[0], (struct sockaddr *)&client, size) == 0
           && connect(ends[0], (struct sockaddr *)&server, size) == 0;
    ends[1] = fine ? accept(listening, NULL, NULL) : -1;
    close(listening);
    return ends[1] >= 0;
}

/* Bring a megabyte to the other end. */
static bool transfer(const int ends[2])
{
    static char data[LOAD];
    size_t sent = 0, came = 0;

    while (came < LOAD) {
        ssize_t n = send(ends[0], data, LOAD - sent, MSG_DONTWAIT);

        sent += n > 0 ? (size_t)n : 0;
        n = recv(ends[1], data, LOAD, MSG_DONTWAIT);
        came += n > 0 ? (size_t)n : 0;
    }
    return came == LOAD;
}

static void test_connections(void)
{
    const struct link_seen *link;
    int ends[2];

    ok(!seen_of(77), "nothing is known of who was not spoken to");
    ok(connect_both(76, 77, ends) && transfer(ends), "somebody is spoken to");
    link = seen_of(77);
    ok(link && link->seconds > 0 && link->seconds < 0.1,
       "the round trip is known, and short");
    ok(link && link->bytes_per_second > 1e6, "and that it is fast");
    close(ends[0]);
    close(ends[1]);
    ok(!seen_of(77), "once it is closed it is not seen");
    ok(connect_both(78, 78, ends) && transfer(ends) && !seen_of(78),
       "nor is who speaks to himself");
    close(ends[0]);
    close(ends[1]);
}

/* What the kernel says of the end of a connection. */
static struct tcp_info info_of(int fd)
{
    struct tcp_info info = { .tcpi_min_rtt = 0 };
    socklen_t size = sizeof(info);

    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) < 0)
        diag("the kernel tells nothing of a connection");
    return info;
}

/* Several connections to one address; the first one has brought nothing. */
static void test_best(void)
{
    double seconds = 1, speed = 0;
    const struct link_seen *link;
    int ends[SEVERAL][2];
    bool fine = true;

    for (int i = 0; i < SEVERAL; i++)
        fine = connect_both(76, 79, ends[i]) && (i == 0 || transfer(ends[i]))
               && fine;
    ok(fine, "somebody is spoken to %d times", SEVERAL);
    link = seen_of(79);
    for (int i = 0; i < SEVERAL; i++) {
        struct tcp_info info = info_of(ends[i][0]);

        seconds = info.tcpi_min_rtt * 1e-6 < seconds ? info.tcpi_min_rtt * 1e-6
                                                     : seconds;
        speed = (double)info.tcpi_delivery_rate > speed
                    ? (double)info.tcpi_delivery_rate
                    : speed;
        close(ends[i][0]);
        close(ends[i][1]);
    }
    ok(link && link->seconds >= seconds && link->seconds <= seconds,
       "the shortest round trip is taken, %g s", seconds);
    ok(link && link->bytes_per_second >= speed
           && link->bytes_per_second <= speed,
       "and the highest speed, %g bytes a second", speed);
}

static void test_room(void)
{
    int ends[2];

    ok(connect_both(76, 77, ends) && transfer(ends) && links_read(list, 1) <= 1
           && links_read(list, 0) == 0,
       "no more is told than there is room for");
    close(ends[0]);
    close(ends[1]);
}

static void test_addresses(void)
{
    static const unsigned char expected[16] = {
        [10] = 0xff,
        [11] = 0xff,
        [12] = 127,
        [15] = 77,
    };
    unsigned char came[LINKS_ADDRESSES][16];

    ok(links_addresses("127.0.0.77", came) == 1
           && memcmp(came[0], expected, 16) == 0,
       "a name has addresses");
    ok(links_addresses("no such host", came) == 0, "an unknown one has none");
}

int main(void)
{
    test_connections();
    test_best();
    test_room();
    test_addresses();
    return tap_done();
}
