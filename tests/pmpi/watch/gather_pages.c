/* Tests of pmpi/watch/gather_pages.c, as far as one rank goes
 *
 * The other rank is made up: it is on another host, and says what the test has
 * it say.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "job/files.h"
#include "job/packed_file.h"
#include "net/agent_address.h"
#include "pmpi/mpi/real.h"
#include "pmpi/watch/gather_pages.h"
#include "pmpi/watch/watch.h"
#include "tests/tap.h"

enum { GENERATION = 1, PAGE_FILE = 3 << 20, TRACE_FILE = 5000 };
enum { FAILED, TAKEN, THERE_ALREADY }; /* what the receiver finds */

struct watch watch;

static char folder[] = "/tmp/mitosis-gather-XXXXXX";
static struct page page;
static int own_rank;
static bool same_host;
static int verdict; /* of the receiver, when that is the other one */
static size_t sent; /* bytes */
static int told;    /* the verdict that we told others */
static int sentences;

/* What the other rank sends, in pieces, one parcel behind the other. */
static struct {
    char *data;
    size_t bytes, at;
} parcel[2];

void watch_say(const char *fmt, ...)
{
    (void)fmt;
    sentences++;
}

static int comm_dup(MPI_Comm from, MPI_Comm *to)
{
    *to = from;
    return MPI_SUCCESS;
}

static int comm_rank(MPI_Comm comm, int *rank)
{
    (void)comm;
    *rank = own_rank;
    return MPI_SUCCESS;
}

static int comm_size(MPI_Comm comm, int *size)
{
    (void)comm;
    *size = 2;
    return MPI_SUCCESS;
}

