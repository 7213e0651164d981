/* Tests of probe/reach.c
 *
 * MPI is made up: this process is one of the ranks, and what the others tell
 * of themselves is up to a test.  The ports and connections are real.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <mpi.h>

#include "net/agent_address.h"
#include "probe/probe.h"
#include "tests/tap.h"

enum { RANKS = 4 };

static char told[RANKS][ADDRESS_TEXT]; /* by each rank; ours is added */
static int ports[AGENT_ADDRESS_PORTS]; /* that an agent would take */
static char said[PROBE_TEXT];

static int leaders[RANKS] = { 0, 1, 3 };
static char hosts[RANKS][PROBE_HOST] = { "north", "south", "south", "west" };
static struct probe probe;

/* ---- what stands beside it ---- */

int agent_address_port_by(unsigned chance, int i)
{
    (void)chance;
    return ports[i];
}

void probe_say(struct probe *p, const char *fmt, ...)
{
    size_t used = strlen(said);
    va_list args;

    (void)p;
    va_start(args, fmt);
    vsnprintf(said + used, sizeof(said) - used, fmt, args);
    va_end(args);
    strcat(said, "\n");
}

void probe_print(struct probe *p)
{
    (void)p;
}

int MPI_Allgather(const void *own,
                  int count,
                  MPI_Datatype type,
                  void *all,
                  int count_each,
                  MPI_Datatype type_each,
                  MPI_Comm comm)
{
    (void)count, (void)type, (void)type_each, (void)comm;
    memcpy(told[probe.rank], own, (size_t)count_each);
    memcpy(all, told, sizeof(told));
    return MPI_SUCCESS;
}

int MPI_Barrier(MPI_Comm comm)
{
    (void)comm;
    return MPI_SUCCESS;
}

int MPI_Abort(MPI_Comm comm, int code)
{
    (void)comm;
    exit(code);
}

/* ---- */

/* This is one of four ranks on three hosts, of which nothing is told yet. */
static void start(int rank)
{
    probe = (struct probe){ .rank = rank,
                            .size = RANKS,
                            .leaders = 3,
                            .leader = leaders,
                            .second = -1,
                            .own = rank == 2 ? 1 : rank,
                            .host = hosts };
    memset(told, 0, sizeof(told));
    memset(ports, 0, sizeof(ports)); /* any that is free */
    said[0] = '\0';
}

/* A port of this host that nobody listens on, and nobody else gets as long as
 * 'fd' is open.
 */
static int refusing(int *fd)
{
    struct sockaddr_in at = { .sin_family = AF_INET };
    socklen_t bytes = sizeof(at);

    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    *fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(*fd, (struct sockaddr *)&at, bytes) < 0)
        return 0;
    getsockname(*fd, (struct sockaddr *)&at, &bytes);
    return ntohs(at.sin_port);
}

static int open_files(void)
{
    int count = 0;

    for (int fd = 0; fd < 256; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

static void test_ports(void)
{
    static const struct {
        int taken;
        const char *says;
    } cases[] = {
        { 0, "ports 16 16 0\n" },
        { 3, "ports 13 16 0\n" },
        { AGENT_ADDRESS_PORTS, "ports 0 16 " },
    };
    int port = 0, fd = address_listen(&port, NULL);

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int files = open_files();

        start(0);
        for (int n = 0; n < cases[i].taken; n++)
            ports[n] = port;
        probe_reach(&probe);
        has(said, cases[i].says, "with %d ports taken the others are free",
            cases[i].taken);
        ok((told[0][0] == '\0') == (cases[i].taken == AGENT_ADDRESS_PORTS),
           "where it can be reached is told if it can");
        ok(open_files() == files, "all of them are given back");
    }
    close(fd);
}

static void test_reach(void)
{
    int port = 0, fd = address_listen(&port, NULL), unheard;
    int refuses = refusing(&unheard), files = open_files();

    start(1);
    snprintf(told[0], ADDRESS_TEXT, "%d 127.0.0.1", port);
    snprintf(told[3], ADDRESS_TEXT, "%d 127.0.0.1", refuses);
    probe_reach(&probe);
    ok(strcmp(said, "reach south north\n"
                    "noreach south west Connection refused\n")
           == 0,
       "who listens is reached, who refuses is not");
    ok(told[1][0] != '\0' && told[2][0] == '\0',
       "the first rank of a host tells where it can be reached");
    start(3);
    snprintf(told[0], ADDRESS_TEXT, "%d 127.0.0.1 127.0.0.2", port);
    probe_reach(&probe);
    ok(strcmp(said, "reach west north\n"
                    "noreach west south Cannot assign requested address\n")
           == 0,
       "a host that cannot tell where is not reached");
    ok(open_files() == files, "no connection stays open");
    start(2);
    snprintf(told[0], ADDRESS_TEXT, "%d 127.0.0.1", port);
    probe_reach(&probe);
    ok(said[0] == '\0' && told[2][0] == '\0',
       "other ranks of a host neither listen nor connect");
    close(fd);
    close(unheard);
}

int main(void)
{
    test_ports();
    test_reach();
    return tap_done();
}
