/* probe.c - an MPI program that tries what MPI allows here
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <mpi.h>

#include "base/system/clock.h"
#include "probe/probe.h"

enum {
    LEAVE_MS = 500,
    CROWD_NS = 200 * 1000 * 1000,
    MILLION = 1000 * 1000,
};

/* ---- telling ---- */

void probe_say(struct probe *p, const char *fmt, ...)
{
    size_t room = sizeof(p->text) - p->used;
    va_list args;
    int length;

    va_start(args, fmt);
    length = vsnprintf(p->text + p->used, room, fmt, args);
    va_end(args);
    if (length > 0 && (size_t)length + 1 < room) {
        p->used += (size_t)length;
        p->text[p->used++] = '\n';
    }
    p->text[p->used] = '\0';
}

void probe_print(struct probe *p)
{
    char *came = p->rank == 0 ? malloc(PROBE_TEXT) : NULL;

    if (p->rank > 0) {
        MPI_Send(p->text, (int)p->used + 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
    } else {
        fputs(p->text, stdout);
        for (int r = 1; came && r < p->size; r++) {
            MPI_Recv(came, PROBE_TEXT, MPI_CHAR, r, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            fputs(came, stdout);
        }
        fflush(stdout);
    }
    free(came);
    p->used = 0;
    p->text[0] = '\0';
}

/* ---- what is tried on one host ---- */

static void try_start(struct probe *p)
{
    probe_gather(p);
    free(p->leader);
    free(p->host);
}

static void try_world(struct probe *p)
{
    if (probe_gather(p) < 0)
        return;
    probe_version(p);
    probe_host(p);
    probe_copies(p);
    probe_clocks(p);
    probe_reach(p);
    free(p->leader);
    free(p->host);
}

static void try_measure(struct probe *p)
{
    if (probe_gather(p) == 0)
        probe_measure(p);
    free(p->leader);
    free(p->host);
}

static void try_spawn(struct probe *p)
{
    char self[4096] = "", why[MPI_MAX_ERROR_STRING] = "";
    char *words[] = { self + sizeof(self) - 8, NULL };
    uint64_t start = clock_monotonic();
    MPI_Comm child;
    int rc, length;

    strcpy(words[0], "spawned");
    if (readlink("/proc/self/exe", self, sizeof(self) - 16) < 0)
        return;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    rc = MPI_Comm_spawn(self, words, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF,
                        &child, MPI_ERRCODES_IGNORE);
    if (rc == MPI_SUCCESS) {
        MPI_Barrier(child);
        probe_say(p, "spawn %.1f",
                  (double)(clock_monotonic() - start) / MILLION);
        MPI_Comm_disconnect(&child);
        return;
    }
    MPI_Error_string(rc, why, &length);
    probe_say(p, "nospawn %.*s", (int)strcspn(why, "\n"), why);
}

static void be_spawned(struct probe *p)
{
    MPI_Comm parent;

    (void)p;
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        MPI_Barrier(parent);
        MPI_Comm_disconnect(&parent);
    }
}

/* Rank 1 goes; does it get away while rank 0 has not come to its end? */
static void try_leave(struct probe *p)
{
    uint64_t start = clock_monotonic();
    int pid = getpid();
    struct pollfd end = { .events = POLLIN };

    if (p->rank == 1)
        MPI_Send(&pid, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    if (p->rank != 0 || p->size < 2)
        return;
    MPI_Recv(&pid, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    end.fd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (end.fd < 0)
        return; /* not to be known on old kernels */
    if (poll(&end, 1, LEAVE_MS) > 0)
        probe_say(p, "left %.1f",
                  (double)(clock_monotonic() - start) / MILLION);
    else
        probe_say(p, "notleft");
    close(end.fd);
}

/* A token goes round, more ranks than there are cores. */
static void try_crowd(struct probe *p)
{
    uint64_t start = clock_monotonic();
    int next = (p->rank + 1) % p->size;
    int before = (p->rank + p->size - 1) % p->size;
    int on = 1, rounds = 0;

    while (on && p->size > 1) {
        if (p->rank == 0) {
            on = clock_monotonic() - start < CROWD_NS;
            rounds++;
            MPI_Send(&on, 1, MPI_INT, next, 3, MPI_COMM_WORLD);
        }
        MPI_Recv(&on, 1, MPI_INT, before, 3, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (p->rank > 0)
            MPI_Send(&on, 1, MPI_INT, next, 3, MPI_COMM_WORLD);
    }
    if (p->rank == 0)
        probe_say(p, "rounds %.1f",
                  rounds * 1e9 / (double)(clock_monotonic() - start));
}

static const struct {
    const char *name;
    void (*act)(struct probe *p);
    bool tells; /* whether rank 0 says when it is done */
} ways[] = {
    { "start", try_start, true },     { "world", try_world, true },
    { "spawn", try_spawn, true },     { "spawned", be_spawned, false },
    { "leave", try_leave, true },     { "crowd", try_crowd, true },
    { "measure", try_measure, true },
};

int main(int argc, char *argv[])
{
    static struct probe p;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &p.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p.size);
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
        if (argc > 1 && strcmp(argv[1], ways[i].name) == 0) {
            ways[i].act(&p);
            if (p.rank == 0 && ways[i].tells) {
                fputs(p.text, stdout);
                puts("done");
                fflush(stdout);
            }
        }
    MPI_Finalize();
    return 0;
}
