/* host_messages.h - what the head and the agents of hosts say to each other
 *
 * What ranks and the head say to each other (net/local_message.h) passes
 * through as it is.  The rest is about all ranks of a generation on the
 * agent's host, and has the rank HOST_MESSAGES_ALL unless said otherwise.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_HOST_MESSAGES_H
#define MITOSIS_AGENT_HOST_HOST_MESSAGES_H

#include <stdint.h>

#include "base/system/memory_left.h"

enum { HOST_MESSAGES_ALL = -1 };

enum host_messages_type {
    /* from a host's agent */
    HOST_MESSAGES_JOIN = 100, /* payload: the name of its host; number: whether
                        a user has started it, to offer the host */
    HOST_MESSAGES_SLOT,       /* of a rank: struct host_messages_slot */
    HOST_MESSAGES_FLIGHT, /* of a rank: an array of struct host_messages_flight
                           */
    HOST_MESSAGES_LOST,   /* a rank is gone */
    HOST_MESSAGES_SAY,    /* payload: a sentence for the user */
    HOST_MESSAGES_MEASURED, /* see host_measure.h */
    HOST_MESSAGES_CLAIMED,  /* number: whether all were claimed */

    /* both ways */
    HOST_MESSAGES_FILE, /* payload: a parcel, see job/packed_file.h; number:
                  whether it is for the agent alone */

    /* from the head */
    HOST_MESSAGES_CONTROL, /* struct host_messages_control */
    HOST_MESSAGES_WATCH, /* number: whether to tell often how far the ranks are
                          */
    HOST_MESSAGES_MEASURE, /* measure host and ranks */
    HOST_MESSAGES_CLAIM,   /* number: the state that they are in */
    HOST_MESSAGES_RELEASE, /* what was under way is over, by the record */
    HOST_MESSAGES_KILL,    /* end all by force, and forget what they left */
    HOST_MESSAGES_FORGET,  /* forget what they left */
    HOST_MESSAGES_END,     /* end; number: enum host_messages_end */

    /* about protocols, see proposals.h; from a host's agent */
    HOST_MESSAGES_PLACE = 130, /* payload: where other agents can reach it */
    HOST_MESSAGES_PROPOSE,     /* number: the changes that it knew of; payload:
                         three     texts, each with its NUL: change, why, gain */
    HOST_MESSAGES_LEAVE,       /* its host is to be left, see joined_hosts.h */
    HOST_MESSAGES_NOTE,        /* payload: what it does, in a few words */

    /* from the head */
    HOST_MESSAGES_MODULE,     /* number: of its kind; payload: its name and its
                        options, each with its NUL, and its source */
    HOST_MESSAGES_MEMBERSHIP, /* payload: see membership.h */
    HOST_MESSAGES_TOLD,   /* payload: a sentence for the user there; number:
                    whether   the host cannot be used */
    HOST_MESSAGES_ANSWER, /* number: whether it was done; payload: two texts,
                    each with its NUL: change, why */

    /* from a host's agent */
    HOST_MESSAGES_MEMORY, /* struct host_messages_memory, as it changes */

    /* from the head */
    HOST_MESSAGES_PATIENCE, /* number: seconds that an outpost waits for the
                        head while its ranks get nowhere, 0: any number */
};

/* How an outpost is to end. */
enum host_messages_end {
    HOST_MESSAGES_END_ALONE, /* at once */
    HOST_MESSAGES_END_LATER, /* when its ranks, which are ending, have ended */
    HOST_MESSAGES_END_ALL    /* with its ranks, by force */
};

/* The words of a rank's slot, see job/control.h. */
struct host_messages_slot {
    uint64_t count;
    uint32_t state;
    uint32_t flushed;
};

/* The words of all ranks of a generation, and the record. */
struct host_messages_control {
    uint64_t horizon;
    uint64_t window;
    uint64_t successor_sync;
    uint64_t offer;
    uint32_t ranks; /* of the generation */
    uint32_t own_pace;
    uint32_t crowded;
    uint32_t apart;
    uint32_t successor;
    uint32_t none;
};

/* How many messages a rank exchanged with another one. */
struct host_messages_flight {
    uint64_t sent;
    uint64_t received;
    uint32_t rank; /* the other one */
    uint32_t none;
};

/* Memory of a host, and how much of it the ranks there have, in bytes. */
struct host_messages_memory {
    struct memory_left room;
    double used;
};

#endif /* !MITOSIS_AGENT_HOST_HOST_MESSAGES_H */
