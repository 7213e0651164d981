/* host_speed.c - what a host has: memory and how fast it moves, libraries
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <mpi.h>

#include "base/seal.h"
#include "base/settings.h"
#include "base/system/clock.h"
#include "base/zstd.h"
#include "job/pages_space.h"
#include "net/user_key.h"
#include "probe/probe.h"

enum {
    BYTES = 32 * 1024 * 1024,
    PIECE = 512 * 1024,
    PACKED = 1024 * 1024,
    TIMES = 3, /* the fastest counts */
};

static double since(uint64_t start)
{
    return (double)(clock_monotonic() - start) * 1e-9;
}

/* ---- libraries ---- */

static void try_sodium(struct probe *p, const char *host)
{
    uint8_t key[SEAL_KEY], hidden[64 + SEAL_TAG], plain[64] = "plain";
    struct error err;

    if (seal_open(&err) < 0) {
        probe_say(p, "sodium %s %.200s", host, err.text);
        return;
    }
    seal_random(key, sizeof(key));
    seal_hide(hidden, plain, sizeof(plain), 1, key);
    if (seal_show(hidden, hidden, sizeof(hidden), 1, key)
        && memcmp(hidden, plain, sizeof(plain)) == 0)
        probe_say(p, "sodium %s", host);
    else
        probe_say(p, "sodium %s it does not undo what it does", host);
}

/* It is made where there is none, as any job makes one; whether hosts have the
 * same is all that the mac tells.
 */
static void try_key(struct probe *p, const char *host)
{
    static char text[] = "mitosis doctor";
    struct iovec part = { text, sizeof(text) };
    char path[USER_KEY_PATH];
    uint8_t mac[SEAL_MAC];
    uint64_t first;
    struct error err;

    if (user_key_path(path, &err) < 0
        || user_key_mac(mac, &part, 1, &err) < 0) {
        probe_say(p, "nokey %s %.200s", host, err.text);
        return;
    }
    memcpy(&first, mac, sizeof(first));
    probe_say(p, "key %s %016" PRIx64 " %s", host, first, path);
}

static double time_packing(zstd_t *pack)
{
    size_t room = zstd_bound(pack, PACKED), packed = 0;
    char *from = malloc(PACKED), *to = malloc(room);
    uint64_t start;
    double took = 0;

    for (size_t i = 0; from && i < PACKED; i++)
        from[i] = (char)(i / 64 * (i % 7));
    start = clock_monotonic();
    if (from && to)
        packed = zstd_pack(pack, 1, to, room, from, PACKED);
    took = since(start);
    free(from);
    free(to);
    return packed > 0 && took > 0 ? PACKED / took : 0;
}

static void try_zstd(struct probe *p, const char *host)
{
    struct error err = { "" };
    zstd_t *pack = zstd_open(&err);
    double speed = pack ? time_packing(pack) : 0;

    probe_say(p, "zstd %s %.0f %.200s", host, speed, err.text);
    zstd_close(pack);
}

/* ---- room ---- */

static void pass_over(const char *text)
{
    (void)text;
}

static void try_room(struct probe *p, const char *host)
{
    struct settings *s = malloc(sizeof(*s));
    struct pages_space room;
    struct error err = { "no memory" };

    if (s) {
        settings_init(s);
        settings_read_file(s, pass_over, NULL);
        settings_read_environment(s, pass_over);
    }
    if (s && pages_space_try(s->text[SETTING_PAGES], &room, &err) == 0)
        probe_say(p, "room %s %llu %.1000s", host,
                  (unsigned long long)room.free, room.path);
    else
        probe_say(p, "noroom %s %.400s", host, err.text);
    free(s);
}

void probe_host(struct probe *p)
{
    const char *host = p->host[p->rank];

    if (p->own == p->rank) {
        try_room(p, host);
        try_sodium(p, host);
        try_key(p, host);
        try_zstd(p, host);
    }
    probe_print(p);
}

/* ---- copying ---- */

static double time_memcpy(char *to, const char *from)
{
    double best = 0;

    for (int i = 0; i < TIMES; i++) {
        uint64_t start = clock_monotonic();

        memcpy(to, from, BYTES);
        __asm__ volatile("" : : "r"(to) : "memory");
        if (BYTES / since(start) > best)
            best = BYTES / since(start);
    }
    return best;
}

static int copy_from(pid_t pid, char *to, const char *from)
{
    for (size_t at = 0; at < BYTES; at += PIECE) {
        struct iovec local = { to + at, PIECE };
        struct iovec remote = { (void *)(from + at), PIECE };

        if (process_vm_readv(pid, &local, 1, &remote, 1, 0) != PIECE)
            return -1;
    }
    return 0;
}

/* What another process has, at 'from', is all 'x'. */
static void try_copy(struct probe *p, pid_t pid, char *to, const char *from)
{
    const char *host = p->host[p->rank];
    double best = 0;

    for (int i = 0; i < TIMES; i++) {
        uint64_t start = clock_monotonic();

        if (copy_from(pid, to, from) < 0) {
            probe_say(p, "nocopy %s %s", host, strerror(errno));
            return;
        }
        if (BYTES / since(start) > best)
            best = BYTES / since(start);
    }
    if (to[0] == 'x' && to[BYTES - 1] == 'x')
        probe_say(p, "copy %s %.0f", host, best);
    else
        probe_say(p, "nocopy %s what is read is wrong", host);
}

struct shown {
    long pid;
    char *memory;
};

static void copy_as_leader(struct probe *p, char *a, char *b)
{
    struct shown shown;

    probe_say(p, "memcpy %s %.0f", p->host[p->rank], time_memcpy(b, a));
    if (p->second < 0)
        return;
    MPI_Recv(&shown, sizeof(shown), MPI_BYTE, p->second, 4, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    if (shown.memory)
        try_copy(p, (pid_t)shown.pid, b, shown.memory);
    MPI_Send(NULL, 0, MPI_BYTE, p->second, 5, MPI_COMM_WORLD);
}

static void show(const struct probe *p, char *memory)
{
    struct shown shown = { getpid(), memory };

    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    MPI_Send(&shown, sizeof(shown), MPI_BYTE, p->own, 4, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_BYTE, p->own, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    prctl(PR_SET_PTRACER, 0);
}

void probe_copies(struct probe *p)
{
    char *a = malloc(BYTES), *b = malloc(BYTES);

    if (a && b) {
        memset(a, 'x', BYTES);
        memset(b, 'y', BYTES);
    }
    if (p->own == p->rank && a && b)
        copy_as_leader(p, a, b);
    else if (p->second == p->rank)
        show(p, b ? a : NULL);
    free(a);
    free(b);
    probe_print(p);
}
