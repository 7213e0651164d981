/* comm.h - what we know of the program's communicators
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_HANDLES_COMM_H
#define MITOSIS_PMPI_HANDLES_COMM_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/page.h"

enum { COMM_FOREIGN = -1 }; /* a rank of another job */

/* How many communicators of a kind were made of the same one. */
struct comm_count;

/* A communicator.  Requests and windows refer to it after it was freed, so
 * it is counted who does, of requests from then on.
 */
typedef struct comm {
    MPI_Comm handle;
    uint32_t users;
    uint32_t record; /* in the page, PAGE_COMMS when there was no room */
    int rank;
    int size;  /* of the own group */
    int peers; /* of the group that ranks in calls refer to */
    bool inter;
    uint32_t serial;   /* which one that we came to know */
    uint64_t members;  /* a hash of who they are, the same in all of them */
    uint64_t instance; /* which one of these members, likewise, see below */
    struct comm_count *made; /* of it */
    int *world; /* world ranks of these peers; NULL: the same numbers */
    struct comm *next;
} comm_t;

/* Forget all, and note MPI_COMM_WORLD in the page. */
void comm_setup(struct page *page, MPI_Group world);

extern comm_t *comm_last __attribute__((
    visibility("hidden"))); /* found; most calls use the same one again */

/* The same, when it is not the one found last. */
comm_t *comm_search(MPI_Comm handle) __attribute__((returns_nonnull));

/* What we know of 'handle', found out if it is new.  Never NULL. */
static inline comm_t *comm_find(MPI_Comm handle)
{
    comm_t *c = comm_last;

    return __builtin_expect(c->handle == handle, 1) ? c : comm_search(handle);
}

/* Communicators of the same members are told apart by their instance, which
 * all of them have alike.  It goes by how many of these members were made of
 * the same communicator before: all members make it, and those that are made
 * of one are made in the same order.  Which one is used first need not be the
 * same everywhere, nor which one is made first of all, by threads or
 * MPI_Comm_idup().
 *
 * The program made 'handle' of 'parent', which is MPI_COMM_NULL when there is
 * none that all members have; what threads make of one at once has a 'tag'
 * each.  What is not told here has the instance 0, as what was there first.
 */
void comm_made(MPI_Comm handle, MPI_Comm parent, int tag);

/* It has MPI make a duplicate of 'parent', which cannot be asked yet. */
void comm_begun(MPI_Comm handle, MPI_Comm parent);

/* What we know of 'handle' already, or NULL; MPI is not asked. */
comm_t *comm_known(MPI_Comm handle);

/* The world rank of the peer 'rank', or COMM_FOREIGN. */
static inline int comm_world_rank(const comm_t *c, int rank)
{
    if (rank < 0 || rank >= c->peers)
        return COMM_FOREIGN;
    return c->world ? c->world[rank] : rank;
}

/* Free one that nobody uses. */
void comm_destroy(comm_t *c);

/* Use one for longer, and no more; NULL is fine. */
static inline comm_t *comm_keep(comm_t *c)
{
    if (c)
        c->users++;
    return c;
}

static inline void comm_drop(comm_t *c)
{
    if (c && --c->users == 0)
        comm_destroy(c);
}

/* Write MPI_COMM_WORLD and its duplicates, in the order in which they were
 * made, to 'handles', 'most' at most.  Returns how many there are.
 */
size_t comm_worlds(MPI_Comm *handles, size_t most);

/* The program frees 'handle'. */
void comm_forget(MPI_Comm handle);

/* What is to be done before that, once there is something: who refers to the
 * communicator, and does not count as its user yet, is to say so now.
 */
extern void (*comm_on_forget)(comm_t *c);

/* The program names it. */
void comm_name(MPI_Comm handle, const char *name);

#endif /* !MITOSIS_PMPI_HANDLES_COMM_H */
