/* far.c - a long way between two networks of this host, for bench/ship
 *
 *     far IN OUT MS     pass each Ethernet frame from the one interface to the
 *                       other, both ways, MS milliseconds later; ends when
 *                       stdin does
 *
 * For kernels without tc's netem.  A link with a rate is to stand before it at
 * either side, so that there is a queue that loses packets when it is full;
 * this one is long enough for what is under way.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { FRAME = 2048, FRAMES = 16384, SIDES = 2, MILLION = 1000 * 1000 };

struct frame {
    int64_t due_ns;
    int bytes;
    char data[FRAME];
};

/* What is on its way from one side: a ring, oldest first. */
struct way {
    int from, to;
    struct frame *frame;
    size_t first, count;
    unsigned long lost;
};

static _Noreturn void stop(const char *what)
{
    fprintf(stderr, "far: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static int open_side(const char *name)
{
    struct sockaddr_ll at = { .sll_family = AF_PACKET,
                              .sll_protocol = htons(ETH_P_ALL),
                              .sll_ifindex = (int)if_nametoindex(name) };
    int fd = socket(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL));
    int room = 32 * 1024 * 1024, yes = 1;

    if (fd < 0 || at.sll_ifindex == 0
        || bind(fd, (struct sockaddr *)&at, sizeof(at)) < 0)
        stop(name);
    /* Sums that are still to be made are told of in front of the frame. */
    if (setsockopt(fd, SOL_PACKET, PACKET_VNET_HDR, &yes, sizeof(yes)) < 0)
        stop("PACKET_VNET_HDR");
    setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof(room));
    setsockopt(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, &yes, sizeof(yes));
    return fd;
}

static void take_in(struct way *w, int64_t delay_ns)
{
    char scrap[FRAME];

    for (;;) {
        bool fits = w->count < FRAMES;
        struct frame *f = &w->frame[(w->first + w->count) % FRAMES];
        ssize_t got =
            recv(w->from, fits ? f->data : scrap, FRAME, MSG_DONTWAIT);

        if (got < 0)
            return;
        w->lost += !fits;
        if (!fits)
            continue;
        f->bytes = (int)got;
        f->due_ns = now_ns() + delay_ns;
        w->count++;
    }
}

static void put_out(struct way *w)
{
    while (w->count > 0 && w->frame[w->first].due_ns <= now_ns()) {
        struct frame *f = &w->frame[w->first];

        if (send(w->to, f->data, (size_t)f->bytes, MSG_DONTWAIT) < 0)
            w->lost++;
        w->first = (w->first + 1) % FRAMES;
        w->count--;
    }
}

/* Until a frame comes or is due. */
static void wait_for(const struct way *ways, struct pollfd p[SIDES + 1])
{
    int64_t left = INT64_C(1000000000), now = now_ns();
    struct timespec t;

    for (int i = 0; i < SIDES; i++) {
        int64_t due =
            ways[i].count ? ways[i].frame[ways[i].first].due_ns - now : left;

        p[i] = (struct pollfd){ ways[i].from, POLLIN, 0 };
        left = due < left ? (due > 0 ? due : 0) : left;
    }
    p[SIDES] = (struct pollfd){ STDIN_FILENO, POLLIN, 0 };
    t = (struct timespec){ left / 1000000000, left % 1000000000 };
    ppoll(p, SIDES + 1, &t, NULL);
}

int main(int argc, char **argv)
{
    static struct way ways[SIDES];
    struct pollfd p[SIDES + 1] = { 0 };
    int64_t delay_ns;

    if (argc != 4)
        return fprintf(stderr, "usage: far IN OUT MS\n"), 2;
    delay_ns = (int64_t)(strtod(argv[3], NULL) * MILLION);
    for (int i = 0; i < SIDES; i++) {
        ways[i].from = open_side(argv[1 + i]);
        ways[i].frame = calloc(FRAMES, sizeof(*ways[i].frame));
        if (!ways[i].frame)
            stop("memory");
    }
    ways[0].to = ways[1].from;
    ways[1].to = ways[0].from;
    while (!p[SIDES].revents) {
        wait_for(ways, p);
        for (int i = 0; i < SIDES; i++) {
            take_in(&ways[i], delay_ns);
            put_out(&ways[i]);
        }
    }
    if (ways[0].lost + ways[1].lost > 0)
        fprintf(stderr, "far: %lu frames were lost\n",
                ways[0].lost + ways[1].lost);
    return 0;
}
