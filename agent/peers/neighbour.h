/* neighbour.h - an agent that this one is in contact with, or may come to be
 *
 * Who calls whom says mesh.c; what is said on the line, and how long it is on
 * the way, is neighbour.c's.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_PEERS_NEIGHBOUR_H
#define MITOSIS_AGENT_PEERS_NEIGHBOUR_H

#include <stdbool.h>

#include "base/system/host.h"
#include "net/address.h"
#include "net/line.h"
#include "policy/lua/serialize.h"

struct neighbours;

struct neighbour_events {
    /* An agent is a neighbour now, or not any more. */
    void (*changed)(void *arg);

    /* It says something, which serialize_check() holds for. */
    void (*heard)(void *arg,
                  const char *from,
                  const struct serialize *message);
};

/* An agent that we know, or a caller that did not say its name. */
struct neighbour {
    char name[HOST_NAME]; /* "" of a caller */
    line_t *line;
    bool ours;   /* we have called it */
    bool near;   /* both have said who they are */
    bool wanted; /* we want to be in contact */
    bool known;  /* it is on the list */
    char place[ADDRESS_TEXT];
    int attempt; /* which of its addresses is next */
    double distance;
    struct neighbours *all;
    struct neighbour *next;
};

/* All of an agent's, callers and those it knows, the newest first. */
struct neighbours {
    char own[HOST_NAME]; /* the agent's name */
    const struct neighbour_events *events;
    void *arg; /* of these */
    struct neighbour *first;
};

/* What their lines tell; of use to line_create() with a neighbour as 'arg'. */
extern const struct line_events neighbour_line;

/* The one of that name, or NULL. */
struct neighbour *neighbour_find(const struct neighbours *all,
                                 const char *name);

/* Add one; NULL when memory is short. */
struct neighbour *neighbour_add(struct neighbours *all, const char *name);

/* Close its line, remove it and free it. */
void neighbour_drop(struct neighbour *x);

/* Close its line; who is not on the list is forgotten. */
void neighbour_hang_up(struct neighbour *x);

/* Say something to it.  Returns -1 when it cannot be. */
int neighbour_say(struct neighbour *x, const struct serialize *message);

/* Ask for a sign of life, and measure the way there and back. */
void neighbour_ping(struct neighbour *x);

#endif /* !MITOSIS_AGENT_PEERS_NEIGHBOUR_H */
