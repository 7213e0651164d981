/* mail.c - carry messages that are under way over to the next generation
 *
 * What a message is made of does not matter to those who carry it: it is
 * taken as bytes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "pmpi/comm.h"
#include "pmpi/mail.h"
#include "pmpi/real.h"
#include "pmpi/watch.h"
#include "profile/page.h"

enum { WORLDS = 256, PATH_SIZE = 4096 + 64 };

static const uint64_t patience_ns = UINT64_C(5) * 1000 * 1000 * 1000;

/* What stands before the bytes of each message. */
struct envelope {
    int32_t source;
    int32_t to;
    int32_t tag;
    uint32_t world; /* which of comm_worlds() */
    uint64_t bytes;
};

/* A message that was sent again, until it has gone. */
struct sending {
    MPI_Request request;
    void *bytes;
    struct sending *next;
};

static struct sending *sendings;

static void compose(const struct state_place *place,
                    uint32_t generation,
                    int rank,
                    char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/mail-%u-%d", place->folder, generation,
             rank);
}

/* ---- collecting ---- */

/* Receive one message if there is one.  Returns 1, 0, or -1. */
static int take(
    MPI_Comm comm, uint32_t world, int rank, FILE *out, struct error *err)
{
    struct envelope e = { .to = rank, .world = world };
    MPI_Message message;
    MPI_Status status;
    MPI_Count bytes;
    int flag = 0, rc = 1;
    void *data;

    REAL(MPI_Improbe)
    (MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &flag, &message, &status);
    if (!flag)
        return 0;
    REAL(MPI_Get_elements_x)(&status, MPI_BYTE, &bytes);
    if (bytes < 0 || bytes > INT32_MAX || !(data = malloc((size_t)bytes + 1)))
        return error_set(err,
                         "a message of %lld bytes from rank %d cannot "
                         "be carried over",
                         (long long)bytes, status.MPI_SOURCE);
    REAL(MPI_Mrecv)(data, (int)bytes, MPI_BYTE, &message, &status);
    e.source = status.MPI_SOURCE;
    e.tag = status.MPI_TAG;
    e.bytes = (uint64_t)bytes;
    if (fwrite(&e, sizeof(e), 1, out) != 1
        || fwrite(data, 1, e.bytes, out) != e.bytes)
        rc = error_set(err, "messages cannot be kept: %s", strerror(errno));
    free(data);
    return rc;
}

static int take_all(uint64_t count, int rank, FILE *out, struct error *err)
{
    MPI_Comm worlds[WORLDS];
    size_t n = comm_worlds(worlds, WORLDS);
    uint64_t until = clock_monotonic() + patience_ns;

    while (count > 0) {
        for (size_t i = 0; i < n; i++) {
            int came;

            while ((came = take(worlds[i], (uint32_t)i, rank, out, err)) > 0)
                count--;
            if (came < 0)
                return -1;
        }
        if (count > 0 && clock_monotonic() > until)
            return error_set(err,
                             "%llu messages to rank %d are under way on "
                             "other communicators than MPI_COMM_WORLD "
                             "and its duplicates",
                             (unsigned long long)count, rank);
    }
    return 0;
}

int mail_collect(const struct state_place *place,
                 uint64_t count,
                 struct error *err)
{
    char path[PATH_SIZE];
    FILE *out;
    int rc;

    compose(place, place->generation, place->rank, path);
    out = fopen(path, "we");
    if (!out)
        return error_set(err, "%s: %s", path, strerror(errno));
    rc = fwrite(&place->sync, sizeof(place->sync), 1, out) == 1
             ? take_all(count, place->rank, out, err)
             : error_set(err, "%s: %s", path, strerror(errno));
    if (fclose(out) != 0 && rc == 0)
        rc = error_set(err, "%s: %s", path, strerror(errno));
    return rc;
}

/* ---- sending again ---- */

static void tidy(void)
{
    struct sending **at = &sendings;

    while (*at) {
        struct sending *s = *at;
        int done = 0;

        REAL(MPI_Test)(&s->request, &done, MPI_STATUS_IGNORE);
        if (done) {
            *at = s->next;
            free(s->bytes);
            free(s);
        } else {
            at = &s->next;
        }
    }
}

/* In a new generation nobody has counted it as sent yet. */
static void count(const struct envelope *e, int sign)
{
    struct peer_record *peer = page_peer(watch.page, e->to);

    if (!peer)
        return;
    peer->sent_count += (uint64_t)sign;
    peer->sent_bytes += (uint64_t)sign * e->bytes;
    peer->sizes[size_class(e->bytes)] += (uint64_t)sign;
}

static void send_one(const struct envelope *e, void *data)
{
    MPI_Comm worlds[WORLDS];
    size_t n = comm_worlds(worlds, WORLDS);
    struct sending *s = malloc(sizeof(*s));

    if (!s || e->world >= n) {
        watch_say("a message to rank %d on the %u. duplicate of "
                  "MPI_COMM_WORLD is lost: there is no such communicator",
                  e->to, e->world);
        free(s);
        free(data);
        return;
    }
    s->bytes = data;
    s->next = sendings;
    sendings = s;
    REAL(MPI_Isend)
    (data, (int)e->bytes, MPI_BYTE, e->to, e->tag, worlds[e->world],
     &s->request);
}

/* Go through what 'rank' collected from us.  'action' takes the data. */
static void each(const char *path,
                 uint64_t sync,
                 int source,
                 void (*action)(const struct envelope *e, void *data))
{
    FILE *in = fopen(path, "re");
    struct envelope e;
    uint64_t when;

    if (in && (fread(&when, sizeof(when), 1, in) != 1 || when != sync)) {
        fclose(in);
        return;
    }
    while (in && fread(&e, sizeof(e), 1, in) == 1) {
        void *data = malloc(e.bytes + 1);

        if (!data || fread(data, 1, e.bytes, in) != e.bytes) {
            free(data);
            break;
        }
        if (e.source == source)
            action(&e, data);
        else
            free(data);
    }
    if (in)
        fclose(in);
}

static void send_again(const struct envelope *e, void *data)
{
    send_one(e, data);
}

static void send_and_count(const struct envelope *e, void *data)
{
    count(e, 1);
    send_one(e, data);
}

static void withdraw(const struct envelope *e, void *data)
{
    count(e, -1);
    free(data);
}

void mail_send(const struct state_place *place,
               uint32_t generation,
               int ranks,
               uint64_t sync)
{
    char path[PATH_SIZE];

    tidy();
    for (int r = 0; r < ranks; r++) {
        compose(place, generation, r, path);
        each(path, sync, place->rank,
             generation == place->generation ? send_again : send_and_count);
    }
}

void mail_withdraw(const struct state_place *place)
{
    char path[PATH_SIZE];

    for (int r = 0; r < place->ranks; r++) {
        compose(place, place->generation, r, path);
        each(path, place->sync, place->rank, withdraw);
    }
}
