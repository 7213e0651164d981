/* mesh.h - the lines between agents that are neighbours
 *
 * Each agent listens, and calls those of the others that it wants to be in
 * contact with: who they are and where they listen the head tells
 * (membership.h). The lines are those between outposts and head (line.h): both
 * ends prove that they know the job's secret, and all is hidden.  Then each
 * says its name.
 *
 * Of two that call each other at the same time the call of the one whose name
 * comes first stays.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_PEERS_MESH_H
#define MITOSIS_AGENT_PEERS_MESH_H

#include <stdbool.h>

#include "agent/peers/membership.h"
#include "agent/peers/neighbour.h"
#include "base/seal.h"
#include "net/loop.h"
#include "policy/lua/serialize.h"

typedef struct mesh mesh_t;

/* Begin to listen, as the agent 'own'.  Returns what mesh_destroy() takes, or
 * NULL with the reason in 'err'.
 */
mesh_t *mesh_create(loop_t *loop,
                    const uint8_t secret[SEAL_KEY],
                    const char *own,
                    const struct neighbour_events *events,
                    void *arg,
                    struct error *err);

/* Close all lines.  NULL is fine. */
void mesh_destroy(mesh_t *m);

/* Where it listens, see net/address.h. */
const char *mesh_place(const mesh_t *m);

/* These are the agents now, and this one wants to be in contact with those
 * whose number is set in 'wanted'.  Lines to others, that are not among them
 * any more, are closed.
 */
void mesh_know(mesh_t *m, const struct membership *r, const bool *wanted);

/* Whether it is in contact with that agent, and how many seconds it is there
 * and back; not a number when that was not measured yet.
 */
bool mesh_near(const mesh_t *m, const char *host);
double mesh_distance(const mesh_t *m, const char *host);

/* Say something to a neighbour.  Returns -1 when it is none. */
int mesh_say(mesh_t *m, const char *host, const struct serialize *message);

#endif /* !MITOSIS_AGENT_PEERS_MESH_H */