static int comm_free(MPI_Comm *comm)
{
    *comm = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

/* The other rank has what we have, on another host: the name comes first. */
static int allgather(const void *own,
                     int bytes,
                     MPI_Datatype type,
                     void *all,
                     int each,
                     MPI_Datatype their_type,
                     MPI_Comm comm)
{
    char *other = (char *)all + (size_t)each * (own_rank == 0);

    (void)type, (void)their_type, (void)comm;
    memcpy((char *)all + (size_t)each * (own_rank == 1), own, (size_t)bytes);
    memcpy(other, own, (size_t)bytes);
    if (!same_host)
        strcpy(other, "elsewhere");
    return MPI_SUCCESS;
}

static int send_piece(const void *data,
                      int count,
                      MPI_Datatype type,
                      int to,
                      int tag,
                      MPI_Comm comm)
{
    (void)data, (void)type, (void)tag, (void)comm;
    sent += to == 0 ? (size_t)count : 0;
    return MPI_SUCCESS;
}

static int receive_piece(void *data,
                         int room,
                         MPI_Datatype type,
                         int from,
                         int tag,
                         MPI_Comm comm,
                         MPI_Status *status)
{
    int i = parcel[0].at == parcel[0].bytes;
    size_t bytes = parcel[i].bytes - parcel[i].at;

    (void)type, (void)from, (void)tag, (void)comm, (void)status;
    if (bytes > (size_t)room)
        bytes = (size_t)room;
    memcpy(data, parcel[i].data + parcel[i].at, bytes);
    parcel[i].at += bytes;
    return MPI_SUCCESS;
}

static int bcast(
    void *data, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    (void)count, (void)type, (void)comm;
    if (root == own_rank)
        memcpy(&told, data, sizeof(told));
    else
        memcpy(data, &verdict, sizeof(verdict));
    return MPI_SUCCESS;
}

static const char *path_of(const char *name)
{
    static char path[200];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static void name_files(int rank, char names[2][FILES_NAME])
{
    files_page(names[0], GENERATION, rank);
    files_trace(names[1], GENERATION, rank);
}

static void make(const char *name, size_t bytes)
{
    FILE *file = fopen(path_of(name), "w");

    for (size_t i = 0; file && i < bytes; i++)
        putc((int)(i % 251) + 1, file);
    if (!file || fclose(file) != 0)
        diag("%s cannot be made", name);
}

static bool there(const char *name)
{
    return access(path_of(name), F_OK) == 0;
}

static void start(int rank)
{
    char names[2][FILES_NAME];

    real_call[CALL_MPI_Comm_dup] = (void *)comm_dup;
    real_call[CALL_MPI_Comm_rank] = (void *)comm_rank;
    real_call[CALL_MPI_Comm_size] = (void *)comm_size;
    real_call[CALL_MPI_Comm_free] = (void *)comm_free;
    real_call[CALL_MPI_Allgather] = (void *)allgather;
    real_call[CALL_MPI_Send] = (void *)send_piece;
    real_call[CALL_MPI_Recv] = (void *)receive_piece;
    real_call[CALL_MPI_Bcast] = (void *)bcast;
    unsetenv(AGENT_ADDRESS_RECEIVER);
    own_rank = rank;
    page.rank = (uint32_t)rank;
    page.generation = GENERATION;
    watch.page = &page;
    same_host = false;
    sent = 0;
    sentences = 0;
    name_files(rank, names);
    make(names[0], PAGE_FILE);
    make(names[1], TRACE_FILE);
}

static void clean_up(void)
{
    for (int rank = 0; rank < 2; rank++) {
        char names[2][FILES_NAME];

        name_files(rank, names);
        unlink(path_of(names[0]));
        unlink(path_of(names[1]));
    }
}

static void test_sender(void)
{
    static const struct {
        const char *what;
        int verdict;
        bool same_host, present;
        bool gone; /* what is here is not needed any more */
        bool sends;
    } cases[] = {
        { "pages that came", TAKEN, false, true, true, true },
        { "pages that did not come", FAILED, false, true, false, true },
        { "pages that are in the place of both hosts", THERE_ALREADY, false,
          true, false, true },
        { "pages of the receiver's host", TAKEN, true, true, false, false },
        { "a rank without a page", TAKEN, false, false, false, false },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char names[2][FILES_NAME];
        bool orphaned = false, gone;

        start(1);
        same_host = cases[i].same_host;
        verdict = cases[i].verdict;
        gone = gather_pages(folder, cases[i].present, false, &orphaned);
        name_files(1, names);
        ok(gone == cases[i].gone && there(names[0]) == !gone
               && there(names[1]) == !gone,
           "%s are %s here", cases[i].what, gone ? "removed" : "left");
        ok((sent > PAGE_FILE + TRACE_FILE) == cases[i].sends
               && (sent == 0) == !cases[i].sends,
           "%s are %s: %zu bytes", cases[i].what,
           cases[i].sends ? "sent" : "not sent", sent);
        ok(orphaned == true, "nobody waits for %s", cases[i].what);
        clean_up();
    }
}

static void pack_other(void)
{
    char names[2][FILES_NAME];

    name_files(1, names);
    make(names[0], PAGE_FILE);
    make(names[1], TRACE_FILE);
    for (int i = 0; i < 2; i++) {
        parcel[i].data =
            packed_file_pack(folder, names[i], &parcel[i].bytes, NULL);
        parcel[i].at = 0;
        unlink(path_of(names[i]));
    }
}

static void test_receiver(bool damaged)
{
    const char *what = damaged ? "pages that arrive damaged" : "pages";
    char own[2][FILES_NAME], other[2][FILES_NAME];
    bool orphaned;

    start(0);
    name_files(0, own);
    name_files(1, other);
    pack_other();
    if (damaged)
        memset(parcel[0].data, 0xff, 64);
    ok(!gather_pages(folder, true, false, &orphaned) && there(own[0]),
       "%s: the receiver keeps its own", what);
    ok(there(other[0]) == !damaged, "%s: those of the other rank are %s", what,
       damaged ? "not taken" : "there then");
    ok(told == (damaged ? FAILED : TAKEN) && sentences == damaged,
       "%s: the others are told so", what);
    free(parcel[0].data);
    free(parcel[1].data);
    clean_up();
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    test_sender();
    test_receiver(false);
    test_receiver(true);
    rmdir(folder);
    return tap_done();
}
