/* local_ranks.h - the ranks that a host's agent looks after
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_LOCAL_RANKS_H
#define MITOSIS_AGENT_HOST_LOCAL_RANKS_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/host/host_agent.h"
#include "net/local_message.h"
#include "net/send_queue.h"

/* What a rank waits for, as far as is known here. */
enum local_rank_state {
    LOCAL_RANK_RUNS,
    LOCAL_RANK_STANDS, /* to be let go on, or to leave */
    LOCAL_RANK_READY,  /* a new one: to take over, or to end */
};

/* A process that has connected: a rank, once it has said so. */
struct local_rank {
    int fd;
    struct send_queue queue;
    uint32_t generation; /* 0 before */
    int rank;
    enum local_rank_state state;
    struct host_agent *agent;
    struct local_rank *next;
};

/* What the head does itself for who connects to the agent of its host. */
struct local_ranks_users {
    /* It was no rank, but a user who asks something: 'fd' is the head's from
     * now on.
     */
    void (*asked)(void *arg, int fd, const struct local_message *wire);
    void *arg;
};

/* Say something to a rank.  Returns -1 if it is not there. */
int local_ranks_tell(struct host_agent *h,
                     uint32_t generation,
                     int rank,
                     const struct local_message_head *head,
                     const char *payload);

/* The generation after this one is the job: those that stand leave. */
void local_ranks_leave(struct host_agent *h, uint32_t generation);

/* This one is, from the sync 'sync' on: those that are ready take over. */
void local_ranks_commit(struct host_agent *h,
                        uint32_t generation,
                        uint64_t sync);

/* Let those go on that stand, even if they were 'claimed'. */
void local_ranks_release(struct host_agent *h, bool claimed);

/* Somebody connects to 'fd'; 'arg' is the host's agent. */
void local_ranks_knock(int fd, void *arg);

/* The same of somebody at the other end of 'fd'.  Returns NULL without memory,
 * with 'fd' closed.
 */
struct local_rank *local_ranks_add(struct host_agent *h, int fd);

/* Tell one that waits that we are there. */
void local_ranks_reassure(struct local_rank *w);

/* Remove the socket to which they connect. */
void local_ranks_unlink(const struct host_agent *h);

/* Close all connections. */
void local_ranks_drop_all(struct host_agent *h);

#endif /* !MITOSIS_AGENT_HOST_LOCAL_RANKS_H */
