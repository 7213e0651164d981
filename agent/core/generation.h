/* generation.h - one of the MPI jobs that a job is, one after another
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CORE_GENERATION_H
#define MITOSIS_AGENT_CORE_GENERATION_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "agent/core/host.h"
#include "agent/launch/runner.h"
#include "base/system/host.h"
#include "job/control.h"
#include "net/local_message.h"

/* A rank that waits for a word from us. */
struct generation_rank {
    bool standing;
    double since;  /* it stands */
    bool idle;     /* it waits for a message first of all */
    bool busy;     /* it could not stand still, and is to go on */
    bool wishes;   /* its program is to get its state ready first */
    bool failed;   /* it could not say what it has, see 'failure' */
    uint64_t sync; /* where it stands, or promised to */

    bool there;           /* it has said hello, and is not gone */
    char host[HOST_NAME]; /* where it has said so, "" before */
    struct host_messages_flight *flight; /* on another host: what it exchanged
                                            with whom */
    size_t flights;
};

struct generation {
    uint32_t number; /* the first is 1 */
    int ranks;
    struct control *control;
    struct generation_rank *rank;
    struct host_list *hosts; /* whose agents its ranks speak with */
    struct control *record;  /* of the first generation: who is the job */
    uint64_t horizon;        /* of all ranks; this and the words below are */
    uint64_t window;         /* those of control.h, as they were set last, */
    uint64_t offer;          /* and come to ranks by generation_publish() */
    bool own_pace, crowded, apart;
    struct runner runner;    /* of its mpiexec; the first one has none */
    bool unwanted;           /* it is being ended */
    bool leaving;            /* it ends by itself: a rank has said so */
    double awaited;          /* since when a change waits for ranks of it, by
                                loop_now(), or 0: see first_sync.h */
    bool told_awaited;       /* and the user has been told so */
    struct generation *next; /* in the list of those that are ending */
    struct error failure;    /* what the last one said that has failed */
};

/* Make one that has 'ranks', with its control file made or found in
 * 'folder'.  'hosts' and 'record', as in struct generation, stay the caller's.
 * Returns NULL with the reason in 'err'.
 */
struct generation *generation_create(const char *folder,
                                     struct host_list *hosts,
                                     struct control *record,
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

/* A rank is on that host. */
void generation_place(struct generation *g, int rank, const char *host);

/* The host that a rank is on; this one while that is not known. */
const char *generation_host(const struct generation *g, int rank);

/* Whether that is this host, so that its slot and its files are here. */
bool generation_is_here(const struct generation *g, int rank);

/* How many of its ranks are on that host, as far as that is known. */
int generation_ranks_on(const struct generation *g, const char *host);

/* Whether it is known where a rank is, which takes its first sync: it has said
 * hello, or it is here.
 */
bool generation_knows(const struct generation *g, int rank);

/* The first rank of which that is not known, or -1. */
int generation_missing(const struct generation *g);

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

/* Have all hosts see what the words are now, and what the record says; or the
 * host 'to'.
 */
void generation_publish(const struct generation *g);
void generation_publish_to(const struct generation *g, const struct host *to);

/* What a rank is about, in a word or two. */
const char *generation_state_word(const struct generation *g, int rank);

/* The sync at which it took over, 0 of the first, and of one that has not:
 * its ranks count on from there, but only once they have heard of it.
 */
uint64_t generation_first_sync(const struct generation *g);

/* How many syncs the foremost rank has reached. */
uint64_t generation_count(const struct generation *g);

/* How many all have reached together. */
uint64_t generation_syncs(const struct generation *g);

/* Begin to end one that is not wanted, by force. */
void generation_end(struct generation *g);

#endif /* !MITOSIS_AGENT_CORE_GENERATION_H */
