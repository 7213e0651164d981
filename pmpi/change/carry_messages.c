/* carry_messages.c - carry messages that are under way over to the next
 * generation
 *
 * What a message is made of does not matter to those who carry it: it is
 * taken as bytes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "job/message_file.h"
#include "pmpi/change/agent_link.h"
#include "pmpi/change/carry_messages.h"
#include "pmpi/handles/comm.h"
#include "pmpi/mpi/real.h"
#include "pmpi/watch/watch.h"
#include "profile/page.h"

enum {
    WORLDS = 256,
    PATIENCE_MS = 5000, /* at most, for what is under way to come */
    SHARE = 4,          /* of the time that a step of a change may take */
    AWAIT_STEP_US = 1000,
};

/* A message that was sent again, until it has gone. */
struct sending {
    MPI_Request request;
    void *bytes;
    struct sending *next;
};

static struct sending *sendings;

static uint64_t patience_ns(void)
{
    uint64_t share = (uint64_t)agent_link_patience_ms() * 1000000 / SHARE;
    uint64_t most = PATIENCE_MS * UINT64_C(1000000);

    return share < most ? share : most;
}

static struct message_file_owner owner_of(const struct state_place *place,
                                          uint32_t generation,
                                          int rank,
                                          uint64_t sync)
{
    return (struct message_file_owner){ place->folder, generation, rank,
                                        sync };
}

/* ---- collecting ---- */

/* Get all that a message needs before it is received: it could not be given
 * back.  Returns memory for it, or NULL with the reason in 'err'.
 */
static void *make_room(message_file_t *bag, MPI_Count bytes, struct error *err)
{
    void *data = malloc((size_t)bytes + 1);

    if (data && message_file_reserve(bag, (uint64_t)bytes, err) == 0)
        return data;
    if (!data)
        error_set(err, "there is no memory for a message of %lld bytes",
                  (long long)bytes);
    free(data);
    return NULL;
}

/* Receive one message if there is one.  Returns 1, 0, or -1. */
static int take(MPI_Comm comm,
                uint32_t world,
                int rank,
                message_file_t *bag,
                struct error *err)
{
    struct message_file_head head = { .to = rank, .world = world };
    MPI_Status status;
    MPI_Count bytes;
    int flag = 0, rc;
    void *data;

    REAL(MPI_Iprobe)(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &flag, &status);
    if (!flag)
        return 0;
    REAL(MPI_Get_elements_x)(&status, MPI_BYTE, &bytes);
    data = make_room(bag, bytes, err);
    if (!data)
        return -1;
    head.source = status.MPI_SOURCE;
    head.tag = status.MPI_TAG;
    head.bytes = (uint64_t)bytes;
    REAL(MPI_Recv_c)
    (data, bytes, MPI_BYTE, head.source, head.tag, comm, &status);
    rc = message_file_add(bag, &head, data, err);
    free(data);
    return rc < 0 ? -1 : 1;
}

static int take_all(uint64_t count,
                    int rank,
                    message_file_t *bag,
                    struct error *err)
{
    MPI_Comm worlds[WORLDS];
    size_t n = comm_worlds(worlds, WORLDS);
    uint64_t until = clock_monotonic() + patience_ns();

    while (count > 0) {
        for (size_t i = 0; i < n; i++) {
            int came;

            while ((came = take(worlds[i], (uint32_t)i, rank, bag, err)) > 0)
                count--;
            if (came < 0)
                return -1;
        }
        if (count > 0 && clock_monotonic() > until)
            return error_set(err,
                             "%llu message%s to rank %d %s under way on "
                             "other communicators than MPI_COMM_WORLD "
                             "and its duplicates",
                             (unsigned long long)count, count == 1 ? "" : "s",
                             rank, count == 1 ? "is" : "are");
    }
    return 0;
}

int carry_messages_collect(const struct state_place *place,
                           uint64_t count,
                           struct error *err)
{
    struct message_file_owner owner =
        owner_of(place, place->generation, place->rank, place->sync);
    message_file_t *bag = message_file_open(&owner, err);
    int rc;

    if (!bag)
        return -1;
    rc = take_all(count, place->rank, bag, err);
    if (message_file_close(bag, rc == 0 ? err : NULL) < 0)
        rc = -1;
    return rc;
}

void carry_messages_await(const struct state_place *place)
{
    uint64_t until = clock_monotonic() + 2 * patience_ns();
    int flag;

    for (int r = 0; r < place->ranks; r++) {
        struct message_file_owner owner =
            owner_of(place, place->generation, r, place->sync);

        while (!message_file_is_closed(&owner) && clock_monotonic() < until) {
            REAL(MPI_Iprobe)
            (MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag,
             MPI_STATUS_IGNORE);
            usleep(AWAIT_STEP_US);
        }
    }
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
static void count(const struct message_file_head *e, int sign)
{
    struct peer_record *peer = page_peer(watch.page, e->to);

    if (!peer)
        return;
    peer->sent_count += (uint64_t)sign;
    peer->sent_bytes += (uint64_t)sign * e->bytes;
    peer->sizes[size_class(e->bytes)] += (uint64_t)sign;
}

static void send_again(const struct message_file_head *e, void *data)
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
    REAL(MPI_Isend_c)
    (data, (MPI_Count)e->bytes, MPI_BYTE, e->to, e->tag, worlds[e->world],
     &s->request);
}

static void send_and_count(const struct message_file_head *e, void *data)
{
    count(e, 1);
    send_again(e, data);
}

static void withdraw(const struct message_file_head *e, void *data)
{
    count(e, -1);
    free(data);
}

/* Go through what 'rank' collected from us. */
static void each(const struct message_file_owner *owner,
                 int source,
                 void (*action)(const struct message_file_head *e, void *data))
{
    struct error err;

    if (message_file_read(owner, source, action, &err) < 0)
        watch_say("messages to rank %d are lost: %s", owner->rank, err.text);
}

void carry_messages_send(const struct state_place *place,
                         uint32_t generation,
                         int ranks,
                         uint64_t sync)
{
    tidy();
    for (int r = 0; r < ranks; r++) {
        struct message_file_owner owner = owner_of(place, generation, r, sync);

        each(&owner, place->rank,
             generation == place->generation ? send_again : send_and_count);
    }
}

void carry_messages_withdraw(const struct state_place *place)
{
    for (int r = 0; r < place->ranks; r++) {
        struct message_file_owner owner =
            owner_of(place, place->generation, r, place->sync);

        each(&owner, place->rank, withdraw);
    }
}
