/* neighbour.h - an agent that this one is in contact with, or may come to be
 *
 * For mesh.c, which says who calls whom; what is said on the line, and how
 * long it is on the way, is neighbour.c's.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_PEERS_NEIGHBOUR_H
#define MITOSIS_AGENT_PEERS_NEIGHBOUR_H

#include <stdbool.h>

#include "agent/peers/mesh.h"
#include "net/address.h"
#include "net/line.h"

/* An agent that we know, or a caller that did not say its name. */
struct neighbour {
    char name[HOST_MESSAGES_HOST]; /* "" of a caller */
    line_t *line;
    bool ours;   /* we have called it */
    bool near;   /* both have said who they are */
    bool wanted; /* we want to be in contact */
    bool known;  /* it is on the list */
    char place[ADDRESS_TEXT];
    int attempt; /* which of its addresses is next */
    double distance;
    struct mesh *mesh;
    struct neighbour *next;
};

struct mesh {
    loop_t *loop;
    uint8_t secret[SEAL_KEY];
    char own[HOST_MESSAGES_HOST];
    const struct mesh_events *events;
    void *arg;
    int listening;
    char place[ADDRESS_TEXT];
    struct neighbour *mates;
    int looks;
};

/* What mates' lines tell; of use to line_create() with a mate as 'arg'. */
extern const struct line_events neighbour_events;

/* The one of that name, or NULL. */
struct neighbour *neighbour_find(const mesh_t *m, const char *name);

/* One more; NULL when memory is short. */
struct neighbour *neighbour_add(mesh_t *m, const char *name);

/* One less. */
void neighbour_drop(struct neighbour *x);

/* Close its line; who is not on the list is forgotten. */
void neighbour_hang_up(struct neighbour *x);

/* Say something to it.  Returns -1 when it cannot be. */
int neighbour_say(struct neighbour *x,
                  uint32_t type,
                  uint64_t number,
                  const void *payload,
                  size_t bytes);

/* Ask for a sign of life, and measure the way there and back. */
void neighbour_ping(struct neighbour *x);

#endif /* !MITOSIS_AGENT_PEERS_NEIGHBOUR_H */
