/* generation.h - one of the MPI jobs that a job is, one after another
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CORE_GENERATION_H
#define MITOSIS_AGENT_CORE_GENERATION_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "agent/core/host_links.h"
#include "agent/launch/runner.h"
#include "job/control.h"
#include "net/local_message.h"

/* A rank that waits for a word from us. */
struct generation_rank {
    bool standing;
    bool idle;     /* it waits for a message first of all */
    bool busy;     /* it could not stand still, and is to go on */
    bool wishes;   /* its program is to get its state ready first */
    bool failed;   /* it could not say what it has, see 'failure' */
    uint64_t sync; /* where it stands, or promised to */

    /* On another host: */
    bool outpost; /* it is spoken to through the one there */
    bool gone;
    struct host_messages_flight *flight; /* what it exchanged with whom */
    size_t flights;
    char
        host[HOST_MESSAGES_HOST]; /* where it is, "" while that is not known */
};

struct generation {
    uint32_t number; /* the first is 1 */
    int ranks;
    struct control *control;
    struct generation_rank *rank;
    uint64_t horizon;        /* of all ranks */
    host_links_t *hub;       /* for ranks on other hosts, or NULL */
    int *socket;             /* of each rank, -1 while it did not say hello */
    struct runner keeper;    /* of its mpiexec; the first one has none */
    bool unwanted;           /* it is being ended */
    struct generation *next; /* in the list of those that are ending */
    struct error failure;    /* what the last one said that has failed */
};

/* Make one that has 'ranks', with its control file made or found in
 * 'folder'.  Returns NULL with the reason in 'err'.
 */
struct generation *generation_create(const char *folder,
                                     uint32_t number,
                                     int ranks,
                                     struct error *err);

/* Free it; its control file is removed when it has ended.  NULL is fine. */
void generation_destroy(struct generation *g, const char *folder);

/* Send a message to one rank, if it is there. */
int generation_tell(struct generation *g,
                    int rank,
                    enum local_message_type type,
                    uint64_t number,
                    const char *text);

/* And to all. */
void generation_tell_all(struct generation *g,
                         enum local_message_type type,
                         uint64_t number,
                         const char *text);

/* Let one go on that stands. */
void generation_release(struct generation *g, int rank);

/* Let one go on that stands where it promised to, 'syncs' syncs further, as if
 * it had promised that.
 */
void generation_grant(struct generation *g, int rank, uint64_t syncs);

/* A rank is on that host, another one than this. */
void generation_place(struct generation *g, int rank, const char *host);

/* The host that a rank is on; "" while that is not known. */
const char *generation_host(const struct generation *g, int rank);

/* How many of its ranks are on that host, as far as that is known. */
int generation_ranks_on(const struct generation *g, const char *host);

/* Whether it is known where a rank is, which takes its first sync. */
bool generation_knows(const struct generation *g, int rank);

/* Whether a rank is there and can be spoken to. */
bool generation_has(const struct generation *g, int rank);

/* Whether it is known of all ranks where they are. */
bool generation_is_placed(const struct generation *g);

/* Another generation is there too, or not any more. */
void generation_set_crowded(struct generation *g, bool crowded);

/* Set the horizon of all ranks, and tell other hosts the words in 'control'.
 */
void generation_set_horizon(struct generation *g, uint64_t horizon);

/* Have all ranks serve what is constant to those on other hosts, until the
 * horizon is set anew or they come to this one.
 */
void generation_offer(struct generation *g, uint64_t horizon);

/* The latter alone. */
void generation_publish(const struct generation *g);

/* What a rank is about, in a word or two. */
const char *generation_state_word(const struct generation *g, int rank);

/* How many syncs the foremost rank has reached. */
uint64_t generation_count(const struct generation *g);

/* Begin to end one that is not wanted, by force. */
void generation_end(struct generation *g);

/* Remove the pages of its ranks. */
void generation_forget_pages(const struct generation *g, const char *folder);

/* Remove what the ranks of a generation have told of their state, and the
 * messages that they collected.
 */
void generation_forget_state(const char *folder, uint32_t number, int ranks);

#endif /* !MITOSIS_AGENT_CORE_GENERATION_H */
