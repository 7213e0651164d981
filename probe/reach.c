/* reach.c - whether hosts can be reached from each other over TCP
 *
 * Each host listens on a port, that of rank 0 on one of those that the agent
 * of a job would take, and connects to all the others at once.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <mpi.h>

#include "base/system/clock.h"
#include "net/agent_address.h"
#include "probe/probe.h"

enum { PATIENCE_MS = 3000, MILLION = 1000 * 1000 };

/* Listen where an agent would; several such ports may be taken by others. */
static int listen_as_agent(struct probe *p, int *port)
{
    uint16_t chance = 0;
    int fd = -1, free = 0;

    if (getrandom(&chance, sizeof(chance), 0) < 0)
        chance = (uint16_t)getpid();
    *port = agent_address_port_by(chance, 0);
    for (int i = 0; i < AGENT_ADDRESS_PORTS; i++) {
        int other = address_listen_at(agent_address_port_by(chance, i), NULL);

        free += other >= 0;
        if (fd < 0 && other >= 0) {
            fd = other;
            *port = agent_address_port_by(chance, i);
        } else if (other >= 0) {
            close(other);
        }
    }
    probe_say(p, "ports %d %d %d", free, AGENT_ADDRESS_PORTS, *port);
    return fd;
}

/* One host to connect to, by all its addresses at once. */
struct attempt {
    int leader;
    bool done;
    int error;
};

struct attempts {
    size_t count;
    struct pollfd *poll;
    struct attempt **of;
};

static void begin(struct attempts *all, struct attempt *one, const char *text)
{
    struct address_address list[ADDRESS_ADDRESSES];
    int count = address_read(text, list, NULL);

    one->error = count > 0 ? ETIMEDOUT : EADDRNOTAVAIL;
    for (int i = 0; i < count; i++) {
        int fd = address_connect(&list[i]);

        if (fd < 0) {
            one->error = errno;
            continue;
        }
        all->poll[all->count] = (struct pollfd){ fd, POLLOUT, 0 };
        all->of[all->count++] = one;
    }
}

/* See how one connection came out, and close it. */
static void conclude(struct attempts *all, size_t i)
{
    int error = 0;
    socklen_t bytes = sizeof(error);

    getsockopt(all->poll[i].fd, SOL_SOCKET, SO_ERROR, &error, &bytes);
    if (error == 0)
        all->of[i]->done = true;
    else
        all->of[i]->error = error;
    close(all->poll[i].fd);
    all->poll[i].fd = -1;
}

static void wait_for_all(struct attempts *all)
{
    uint64_t end = clock_monotonic() + (uint64_t)PATIENCE_MS * MILLION;
    size_t left = all->count;

    while (left > 0) {
        uint64_t now = clock_monotonic();

        if (now >= end
            || poll(all->poll, all->count, (int)((end - now) / MILLION) + 1)
                   < 0)
            break;
        for (size_t i = 0; i < all->count; i++)
            if (all->poll[i].fd >= 0 && all->poll[i].revents) {
                conclude(all, i);
                left--;
            }
    }
    for (size_t i = 0; i < all->count; i++)
        if (all->poll[i].fd >= 0)
            close(all->poll[i].fd);
}

static void tell(struct probe *p, const struct attempt *a)
{
    const char *from = p->host[p->rank], *to = p->host[a->leader];

    if (a->done)
        probe_say(p, "reach %s %s", from, to);
    else
        probe_say(p, "noreach %s %s %s", from, to, strerror(a->error));
}

static void connect_to_all(struct probe *p, char (*places)[ADDRESS_TEXT])
{
    size_t most = (size_t)p->leaders * ADDRESS_ADDRESSES;
    struct attempts all = { .poll = calloc(most, sizeof(*all.poll)),
                            .of = calloc(most, sizeof(*all.of)) };
    struct attempt *list = calloc((size_t)p->leaders, sizeof(*list));

    if (all.poll && all.of && list) {
        for (int i = 0; i < p->leaders; i++) {
            list[i].leader = p->leader[i];
            if (p->leader[i] != p->rank)
                begin(&all, &list[i], places[p->leader[i]]);
        }
        wait_for_all(&all);
        for (int i = 0; i < p->leaders; i++)
            if (p->leader[i] != p->rank)
                tell(p, &list[i]);
    }
    free(all.poll);
    free(all.of);
    free(list);
}

void probe_reach(struct probe *p)
{
    char(*places)[ADDRESS_TEXT] = calloc((size_t)p->size, ADDRESS_TEXT);
    char own[ADDRESS_TEXT] = "";
    int port = 0, fd = -1;

    if (p->rank == 0)
        fd = listen_as_agent(p, &port);
    else if (p->own == p->rank)
        fd = address_listen(&port, NULL);
    if (fd >= 0)
        address_tell(port, own);
    if (!places)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Allgather(own, ADDRESS_TEXT, MPI_CHAR, places, ADDRESS_TEXT, MPI_CHAR,
                  MPI_COMM_WORLD);
    if (p->own == p->rank)
        connect_to_all(p, places);
    MPI_Barrier(MPI_COMM_WORLD);
    if (fd >= 0)
        close(fd);
    free(places);
    probe_print(p);
}
