/* world.c - who is where, what MPI is this, what time is it there
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <mpi.h>

#include "base/system/clock.h"
#include "pmpi/mpi/mpi_bugs.h"
#include "probe/probe.h"

#define FAST_SECONDS 0.01 /* for a little: then much is sent */

enum { ROUND_TRIPS = 20, LITTLE = 256 * 1024, MUCH = 8 * 1024 * 1024 };

/* The first rank of each host leads it, the next one helps it. */
static void appoint(struct probe *p)
{
    p->second = -1;
    for (int r = 0; r < p->size; r++) {
        int first = 0;

        while (strcmp(p->host[first], p->host[r]) != 0)
            first++;
        if (first == r)
            p->leader[p->leaders++] = r;
        if (r == p->rank)
            p->own = first;
    }
    for (int r = p->size - 1; r > p->own; r--)
        if (strcmp(p->host[r], p->host[p->own]) == 0)
            p->second = r;
}

int probe_gather(struct probe *p)
{
    char own[PROBE_HOST] = "";

    gethostname(own, sizeof(own) - 1);
    p->host = calloc((size_t)p->size, sizeof(*p->host));
    p->leader = calloc((size_t)p->size, sizeof(*p->leader));
    if (!p->host || !p->leader)
        return -1;
    MPI_Allgather(own, PROBE_HOST, MPI_CHAR, p->host, PROBE_HOST, MPI_CHAR,
                  MPI_COMM_WORLD);
    appoint(p);
    if (p->rank == 0)
        probe_say(p, "up %d", p->size);
    probe_say(p, "rank %d %s", p->rank, own);
    probe_print(p);
    return 0;
}

/* The rest of the line of 'text' that begins with 'name'. */
static void tell_line(struct probe *p,
                      const char *text,
                      const char *name,
                      const char *as)
{
    const char *at = strstr(text, name);

    if (at) {
        at += strlen(name);
        at += strspn(at, " \t");
        probe_say(p, "%s %.*s", as, (int)strcspn(at, "\n"), at);
    }
}

void probe_version(struct probe *p)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length;

    if (p->rank == 0) {
        MPI_Get_library_version(text, &length);
        probe_say(p, "version %.*s", (int)strcspn(text, "\n"), text);
        tell_line(p, text, "MPICH Device:", "device");
        if (mpi_bugs_hangs_at_end(text))
            probe_say(p, "hangs 1");
    }
    probe_print(p);
}

/* The other's clock is read half a round trip before its answer comes; the
 * shortest one tells best.
 */
static void ask_time(struct probe *p, int other)
{
    int64_t least = INT64_MAX, offset = 0;

    for (int i = 0; i < ROUND_TRIPS; i++) {
        int64_t before = (int64_t)clock_wall(), took, there = 0;

        MPI_Send(NULL, 0, MPI_BYTE, other, 6, MPI_COMM_WORLD);
        MPI_Recv(&there, 1, MPI_INT64_T, other, 6, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        took = (int64_t)clock_wall() - before;
        if (took < least) {
            least = took;
            offset = there - before - took / 2;
        }
    }
    probe_say(p, "clock %s %lld %lld", p->host[other], (long long)offset,
              (long long)least);
}

static void tell_time(void)
{
    for (int i = 0; i < ROUND_TRIPS; i++) {
        int64_t now;

        MPI_Recv(NULL, 0, MPI_BYTE, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        now = (int64_t)clock_wall();
        MPI_Send(&now, 1, MPI_INT64_T, 0, 6, MPI_COMM_WORLD);
    }
}

/* ---- how fast it is from here to there ---- */

static double time_sending(const char *bytes, int count, int other)
{
    uint64_t start = clock_monotonic();

    MPI_Send(bytes, count, MPI_BYTE, other, 7, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_BYTE, other, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return (double)(clock_monotonic() - start) * 1e-9;
}

/* A little first, as the link may be slow, which opens the connection. */
static void send_load(struct probe *p, const char *bytes, int other)
{
    int count = LITTLE;
    double took;

    time_sending(bytes, count, other);
    took = time_sending(bytes, count, other);
    if (took < FAST_SECONDS) {
        count = MUCH;
        took = time_sending(bytes, count, other);
    }
    MPI_Send(NULL, 0, MPI_BYTE, other, 7, MPI_COMM_WORLD);
    probe_say(p, "link %s %.0f", p->host[other], count / took);
}

static void take_load(char *bytes)
{
    MPI_Status status;
    int count;

    do {
        MPI_Recv(bytes, MUCH, MPI_BYTE, 0, 7, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &count);
        if (count > 0)
            MPI_Send(NULL, 0, MPI_BYTE, 0, 7, MPI_COMM_WORLD);
    } while (count > 0);
}

void probe_clocks(struct probe *p)
{
    char *bytes = p->own == p->rank ? calloc(1, MUCH) : NULL;

    if (p->own == p->rank && !bytes)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (p->rank > 0 && p->own == p->rank) {
        tell_time();
        take_load(bytes);
    }
    for (int i = 1; p->rank == 0 && i < p->leaders; i++) {
        ask_time(p, p->leader[i]);
        send_load(p, bytes, p->leader[i]);
    }
    free(bytes);
    probe_print(p);
}
