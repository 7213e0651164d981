/* gather_pages.c - bring the pages of a job's hosts together at its end
 *
 * One rank takes them from the others, one after the other, on a communicator
 * that is nobody else's.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system/host.h"
#include "job/files.h"
#include "job/job.h"
#include "job/packed_file.h"
#include "net/agent_address.h"
#include "pmpi/mpi/real.h"
#include "pmpi/watch/gather_pages.h"
#include "pmpi/watch/watch.h"

enum {
    PARCELS = 2, /* page and trace */
    PIECE = 1 << 20,
    TAG = 0,
};

enum verdict { FAILED, TAKEN, THERE_ALREADY };

/* What each rank tells all others. */
struct card {
    char host[HOST_NAME];
    uint64_t bytes[PARCELS]; /* 0 if it has none */
    uint32_t receives;       /* the report is made on its host */
};

struct assembly {
    MPI_Comm comm;
    int rank;
    int ranks;
    int receiver;
    bool orphaned; /* nobody waits for it there */
    struct card *cards;
};

bool gather_pages_is_here(void)
{
    const char *home = getenv(AGENT_ADDRESS_RECEIVER);

    return home && strcmp(home, host_own()) == 0;
}

static bool share_cards(struct assembly *a, struct card *own, bool on)
{
    snprintf(own->host, sizeof(own->host), "%s", host_own());
    own->receives = !on && gather_pages_is_here();
    a->cards = calloc((size_t)a->ranks, sizeof(*a->cards));
    if (!a->cards
        || REAL(MPI_Allgather)(own, sizeof(*own), MPI_BYTE, a->cards,
                               sizeof(*own), MPI_BYTE, a->comm)
               != MPI_SUCCESS)
        return false;
    while (a->receiver < a->ranks && !a->cards[a->receiver].receives)
        a->receiver++;
    a->orphaned = !on && a->receiver == a->ranks;
    if (a->receiver == a->ranks)
        a->receiver = 0;
    return true;
}

static bool is_elsewhere(const struct assembly *a, int rank)
{
    return strcmp(a->cards[rank].host, a->cards[a->receiver].host) != 0;
}

static void send_all(const struct assembly *a,
                     const char *data,
                     uint64_t bytes)
{
    for (uint64_t at = 0; at < bytes; at += PIECE)
        REAL(MPI_Send)
    (data + at, (int)(bytes - at < PIECE ? bytes - at : PIECE), MPI_BYTE,
     a->receiver, TAG, a->comm);
}

/* Take it in any case: the sender waits. */
static enum verdict take(const struct assembly *a,
                         const char *folder,
                         int from,
                         uint64_t bytes,
                         struct error *err)
{
    static char scrap[PIECE];
    char *data = malloc(bytes);

    for (uint64_t at = 0; at < bytes; at += PIECE)
        REAL(MPI_Recv)
    (data ? data + at : scrap, PIECE, MPI_BYTE, from, TAG, a->comm,
     MPI_STATUS_IGNORE);
    if (!data)
        error_set(err, "out of memory");
    else if (packed_file_is_there(folder, data, bytes))
        return free(data), THERE_ALREADY;
    else if (packed_file_unpack(folder, data, bytes, err) == 0)
        return free(data), TAKEN;
    free(data);
    return FAILED;
}

static enum verdict receive(const struct assembly *a, const char *folder)
{
    enum verdict verdict = TAKEN;

    for (int r = 0; r < a->ranks; r++)
        for (int i = 0; i < PARCELS; i++) {
            struct error err;
            enum verdict this;

            if (!is_elsewhere(a, r) || a->cards[r].bytes[i] == 0)
                continue;
            this = take(a, folder, r, a->cards[r].bytes[i], &err);
            if (this == FAILED && verdict != FAILED)
                watch_say("%s; what was seen on other hosts than this one is "
                          "not in the report",
                          err.text);
            if (verdict != FAILED && this != TAKEN)
                verdict = this;
        }
    return verdict;
}

static void pack(const char *folder,
                 struct card *card,
                 char names[PARCELS][FILES_NAME],
                 char *parcels[PARCELS])
{
    struct page *page = watch.page;

    files_page(names[0], page->generation, page->rank);
    files_trace(names[1], page->generation, page->rank);
    for (int i = 0; i < PARCELS; i++) {
        size_t bytes;

        parcels[i] = packed_file_pack(folder, names[i], &bytes, NULL);
        card->bytes[i] = parcels[i] ? bytes : 0;
    }
}

static bool exchange(struct assembly *a,
                     const char *folder,
                     struct card *card,
                     bool on,
                     char names[PARCELS][FILES_NAME],
                     char *parcels[PARCELS])
{
    int verdict = FAILED;
    bool sent;

    if (!share_cards(a, card, on))
        return false;
    sent = is_elsewhere(a, a->rank) && card->bytes[0] > 0;
    for (int i = 0; i < PARCELS && sent; i++)
        send_all(a, parcels[i], card->bytes[i]);
    if (a->rank == a->receiver)
        verdict = receive(a, folder);
    REAL(MPI_Bcast)(&verdict, 1, MPI_INT, a->receiver, a->comm);
    for (int i = 0; i < PARCELS && sent && verdict == TAKEN; i++) {
        char path[JOB_PATH + FILES_NAME];

        snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        unlink(path);
    }
    return sent && verdict == TAKEN;
}

bool gather_pages(const char *folder, bool present, bool on, bool *orphaned)
{
    struct assembly a = { 0 };
    struct card card = { 0 };
    char names[PARCELS][FILES_NAME];
    char *parcels[PARCELS] = { NULL };
    bool gone;

    if (REAL(MPI_Comm_dup)(MPI_COMM_WORLD, &a.comm) != MPI_SUCCESS)
        return false;
    REAL(MPI_Comm_rank)(a.comm, &a.rank);
    REAL(MPI_Comm_size)(a.comm, &a.ranks);
    if (present)
        pack(folder, &card, names, parcels);
    gone = exchange(&a, folder, &card, on, names, parcels);
    *orphaned = a.orphaned;
    for (int i = 0; i < PARCELS; i++)
        free(parcels[i]);
    free(a.cards);
    REAL(MPI_Comm_free)(&a.comm);
    return gone;
}
