/* local_ranks.h - the ranks that an outpost looks after, and the outpost; for
 * host_agent.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_LOCAL_RANKS_H
#define MITOSIS_AGENT_HOST_LOCAL_RANKS_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/host/host_measure.h"
#include "agent/host/host_messages.h"
#include "agent/host/standstill.h"
#include "job/control.h"
#include "job/job.h"
#include "net/agent_address.h"
#include "net/line.h"
#include "net/local_message.h"

struct outpost;
struct local_generation;

/* What a rank waits for, as far as is known here. */
enum local_ranks_state {
    LOCAL_RANKS_RUNS,
    LOCAL_RANKS_STANDS, /* to be let go on, or to leave */
    LOCAL_RANKS_READY,  /* a new one: to take over, or to end */
};

/* A process that has connected: a rank, once it has said so. */
struct local_ranks {
    int fd;
    uint32_t generation; /* 0 before */
    int rank;
    enum local_ranks_state state;
    struct outpost *outpost;
    struct local_ranks *next;
};

struct outpost {
    char folder[JOB_PATH];
    char host[HOST_MESSAGES_HOST];
    const struct host_agent_guest *guest; /* a user has started it, or NULL */
    bool joined;                          /* and the agent was there, */
    bool leaving;                         /* and was told that it leaves */
    bool released;                        /* the agent needs it no more */
    int status;
    int claim; /* to be the one outpost of this host, see agent_lock.h */
    struct agent_address home;
    loop_t *loop;
    int listening;
    struct control *record;
    struct local_ranks *wards;
    struct local_generation *troops;

    /* The agent. */
    line_t *line;
    bool up;
    bool watching; /* it wants to know often how far the ranks are */
    struct host_messages_memory memory; /* as it was told last, */
    double looked; /* and looked at, by loop_now(), or 0, */
    int counted;   /* with so many ranks at their first sync */
    struct address_address address[ADDRESS_ADDRESSES];
    int addresses;
    int attempt;                  /* which address and port is tried */
    double lost_since;            /* by loop_now() */
    double lost_seconds;          /* of them, as far as we looked */
    uint32_t patience;            /* as in struct host_messages_control */
    struct standstill standstill; /* of the ranks here, meanwhile */
    bool complained;
    bool ended;            /* it has said all */
    bool waiting;          /* for the ranks here to have ended */
    double end_by;         /* when it ends, whatever ranks do */
    uint32_t described;    /* the generation whose states were sent for it */
    host_measure_t *gauge; /* once the agent wants something measured */
    struct protocol_runner *delegate; /* once the job has a protocol */
    struct error unsaid; /* for the user, once the agent is there */
};

/* Have the agent tell the user a sentence. */
void local_ranks_say(struct outpost *o, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Say something to the agent about a rank, or all (HOST_MESSAGES_ALL). */
int local_ranks_report(struct outpost *o,
                       uint32_t type,
                       uint32_t generation,
                       int rank,
                       uint64_t number,
                       const void *payload,
                       size_t bytes);

/* Say something to a rank.  Returns -1 if it is not there. */
int local_ranks_tell(struct outpost *o,
                     uint32_t generation,
                     int rank,
                     const struct local_message_head *head,
                     const char *payload);

/* The generation after this one is the job: those that stand leave. */
void local_ranks_leave(struct outpost *o, uint32_t generation);

/* This one is, from the sync 'sync' on: those that are ready take over. */
void local_ranks_commit(struct outpost *o, uint32_t generation, uint64_t sync);

/* Let those go on that stand, even if they were 'claimed'. */
void local_ranks_release(struct outpost *o, bool claimed);

/* Somebody connects to 'fd'; 'arg' is the outpost. */
void local_ranks_knock(int fd, void *arg);

/* Close all connections. */
void local_ranks_drop_all(struct outpost *o);

#endif /* !MITOSIS_AGENT_HOST_LOCAL_RANKS_H */
