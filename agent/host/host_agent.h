/* host_agent.h - the agent of a host, and how it speaks to the head
 *
 * Each host that ranks of a job are on has one: an outpost (outpost.h), or on
 * the head's own host what head_host.h starts.  One record has all that it
 * knows, for the files that it is made of.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_HOST_AGENT_H
#define MITOSIS_AGENT_HOST_HOST_AGENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "agent/host/host_messages.h"
#include "agent/host/standstill.h"
#include "agent/peers/host_measure.h"
#include "base/error.h"
#include "base/system/host.h"
#include "job/control.h"
#include "job/job.h"
#include "net/address.h"
#include "net/agent_address.h"
#include "net/line.h"
#include "net/loop.h"

struct local_generation;
struct local_rank;
struct local_ranks_users;
struct protocol_runner;

/* What a user has said who offers this host. */
struct host_agent_offer {
    const char *job;
    const char *address;          /* of the agent, in the user's words */
    char addresses[ADDRESS_TEXT]; /* that these mean, with any port before them
                                   */
    bool fresh;                   /* nothing of the job was here before */
};

struct host_agent {
    char folder[JOB_PATH];
    char host[HOST_NAME];
    const struct local_ranks_users *head; /* in whose process it is, or NULL */
    const struct host_agent_offer *offer; /* a user has started it, or NULL */
    bool joined;                          /* and the agent was there, */
    bool leaving;                         /* and was told that it leaves */
    bool released;                        /* the agent needs it no more */
    bool left; /* the job's folder, which may be another outpost's by now */
    int status;
    int claim; /* to be the one outpost of this host, see agent_lock.h */
    struct agent_address home;
    loop_t *loop;
    int listening;
    struct control *record;
    struct local_rank *ranks;
    int seen; /* of the processes here that watch, those starting, too */
    struct local_generation *generations;

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
    uint64_t patience;            /* as in HOST_MESSAGES_PATIENCE */
    struct standstill standstill; /* of the ranks here, meanwhile */
    bool complained;
    bool ended;              /* it has said all */
    bool waiting;            /* for the ranks here to have ended */
    double end_by;           /* when it ends, whatever ranks do */
    uint32_t described;      /* the generation whose states were sent for it */
    host_measure_t *measure; /* once the agent wants something measured */
    struct protocol_runner *runner; /* once the job has a protocol */
    struct error unsaid;            /* for the user, once the agent is there */
};

/* Have the head tell the user a sentence, once it is there. */
void host_agent_say(struct host_agent *h, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Say something to the head about a rank, or all (HOST_MESSAGES_ALL).  Returns
 * -1 if it is not to be reached.
 */
int host_agent_report(struct host_agent *h,
                      uint32_t type,
                      uint32_t generation,
                      int rank,
                      uint64_t number,
                      const void *payload,
                      size_t bytes);

#endif /* !MITOSIS_AGENT_HOST_HOST_AGENT_H */
